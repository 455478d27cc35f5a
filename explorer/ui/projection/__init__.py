"""The parts of the Projection page, a file each; what several of them need is in folders by subject.

`table` (which one, and what is remembered of it), `on_map`, `grouping`, `comparing`, `training` and `formulas`; in `js`
the maps that a visitor's own browser draws.
"""
