"""Sentences follow from numbers, of made-up and of shipped results."""

import re

import numpy as np
import pytest

from explorer.nn.config import ENCODINGS, EXTENSIONS
from explorer.training import precomputed_run_results, published_perplexities
from explorer.training.ablations.loss_rises import STARTS
from explorer.training.findings import loss_on_new_rows as findings_rows
from explorer.training.findings import shipped_model_losses as losses
from explorer.training.findings.shipped_model_losses import Line, first_line
from explorer.training.position_rows_of_model import rows_at, trained_rows
from explorer.views.extrapolation import _published_perplexities as published_sentences
from explorer.views.extrapolation._missing_rows import sentence as rows_sentence
from explorer.views.extrapolation.loss_sentences import (
    alibi_sentence,
    first_rise,
    reach_sentence,
    rise_details,
    understood,
    way_sentence,
)
from explorer.views.positions import _copying as copying
from tests.support import numbers_in, pieces, slips_in


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> dict[str, np.ndarray]:
    """Results in which every encoding has 2 nats, for a test to change."""
    results = {"ngrams": np.array([2.9, 2.4, 1.9], np.float32)}
    for encoding in ENCODINGS:
        for std in (0.02, 0.3) if encoding == "learned" else (0.02,):
            for extension in EXTENSIONS[encoding]:
                results[f"{Line(encoding, extension, std).key}/by position"] = np.full((3, 512), 2.0, np.float32)
        results[f"task/copy k back/{encoding}/accuracy"] = np.full((3, 256), 0.5, np.float32)
    monkeypatch.setattr(losses, "arrays", lambda: results)
    monkeypatch.setattr(copying, "arrays", lambda: results)
    return results


def rises() -> list[dict[str, int | None]]:
    """Of four well-known encodings: the first rise, and where the bigram is better."""
    lines, bigram = [first_line(name) for name in losses.FAMOUS], losses.baselines()["bigram"]
    return [
        {line.encoding: found(line) for line in lines}
        for found in (losses.rises_at, lambda line: losses.worse_from(line, bigram))
    ]


def test_who_falls_first_is_read_off_the_curves(made_up: dict[str, np.ndarray]) -> None:
    for told in (first_rise, rise_details):
        assert "RoPE nowhere up to 511" in told([first_line("RoPE")])
    made_up["language/ALiBi/plain/by position"][:, 96:] = 2.2
    made_up["language/RoPE/plain/by position"][:, 128:] = 3.0
    lines = [first_line("RoPE"), first_line("ALiBi")]
    assert "ALiBi at 96–111, RoPE at 128–143." in first_rise(lines)
    assert "(bigram, 2.40): RoPE at 128–143; ALiBi nowhere up to 511." in rise_details(lines)
    reached = reach_sentence([*lines, first_line("T5")])
    assert "T5 reads as well up to 512, the longest tried; RoPE up to 128;" in reached
    assert reached.endswith("ALiBi up to 96.")
    by_rise, by_bigram = rises()
    assert by_rise == {"sinusoidal": None, "RoPE": 128, "T5": None, "ALiBi": 96}
    assert by_bigram == {"sinusoidal": None, "RoPE": 128, "T5": None, "ALiBi": None}


def test_a_tie_is_called_a_tie(made_up: dict[str, np.ndarray]) -> None:
    for name, at in (("sinusoidal", 64), ("RoPE", 96), ("T5", 96)):
        made_up[f"language/{name}/plain/by position"][:, at:] = 2.2
    assert "sinusoidal at 64–79, RoPE and T5 at 96–111; ALiBi nowhere" in first_rise(
        [first_line(name) for name in losses.FAMOUS]
    )
    made_up["language/T5/plain/by position"][:, 96:112] = 2.0
    assert "RoPE at 96–111, T5 at 112–127; ALiBi nowhere" in first_rise([first_line(name) for name in losses.FAMOUS])


def test_where_a_loss_comes_down_again_only_its_first_rise_is_told(made_up: dict[str, np.ndarray]) -> None:
    made_up["language/none/plain/by position"][:, 240:256] = 3.0
    for told in (first_rise, rise_details):
        assert "“none” at 240–255; ALiBi nowhere up to 511" in told([first_line("none"), first_line("ALiBi")])


def test_alibi_is_called_best_only_where_it_is(made_up: dict[str, np.ndarray]) -> None:
    made_up["language/ALiBi/plain/by position"][:] = 1.0
    assert not {0.5, 1} & numbers_in(alibi_sentence())
    made_up["language/RoPE/window/by position"][:, 64:] = 0.5
    assert "RoPE (window)" in alibi_sentence() and {64, 511, 0.5, 1} <= numbers_in(alibi_sentence())


def test_the_best_way_out_is_read_off_the_curves(made_up: dict[str, np.ndarray]) -> None:
    for extension in ("plain", "position interpolation", "NTK scaling"):
        made_up[f"language/RoPE/{extension}/by position"][:, 64:] = 3.0
    assert way_sentence("RoPE").endswith("RoPE: window throughout (2.00).")
    made_up["language/RoPE/NTK scaling/by position"][:, 64:128] = 1.5
    assert "NTK scaling at 64–127 (1.50), window at 128–255 (2.00)" in way_sentence("RoPE")
    assert way_sentence("learned").endswith("clamp, wrap, interpolate and spare rows throughout (2.00).")  # a tie


def test_a_length_is_read_off_its_second_half(made_up: dict[str, np.ndarray]) -> None:
    made_up["task/copy k back/T5/accuracy"][:, 64:128] = 1.0
    made_up["task/copy k back/T5/accuracy"][0, 128:] = np.nan
    made_up["task/copy k back/T5/accuracy"][0, 200] = 0.25
    assert copying.accuracy("T5").tolist() == [[0.5, 0.5, 1, 0.25]] + 2 * [[0.5, 0.5, 1, 0.5]]


def test_what_learns_to_copy() -> None:
    assert copying.learned() == (["learned", "sinusoidal", "RoPE", "T5"], ["none", "ALiBi"])


def test_a_reading_that_spoils_the_trained_positions_too_has_risen(made_up: dict[str, np.ndarray]) -> None:
    made_up["language/RoPE/position interpolation/by position"][:] = 3.0
    squeezed = Line("RoPE", "position interpolation")
    assert squeezed.first == first_line("RoPE")
    assert losses.rises_at(squeezed) == 0
    assert "RoPE (position interpolation) at 0–15; RoPE nowhere up to 511" in first_rise([squeezed, first_line("RoPE")])


def test_a_first_rise_is_looked_for_within_the_trained_length_too() -> None:
    """RoPE's positions squeezed: 2.85 at 0 to 15 and 3.30 at 16 to 31, where the plain reading has 1.71 and 1.64."""
    squeezed, plain, bigram = (Line("RoPE", "position interpolation"), first_line("RoPE"), losses.baselines()["bigram"])
    assert losses.span(squeezed, 0, 16) > losses.span(plain, 0, 16) + 1 and losses.span(squeezed, 0, 16) > bigram
    assert (losses.rises_at(squeezed), losses.worse_from(squeezed, bigram)) == (0, 0)
    # A short context raises every loss, so that alone makes no plain reading count as risen or worse.
    for encoding in ENCODINGS:
        for at in (losses.rises_at(first_line(encoding)), losses.worse_from(first_line(encoding), bigram)):
            assert at is None or at >= 64, encoding


def test_a_row_is_judged_where_nothing_else_is_new() -> None:
    starts = precomputed_run_results.ablations()["ablations/sinusoidal/standard/starts"]
    long = losses.by_position(first_line("sinusoidal"))[:, 96:128]  # the rows of the second half of a window at 64
    assert findings_rows.alone() == pytest.approx((starts[:, STARTS.index(64), 4:].mean(), long.mean()), abs=1e-6)
    assert re.findall(r"\d\.\d\d", understood("sinusoidal", "plain", 128))[-2:] == [f"{long.mean():.2f}", "3.19"]
    for way in ("clamp", "wrap"):  # all rows were trained, and yet the loss is 3
        rows, trained = rows_at("learned", way, 129), trained_rows()
        assert all((trained == row).all(axis=1).any() for row in rows)
        assert findings_rows.loss_past("learned", way, 129)[0] > 3
        assert "no row is" in understood("learned", way, 129)
    for way in ("interpolate", "spare rows"):
        assert "no row is" not in understood("learned", way, 129)


def test_the_shipped_runs_fall_as_the_page_says() -> None:
    bigram = losses.baselines()["bigram"]
    assert losses.rises_at(first_line("sinusoidal")) == 64
    assert losses.worse_from(first_line("sinusoidal"), bigram) == 64
    assert losses.rises_at(first_line("ALiBi")) is None
    assert losses.worse_from(first_line("ALiBi"), bigram) is None
    by_rise, by_bigram = rises()
    assert by_rise == {"sinusoidal": 64, "RoPE": 96, "T5": 96, "ALiBi": None}
    assert list(by_bigram) == list(losses.FAMOUS)
    assert None is by_bigram["ALiBi"] and by_bigram["sinusoidal"] < by_bigram["RoPE"] < by_bigram["T5"]
    assert losses.inside(first_line("RoPE")) < losses.inside(first_line("ALiBi"))


def test_no_way_out_is_best_everywhere() -> None:
    best = [losses.best_way(losses.readings(name), 64, 512).extension for name in ("RoPE", "sinusoidal")]
    assert best == ["window", "plain"]


def test_a_window_mean_hides_the_fall() -> None:
    for encoding in ("RoPE", "T5"):
        line = first_line(encoding)
        mean = losses.by_length(line)[:, losses.LENGTHS.index(512)].mean()
        assert losses.span(line, 448, 512) > mean + 0.2


def test_rope_read_otherwise() -> None:
    by_way = {way: losses.span(Line("RoPE", way), 64, 512) for way in EXTENSIONS["RoPE"]}
    assert min(by_way, key=by_way.__getitem__) == "window"
    ntk, plain = (losses.by_length(Line("RoPE", "NTK scaling")), losses.by_length(first_line("RoPE")))
    near, far = (losses.LENGTHS.index(length) for length in (64, 128))
    assert ntk[:, far].max() < plain[:, far].min()
    assert abs(ntk[:, far].mean() - plain[:, near].mean()) < 0.1  # in windows of 128 it has about the loss of 64


def test_the_lengths_are_those_that_were_measured() -> None:
    assert tuple(losses.TRAIN_LEN * factor for factor in (1, 2, 4, 8)) == losses.LENGTHS
    for encoding in ("sinusoidal", "RoPE"):
        line = first_line(encoding)
        for i, n in enumerate(losses.LENGTHS):
            # A window's mean is the mean over its positions, measured on other windows of the text.
            by_position = losses.by_position(line)[:, :n].mean(axis=1)
            np.testing.assert_allclose(losses.by_length(line)[:, i], by_position, atol=0.12)


def test_a_stretched_table_is_judged_in_a_window_of_its_own_length(monkeypatch: pytest.MonkeyPatch) -> None:
    for length in (65, 66, 127, 300, 512):
        loss, window = findings_rows.loss_past("learned", "interpolate", length)
        assert abs(window - length) <= 4
        end = window  # no position is named that the measured window doesn't have
        at = f"positions 64 {'and' if end == 66 else 'to'} {end - 1}" if end > 65 else "position 64"
        assert f"Loss at {at}: " in understood("learned", "interpolate", length)
        assert ("nearest to this one" in understood("learned", "interpolate", length)) == (window != length)
        assert f"{loss:.2f} nats per character" in understood("learned", "interpolate", length)
    at_near, at_far = (findings_rows.loss_past("learned", "interpolate", n)[0] for n in (65, 512))
    bigram = losses.baselines()["bigram"]
    assert at_near < bigram < at_far
    words = [understood("learned", "interpolate", length).split() for length in (65, 512)]
    assert "better" in words[0] and "worse" in words[1]
    even = understood("learned", "interpolate", 316)  # 2.356 beside 2.357: the digits shown are the same
    assert 2.36 in numbers_in(even) and "better" not in even and "worse" not in even
    # Inside the trained length every extension equals the plain reading.
    inside = understood("learned", "clamp", 64)
    assert {understood("learned", way, 64) for way in EXTENSIONS["learned"]} == {inside}
    with pytest.raises(ValueError, match="Nothing lies past 64 in a window of 64"):
        findings_rows.loss_past("learned", "clamp", 64)


def test_the_formulas_rows_are_one_or_many() -> None:
    one, two = (rows_sentence("sinusoidal", "plain", length) for length in (65, 66))
    assert (numbers_in(one), numbers_in(two)) == ({65, 64}, {66, 64, 65}) and not slips_in(one)


def test_readings_that_are_alike_to_the_digit_share_the_lowest_loss(made_up: dict[str, np.ndarray]) -> None:
    made_up["language/sinusoidal/plain/by position"][:, 64:] = 3.124
    made_up["language/sinusoidal/window/by position"][:, 64:] = 3.122
    assert losses.tied_best_ways(losses.readings("sinusoidal"), 64, 128) == ("plain", "window")
    assert way_sentence("sinusoidal").endswith("sinusoidal: plain and window throughout (3.12).")
    made_up["language/sinusoidal/window/by position"][:, 64:] = 3.114
    assert way_sentence("sinusoidal").endswith("sinusoidal: window throughout (3.11).")


def test_published_lines_are_complete_and_as_the_papers_have_them() -> None:
    for table in (published_perplexities.ALIBI, published_perplexities.YARN):
        assert all(len(values) == len(table.lengths) for values in table.perplexity.values())
        assert table.trained_at in table.lengths
        assert list(table.lengths) == sorted(table.lengths)
    alibi = published_perplexities.ALIBI
    assert [alibi.at("sinusoidal", n) for n in (512, 532, 602, 15512)] == [20.05, 19.91, 20.40, 406.01]
    assert [alibi.at("ALiBi", n) for n in (512, 3512, 15512)] == [19.73, 18.40, 18.31]
    assert [alibi.at("RoPE", n) for n in (512, 15512)] == [20.07, 79.25]
    assert [n for n in alibi.lengths if np.isnan(alibi.at("T5", n))] == [13512, 14512, 15512]
    assert alibi.lowest("sinusoidal") == (19.91, (532, 542, 552, 562))
    assert (len(alibi.lengths), len(published_perplexities.YARN.lengths)) == (35, 15)  # all of them
    # What the claims say: all but ALiBi get worse far past 512, and YaRN's model doesn't lose its grip.
    for name, far in (("sinusoidal", 15512), ("RoPE", 15512), ("T5", 12512)):
        assert alibi.at(name, far) > 2 * alibi.at(name, 512), name
    assert alibi.at("ALiBi", 15512) < alibi.at("ALiBi", 512)
    assert [alibi.at("T5", n) for n in (512, 12512)] == [19.65, 64.94]
    assert alibi.trained_at == 512
    yarn = published_perplexities.YARN
    assert yarn.trained_at == 4096
    assert [yarn.at("RoPE", n) for n in (4096, 8192)] == [2.957, 56.099]
    assert [yarn.at("YaRN, trained further", n) for n in (4096, 8192)] == [2.913, 2.819]
    assert {532, 562, 19.91} <= numbers_in(published_sentences.alibi_sentence())
    assert {2.96, 4_096, 56.1, 8_192} <= numbers_in(published_sentences.yarn_sentence())


@pytest.mark.parametrize(
    ("way", "length", "message"),
    [
        ("plain", 65, "Learned table: rows 0 to 63 exist, 1 position without a row."),
        ("plain", 70, "Learned table: rows 0 to 63 exist, 6 positions without a row."),
        ("plain", 2, "Positions 0 and 1 have a row each, and training has seen all of these rows."),
        ("wrap", 65, "65 positions. Position 64: row 0 again."),
        ("wrap", 80, "80 positions. Positions 64 to 79: rows 0 to 15 again."),
        ("wrap", 300, "300 positions. Positions 64 to 299: rows 0 to 63 again."),
        ("clamp", 65, "65 positions. Position 64: row 63. That is an odd one"),
        ("clamp", 66, "66 positions. Positions 64 and 65: row 63 each. That is an odd one"),
        ("spare rows", 65, "65 positions. Row 64: still at its random start."),
        ("spare rows", 66, "66 positions. Rows 64 and 65: still at their random start."),
        (
            "interpolate",
            127,
            "127 positions. All of them, from 0 on: the table stretched over the whole window. 64 fall",
        ),
        ("interpolate", 65, "2 fall on a row of the table, the others get a mixture of two."),
    ],
)
def test_what_is_said_of_the_rows(way: str, length: int, message: str) -> None:
    sentence = rows_sentence("learned", way, length)
    assert [piece for piece in pieces(message) if piece not in sentence] == []
    if way == "interpolate":
        rows = rows_at("learned", "interpolate", length)
        table = trained_rows()
        on_a_row = sum(bool((abs(table - row).max(axis=1) < 1e-6).any()) for row in rows)
        assert on_a_row in numbers_in(sentence)
