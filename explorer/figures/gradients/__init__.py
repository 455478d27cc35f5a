"""Figures of the Gradients page."""
