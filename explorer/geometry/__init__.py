"""Where the rows of a table lie: exact PCA, neighbours, analogies, word axes, and how far a flat picture lies.

Everything takes plain arrays (V, D) or a `View` of one; nothing here draws, trains or knows a widget.
"""
