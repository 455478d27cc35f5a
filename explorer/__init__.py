"""Embedding Explorer: a small NumPy embedding core, and the app that shows it at work.

Reading order: `core` (the blackboard), `data` and `tokenizers` (real tables, real ids), `embedding_pipeline` (text to
vectors), then `vectors` and the subjects (`positional_encodings`, `words`, `sentences`, `gradients`, `memory`,
`training`), last `figures` and `ui`.
"""

__version__ = "0.3.0"
