"""Verdict of each case in each library: whether it raises an error."""

from __future__ import annotations

from functools import lru_cache

from explorer.failures.case_catalogue import CASES
from explorer.failures.failure_case import RIGHT, STOPS, WRONG, run_in_library
from explorer.failures.mistakes_in_libraries import LIBRARIES, RECORDED, recorded


@lru_cache(maxsize=256)
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


def libraries_by_verdict(case: str) -> dict[str, list[str]]:
    """Verdict → the libraries that have it in one case.

    >>> libraries_by_verdict("Negative ids wrap")
    {'stops with a message': ['this core', 'PyTorch'], 'goes on and is wrong': ['NumPy', 'JAX']}
    """
    found = {name: library_result(case, name)[0] for name in LIBRARIES}
    every = {verdict: [name for name in LIBRARIES if found[name] == verdict] for verdict in (STOPS, WRONG, RIGHT)}
    return {verdict: names for verdict, names in every.items() if names}


def stopped() -> dict[str, int]:
    """Library → the number of cases in which it stops."""
    return {name: sum(library_result(case.name, name)[0] == STOPS for case in CASES) for name in LIBRARIES}
