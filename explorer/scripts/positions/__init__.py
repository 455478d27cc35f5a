"""Scripts of the Positions page: each prints, from the core, the numbers that its part of the page shows."""

from explorer.scripts.positions.waves import heatmap

__all__ = [
    "heatmap",
]
