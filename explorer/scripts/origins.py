"""Where the numbers of a sentence come from: the line of the displayed code that prints each, and what computed it.

The code is run as it is shown, with a `print` that remembers the line that called it; which functions stand behind a
line is read off the code: from the names in it back through the assignments to the imports.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

_NAME = r"\b[A-Za-z_]\w*(?:-\d+(?:\.\d+)*\b)?|[-−+±]?\b\d+(?:\.\d+)?B\b"
_NUMBER = r"[-−+±]?(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)"
_EITHER = re.compile(f"{_NAME}|{_NUMBER}")
"""A name, which is passed over with the numbers in it, or a number."""
_PERCENT = re.compile(r"\s*%")
_WORD = re.compile(r"[^\W\d_]{3,}")
_CLAUSE = re.compile(r"[.;:,](?=\s)")
LONGEST = 160
"""Characters of a printed line that are shown."""
SLOW = (
    "explorer.training.runs",
    "explorer.training.skipgram.train",
    "explorer.training.ppmi.train",
    "explorer.training.skipgram.*",
    "explorer.training.ppmi.*",
    "explorer.vectors.tsne.run",
    "explorer.gradients.ways.measure",
    "explorer.memory.measure",
    "explorer.memory.precision.quantise",
)
"""What trains, or measures times, for many seconds: imports of code that is not run for a list."""
_FORBIDDEN = {"eval", "exec", "compile", "open", "getattr", "setattr", "delattr", "globals", "locals", "vars", "input"}
_ALLOWED = {"explorer", "numpy", "math", "__future__"}


@dataclass(frozen=True)
class Number:
    """A number in a text: as written, its value without sign, digits after its point, and whether % follows."""

    text: str
    start: int
    value: float
    digits: int
    percent: bool

    def is_in(self, others: Iterable[float]) -> bool:
        """Whether one of `others` is it, or, where it has a decimal point or a %, rounds to it."""
        half = 0.5 * 10**-self.digits * (1 + 1e-9) if self.digits or self.percent else 0.0
        return any(abs(self.value - other) <= half for other in others)


@dataclass(frozen=True)
class Printed:
    """A line that code printed, and the number of the line of code that printed it, from 1."""

    text: str
    line: int


@dataclass(frozen=True)
class Origin:
    """A number of a sentence, what is printed with it, by which line of the code, and the functions behind that."""

    number: str
    printed: str
    line: int
    functions: tuple[str, ...]


def numbers(text: str) -> Iterator[Number]:
    """The numbers of a sentence or of printed lines; those within names (p50k_base, GPT-2, T5 11B) don't count.

    >>> [(found.text, found.value) for found in numbers("−0.30 of 50,257 rows, p50k_base, GPT-2, T5 11B")]
    [('0.30', 0.3), ('50,257', 50257.0)]
    """
    for found in _EITHER.finditer(text):
        if written := found["number"]:
            value = float(written.replace(",", ""))
            digits = len(written.partition(".")[2])
            yield Number(written, found.start(), value, digits, _PERCENT.match(text, found.end()) is not None)


def missing(sentence: str, printed: str) -> list[str]:
    """The numbers of a sentence that printed lines do not have.

    A number with a decimal point, or in percent, is also there where a longer one rounds to it: 1.44 is in "1.4389".

    >>> missing("1.44 at 64 of 50,257 rows, 3 %", "rows 50257: 1.4389, 2.96%")
    ['64']
    """
    there = {number.value for number in numbers(printed)}
    return [number.text for number in numbers(sentence) if not number.is_in(there)]


def harmless(tree: ast.Module) -> bool:
    r"""Whether code does nothing but call this project and NumPy: the texts of visitors stand in it as literals.

    >>> harmless(ast.parse("import numpy as np\nprint(np.pi)")), harmless(ast.parse("import os"))
    (True, False)
    >>> harmless(ast.parse("print(().__class__)")), harmless(ast.parse("open('text.txt')"))
    (False, False)
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(alias.name.split(".")[0] not in _ALLOWED for alias in node.names):
            return False
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in _ALLOWED:
            return False
        if isinstance(node, ast.Name) and (node.id in _FORBIDDEN or node.id.startswith("__")):
            return False
        if isinstance(node, ast.Attribute) and node.attr.startswith("__") and node.attr != "__name__":
            return False
    return True


def quick(script: str) -> bool:
    """Whether the code may be run for a list: it neither trains nor measures times, nor reads a visitor's file."""
    tree = ast.parse(script)
    return harmless(tree) and not any(name.startswith(SLOW) for name in imports(tree).values())


def run(script: str) -> tuple[Printed, ...]:
    r"""Run displayed code and keep what it prints, with the line of code that printed it.

    Raises:
        ValueError: it is not `quick`.

    >>> run("import math\nprint('pi', end=' ')\nprint(round(math.pi, 2))")
    (Printed(text='pi 3.14', line=3),)
    """
    if not quick(script):
        raise ValueError("Expected code that neither trains nor measures, got one that does")
    lines: list[Printed] = []
    begun = ""

    def remember(*values: object, sep: str = " ", end: str = "\n") -> None:
        nonlocal begun
        begun += sep.join(map(str, values)) + end
        *done, begun = begun.split("\n")
        line = sys._getframe(1).f_lineno
        lines.extend(Printed(text, line) for text in done)

    names: dict[str, Any] = {"__name__": "__main__", "print": remember}
    exec(compile(script, "<displayed code>", "exec"), names)  # noqa: S102 - our own code, checked by `harmless`
    return (*lines, Printed(begun, 0)) if begun else tuple(lines)


def functions(script: str) -> Mapping[int, tuple[str, ...]]:
    r"""For each line of code that ends a print: the imported functions and data that its numbers come from.

    >>> functions("from explorer.vectors.pca import pca\nfound = pca(x)\nshare = found.held\nprint(share)")[4]
    ('explorer.vectors.pca.pca',)
    """
    tree = ast.parse(script)
    imported = imports(tree)
    behind: dict[str, set[str]] = {name: {full} for name, full in imported.items() if full.startswith("explorer.")}
    found: dict[int, set[str]] = {}

    def loaded(node: ast.AST) -> set[str]:
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        return set().union(*(behind.get(name, set()) for name in names))

    def bind(target: ast.AST, given: set[str]) -> None:
        for part in ast.walk(target):
            if isinstance(part, ast.Name):
                behind[part.id] = behind.get(part.id, set()) | given

    def visit(body: Sequence[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    bind(target, loaded(node))
            elif isinstance(node, ast.For):
                bind(node.target, loaded(node.iter))
                visit(node.body)
            elif isinstance(node, ast.FunctionDef):
                visit(node.body)
                behind[node.name] = set().union(*(loaded(part) for part in node.body))
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                if isinstance(node.value.func, ast.Attribute):  # found.append(…) puts into `found` what is in brackets
                    bind(node.value.func.value, loaded(node))
                for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                    found.setdefault(line, set()).update(loaded(node))
            else:
                for name in ("body", "orelse", "finalbody"):
                    visit(getattr(node, name, []))

    visit(tree.body)
    spelled = {name for name, full in imported.items() if full.startswith("explorer.wording")}
    words = {imported[name] for name in spelled}
    return {line: tuple(sorted(names - words)) for line, names in found.items()}


def imports(tree: ast.Module) -> dict[str, str]:
    """Name in the code → its full name."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.asname or alias.name.split(".")[0]: alias.name for alias in node.names}
    return names


def origins(sentence: str, script: str, printed: Sequence[Printed]) -> list[Origin]:
    """Each number of a sentence once, with the printed line that has it and most of what stands around it."""
    behind = functions(script)
    there = [([number.value for number in numbers(line.text)], _words(line.text), line) for line in printed]
    found: dict[str, Origin] = {}
    for number in numbers(sentence):
        having = [place for place in there if number.is_in(place[0])]
        if number.text in found or not having:
            continue
        clause = _clause(sentence, number.start)
        words, others = _words(clause), list(numbers(clause))
        # The line with most of the words around the number, and of those the one with most of the numbers.
        *_, line = max(having, key=lambda p: (len(p[1] & words), sum(other.is_in(p[0]) for other in others)))
        short = line.text if len(line.text) <= LONGEST else f"{line.text[:LONGEST]} …"
        found[number.text] = Origin(number.text, short.strip(), line.line, behind.get(line.line, ()))
    return list(found.values())


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _clause(sentence: str, place: int) -> str:
    """The part of a sentence between two commas, colons, semicolons or ends, around a place."""
    cuts = [0, *(cut.end() for cut in _CLAUSE.finditer(sentence)), len(sentence)]
    return next(sentence[a:b] for a, b in pairwise(cuts) if a <= place < b)
