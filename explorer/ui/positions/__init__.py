"""The parts of the Positions page, one per file.

`settings` has the controls that the parts share; each part passes their values to a view of
`explorer.views.positions` and draws it.
"""
