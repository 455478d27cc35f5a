"""Figures of the Projection page."""
