"""Displayed code that takes too long for the server's own process, and how another one runs it (`explorer.jobs`)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.scripts.origins import Printed, imports
from explorer.scripts.origins import run as run_here

LONG = (
    "explorer.gradients.touched",
    "explorer.vectors.pca.pca",
    "explorer.words.analogies",
    "explorer.words.clusters",
    "explorer.words.copies",
    "explorer.words.isolate",
    "explorer.words.two_tables",
)
"""What goes through a whole table or book and takes the processor from a fifth of a second to several seconds. Code
that imports any of it is run once for all visitors with the same code: a class that asks at once would otherwise stall
the server.
"""


def long(script: str) -> bool:
    """Whether the code takes longer than a page may hold up the server for.

    >>> long("from explorer.words.copies import compare"), long("import math")
    (True, False)
    """
    return any(name.startswith(LONG) for name in imports(ast.parse(script)).values())


@dataclass(frozen=True)
class Displayed:
    """Displayed code as another process is asked to run it.

    Attributes:
        script: the code.
        keep: false, since a visitor's words may stand in it.
    """

    script: str
    keep: bool = False


def run(request: Displayed) -> Iterator[tuple[Printed, ...]]:
    """All that the code prints, as the one record of a run in the queue.

    >>> next(run(Displayed("print(2)")))
    (Printed(text='2', line=1),)
    """
    yield run_here(request.script)
