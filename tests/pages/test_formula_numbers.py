"""Numbers worked out below a formula are those of the picture."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.core import Embedding
from explorer.data import load_whisper
from explorer.gradients import toy_training
from explorer.jobs.job_queue import queue
from explorer.lm.predict_next_token import Request, read
from explorer.memory import BANDWIDTHS
from explorer.memory.number_formats import SCHEMES
from explorer.positional_encodings.rope_alibi_scores import RotaryRequest, rotary_scores
from explorer.training import precomputed_run_results, skipgram
from explorer.views.projection.trained_tables import PREDICTING, request_of
from explorer.wording import fixed, in_brackets, number, share, spell_seconds
from explorer.words.shipped_tables import shipped

OpenPage = Callable[..., AppTest]


def worked(app: AppTest, key: str) -> str:
    (panel,) = [panel for panel in app.expander if panel.key == f"{key}_formula"]
    return str(panel.markdown[-1].value)


def test_adams_step_of_a_row_whose_token_is_gone_is_the_one_that_was_made(open_page: OpenPage) -> None:
    said = worked(open_page("gradients", g_part="One step"), "g_step")
    told, went = re.findall(r"= (0\.\d{4})\. The first number of row [\d,]+ moved by (0\.\d{4})\.", said)[0]
    # By a pocket calculator: .1 · (.09 / .19) / √(.000999 / .001999).
    assert told == went == "0.0670"


@pytest.mark.parametrize("optimizer", ["SGD", "SGD with momentum"])
def test_a_row_of_the_visitors_alone_goes_against_its_gradient(open_page: OpenPage, optimizer: str) -> None:
    said = worked(open_page("gradients", g_part="One step", g_optimizer=optimizer), "g_step")
    gradient = np.random.default_rng(1).standard_normal((6, 8), np.float32)[3, 0]  # " on" is row 319, at position 3
    found = re.search(r"Row 319, .*: (\S+) − 0\.1 · \((\S+)\) = (\S+)\.$", said)
    assert found and found[2] == fixed(float(gradient), 4)
    before, after = (float(number.replace("−", "-")) for number in (found[1], found[3]))
    assert math.isclose(before - 0.1 * gradient, after, abs_tol=1e-4)


@pytest.mark.parametrize("tied", [False, True])
def test_the_first_step_of_a_number_follows_the_slope_of_the_loss(open_page: OpenPage, tied: bool) -> None:
    words, ids, _ = toy_training.read(toy_training.TEXT)
    rng = np.random.default_rng(toy_training.Request().seed)
    rows = (
        Embedding(len(words) + 4, toy_training.WIDTH, rng=rng, init="truncated_normal").weight.data.astype(np.float64)
        / 2
    )
    output = rows if tied else Embedding(len(words) + 4, toy_training.WIDTH, rng=rng).weight.data.astype(np.float64)
    pairs = rng.integers(0, len(ids), toy_training.PAIRS)
    row = ids[pairs[0]]

    def loss(value: float) -> float:
        rows[row, 0] = value
        scores = rows[ids[pairs]] @ output.T
        chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        return float(-np.log(chances[np.arange(len(pairs)), np.roll(ids, -1)[pairs]]).mean())

    before = float(rows[row, 0])
    slope = (loss(before + 1e-5) - loss(before - 1e-5)) / 2e-5
    shown = {
        "g_part": "Watch it learn",
        "g_output": toy_training.TIED if tied else toy_training.SEPARATE,
        "g_tied": "Just show me",
    }
    said = worked(open_page("gradients", g_toy_optimizer="SGD", **shown), "g_plane")
    factor = in_brackets(number(slope, 4))
    told = f"{fixed(before, 6)} − 0.03 · {factor} = {fixed(before - 0.03 * slope, 4)}."
    assert f"“{words[row]}”" in said and told in said
    # Adam's first step is as long as the step length.
    said = worked(open_page("gradients", g_toy_optimizer="Adam", **shown), "g_plane")
    assert f"√({factor}²) = {fixed(before - 0.03 * np.sign(slope), 4)}." in said


def test_a_text_of_signs_is_not_quoted_where_it_would_be_markdown(open_page: OpenPage) -> None:
    said = worked(open_page("gradients", g_part="Watch it learn", g_text="<b> **x** <b> **x**"), "g_plane")
    assert "the word read first, at the start: " in said and "<b>" not in said and "**x" not in said


@pytest.mark.parametrize(
    ("caches", "told"),
    [
        ((), "1,048,576 / (4 · 64) = 4,096 rows."),
        ((("L2", 2_097_152), ("L3", 1 << 25)), "2,097,152 / (4 · 64) = 8,192 rows."),
    ],
)
def test_a_cache_holds_its_bytes_over_those_of_a_row(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, caches: tuple[tuple[str, int], ...], told: str
) -> None:
    monkeypatch.setattr("explorer.views.memory.lookup_time.caches", lambda: caches)
    said = worked(open_page("memory", m_part="Time", m_times="measured here"), "m_caches")
    assert told in said and ("in this server's L2" in said) == bool(caches)


def test_no_formula_gives_gpt_3_away(open_page: OpenPage) -> None:
    panels = open_page("memory", m_part="Real models", m_look="GPT-3").expander
    assert not [panel for panel in panels if panel.key == "m_shares_formula"]
    said = worked(open_page("memory", m_part="Real models", m_look="GPT-3", m_gpt3="Just show me"), "m_shares")
    assert "50,257 × 12,288 = 617,558,016; over" in said and "that is 0.35 %." in said


def test_the_score_of_all_pairs_is_the_pictures(open_page: OpenPage) -> None:
    app = open_page("positions", p_part="RoPE and ALiBi", p_kind="RoPE: the scores")
    scores = rotary_scores(RotaryRequest(256, 128, 10_000.0))
    assert f"all 64 pairs together {fixed(scores.curve[1], 3)}, the score" in worked(app, "p_rope_scores")


def test_int8_there_and_back_is_what_the_scheme_does(open_page: OpenPage) -> None:
    row = load_whisper().tokens[464:465].astype(np.float32)
    restored = SCHEMES["INT8, a scale per row"].restore(row, 0.0)
    assert f"= {restored[0, 0]:.5f}, wrong by {abs(restored[0, 0] - row[0, 0]):.5f}." in worked(
        open_page("memory", m_part="Fewer bits"), "m_bits"
    )


def test_the_time_of_a_batch_is_bytes_over_bandwidth(open_page: OpenPage) -> None:
    said = worked(open_page("memory", m_part="Time"), "m_time")
    speed, moved = BANDWIDTHS[0].bytes_per_second, 8 * 1024 * (768 * 4 + 8 + 768 * 4)
    assert f"= {moved:,} bytes" in said and spell_seconds(moved / speed) in said


def test_the_tip_of_a_hand_is_the_tables(open_page: OpenPage) -> None:
    said = worked(open_page("positions", p_part="Clocks", p_pos=3), "p_clock")
    assert said.endswith(f"({fixed(float(np.sin(3)), 4)}, {fixed(float(np.cos(3)), 4)}).")


def test_the_shares_of_the_first_head_are_the_models(open_page: OpenPage) -> None:
    shares = read(Request("The cat sat on the mat", hide_last=True)).attention[0, 0]
    said = worked(open_page("home", text="The cat sat on the mat", h_hide="true"), "h_look")
    assert share(float(shares.max())) in said and f"{number(100 * float(shares.min()), 3)} %" in said
    assert fixed(float(np.log(shares.max() / shares.min()))) in said
    assert "least, 1.268 × 10⁻⁹ %: their scores" in worked(open_page("home", text="a", h_try="Too long"), "h_look")


def test_the_cosine_of_the_weakest_step_is_that_of_its_rows(open_page: OpenPage) -> None:
    rows = load_whisper().positions.astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1)
    cosines = (rows[1:-1] * rows[2:]).sum(axis=1) / (lengths[1:-1] * lengths[2:])
    step = int(cosines.argmin()) + 1
    said = worked(open_page("positions", p_part="Near positions", p_near="learned"), "p_learned")
    dot, one, two = (number(float(value), 4) for value in (rows[step] @ rows[step + 1], *lengths[step : step + 2]))
    assert f"from {step} to {step + 1}: {dot} / ({one} · {two}) = {fixed(float(cosines.min()))}." in said


def test_the_fits_r2_is_that_of_a_ridge_regression(open_page: OpenPage) -> None:
    length, dim, k = 32, 8, 2
    angles = np.arange(length)[:, None] * 10_000.0 ** (-np.arange(0, dim, 2) / dim)
    rows = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(length, dim)
    now, later = rows[:-k], rows[k:]
    fitted = np.linalg.solve(now.T @ now + 0.1 * np.eye(dim), now.T @ later)
    missed = float(((now @ fitted - later) ** 2).sum())
    varied = float(((later - later.mean(axis=0)) ** 2).sum())
    app = open_page("positions", p_part="Shift", p_fitted="true", p_seen=length, p_width=dim, p_step_k=k, p_ridge="0.1")
    assert worked(app, "p_fit").endswith(
        f"Inside: 1 − {number(missed, 4)} / {number(varied, 4)} = {fixed(1 - missed / varied, 3)}."
    )


@pytest.mark.slow
def test_what_a_word_projected_alone_keeps_is_counted(open_page: OpenPage) -> None:
    table = shipped("MiniLM")
    rows, king = table.vectors.astype(np.float64), table.find("king")
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    near = np.argsort(-(unit @ unit[king]))[:51]
    own = unit[near] - unit[near].mean(axis=0)
    points = own @ np.linalg.svd(own, full_matrices=False)[2][:2].T
    shared = [
        len(set(true) & set(drawn))
        for true, drawn in zip(nearest(unit[near]).tolist(), nearest(points).tolist(), strict=True)
    ]
    app = open_page("projection", j_part="Map", j_view="Around one word")
    told = f"king keeps {shared[0]} of 10, and all 51 words together keep {sum(shared)} of 51 · 10 = 510."
    assert told in worked(app, "j_alone")
    assert f"{share(sum(shared) / 510, digits=3)} are among its 10 nearest dots" in "".join(t.value for t in app.text)


def nearest(points: np.ndarray) -> np.ndarray:
    """The ten nearest others of every point by Euclidean distance, which orders rows of equal norm as the cosine."""
    apart = ((points[:, None] - points) ** 2).sum(axis=2)
    np.fill_diagonal(apart, np.inf)
    return apart.argsort(axis=1)[:, :10]


@pytest.mark.slow
def test_the_loss_of_a_pair_of_words_is_a_chance(open_page: OpenPage) -> None:
    query = {"j_part": "Watch it train", "j_texts": "Moby-Dick", "j_width": 10, "j_passes": 1}
    request = request_of(["Moby-Dick"], PREDICTING, 10, 1, 5)
    if trained := queue().find(skipgram.train, request):
        queue().forget(trained)  # by another test in this process
    assert "the chance e to" not in worked(open_page("projection", **query), "j_train")
    queue().submit(skipgram.train, request).wait(120)
    app = open_page("projection", **query)
    newest = re.search(r"since the last report: ([\d.]+)\.", "".join(text.value for text in app.text))
    assert newest
    said = worked(app, "j_train")
    # One answer about a neighbour and five about words drawn at random: ln 2 = 0.6931 for each before the first step.
    assert "L = (1 + 5) · ln 2 = 4.159. " in said
    chance = math.exp(-float(newest[1]) / 6)
    found = re.search(rf"the power of −{re.escape(newest[1])} / 6, (\d+) %\.", said)
    assert found and abs(int(found[1]) - 100 * chance) < 0.6


def test_the_row_of_a_position_begins_with_the_number_that_is_said(open_page: OpenPage) -> None:
    table = precomputed_run_results.arrays()["language/learned 0.02/rows"][0]
    for length, way, first in ((70, "clamp", table[63, 0]), (70, "wrap", table[5, 0]), (40, "clamp", table[39, 0])):
        app = open_page("extrapolation", x_part="Is there a row?", x_len=length, x_way=way)
        assert worked(app, "x_row").endswith(f"The first number of position {length - 1} is {fixed(first, 4)}.")


def test_the_rise_of_a_loss_is_the_cells(open_page: OpenPage) -> None:
    app = open_page("extrapolation", x_part="Why")
    found = re.search(
        r"new rows: ([\d.]+) − ([\d.]+) = \+([\d.]+), and e to the power of \3 is ([\d.]+):", worked(app, "x_one")
    )
    assert found
    away, home, rise, times = map(float, found.groups())
    starts = precomputed_run_results.ablations()["ablations/sinusoidal/standard/starts"]
    half = starts.shape[2] // 2
    assert math.isclose(home, starts[:, 0, half:].mean(), abs_tol=6e-4)
    assert math.isclose(rise, away - home, abs_tol=2e-3) and math.isclose(times, math.exp(rise), rel_tol=2e-3)
    assert f"sinusoidal: new rows +{rise:.2f}" in "".join(text.value for text in app.text)


def test_the_widest_cell_of_copying_is_the_mean_of_its_seeds(open_page: OpenPage) -> None:
    widest = []
    for name, right in precomputed_run_results.arrays().items():
        if name.startswith("task/copy k back/"):
            for length in (32, 64, 128, 256):
                seeds = 100 * np.nanmean(right[:, length // 2 : length], axis=1)
                widest.append((float(np.ptp(seeds)), name.split("/")[2], length, seeds))
    spread, encoding, length, seeds = max(widest, key=lambda cell: cell[0])
    terms, mean = " + ".join(fixed(float(one)) for one in seeds), fixed(float(seeds.mean()))
    assert worked(open_page("positions", p_part="RoPE and ALiBi", p_kind="Copying"), "p_copying").endswith(
        f"{encoding}, length {length}, where the seeds differ most: ({terms}) / 3 = {mean} %, ± {fixed(spread / 2)}."
    )
