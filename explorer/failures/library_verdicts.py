"""Verdict of each case in each library: whether it raises an error."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from explorer.failures.case_catalogue import CASES
from explorer.failures.failure_case import RIGHT, STOPS, WRONG, run_in_library
from explorer.failures.mistakes_in_libraries import LIBRARIES, RECORDED, recorded

VERDICTS = (STOPS, WRONG, RIGHT)


@cache
def library_result(case: str, library: str) -> tuple[str, str, tuple[str, ...]]:
    """Verdict, message and output of one library in one case; two libraries run now, two were recorded.

    >>> library_result("Negative ids wrap", "NumPy")
    ('goes on and is wrong', '', ('[5.]',))
    """
    if library in RECORDED:
        kept = recorded()[case][library]
        return kept.verdict, kept.message, kept.printed
    program = next(c.elsewhere[library] for c in CASES if c.name == case)
    outcome, verdict = run_in_library(program)
    return verdict, outcome.message, outcome.printed


def verdict_table() -> dict[str, dict[str, str]]:
    """Case → library → verdict."""
    return {case.name: {library: library_result(case.name, library)[0] for library in LIBRARIES} for case in CASES}


def counts(table: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, int]]:
    """Library → verdict → number of cases."""
    return {
        library: {verdict: sum(row[library] == verdict for row in table.values()) for verdict in VERDICTS}
        for library in LIBRARIES
    }
