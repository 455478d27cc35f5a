"""What each claim rests on is there, and a wrong variant of the claim lies in it."""

from __future__ import annotations

import importlib
from functools import reduce

import pytest

from explorer.claims.registry import Claim, backing
from explorer.training.results import arrays
from tools.mutate_claims import MUTANTS, PAGE_OF, all_claims

CLAIMS = all_claims()
RESTS_ON = {claim.id: claim.rests_on for claim in CLAIMS}


def module_and_rest(name: str) -> tuple[str, list[str]]:
    """`waves.shift.fit_shift` → the module it lies in, and what to look for there."""
    parts = ["explorer", *name.split(".")]
    for cut in range(len(parts), 1, -1):
        try:
            importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        return ".".join(parts[:cut]), parts[cut:]
    raise AssertionError(f"no module of {name}")


def test_every_claim_rests_on_something() -> None:
    for claim, places in RESTS_ON.items():
        assert places, (
            f"Add rests_on=(…), the functions that compute it, to {claim} in explorer/claims/{PAGE_OF[claim]}.py"
        )


@pytest.mark.parametrize("claim", RESTS_ON)
def test_what_it_rests_on_is_there(claim: str) -> None:
    for place in RESTS_ON[claim]:
        file, is_array, name = place.partition(": ")
        if is_array:
            assert any(found.startswith(name) for found in arrays(file.removesuffix(".npz"))), place
        else:
            module, rest = module_and_rest(place)
            assert rest, place
            reduce(getattr, rest, importlib.import_module(module))


@pytest.mark.parametrize("claim", MUTANTS)
def test_a_wrong_variant_lies_in_what_the_claim_rests_on(claim: str) -> None:
    files = {mutant.path for mutant in MUTANTS[claim]}
    grounds = {
        "explorer/training/results.py" if ": " in place else module_and_rest(place)[0].replace(".", "/") + ".py"
        for place in RESTS_ON[claim]
    }
    assert files & grounds, f"The wrong variants change {sorted(files)}, and the claim rests on {sorted(grounds)}"


def test_tests_and_addresses_count_once_however_often_they_are_named() -> None:
    counted = backing(CLAIMS)
    evidence = [piece for claim in CLAIMS for piece in claim.all_evidence]
    named = [piece.name for piece in evidence if piece.kind == "test"]
    assert counted.tests == len(set(named)) < len(named)
    addresses = {piece.url for piece in evidence if piece.kind == "source"}
    assert counted.publications + counted.pages == len(addresses)
    assert (
        counted.pages == len({url for url in addresses if "arxiv" not in url and "doi" not in url}) - 1
    )  # distill.pub
    assert backing([Claim("a", "A.", ())]).tests == 0
