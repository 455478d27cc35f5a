"""The part Sentences: the guess comes first, the controls change what is told, and a wrong line has its message."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.sentences.sentence_vectors import MEAN, WAYS
from explorer.ui.projection import sentences
from explorer.views import projection as views
from tests.support import numbers_in, plain_texts

Open = Callable[..., AppTest]
TWO = "dog bites man\nman bites dog"


def told(app: AppTest) -> str:
    assert not app.exception
    return "\n".join(plain_texts(app))


def choose(app: AppTest, name: str) -> None:
    (question,) = (each for each in app.radio if each.key.startswith("j_nearest"))
    question.set_value(name).run()


def test_the_nearest_line_is_told_after_the_guess_and_follows_the_switch(open_page: Open) -> None:
    app = open_page("projection", j_part="Sentences", j_line=1)
    model, mean = (views.sentences(way=way, line=1).sentence for way in WAYS)
    assert model not in told(app)
    choose(app, "9 The cat sat on the mat")
    assert "A hint" in app.info[0].value and model not in told(app)
    choose(app, "2 She took money from the bank")
    assert app.success and numbers_in(app.success[0].value) >= {0.41, 0.19, 0.66}
    assert model in told(app)
    app.segmented_control(key="j_way").set_value(MEAN).run()
    assert mean in told(app) and model not in told(app)


def test_own_lines_are_asked_about_and_serve_the_search(open_page: Open) -> None:
    app = open_page("projection", j_part="Sentences", j_lines=f"{TWO}\nStock prices fell", j_line=2)
    assert "A hint" not in told(app) and views.sentences(
        lines=f"{TWO}\nStock prices fell", line=2
    ).sentence not in told(app)
    choose(app, f"1 {TWO.splitlines()[0]}")
    assert app.success
    app = open_page("projection", j_part="Sentences", j_lines=TWO, j_line=2, j_question="<b> $5 a dog")
    assert views.sentences(lines=TWO, line=2).sentence in told(app)
    assert views.sentence_search(lines=TWO, question="<b> $5 a dog").sentence in told(app)


@pytest.mark.parametrize(
    "typed", [{"j_lines": ""}, {"j_lines": "one"}, {"j_question": " "}, {"j_word": "embeddings"}, {"j_word": "👍"}]
)
def test_what_can_not_be_drawn_has_its_message(open_page: Open, typed: dict[str, str]) -> None:
    app = open_page("projection", j_part="Sentences", **typed)
    assert not app.exception
    assert len(app.warning) == 1


def test_as_many_lines_as_are_read_fit_and_a_long_text_stays_out_of_the_address(open_page: Open) -> None:
    app = open_page("projection", j_part="Sentences")
    lines = "\n".join(f"a sentence of some length is number {number} here" for number in range(201))
    app.text_area(key="j_lines").set_value(lines).run()
    app.number_input(key="j_line").set_value(200).run()
    assert 200 in numbers_in(told(app)) and not app.warning
    assert app.text_area(key="j_lines").value == lines and "j_lines" not in app.query_params


def test_a_file_of_sentences_by_another_model_has_the_same_map(open_page: Open) -> None:
    rows = {"I swam, then I slept.": "1.5,0.25,0.5", "We were at the beach": "1.4,0.2,0.4", "Homework": "0.1,-1.1,0.1"}
    content = "text,a,b,c\n" + "".join(f'"{line}",{numbers}\n' for line, numbers in rows.items())
    app = open_page("projection", j_part="Sentences", j_way=sentences.OWN)
    assert not app.exception
    app.get("file_uploader")[0].upload("own.csv", content.encode(), "text/csv").run()
    assert "line 2, “We were at the beach”" in told(app)
    app.number_input(key="j_line").set_value(3).run()
    assert "Nearest to line 3, “Homework”, is line 2" in told(app)
