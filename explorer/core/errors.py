"""The core's three kinds of errors, all of them ValueError. A message says what was expected, what came, and where."""


class TokenIdError(ValueError):
    """Token ids that are none (fractions, NaN, text, booleans), or that have no row in the table."""


class ShapeError(ValueError):
    """Arrays, lengths and sizes that don't fit together."""


class SettingError(ValueError):
    """A choice that doesn't exist, or a number outside of its bounds."""
