"""What the shipped experiments say: each verdict of the page holds in every seed, and changes with its numbers."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.training import results
from explorer.training.reasons import findings, items, sentences
from explorer.training.reasons.findings import Rise, Training
from explorer.training.reasons.measures import GAPS, STARTS


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> dict[str, np.ndarray]:
    """A copy of the shipped numbers that a test may change."""
    copies = {name: value.copy() for name, value in results.reasons().items()}
    monkeypatch.setattr(results, "reasons", lambda: copies)
    return copies


def test_every_item_is_shipped_with_all_its_readings() -> None:
    shipped = results.reasons()
    for item in items.reason_items():
        for reading in item.readings:
            assert any(name.startswith(f"{item.name}/{reading}") for name in shipped), f"{item.name}/{reading}"
    for name, value in shipped.items():
        assert len(value) == len(items.SEEDS), name
        assert np.isfinite(value).all(), name
    assert results.path("reasons").stat().st_size < 400_000


def test_a_rise_is_called_by_what_every_seed_says() -> None:
    home = np.full(3, 2.0)
    assert Rise(home, home + np.array([0.31, 0.5, 0.9])).verdict == "rises"
    assert Rise(home, home + np.array([0.29, 0.5, 0.9])).verdict == "between"
    assert Rise(home, home + np.array([0.09, -0.09, 0.0])).verdict == "holds"
    assert Rise(home, home + np.array([0.11, 0.0, 0.0])).verdict == "between"


def test_one_thing_at_a_time() -> None:
    table = findings.one_at_a_time()
    rows, distances, tokens, everything = table["sinusoidal"]
    assert rows is not None and rows.verdict == "rises"
    assert distances is not None and distances.verdict == "holds"
    assert tokens is not None and tokens.verdict == "holds"
    assert everything is not None and everything.verdict == "rises"
    none, distances, tokens, everything = table["RoPE"]
    assert none is None
    assert distances is not None and distances.verdict == "rises"
    assert everything is not None and everything.verdict == "rises"
    assert table["T5"][1] is not None and table["T5"][1].verdict == "holds"
    assert table["T5"][2] is not None and table["T5"][2].seeds.min() > findings.SMALL
    assert [rise and rise.verdict for rise in table["ALiBi"]] == [None, "holds", "holds", "holds"]


def test_rows_seen_take_the_fall_away_and_distances_seen_the_rest() -> None:
    standard, rows, both = (findings.all_new(t) for t in (findings.SINUSOIDAL, findings.ROWS_SEEN, findings.ALL_SEEN))
    assert (findings.TRAIN_LEN, findings.LAST) == (64, 512)  # `all_new` reads windows of LAST
    assert standard.seeds.min() > 1
    assert rows.seeds.max() < 0.35
    assert both.verdict == "holds"
    assert findings.all_new(findings.ROPE_ALL_SEEN).seeds.max() < 0.15 < 1 < findings.all_new(findings.ROPE).seeds.min()
    held = Rise(findings.ROPE.inside("held"), findings.ROPE.span("held", 64, 512))
    assert held.seeds.max() < 0.2


def test_whole_waves_are_neither_enough_nor_needed(changed: dict[str, np.ndarray]) -> None:
    verdict = sentences.whole_waves_verdict()
    bases = " and ".join(f"{base:g}" for base in (3, 10))
    assert f"It is not enough: at base {bases} training saw all 32 waves whole" in verdict
    assert "Nor is it needed" in verdict and "never saw 16 of its 32 waves whole" in verdict
    changed[f"{findings.BASES[0].name}/starts"][:, STARTS.index(64)] = 1.8
    assert "It may be enough" in sentences.whole_waves_verdict()
    changed[f"{findings.ROWS_SEEN.name}/starts"][0, STARTS.index(384)] += 1
    assert "It may be needed" in sentences.whole_waves_verdict()


def test_a_changed_number_changes_the_verdict_of_its_encoding(changed: dict[str, np.ndarray]) -> None:
    before = sentences.verdict("sinusoidal")
    assert "alone: enough for a rise of more than 0.3 in every seed; new distances" in before
    assert "alone: a change of less than 0.1 in every seed" in before
    changed[f"{findings.SINUSOIDAL.name}/starts"][1, STARTS.index(64)] = 1.9
    assert "alone: a rise, but not of more than 0.3 in every seed" in sentences.verdict("sinusoidal")
    changed[f"{findings.ROPE.name}/gaps"][:, : len(GAPS)] = 1.6
    assert "new distances (0.00)" in sentences.verdict("RoPE") and "enough" not in sentences.verdict("RoPE")


def test_where_attention_goes(changed: dict[str, np.ndarray]) -> None:
    home, away = findings.looks(findings.SINUSOIDAL)[:, 0, 0], findings.looks(findings.SINUSOIDAL)[:, 1, 0]
    np.testing.assert_allclose(home.sum(axis=1), 1, atol=1e-4)
    assert home[:, :3].sum(axis=1).min() > 0.8  # near tokens, on rows of training
    assert away[:, 4].min() > 0.8  # far ones, past them
    assert "block 2" in sentences.looks_sentence()
    assert sentences.swapped_verdict().startswith("So the rise comes both ways")
    changed[f"{findings.SINUSOIDAL.name}/swap"][:, 0, 1] = 1.8
    assert sentences.swapped_verdict() == "So the rise comes through the rows themselves alone in every seed."
    changed[f"{findings.SINUSOIDAL.name}/swap"][:, 1, 0] = 1.8
    assert sentences.swapped_verdict().startswith("So neither alone")


def test_what_else_was_tried(changed: dict[str, np.ndarray]) -> None:
    found = findings.tries()
    assert findings.agreed([found[f"trained length {n}"] for n in (16, 32, 64, 128)]) == "rises"
    assert findings.agreed([findings.rows_new(training) for training in findings.BASES]) == "rises"
    assert not [name for name in found if name.startswith("base")], "no line of the picture of what else was tried"
    assert found["four times the steps"].seeds.min() > findings.rows_new(findings.SINUSOIDAL).seeds.max()
    assert found["trained on rows 64 to 127 only, read on 0 to 63"].verdict == "rises"
    letters = found["b, v and k never late in training, read after them"]
    assert abs(letters.seeds).max() < 0.2
    said = sentences.tries_verdict()
    for words in ("More training doesn't help here", "at each trained length", "Large numbers are not", "costs"):
        assert words in said
    changed[f"{Training(steps=2400).name}/starts"][:] = 1.8
    assert "More training" not in sentences.tries_verdict()


def test_only_lines_that_are_drawn_are_explained() -> None:
    for encoding, lines in findings.SEEN.items():
        said = sentences.how_seen(encoding).replace("[[", "").replace("]]", "")
        assert "trained on windows of 64 characters" in said and "read here in windows of 512" in said
        for name in ("Rows 0 to 511", "Rows and distances 0 to 511", "Distances 0 to 511", "Further ones read as 63"):
            drawn = [line for line in lines if name.lower() in line and f"and {name.lower()}" not in line]
            assert (f"“{name}”" in said) == bool(drawn), (encoding, name)
        assert ("A window on attention" in said) == any("window" in line for line in lines)


def test_two_cells_of_none_differ_in_what_they_are_compared_with() -> None:
    tokens, everything = findings.one_at_a_time()["none"][2:]
    assert tokens is not None and everything is not None
    said = sentences.two_homes()
    assert f"({sentences.told(tokens)} and {sentences.told(everything)})" in said
    assert f"{tokens.home.mean():.2f} past 64" in said and f"{everything.home.mean():.2f} at positions 32 to 63" in said
    # Both are of the same reading: windows of 512, past the trained length.
    np.testing.assert_array_equal(tokens.away, everything.away)


def test_some_waves_do_more_harm_than_others() -> None:
    base, shortest, longest, first, last = (10000, 64, 640, 64, 127)
    assert base == findings.SINUSOIDAL.waves.base and (first, last) == (64, 127)  # one trained length further
    assert list(findings.moved())[2] == "waves from L to 10 L"
    assert (shortest, longest) == (findings.TRAIN_LEN, 10 * findings.TRAIN_LEN)
    every, short, middle, long = (rise.seeds for rise in findings.moved().values())
    assert middle.min() > short.max() > long.max() > 0
    assert np.abs(every - middle).max() < 0.3


def test_every_sentence_has_its_numbers() -> None:
    assert "sinusoidal: new rows +1." in sentences.one_sentence()
    for encoding in findings.SEEN:
        text = sentences.seen_sentence(encoding)
        assert text.count(" at 448–511") == len(findings.SEEN[encoding])
    assert sentences.bases_sentence().count("(32 of 32 whole)") == 2
    assert sentences.moved_sentence().count("waves") == 5
    assert "base " not in sentences.tries_sentence().replace("window of 64, base ", "")
    assert sentences.tries_sentence().count(";") == len(findings.tries()) - 1
