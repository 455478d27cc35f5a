"""Every claim on a screen has an existing test or source."""

import re
import tomllib
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


def test_each_source_was_opened_or_is_said_not_to_be_and_the_page_counts_those_of_claims() -> None:
    cited = {source.url for claim in CLAIMS for source in claim.sources}
    counted = backing(CLAIMS)
    elsewhere = {
        url
        for part in ("content/en/chapters/*.py", "ui/projection/*.py")
        for path in FOLDER.parent.glob(part)
        for url in re.findall(r'https://[^\s")]+', path.read_text(encoding="utf-8"))
    }
    shut = set(tomllib.loads((FOLDER / "readings.toml").read_text(encoding="utf-8"))["not_opened"])
    assert set(READINGS) | shut == cited | elsewhere and not set(READINGS) & shut
    assert (counted.sources, counted.opened) == (len(cited), len(cited & set(READINGS)))
    assert all(model.url in cited for model in MODELS.values())
