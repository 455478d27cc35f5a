"""The parts of the Teach page: a lesson's plan, its editor, presenter notes, a handout, and how to begin."""
