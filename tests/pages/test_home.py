"""Home by AppTest: the chain in the visitor's numbers, and every state of the input."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.chain import run
from explorer.core import EmbeddingLayer
from explorer.data import load_whisper

OpenPage = Callable[..., AppTest]


def words(app: AppTest) -> str:
    return " ".join(str(e.value) for e in [*app.markdown, *app.text, *app.code, *app.info, *app.warning, *app.header])


def test_the_chain_of_a_known_sentence(open_page: OpenPage) -> None:
    said = words(open_page("home", text="Hello, world!", token=2))
    for expected in (
        "13 characters are **13 bytes**",
        "20 77 6f 72 6c 64",  # the bytes of " world"
        "**4 tokens**, ids below 50,257. This one took **5 merges**, the last two:",
        "␣w + or\n␣wor + ld",
        "Row **995** of 50,257 × 384 (trained, Whisper tiny.en)",
        "(B, T, D) = (1, 4, 384)",
        "6,144 bytes as float32",
    ):
        assert expected in said


def test_the_numbers_of_the_selected_row_its_position_and_their_sum(open_page: OpenPage) -> None:
    tables = load_whisper()
    row, position = tables.tokens[995, :3].astype(np.float32), tables.positions[2, :3].astype(np.float32)
    said = words(open_page("home", text="Hello, world!", token=2))
    for sign, numbers in (("", row), ("+ ", position), ("= ", row + position)):
        assert sign + " ".join(f"{x:+.3f}" for x in numbers).replace("-", "−") + " …" in said


def test_the_sum_on_the_screen_is_what_the_cores_layer_answers(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    forward = EmbeddingLayer.forward
    monkeypatch.setattr(EmbeddingLayer, "__call__", lambda layer, ids: forward(layer, ids) * 0.0 + 0.125)
    run.cache_clear()
    said = words(open_page("home", text="Hello, world!", token=2))
    run.cache_clear()
    assert "= +0.125 +0.125 +0.125 …" in said


def test_questions_come_with_the_texts_own_numbers(open_page: OpenPage) -> None:
    """50,257 × 384 × 2 bytes; 4 tokens of 384 × 2 bytes, 2 of them different, 3 in the longer line."""
    said = words(open_page("home", text="a a a\n a"))
    assert "38.6 MB in float16. Your tokens read **3.07 kB**." in said
    assert "**2** of 50,257 rows: 0.004 %." in said
    assert "takes **3** positions; this table has 448" in said
    assert "claims**, each with its test or its paper" in said


def test_lines_make_a_batch(open_page: OpenPage) -> None:
    said = words(open_page("home", text="one\ntwo three\nfour"))
    assert "**4 tokens** in 3 lines" in said
    assert "(3, 2, 384)" in said
    assert "Line 1 of 3" in said
    said = words(open_page("home", text="one\n" * 20))
    assert "Line 1 of 20. Only the first 8 lines are in this array." in said


def test_an_untrained_table_is_called_random(open_page: OpenPage) -> None:
    said = words(open_page("home", encoding="cl100k_base"))
    assert "random: not trained yet" in said
    assert "Random row" in said


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_text_says_what_to_do(open_page: OpenPage, text: str) -> None:
    app = open_page("home")
    app.text_area[0].set_value(text).run()
    assert not app.exception
    assert "Type a sentence" in app.info[0].value


@pytest.mark.parametrize(
    "text", ["👩‍👩‍👧 日本", "שלום", "a\x00b", "   ", "[x](http://e.com) ![i](j) $x$ <b>", "word " * 5_000]
)
def test_any_text_gives_a_picture(open_page: OpenPage, text: str) -> None:
    app = open_page("home")
    app.text_area[0].set_value(text).run()
    assert not app.exception
    assert "What the transformer receives" in words(app)


def test_a_token_beyond_the_picture_is_said_to_be(open_page: OpenPage) -> None:
    app = open_page("home")
    app.text_area[0].set_value("word " * 500).run()
    app.number_input[0].set_value(300).run()
    assert "lies beyond what this page draws" in app.warning[0].value


def test_only_existing_pages_are_named(open_page: OpenPage) -> None:
    from explorer.ui import PAGES

    app = open_page("home")
    links = {link.proto.page for link in app.get("page_link")}
    assert len(links) == len(PAGES) - 1
