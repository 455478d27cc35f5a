"""Results of the ablations: each verdict holds in every seed and changes with its numbers."""

import re

import numpy as np
import pytest

from explorer.nn.attention_bias import t5_buckets
from explorer.nn.config import ModelConfig
from explorer.training import precomputed_run_results
from explorer.training.ablations import loss_rises, result_sentences
from explorer.training.ablations.loss_rises import STARTS, Rise
from explorer.training.precompute_standard_runs import SEEDS
from explorer.ui.extrapolation import why
from tests.support import numbers_in
from tools.ablations import experiments
from tools.ablations.position_sampling import JUMP


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> dict[str, np.ndarray]:
    """A copy of the shipped numbers that a test may change."""
    copies = {name: value.copy() for name, value in precomputed_run_results.ablations().items()}
    monkeypatch.setattr(precomputed_run_results, "ablations", lambda: copies)
    return copies


def test_every_item_is_shipped_with_all_its_readings() -> None:
    shipped = precomputed_run_results.ablations()
    for item in experiments.ablation_items():
        for reading in item.readings:
            assert any(name.startswith(f"{item.name}/{reading}") for name in shipped), f"{item.name}/{reading}"
    for name, value in shipped.items():
        assert len(value) == len(SEEDS), name
        assert np.isfinite(value).all(), name
    assert precomputed_run_results.path("precomputed_ablations").stat().st_size < 400_000


def test_a_rise_is_called_by_what_every_seed_says() -> None:
    home = np.full(3, 2.0)
    assert Rise(home, home + np.array([0.31, 0.5, 0.9])).verdict == "rises"
    assert Rise(home, home + np.array([0.29, 0.5, 0.9])).verdict == "between"
    assert Rise(home, home + np.array([0.09, -0.09, 0.0])).verdict == "holds"
    assert Rise(home, home + np.array([0.11, 0.0, 0.0])).verdict == "between"


def test_one_thing_at_a_time() -> None:
    table = loss_rises.one_at_a_time()
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
    assert table["T5"][2] is not None and table["T5"][2].seeds.min() > loss_rises.SMALL
    assert [rise and rise.verdict for rise in table["ALiBi"]] == [None, "holds", "holds", "holds"]


def test_rows_seen_take_the_fall_away_and_distances_seen_the_rest() -> None:
    standard, rows, both = (
        loss_rises.all_new(t) for t in (loss_rises.SINUSOIDAL, loss_rises.ROWS_SEEN, loss_rises.ALL_SEEN)
    )
    assert (loss_rises.TRAIN_LEN, loss_rises.LAST) == (64, 512)  # `all_new` reads windows of LAST
    assert standard.seeds.min() > 1
    assert rows.seeds.max() < 0.35
    assert both.verdict == "holds"
    assert (
        loss_rises.all_new(loss_rises.ROPE_ALL_SEEN).seeds.max()
        < 0.15
        < 1
        < loss_rises.all_new(loss_rises.ROPE).seeds.min()
    )


def test_a_changed_number_changes_what_is_enough(changed: dict[str, np.ndarray]) -> None:
    def named(pattern: str) -> list[str]:
        return re.findall(pattern, result_sentences.enough_sentence())

    assert named(r"(\w+) breaks on ([\w ]+) alone") == [
        ("Sinusoidal", "new rows"),
        ("RoPE", "new distances"),
        ("T5", "more tokens"),
    ]
    assert named(r"Nothing alone breaks ([^.]*)\.") == ["ALiBi and “none”"]
    changed[f"{loss_rises.SINUSOIDAL.name}/starts"][1, STARTS.index(64)] = 1.9
    changed[f"{loss_rises.ROPE.name}/gaps"][:] = 1.6
    assert named(r"Nothing alone breaks ([^.]*)\.") == ["sinusoidal, RoPE, ALiBi and “none”"]


def test_the_causes_are_those_that_are_enough_alone() -> None:
    table = loss_rises.one_at_a_time()
    alone = {
        (result_sentences.THINGS[new], name)
        for name, rises in table.items()
        for new, rise in zip(loss_rises.NEW[:-1], rises, strict=False)
        if rise is not None and rise.verdict == "rises"
    }
    assert alone == {(cause.lower(), name) for cause, name in why.CAUSES.items()}
    assert set(why.CAUSES.values()) == set(loss_rises.SEEN)


def test_only_lines_that_are_drawn_are_explained() -> None:
    for encoding, lines in loss_rises.SEEN.items():
        said = result_sentences.legend_sentence(encoding).replace("[[", "").replace("]]", "")
        assert {64, 512} <= numbers_in(said)
        for name in ("Rows 0 to 511", "Rows and distances 0 to 511", "Distances 0 to 511"):
            drawn = [line for line in lines if name.lower() in line and f"and {name.lower()}" not in line]
            assert (f"“{name}”" in said) == bool(drawn), (encoding, name)


def test_two_cells_of_none_differ_in_what_they_are_compared_with() -> None:
    tokens, everything = loss_rises.one_at_a_time()["none"][2:]
    assert tokens is not None and everything is not None
    said = result_sentences.two_homes()
    assert f"({result_sentences.mean_rise(tokens)} and {result_sentences.mean_rise(everything)})" in said
    assert f"{tokens.home.mean():.2f} past 64" in said and f"{everything.home.mean():.2f} at positions 32 to 63" in said
    # Both are of the same reading: windows of 512, past the trained length.
    np.testing.assert_array_equal(tokens.away, everything.away)


def test_new_rows_do_harm_at_bases_whose_waves_were_all_seen(changed: dict[str, np.ndarray]) -> None:
    whole = [training for training in loss_rises.BASES if result_sentences.whole_waves(training) == 32]
    rises = [loss_rises.rows_new(training) for training in whole]
    assert [training.base for training in whole] == [3, 10] and {rise.verdict for rise in rises} == {"rises"}
    means = sorted(round(rise.mean, 2) for rise in rises)
    assert rises_in(result_sentences.whole_waves_verdict()) == means
    changed[f"{loss_rises.BASES[0].name}/starts"][:, STARTS.index(64)] = 1.8
    assert "still rises" not in result_sentences.whole_waves_verdict()


def rises_in(text: str) -> list[float]:
    return [float(found.replace("−", "-").replace("+", "")) for found in re.findall(r"[+−]?\d+\.\d\d", text)]


def test_a_new_distance_is_never_no_distance(changed: dict[str, np.ndarray]) -> None:
    """Where every gap lowers the loss, the one that lowers it least is said, with its sign."""
    gaps = changed["ablations/ALiBi/standard/gaps"]
    rise = loss_rises.distances_new(loss_rises.Training("ALiBi"))
    assert (gaps[:, 1:].mean(axis=0) < gaps[:, 0].mean()).all() and rise.mean < 0
    np.testing.assert_allclose(rise.seeds, gaps[:, 1] - gaps[:, 0], atol=1e-6)


def test_more_tokens_are_new_alone() -> None:
    """Only models that have seen all distances, or tell no far ones apart, are asked about more tokens alone."""
    assert loss_rises.ALIBI_ALL_SEEN.regime == JUMP.name and JUMP.jump and JUMP.rows(64) == loss_rises.LAST
    tokens = loss_rises.one_at_a_time()["ALiBi"][2]
    assert tokens is not None
    np.testing.assert_array_equal(tokens.away, loss_rises.ALIBI_ALL_SEEN.span("long", 64, 512))
    config = ModelConfig(9, "T5", 64)
    buckets = t5_buckets(-np.arange(512), max_distance=config.t5_max_distance)
    assert set(buckets[64:].tolist()) == {buckets[63].item()}


def test_rows_are_named_where_their_loss_was_taken() -> None:
    """A window that begins at 64 is judged by its second half: rows 96 to 127 and no others."""
    starts = precomputed_run_results.ablations()[f"{loss_rises.SINUSOIDAL.name}/starts"]
    first, last = loss_rises.rows_read(64)
    blocks = slice((first - 64) // 8, (last + 1 - 64) // 8)
    np.testing.assert_allclose(loss_rises.SINUSOIDAL.at_start(64), starts[:, STARTS.index(64), blocks].mean(axis=1))
    said = result_sentences.whole_waves_verdict()
    assert f"rows {first} to {last}" in said and "64 to 127" not in said


def test_every_sentence_has_its_numbers() -> None:
    for encoding in loss_rises.SEEN:
        assert result_sentences.seen_sentence(encoding).count(" at 448–511") == len(loss_rises.SEEN[encoding])
        far = [training.span(reading, 448, 512).mean() for training, reading in loss_rises.SEEN[encoding].values()]
        assert far[0] > max(far[1:]) + 0.3, "it gets worse where something is new"
