"""After the reveal the visitor's guess stands in the picture, where it was, and in the sentence below it."""

from __future__ import annotations

import json
import struct

import pytest


def trace(app, key):
    """The star in the chart `key`, or None."""
    chart = next(found for found in app.get("bidi_component") if found.key == key)
    packed = chart.proto.bytes
    length = struct.unpack("<I", packed[:4])[0]
    found = [trace for trace in json.loads(packed[4 : 4 + length])["data"] if trace.get("name") == "your guess"]
    return found[0] if found else None


def said(app) -> str:
    return " ".join(str(element.value) for element in app.text)


@pytest.mark.parametrize(
    ("page", "part", "key", "question", "guess", "at", "words"),
    [
        (
            "gradients",
            {"g_part": "Whole books"},
            "g_shares",
            "g_guess_books",
            "About 12 % of the rows",
            (65536, 0.12),
            "Your guess for 65,536 tokens of Jane Austen, 12 %, is the star.",
        ),
        (
            "memory",
            {"m_part": "Fewer bits"},
            "m_bits",
            "m_int8",
            "All ten stay",
            (19.5, 100),
            "The star is your guess for INT8: 100 % kept.",
        ),
        (
            "memory",
            {"m_part": "Real models"},
            "m_shares",
            "m_gpt3",
            "0.35 %",
            (0.35, "GPT-3"),
            "The star is your guess for GPT-3: 0.35 %.",
        ),
        (
            "projection",
            {"j_part": "Spectrum"},
            "j_scree",
            "j_share",
            "under 10 %",
            (2, 5),
            "The star is your guess: under 10 %.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_guess_is_drawn_where_it_was(open_page, page, part, key, question, guess, at, words):
    before = open_page(page, **part)
    assert trace(before, key) is None
    skipped = open_page(page, **part, **{question: "Just show me"})
    assert trace(skipped, key) is None and "The star is" not in said(skipped)
    app = open_page(page, **part, **{question: guess})
    radio = next(element for element in app.radio if element.key == question)
    if trace(app, key) is None:  # a first wrong guess gets a hint: another one opens the answer
        other = next(option for option in radio.options if option not in (guess, "Just show me"))
        radio.set_value(other).run()
    star = trace(app, key)
    assert star is not None
    x, y = at
    assert star["x"] == [pytest.approx(x, rel=0.02)] and star["y"] == [pytest.approx(y) if y != "GPT-3" else y]
    assert words in said(app)


def test_a_guess_that_was_a_range_is_drawn_as_one(open_page):
    star = trace(open_page("projection", j_part="Spectrum", j_share="under 10 %"), "j_scree")
    assert star["error_y"]["array"] == [5] and star["error_y"]["arrayminus"] == [5] and star["yaxis"] == "y2"
