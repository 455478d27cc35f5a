"""Verdict of each case in each library: whether it raises an error."""

from functools import lru_cache

from explorer.failures.case_catalogue import CASES
from explorer.failures.failure_case import run_in_library
from explorer.failures.mistakes_in_libraries import RECORDED, recorded


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
