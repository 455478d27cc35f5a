"""Controls and notes of a map: its colours and their legend, found words, axes, and how far to trust it."""
