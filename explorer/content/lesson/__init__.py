"""A lesson as data: its `steps`, the `bounds` of what it holds, the `link` that it travels as, and own questions."""
