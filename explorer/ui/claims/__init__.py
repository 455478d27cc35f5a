"""The Claims page: the claims, page by page."""
