"""Which table the page works on: shipped, trained here or a visitor's own, and what is remembered of it."""
