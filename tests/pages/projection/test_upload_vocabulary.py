"""Parts that need certain words of a visitor's file: which it has, and what is shown for few."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from streamlit.testing.v1 import AppTest

from explorer.ui.projection.table.upload import SECOND
from explorer.views.projection import _two_tables as tables
from tests.support import numbers_in

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
    for words_to_draw, counts, missing in (
        (None, {4, 20, 56}, {"fish", "red", "green"}),
        ("king, q1, q2, zzz", {3, 4, 56}, {"zzz"}),
        ("zzz, q1", {1, 2, 56, 20}, {"zzz"}),
    ):
        if words_to_draw:
            app.text_area(key="j_twice").set_value(words_to_draw).run()
        assert counts <= numbers_in(texts(app)) and all(word in texts(app) for word in missing)
