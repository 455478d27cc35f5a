"""Every claim on a screen has an existing test or source."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from explorer.claims import FOLDER, READINGS, Claim, backing, claims_of
from explorer.memory import MODELS
from explorer.ui import PAGES

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem != "readings")
CLAIMS = [claim for name in FILES for claim in claims_of(name)]


def test_there_is_a_file_of_claims_for_every_page_that_teaches() -> None:
    assert set(FILES) == {page.name for page in PAGES} - {"claims"}


def test_ids_are_unique() -> None:
    ids = [claim.id for claim in CLAIMS]
    assert len(ids) == len(set(ids))


@cache
def functions_in(path: str) -> set[str]:
    return set(re.findall(r"^ *def (\w+)\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_the_evidence_exists(claim: Claim) -> None:
    assert claim.text.strip().endswith((".", "?", "!"))
    assert claim.tests or (claim.sources and not claim.how)
    assert all(source.url.startswith("https://") for source in claim.sources)
    for test in claim.tests:
        path, _, name = test.partition("::")
        assert name.partition("[")[0].rpartition("::")[2] in functions_in(path), test


def test_each_reading_is_of_a_source_that_a_claim_cites_and_the_page_counts_it() -> None:
    cited = {source.url for claim in CLAIMS for source in claim.sources}
    counted = backing(CLAIMS)
    assert set(READINGS) <= cited
    assert (counted.sources, counted.opened) == (len(cited), len(READINGS))
    assert all(model.url in cited for model in MODELS.values())
