"""The Positions page, one file per part: heatmap, frequencies, clocks, distance, shift, learned tables, scale.

`settings` holds the sliders that the parts share, and `url_params` warns about an address that can't be applied; each
part turns the settings into one request, asks `explorer.waves`, draws.
"""
