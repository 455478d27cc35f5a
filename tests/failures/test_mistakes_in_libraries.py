"""Recorded results of PyTorch and JAX are complete, and reproducible if the recorded version is installed."""

import importlib.metadata

import pytest

from explorer.failures import library_verdicts
from explorer.failures.case_catalogue import CASES
from explorer.failures.failure_case import RIGHT, STOPS, WRONG, run_in_library
from explorer.failures.mistakes_in_libraries import JAX, RECORDED, TORCH, recorded


def compare(library: str, package: str) -> None:
    version = importlib.metadata.version(package)
    for case in CASES:
        kept = recorded()[case.name][library]
        if version != kept.version:
            pytest.skip(f"recorded with {package} {kept.version}, installed is {version}: record again")
        outcome, verdict = run_in_library(case.elsewhere[library])
        assert (case.name, verdict, outcome.message, outcome.printed) == (
            case.name,
            kept.verdict,
            kept.message,
            kept.printed,
        )


def test_pytorch_still_does_what_was_recorded() -> None:
    pytest.importorskip("torch")
    compare(TORCH, "torch")


def test_jax_still_does_what_was_recorded() -> None:
    pytest.importorskip("jax")
    compare(JAX, "jax")


def test_every_case_is_recorded_for_both() -> None:
    assert set(recorded()) == {case.name for case in CASES}
    for libraries in recorded().values():
        assert set(libraries) == set(RECORDED)
        for kept in libraries.values():
            assert kept.verdict in (STOPS, WRONG, RIGHT)
            assert bool(kept.message) == (kept.verdict == STOPS)


# As recorded: "s" raises, "w" runs and is wrong, "r" runs and is right; PyTorch, then JAX.
VERDICTS = {
    "Index out of range": "sw",
    "Sequence too long": "sw",
    "Widths that don't match": "ss",
    "2D where 3D is expected": "rr",
    "Negative ids wrap": "sw",
    "Fractions cut to ids": "ss",
    "A gradient that gets lost": "wr",
}


def test_the_verdicts_that_were_recorded() -> None:
    letters = {STOPS: "s", WRONG: "w", RIGHT: "r"}
    for case, libraries in recorded().items():
        told = "".join(letters[libraries[library].verdict] for library in (TORCH, JAX))
        assert told == VERDICTS.get(case, "ww"), case
        assert all(bool(kept.message) == (kept.verdict == STOPS) for kept in libraries.values())


def test_jax_takes_the_last_row() -> None:
    kept = recorded()["Index out of range"][JAX]
    assert (kept.verdict, kept.printed) == (WRONG, ("[15496. 49999.]",))
    assert recorded()["Index out of range"][TORCH].message == "IndexError: index out of range in self"


def test_numpy_and_the_core_run_here() -> None:
    found = {
        library: [library_verdicts.library_result(case.name, library)[0] for case in CASES]
        for library in ("NumPy", "this core")
    }
    assert {library: verdicts.count(STOPS) for library, verdicts in found.items()} == {"NumPy": 3, "this core": 7}
    lost = [case.name for case in CASES].index("A gradient that gets lost")
    assert [verdicts[lost] for verdicts in found.values()] == [WRONG, RIGHT]
