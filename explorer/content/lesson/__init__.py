"""Lessons as data: `steps`, size `bounds`, `link` (serialization), and a teacher's own questions."""
