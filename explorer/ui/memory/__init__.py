"""The parts of the Memory page; `size_controls` has the controls that they share; each part shows those it needs."""
