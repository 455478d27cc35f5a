"""Word vectors trained here: the runs, and their words as they move."""
