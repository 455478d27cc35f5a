"""Arrays in, Plotly figures out. Nothing here computes what a figure means, and `theme` owns every colour and font."""
