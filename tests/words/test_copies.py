"""What was measured beforehand of the shipped tables' copies is what measuring gives."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from explorer.words import copies
from explorer.words.copies import KINDS, compare, made_before
from explorer.words.divisions import MADE_OF
from explorer.words.tables import shipped


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name != "GloVe" else []) for name in MADE_OF]
)
def test_what_was_measured_beforehand_is_what_measuring_gives(name: str) -> None:
    found = made_before(name)
    assert found is not None
    for kept, now in zip(found, (compare(shipped(name).vectors, kind) for kind in KINDS), strict=True):
        # Another processor may round otherwise, and change two rows that are equally near to seven digits.
        assert asdict(kept) == pytest.approx(asdict(now), abs=0.005)


def test_copies_of_other_bytes_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    made_before.cache_clear()
    monkeypatch.setitem(copies.shipped.SUMS, MADE_OF["GloVe"][0], "0" * 64)
    assert made_before("GloVe") is None
    assert made_before("MiniLM") is not None
    made_before.cache_clear()
    assert made_before("no such table") is None
