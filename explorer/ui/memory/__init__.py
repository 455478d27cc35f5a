"""The parts of the Memory page; `sizes` has the controls that they share, and each part shows those that it needs."""
