"""Positions as waves: how close two places are, the shift, learned tables beside computed ones, and what came after."""
