"""Pictures of the Memory page."""

from explorer.views.memory._units import units

__all__ = ["units"]
