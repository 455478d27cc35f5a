"""The Claims page: the registry of claims, page by page."""
