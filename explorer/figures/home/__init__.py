"""Figures of the Home page."""
