"""Groups of rows: how they are chosen or found, and what their members share."""
