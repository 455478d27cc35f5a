"""Figures: arrays in, Plotly specs out. The meaning is computed elsewhere; `theme` has every colour and font."""
