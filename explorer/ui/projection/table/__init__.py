"""The page's table, shipped, trained here or a visitor's own, and what is cached about it."""
