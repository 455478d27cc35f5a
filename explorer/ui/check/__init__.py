"""The parts of the page "Check yourself": the questions and the games."""
