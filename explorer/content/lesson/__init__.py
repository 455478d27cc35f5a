"""Lessons as data: `lesson_steps`, `field_validation`, `lesson_link` (serialization), a teacher's own questions."""
