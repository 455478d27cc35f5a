"""Parts that need certain words of a visitor's file: which it has, and what is shown for few."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from streamlit.testing.v1 import AppTest

from explorer.ui.projection.table.upload import SECOND
from explorer.views.projection import _two_tables as tables

Open = Callable[..., AppTest]


def of_words(words: list[str], seed: int = 0) -> bytes:
    numbers = np.random.default_rng(seed).normal(size=(len(words), 6)).round(4).tolist()
    return "\n".join(f"{word} {' '.join(map(str, row))}" for word, row in zip(words, numbers, strict=True)).encode()


def texts(app: AppTest) -> str:
    return " ".join(text.value for text in (*app.text, *app.warning))


def upload(app: AppTest, at: int, content: bytes) -> None:
    app.get("file_uploader")[at].upload("mine.txt", content, "text/plain").run()
    assert not app.exception


def test_two_tables_say_how_many_of_the_words_to_draw_they_share_and_which_are_missing(open_page: Open) -> None:
    there = [word.strip() for word in tables.WORDS.split(",")][:4]
    words = there + [f"q{at}" for at in range(52)]
    app = open_page("projection", j_part="Two tables", j_table="Your file", j_other=SECOND.name)
    upload(app, 0, of_words(words))
    upload(app, 2, of_words(words, seed=1))
    assert "4 of the 20 words to draw are among the 56 words that both tables have. Missing: fish, red, green" in texts(
        app
    )
    app.text_area(key="j_twice").set_value("king, q1, q2, zzz").run()
    assert "3 of the 4 words to draw are among the 56 words that both tables have. Missing: zzz." in texts(app)
    app.text_area(key="j_twice").set_value("q1, q2, q3").run()
    assert "words to draw are among" not in texts(app)
    app.text_area(key="j_twice").set_value("zzz, q1").run()
    assert "1 of the 2 words to draw is among the 56 words that both tables have. Missing: zzz." in texts(app)
    assert "Fewer than three of the words to draw are compared, so the first 20 of those are drawn." in texts(app)
