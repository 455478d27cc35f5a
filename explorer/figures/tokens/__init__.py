"""Figures of the Tokens page."""
