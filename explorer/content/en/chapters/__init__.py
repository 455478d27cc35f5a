"""Chapters of the guided path, one module per subject; `path` orders them."""
