"""What belongs to the picture of a table: its colours and their legend, found words, axes, and how far to trust it."""
