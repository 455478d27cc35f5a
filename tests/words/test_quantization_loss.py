"""Precomputed results of the shipped tables' quantized copies equal the measured ones."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from explorer.words import quantization_loss
from explorer.words.cluster_cache import MADE_OF
from explorer.words.quantization_loss import KINDS, compare, precomputed_copies
from explorer.words.shipped_tables import shipped


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow, pytest.mark.nightly] if name != "GloVe" else []) for name in MADE_OF],
)
def test_what_was_measured_beforehand_is_what_measuring_gives(name: str) -> None:
    found = precomputed_copies(name)
    assert found is not None
    for kept, now in zip(found, (compare(shipped(name).vectors, kind) for kind in KINDS), strict=True):
        # Another processor may round differently and swap two rows that are equally near to seven digits.
        assert asdict(kept) == pytest.approx(asdict(now), abs=0.005)


def test_copies_of_other_bytes_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    precomputed_copies.cache_clear()
    monkeypatch.setitem(quantization_loss.shipped_files.SUMS, MADE_OF["GloVe"][0], "0" * 64)
    assert precomputed_copies("GloVe") is None
    assert precomputed_copies("MiniLM") is not None
    precomputed_copies.cache_clear()
    assert precomputed_copies("no such table") is None
