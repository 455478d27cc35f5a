"""Chapters of the guided path, one module per subject; `chapter_order` orders them."""
