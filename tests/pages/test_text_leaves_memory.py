"""Typed text is not in the server's memory a minute after its last use (PRIVACY.md)."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.data import cache
from explorer.jobs.job_queue import queue
from explorer.training import ppmi, skipgram
from explorer.ui.projection.table.training_runs import PASTE
from explorer.views.projection import word_vector_training
from tests.pages.find_word_in_process_memory import holders, left
from tests.support import texts

Open = Callable[..., AppTest]
PARTS = {
    "home": ("",),
    "tokens": ("Tokens", "Merges", "Languages"),
    "gradients": ("Your sentence", "Blackboard"),
    "projection": ("Map", "Analogies", "Word axes"),
}
TEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
PREFIX = {"home": "h", "tokens": "t", "gradients": "g", "projection": "j"}


def secret(number: int) -> str:
    """A word that occurs in no file, this one included."""
    return "".join(chr(ord("q") + (number + at) % 9) for at in (0, 8, 3, 1, 5, 2, 7, 4, 6))


@pytest.mark.parametrize("page", PARTS)
def test_typed_words_are_forgotten(open_page: Open, page: str) -> None:
    word = secret([*PARTS].index(page))
    for part in PARTS[page]:
        app = open_page(page, **{f"{PREFIX[page]}_part": part} if part else {})
        fields = [*app.text_input, *app.text_area]
        assert fields
        for field in fields:
            field.set_value(f"{field.value}, {word}" if "," in (field.value or "") else word)
        app.run()
        assert not app.exception
    assert holders(word), "while its page is open"
    del app, fields, field
    cache.forget_all()
    assert not left(word)


def test_a_table_of_a_visitors_own_text_goes_with_its_visitor(open_page: Open) -> None:
    word = secret(20)
    text = " ".join([word, *TEN] * 30)
    request = {"j_table": "Trained here", "j_texts": PASTE, "j_method": "Count and decompose", "j_width": 10}
    app = open_page("projection", j_part="Map", **request)
    app.text_area(key="j_paste").set_value(text).run()
    app.button(key="j_train_here").click().run()
    (job,) = [job for job in queue()._jobs.values() if job.key[:2] == (ppmi.__name__, "train") and job.private]
    assert job.wait(600) == "done"
    app.run()
    assert not app.exception
    assert "Each dot is a row of Trained here" in texts(app)
    queue().forget(job)  # as the queue does ten minutes after the last access
    del app, job
    cache.forget_all()
    assert not left(word)


def test_a_training_on_a_visitors_own_text_is_played_and_its_frames_go_with_it(open_page: Open) -> None:
    word = secret(21)
    request = {"j_texts": PASTE, "j_method": "Skip-gram", "j_width": 10, "j_passes": 1}
    app = open_page("projection", j_part="Watch it train", **request)
    app.text_area(key="j_paste").set_value(" ".join([word, *TEN] * 90)).run()
    app.button(key="j_go").click().run()
    (job,) = [job for job in queue()._jobs.values() if job.key[:2] == (skipgram.__name__, "train") and job.private]
    assert job.wait(600) == "done"
    app.run()
    assert not app.exception
    moments = word_vector_training.moments(job.records)
    for asked, _ in app.session_state["_frames_asked"].values():  # as the browser does at Play
        asked.made()
    del asked
    assert moments[-1] in word_vector_training._frames, "no frames, so no Play"
    del moments
    queue().forget(job)
    del app, job
    cache.forget_all()
    assert not left(word)


def test_a_text_of_too_few_words_is_told_so(open_page: Open) -> None:
    app = open_page("projection", j_part="Watch it train", j_texts=PASTE)
    app.text_area(key="j_paste").set_value("a text of a few words").run()
    assert not app.exception
    assert "ten are needed" in app.warning[0].value
