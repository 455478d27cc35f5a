"""Maps beside each other: the points they share, and those that the visitor's own browser draws."""
