"""How the scripts of the Positions page are put together."""

from __future__ import annotations

from textwrap import dedent


def script(imports: str, settings: str, body: str) -> str:
    """A program of three blocks, each without the indentation that it has where it is written.

    >>> print(script("  import math", "x = 2", "  print(math.sqrt(x))"), end="")
    import math
    <BLANKLINE>
    x = 2
    print(math.sqrt(x))
    """
    return f"{dedent(imports).strip()}\n\n{settings.strip()}\n{dedent(body).strip()}\n"
