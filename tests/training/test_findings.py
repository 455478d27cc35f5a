"""Sentences follow from numbers: from made-up results as from the shipped ones."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.nn.config import ENCODINGS, EXTENSIONS
from explorer.training import findings, findings_tasks, published
from explorer.training.findings import Line, first_line


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> dict[str, np.ndarray]:
    """Results in which everybody stays at 2 nats, to be changed by a test."""
    results = {"ngrams": np.array([2.9, 2.4, 1.9], np.float32)}
    for encoding in ENCODINGS:
        for std in (0.02, 0.3) if encoding == "learned" else (0.02,):
            for extension in EXTENSIONS[encoding]:
                results[f"{Line(encoding, extension, std).key}/by position"] = np.full((3, 512), 2.0, np.float32)
        for task in findings_tasks.TASKS:
            results[f"task/{task}/{encoding}/accuracy"] = np.full((3, 256), 0.5, np.float32)
    for encoding in ("learned", "sinusoidal"):
        for steps in findings.BUDGETS:
            results[f"budget/{encoding}/{steps}/inside"] = np.full((3, 1), 2.0, np.float32)
    monkeypatch.setattr(findings, "arrays", lambda: results)
    monkeypatch.setattr(findings_tasks, "arrays", lambda: results)
    return results


def test_who_falls_first_is_read_off_the_curves(made_up: dict[str, np.ndarray]) -> None:
    assert findings.fall_summary([first_line("RoPE")]).count("RoPE nowhere up to 511") == 2
    made_up["language/ALiBi/plain/by position"][:, 96:] = 2.2
    made_up["language/RoPE/plain/by position"][:, 128:] = 3.0
    summary = findings.fall_summary([first_line("RoPE"), first_line("ALiBi")])
    assert "Loss more than 0.1 above the model's level inside: ALiBi from 96, RoPE from 128." in summary
    assert "(bigram, 2.40): RoPE from 128; ALiBi nowhere up to 511." in summary
    by_rise, by_bigram = findings.falling_order()
    assert by_rise[:2] == ["ALiBi", "RoPE"]
    assert by_bigram[0] == "RoPE"
    assert findings.order_sentence().count("(not the same)") == 2


def test_alibi_is_called_best_only_where_it_is(made_up: dict[str, np.ndarray]) -> None:
    made_up["language/ALiBi/plain/by position"][:] = 1.0
    assert "ALiBi has the lowest loss of all" in findings.alibi_sentence()
    made_up["language/RoPE/window/by position"][:, 64:] = 0.5
    assert findings.alibi_sentence() == (
        "ALiBi isn't best at everything: at positions 64–511 RoPE (window) has 0.50 against its 1.00."
    )


def test_the_best_way_out_is_read_off_the_curves(made_up: dict[str, np.ndarray]) -> None:
    for extension in ("plain", "position interpolation", "NTK scaling"):
        made_up[f"language/RoPE/{extension}/by position"][:, 64:] = 3.0
    assert findings.way_sentence("RoPE").endswith("RoPE: window throughout (2.00).")
    made_up["language/RoPE/NTK scaling/by position"][:, 64:128] = 1.5
    assert "NTK scaling at 64–127 (1.50), window at 128–255 (2.00)" in findings.way_sentence("RoPE")
    made_up["language/learned 0.3/wrap/by position"][:, 64:] = 1.9
    sentence = findings.all_ways_sentence()
    assert "learned, start 0.3: wrap (1.90), RoPE: window (2.00)" in sentence
    assert sentence.endswith("No way out is best everywhere.")


def test_the_budget_sentence_waits_for_the_seeds(made_up: dict[str, np.ndarray]) -> None:
    made_up["budget/learned/75/inside"][:] = [[1.8], [1.9], [1.85]]
    made_up["budget/sinusoidal/2400/inside"][:] = [[1.8], [1.9], [2.1]]
    sentence = findings.budget_sentence()
    assert "75 steps: learned ahead (1.85 and 2.00)" in sentence
    assert "2400 steps: level within the seeds" in sentence


def test_a_task_nobody_can_do_has_no_winner(made_up: dict[str, np.ndarray]) -> None:
    made_up["task/induction/T5/accuracy"][:] = 0.9
    made_up["task/induction/RoPE/accuracy"][:] = 0.89
    sentence = findings_tasks.task_sentence(256)
    assert "induction: RoPE, T5 (90%)" in sentence
    assert "running majority: nobody better than guessing (50%)" in sentence
    assert "Best at everything: RoPE, T5." in sentence
    told = "Best at everything: at 32 RoPE, T5; at 64 RoPE, T5; at 128 RoPE, T5; at 256 RoPE, T5. "
    assert findings_tasks.lengths_sentence() == told + sentence


def test_a_length_is_read_off_its_second_half(made_up: dict[str, np.ndarray]) -> None:
    made_up["task/induction/T5/accuracy"][:, 64:128] = 1.0
    made_up["task/induction/T5/accuracy"][0, 128:] = np.nan
    made_up["task/induction/T5/accuracy"][0, 200] = 0.25
    assert findings_tasks.task_accuracy("induction", "T5").tolist() == [[0.5, 0.5, 1, 0.25]] + 2 * [[0.5, 0.5, 1, 0.5]]


def test_a_reading_that_spoils_the_trained_positions_too_has_risen(made_up: dict[str, np.ndarray]) -> None:
    made_up["language/RoPE/position interpolation/by position"][:] = 3.0
    squeezed = Line("RoPE", "position interpolation")
    assert squeezed.first == first_line("RoPE")
    assert findings.rises_at(squeezed) == 64
    assert "RoPE (position interpolation) from 64; RoPE nowhere up to 511" in findings.fall_summary(
        [squeezed, first_line("RoPE")]
    )


def test_the_shipped_runs_fall_as_the_page_says() -> None:
    bigram = findings.baselines()["bigram"]
    assert findings.rises_at(first_line("sinusoidal")) == 64
    assert findings.worse_from(first_line("sinusoidal"), bigram) == 64
    assert findings.rises_at(first_line("ALiBi")) is None
    assert findings.worse_from(first_line("ALiBi"), bigram) is None
    assert findings.falling_order()[1] == ["sinusoidal", "RoPE", "T5", "ALiBi"]
    assert findings.inside(first_line("RoPE")) < findings.inside(first_line("ALiBi"))


def test_no_way_out_is_best_everywhere() -> None:
    best = [
        findings.best_way(findings.readings(name), 64, 512).extension
        for name in ("learned, start 0.02", "learned, start 0.3")
    ]
    assert best == ["interpolate", "wrap"]


def test_a_window_mean_hides_the_fall() -> None:
    for encoding in ("RoPE", "T5"):
        line = first_line(encoding)
        assert findings.span(line, 448, 512) > findings.by_length(line)[:, -1].mean() + 0.2


def test_no_encoding_is_best_at_every_task() -> None:
    assert findings_tasks.best_everywhere(32) == ["learned", "sinusoidal"]
    for length in (64, 128, 256):
        assert findings_tasks.best_everywhere(length) == []


def test_inside_the_order_depends_on_the_budget() -> None:
    learned, waves = findings.budget("learned"), findings.budget("sinusoidal")
    assert learned[:, 0].max() < waves[:, 0].min()
    assert waves[:, 3].max() < learned[:, 3].min()
    assert abs(learned[:, -1].mean() - waves[:, -1].mean()) < 0.02


def test_rope_read_otherwise() -> None:
    by_way = {way: findings.span(Line("RoPE", way), 64, 512) for way in EXTENSIONS["RoPE"]}
    assert min(by_way, key=by_way.__getitem__) == "window"
    assert (
        findings.by_length(Line("RoPE", "NTK scaling"))[:, 1].max() < findings.by_length(first_line("RoPE"))[:, 1].min()
    )


def test_published_lines_are_complete_and_as_the_papers_have_them() -> None:
    for table in (published.ALIBI, published.YARN):
        assert all(len(values) == len(table.lengths) for values in table.perplexity.values())
        assert table.trained_at in table.lengths
        assert list(table.lengths) == sorted(table.lengths)
    alibi = published.ALIBI
    assert [alibi.at("sinusoidal", n) for n in (512, 532, 602, 15512)] == [20.05, 19.91, 20.40, 406.01]
    assert [alibi.at("ALiBi", n) for n in (512, 3512, 15512)] == [19.73, 18.40, 18.31]
    assert [alibi.at("RoPE", n) for n in (512, 15512)] == [20.07, 79.25]
    assert np.isnan(alibi.at("T5", 15512)) and np.isnan(alibi.perplexity["T5"]).sum() == 1
    assert min(alibi.perplexity["sinusoidal"]) == alibi.at("sinusoidal", 532)
