"""The parts of the page Failures."""
