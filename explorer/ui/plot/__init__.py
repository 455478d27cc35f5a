"""The one interactive chart and its JavaScript."""
