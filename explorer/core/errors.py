"""The core's three exceptions, all of them ValueErrors. A message says what was expected, what was given, and where."""


class TokenIdError(ValueError):
    """Invalid token ids: not whole numbers (fractions, NaN, text, booleans), or without a row in the table."""


class ShapeError(ValueError):
    """Arrays, lengths and sizes that don't fit together."""


class SettingError(ValueError):
    """An unknown choice, or a number out of bounds."""
