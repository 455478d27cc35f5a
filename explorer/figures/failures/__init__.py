"""Pictures of the page Failures."""
