"""Maps side by side: the points that they share, and the maps that run in the visitor's browser."""
