"""The Positions page, one file per part: heatmap, frequencies, clocks, distance, shift, learned tables, scale, after.

`settings` holds the sliders that the parts share, and `link` says what an address asked for in vain; each part turns
the settings into one request, asks `explorer.waves`, draws.
"""
