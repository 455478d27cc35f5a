"""Figures of the Extrapolation page."""
