"""The parts of the Projection page, one per file; code shared by several is in folders by subject.

`table` has the choice of the table and its cache; the others are `on_map`, `grouping` and `comparing`; `js`
has the maps that run in the visitor's browser.
"""
