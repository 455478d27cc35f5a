"""What the rows of trained tables say about words: kinds, analogies, word axes, smaller copies."""
