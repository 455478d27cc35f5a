"""The Positions page, one file a part: heatmap, frequencies, clocks, distance, shift, learned tables, scale, after.

`settings` holds the sliders that the parts share; each part turns them into one request, asks geometry, draws.
"""
