"""Feedback when a task of the path is done, with the numbers on the screen; one module per subject."""
