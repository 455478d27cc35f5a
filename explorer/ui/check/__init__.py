"""The parts of the page "Check yourself": the questions, the misconceptions, and sheets for a class."""
