"""Words in trained tables: categories, analogies, word axes, clusters."""
