"""Every formula computes one number of the picture at the current settings.

The expected numbers were computed without the app: sines, powers and logarithms with a pocket calculator.
"""

from __future__ import annotations

import math
import re
from html import unescape

import numpy as np
import pytest

from explorer import tokenizers
from explorer.data import load_whisper
from explorer.lm.predict_next_token import Request, read
from explorer.nn.rotary import rotary_tables, rotate
from explorer.positional_encodings.rope_alibi_scores import query_and_key
from explorer.ui.frame.model_badge import BADGES
from explorer.wording import fixed, in_brackets
from explorer.words.shipped_tables import shipped
from tests.support import plain_texts


def visible_text(app) -> str:
    return "\n".join([*(str(element.value) for element in app.markdown), *plain_texts(app)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "query", "worked"),
    [
        (
            "positions",
            {"p_part": "Shift", "p_k": 2, "p_pair": 0},
            "k · ω = 2 · 1 = 2 radians. Its cosine is −0.4161, its sine 0.9093",
        ),
        (
            "positions",
            {"p_part": "Near positions", "p_dim": 4, "p_base": 10000},
            "the cosines add up to 1.5403. Divided by the 2 pairs: 0.7701.",
        ),
        (
            "positions",
            {"p_part": "Near positions", "p_dim": 4, "p_base": 10000, "p_measure": "dot product"},
            "the cosines add up to 1.5403.",
        ),
        (
            "positions",
            {"p_part": "Clocks", "p_dim": 8, "p_base": 10, "p_hands": 1},
            "to the power of 2/8 = 6.28319 · 1.77828 = 11.17 positions",
        ),
        (
            "positions",
            {"p_part": "RoPE and ALiBi", "p_kind": "ALiBi", "p_heads": 8, "p_len": 64},
            "At distance 63: 0.5 · 63 = 31.5 is taken off.",
        ),
        (
            "positions",
            {"p_part": "Sine and cosine", "p_per_turn": 12, "p_place": 1},
            "2π · 1/12 = 0.524 radians; the sine is 0.50, the cosine 0.87.",
        ),
        (
            "positions",
            {"p_part": "Two arrows", "p_word": "dog", "p_word_place": 2},
            "First number: 2.80 + 0.87 = 3.67. Second: 0.60 + 0.50 = 1.10.",
        ),
        (
            "extrapolation",
            {"x_part": "Loss by position", "x_shown": "true"},
            "1.785 nats. That is −ln 0.168: as if the character that came had got a chance of 16.8 % every time, one "
            "in 6.0.",
        ),
        (
            "positions",
            {"p_part": "Counting", "p_count": 75},
            "75 / 60, rounded down, is 1, and 1 divided by 12 leaves 1: that mark. Its hand has made 1 / 12 = 0.083 "
            "turns.",
        ),
        (
            "positions",
            {"p_part": "Counting", "p_count": 75, "p_hands_move": "glide"},
            "Its hand has made 75 / 720 = 0.104 turns.",
        ),
        (
            "positions",
            {"p_part": "Heatmap", "p_cells": "8 × 6, with numbers", "p_len": 4, "p_dim": 4},
            "sin 0 − sin 1 = 0.000000 − 0.841471 = −0.841471. All 4 squares together make "
            "0.919495, and the root of that is 0.9589.",
        ),
        (
            "projection",
            {"j_part": "Watch it train", "j_method": "Count and decompose", "j_window_words": 3},
            "2 · (1 + 1/2 + 1/3) = 3.667, less at the ends of the text.",
        ),
        ("extrapolation", {"x_part": "Is there a row?"}, "64 ≥ 64: no row."),
        (
            "extrapolation",
            {"x_part": "Is there a row?", "x_len": 200, "x_way": "wrap"},
            "199 divided by 64 leaves 7: row 7.",
        ),
        (
            "extrapolation",
            {"x_part": "Is there a row?", "x_len": 65, "x_way": "interpolate"},
            "64 · 63 / 64 = 63: row 63, and position 32 reads at row 31.5.",
        ),
        (
            "extrapolation",
            {"x_part": "Is there a row?", "x_kind": "sinusoidal formula"},
            "Column 0 at position 64: sin 64 = 0.9200.",
        ),
        (
            "extrapolation",
            {"x_part": "Loss by position", "x_train": "true"},
            "2.944 nats. That is −ln 0.053: as if the character that came had got a chance of 5.3 % every time, one in "
            "19.0.",
        ),
        ("extrapolation", {"x_part": "Loss by position", "x_measure": "by length"}, "e to the power of 3.11 is 22."),
        (
            "gradients",
            {"g_part": "Whole books"},
            "(1 − 1/50,257) to the power of 65,536 is 0.2714: this share of the rows would not be touched, and 72.9 % "
            "would.",
        ),
        (
            "gradients",
            {"g_part": "Your sentence", "text": "cat the cat cat", "g_law": "1 everywhere"},
            "Row 3,797 is read 2 times, at positions 2 and 3. Its first number gets 1.000 + 1.000 = 2.000.",
        ),
        ("memory", {"m_part": "The bill"}, "2 × 4 × 38,597,376 = 308.8 MB."),
        (
            "tokens",
            {"t_part": "Tokens", "text": "The cat\nsat on", "token": 3},
            "3 + 3 = 6 bytes: each byte is in one token and in no other, so the tokens put together are the line "
            "again. Bytes per token, on average: 6 / 2 = 3.",
        ),
        ("tokens", {"t_part": "Merges", "text": "The cat sat", "token": 1}, "4 − 3 = 1 token."),
        (
            "tokens",
            {"t_part": "Encodings"},
            "32 / 7 = 4.57: the sentence in Korean costs 4.57 times as much as in English.",
        ),
        (
            "tokens",
            {"t_part": "Encodings", "t_measured": "Bytes per token", "text": "two cafés"},
            "10 / 3 = 3.33 bytes per token, on average",
        ),
        (
            "memory",
            {"m_part": "Real models"},
            "50,257 × 768 = 38,597,376; over 124,439,808 that is 31 %.",
        ),
        (
            "memory",
            {"m_see": "Does it fit?", "m_card": "1 GB", "m_d": 12_288},
            "1,073,741,824 / 196,608 is 5,461 whole rows. 50,257 / 5,461, rounded up: 10 machines.",
        ),
        (
            "memory",
            {"m_see": "Does it fit?", "m_card": "1 GB", "m_v": 3, "m_d": 65_536, "m_optimizer": "None"},
            "1,073,741,824 / 262,144 is 4,096 whole rows. 3 / 4,096, rounded up: 1 machine.",
        ),
        (
            "memory",
            {"m_number": "INT8", "m_optimizer": "None"},
            "One row takes 770 bytes, so the table takes 50,257 × 770 = 38,697,890 bytes, which is 38.7 MB",
        ),
        (
            "memory",
            {"m_number": "INT4", "m_optimizer": "None", "m_v": 2, "m_d": 4},
            "One row takes 4 bytes, so the table takes 2 × 4 = 8 bytes.",
        ),
    ],
    ids=str,
)
def test_one_number_is_worked_out(open_page, page, query, worked):
    app = open_page(page, **query)
    assert any(element.value.startswith("$$\n") and worked in element.value for element in app.markdown)


def test_the_first_number_of_a_bag_is_the_sum_of_its_rows(open_page):
    rows = load_whisper().tokens[tokenizers.encode(" dog bites man", "gpt2"), 0].astype(np.float64)
    terms = " + ".join(in_brackets(fixed(x, 4)) for x in rows)
    text = visible_text(open_page("tokens", t_part="Dog bites man"))
    assert f"The first number of the first sum: {terms} = {fixed(float(rows.sum()), 4)}." in text


def test_the_cosine_at_distance_1_is_the_curves(open_page):
    text = visible_text(open_page("positions", p_part="Near positions", p_dim=30))
    curve = re.search(r"for k = 0, 1, 10, 100: 1\.0000, (0\.\d{4})", text)
    worked = re.search(r"Divided by the 15 pairs: (0\.\d{4})\.", text)
    assert curve and worked and curve[1] == worked[1]


def test_the_turned_pair_is_the_cores(open_page):
    text = visible_text(open_page("positions", p_part="RoPE and ALiBi", p_turn=7, p_dim=16))
    query, _ = query_and_key(16, seed=0)
    turned = rotate(query[None], *rotary_tables([7], 16, dtype=np.float64))[0]
    a, b = query[:2]
    assert math.isclose(a * math.cos(7) - b * math.sin(7), turned[0])
    first, second = (f"{value:.3f}".replace("-", "−") for value in turned[:2])
    assert f"= {first}, and b' is {second}." in text


def test_the_cosine_of_the_nearest_row_is_its_dot_product_over_both_lengths(open_page):
    app = open_page("tokens", t_part="Neighbours", text="one two seven", token=2)
    found = re.search(r"(0?\.?[\d.,]+) / \(([\d.]+) · ([\d.]+)\) = (0\.\d{3})\.", visible_text(app))
    assert found
    dot, one, two, cosine = (float(value) for value in found.groups())
    assert math.isclose(dot / (one * two), cosine, rel_tol=0.01)
    assert f"The best cosine is {cosine:.3f}" in visible_text(app)


@pytest.mark.slow
def test_the_first_components_share_is_its_eigenvalues(open_page):
    app = open_page("projection", j_part="Map", j_view="Spectrum", j_share="Just show me")
    vectors = shipped("MiniLM").vectors.astype(np.float64)
    values = np.linalg.eigvalsh(np.cov(vectors, rowvar=False))
    found = re.search(r"Component 1: ([\d.]+) of ([\d.]+) in all is ([\d.]+) %", visible_text(app))
    assert found
    moment, total, share = (float(value) for value in found.groups())
    assert math.isclose(moment, values[-1], rel_tol=1e-3)
    assert math.isclose(total, values.sum(), rel_tol=1e-3)
    assert math.isclose(share, 100 * values[-1] / values.sum(), rel_tol=1e-2)
    hidden = open_page("projection", j_part="Map", j_view="Spectrum")
    assert "Component 1: " not in visible_text(hidden)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "query", "name"),
    [
        ("home", {"h_more": "true"}, "lm"),
        ("tokens", {"t_part": "Rows"}, "whisper"),
        ("tokens", {"t_part": "Pipeline"}, "whisper"),
        ("tokens", {"t_part": "Neighbours"}, "whisper"),
        ("tokens", {"t_part": "Dog bites man"}, "whisper"),
        ("positions", {"p_part": "Near positions", "p_near": "learned"}, "whisper"),
        ("positions", {"p_part": "Near positions", "p_near": "learned", "p_table": "MiniLM (learned)"}, "minilm"),
        ("projection", {"j_part": "Shadow"}, "glove"),
        ("projection", {"j_part": "Map"}, "minilm"),
        ("projection", {"j_part": "Map", "j_table": "GloVe"}, "glove"),
        ("projection", {"j_part": "Map", "j_view": "Spectrum", "j_table": "Whisper"}, "whisper"),
        ("projection", {"j_part": "Analogies", "j_table": "GloVe"}, "glove"),
        ("projection", {"j_part": "Word axes"}, "minilm"),
        ("projection", {"j_part": "Maps"}, "minilm"),
        ("memory", {"m_part": "Fewer bits"}, "whisper"),
        ("gradients", {"g_part": "Tied or untied"}, "lm"),
    ],
    ids=str,
)
def test_a_part_with_a_models_table_says_which_and_why_this_one(open_page, page, query, name):
    app = open_page(page, **query)
    shown = badges(app)
    assert len(shown) == 1
    assert BADGES[name].name in shown[0] and BADGES[name].size in shown[0]


def badges(app) -> list[str]:
    bodies = [unescape(element.proto.body) for element in app.get("html")]
    return [body for body in bodies if any(badge.why in body for badge in BADGES.values())]


@pytest.mark.slow
def test_a_fresh_table_has_no_models_badge(open_page):
    app = open_page("tokens", t_part="Rows", encoding="cl100k_base")
    assert badges(app) == []


def test_the_likeliest_tokens_share_is_worked_out_from_its_score(open_page):
    reading = read(Request("The cat sat on the mat", hide_last=True))
    powers = np.exp(reading.logits.astype(np.float64))
    found = re.search(
        r"The highest score is ([\d.]+)\. e to that power is ([\d,.]+), all 4,096 together make ([\d,.]+): "
        r"a share of ([\d.]+) %\.",
        visible_text(open_page("home", text="The cat sat on the mat", h_hide="true")),
    )
    assert found
    score, power, total, share = (float(value.replace(",", "")) for value in found.groups())
    assert math.isclose(power, math.exp(score), rel_tol=0.01)
    assert math.isclose(power, powers.max(), rel_tol=1e-3) and math.isclose(total, powers.sum(), rel_tol=1e-3)
    assert math.isclose(share, 100 * float(reading.probabilities.max()), rel_tol=0.06)


@pytest.mark.parametrize("query", [{}, {"t_scale": "true"}, {"t_position": "None"}], ids=str)
def test_the_sum_worked_out_is_the_cell_that_is_read_off(open_page, query):
    app = open_page("tokens", t_part="Pipeline", text="The cat sat on the mat", token=1, t_dim=5, t_all="true", **query)
    worked = re.search(r"Number 5 of each: (\S+) \+ (\d\S*|\(−\S+\)) = (\S+)\.", visible_text(app))
    read_off = re.search(r"dimension 5: (\S+) \(row.*?\) \+ (\S+) \(position\) = (\S+)\.", visible_text(app))
    assert worked and read_off and worked.groups() == read_off.groups()
