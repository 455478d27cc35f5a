"""Figures of the Positions page."""
