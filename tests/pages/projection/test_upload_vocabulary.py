"""Parts that need certain words of a visitor's file: which it has, and what is shown for few."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from streamlit.testing.v1 import AppTest

from explorer.ui.projection.table.upload import SECOND
from explorer.views.projection import _two_tables as tables
from explorer.words.associations import TESTS

Open = Callable[..., AppTest]
FLOWERS = TESTS[3]


def of_words(words: list[str], seed: int = 0) -> bytes:
    numbers = np.random.default_rng(seed).normal(size=(len(words), 6)).round(4).tolist()
    return "\n".join(f"{word} {' '.join(map(str, row))}" for word, row in zip(words, numbers, strict=True)).encode()


def texts(app: AppTest) -> str:
    return " ".join(text.value for text in (*app.text, *app.warning))


def upload(app: AppTest, at: int, content: bytes) -> None:
    app.get("file_uploader")[at].upload("mine.txt", content, "text/plain").run()
    assert not app.exception


def flowers() -> list[str]:
    """Five words of each list of the fourth test, and none of the others'."""
    return [word for _, words in (*FLOWERS.targets, *FLOWERS.attributes) for word in words[5:10]]


def test_whose_words_opens_on_the_first_test_that_the_table_has_words_for(open_page: Open) -> None:
    app = open_page("projection", j_part="Whose words", j_table="Your file")
    upload(app, 0, of_words(flowers()))
    assert app.selectbox(key="j_test").value == FLOWERS.name
    said = texts(app)
    assert "standard deviations of all these words" in said and not app.warning
    assert "fewer than 4 of the words of a list of “career and family, by first names” (too few: men's" in said
    for test in TESTS[:3]:
        assert f"“{test.name}” (too few: " in said
    assert f"“{FLOWERS.name}”" not in said
    app.selectbox(key="j_test").set_value(TESTS[0].name).run()
    assert f"Choose “{FLOWERS.name}”." in app.warning[0].value


def test_a_test_that_nobody_chose_gives_way_when_the_table_changes(open_page: Open) -> None:
    app = open_page("projection", j_part="Whose words", j_table="GloVe")
    assert app.selectbox(key="j_test").value == TESTS[0].name and "This table has fewer" not in texts(app)
    app.selectbox(key="j_table").set_value("Your file").run()
    upload(app, 0, of_words(flowers()))
    assert app.selectbox(key="j_test").value == FLOWERS.name


def test_a_test_that_a_link_asks_for_stays(open_page: Open) -> None:
    app = open_page("projection", j_part="Whose words", j_table="Your file", j_test=TESTS[1].name)
    upload(app, 0, of_words(flowers()))
    assert app.selectbox(key="j_test").value == TESTS[1].name
    assert f"Choose “{FLOWERS.name}”." in app.warning[0].value


def test_a_table_with_the_words_of_no_test_says_so(open_page: Open) -> None:
    app = open_page("projection", j_part="Whose words", j_table="Your file")
    upload(app, 0, of_words([f"q{at}" for at in range(30)]))
    assert "It has too few for the other tests as well." in app.warning[0].value


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


def test_smaller_copies_ask_only_where_ten_neighbours_are_a_choice(open_page: Open) -> None:
    for rows, asked in ((6, False), (20, False), (21, True)):
        app = open_page("projection", j_part="Smaller copies", j_table="Your file")
        upload(app, 0, of_words([f"q{at}" for at in range(rows)]))
        assert [radio.key for radio in app.radio] == ["j_small"] * asked
