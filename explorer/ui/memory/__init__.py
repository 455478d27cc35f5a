"""The parts of the Memory page; the sizes that they share live in `sizes`, and every part shows those that it needs."""
