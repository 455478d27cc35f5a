"""The parts of the Positions page, one per file.

`table_controls` has the controls that the parts share; each part passes their values to a view of
`explorer.views.positions` and draws it.
"""
