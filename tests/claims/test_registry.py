"""Every claim on a screen has an existing test or source."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from pkgutil import iter_modules

import pytest

import explorer.claims
from explorer.claims import claims_of
from explorer.claims.readings import READINGS
from explorer.claims.registry import Claim, backing
from explorer.memory import MODELS
from explorer.ui import PAGES

ROOT = Path(__file__).resolve().parents[2]
NAMES = [module.name for module in iter_modules(explorer.claims.__path__)]
MODULES = sorted(name.removesuffix("_page") for name in NAMES if name.endswith("_page"))
CLAIMS = [claim for name in MODULES for claim in claims_of(name)]


def test_there_is_a_module_of_claims_for_every_page_that_teaches() -> None:
    assert set(MODULES) == {page.name for page in PAGES} - {"claims"}


def test_ids_are_unique() -> None:
    ids = [claim.id for claim in CLAIMS]
    assert len(ids) == len(set(ids))


@cache
def functions_in(path: str) -> set[str]:
    return set(re.findall(r"^ *def (\w+)\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_the_evidence_exists(claim: Claim) -> None:
    assert claim.text.strip().endswith((".", "?", "!"))
    assert claim.all_evidence
    for evidence in claim.all_evidence:
        if evidence.kind == "source":
            assert evidence.url.startswith("https://")
            continue
        path, _, name = evidence.name.partition("::")
        assert name.partition("[")[0].rpartition("::")[2] in functions_in(path), evidence.name


def test_each_reading_is_of_a_source_that_a_claim_cites_and_the_page_counts_it() -> None:
    cited = {piece.url for claim in CLAIMS for piece in claim.all_evidence if piece.kind == "source"}
    counted = backing(CLAIMS)
    assert set(READINGS) <= cited
    assert (counted.sources, counted.opened) == (len(cited), len(READINGS))
    assert all(model.url in cited for model in MODELS.values())
