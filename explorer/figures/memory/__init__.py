"""Figures of the Memory page."""
