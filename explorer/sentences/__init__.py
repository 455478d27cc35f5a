"""Sentences as vectors: WordPiece, the encoder all-MiniLM-L6-v2 in NumPy, and search by meaning.

Reading order: `wordpiece` (text to ids), `encoder` (ids to one vector), `sentence_vectors` (many sentences, cached).
"""
