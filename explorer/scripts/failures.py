"""Scripts of the page Failures: each prints what its lines give, the message included."""

from __future__ import annotations

import textwrap


def case(source: str) -> str:
    r"""Prepared lines, and their message where they stop.

    >>> print(case("x = [1]\nx[2]"))
    try:
        x = [1]
        x[2]
    except Exception as problem:
        print(f"{type(problem).__name__}: {problem}")
        print("line", problem.__traceback__.tb_lineno - 1)  # of the lines inside try
    <BLANKLINE>
    """
    inside = textwrap.indent(source, "    ")
    return f"""try:
{inside}
except Exception as problem:
    print(f"{{type(problem).__name__}}: {{problem}}")
    print("line", problem.__traceback__.tb_lineno - 1)  # of the lines inside try
"""


def overview() -> str:
    """What each library does in each case: two of them run here, two as recorded."""
    return """from explorer.failures import overview

found = overview.verdicts()
for case, libraries in found.items():
    print(case)
    for library, verdict in libraries.items():
        print("   ", library, verdict)
print(len(found), "mistakes")
for library, counted in overview.counts(found).items():
    print(library, counted)
"""


def dialects(one: str, other: str) -> str:
    """What two libraries do with the same embedding, and the spread of a new table in all that were run."""
    return f"""from explorer.failures import dialects, measured

for dialect in dialects.RUN:
    print(dialect.name, measured.facts(dialect.name).by_aspect["spread at the start"])
one, other = {one!r}, {other!r}
found = measured.differences(one, other)
print(len(found), "of", len(measured.facts(one).by_aspect), "lines differ")
for aspect, left, right in found:
    print(aspect, "|", left, "|", right)
"""
