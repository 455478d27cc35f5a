"""Positions as waves: how close two positions are, the shift, learned and computed tables, and what came after."""
