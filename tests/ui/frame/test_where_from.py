"""“Where from” under a picture: a list of its sentence's numbers, made by running the code that is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest

from explorer.jobs import queue as jobs
from explorer.jobs.queue import Job, Queue, queue
from explorer.scripts import elsewhere, origins
from explorer.scripts import projection as scripts
from explorer.scripts.gradients import books
from explorer.scripts.projection.clusters import clusters
from explorer.scripts.projection.space import isolate
from explorer.scripts.projection.tables import two_tables
from explorer.vectors.nearness import Near
from explorer.vectors.view import Recipe

SCRIPT = "from explorer.core.functional import frequencies\n\nomega = frequencies(4)\nprint('pair 1', omega[1])\n"


def page(sentence: str, script: str) -> None:
    from explorer.ui.frame.panels import under

    under("pic", None, script, sentence=sentence, chart=False)


def opened(sentence: str, script: str) -> AppTest:
    app = AppTest.from_function(page, args=(sentence, script), default_timeout=60)
    app.query_params["pic_from"] = "true"
    app.run()
    assert not app.exception, app.exception
    return app


def shown(app: AppTest) -> str:
    return "\n".join(html.proto.body for html in app.get("html"))


def test_each_number_stands_beside_the_line_that_prints_it() -> None:
    said = shown(opened("Pair 1 turns by 0.01.", SCRIPT))
    assert "<b>1 and 0.01</b>: line 4 prints <code>pair 1 0.01</code>" in said
    assert "computed with <code>explorer.core.functional.frequencies</code>" in said


def test_what_is_printed_is_shown_as_text() -> None:
    assert "<code>5 &lt;b&gt;</code>" in shown(opened("It is 5.", "print(5, '<b>')"))


@pytest.mark.parametrize("script", ["import os", "from explorer.memory.measure import copy_speed\nprint(1)"])
def test_code_that_measures_or_is_not_ours_is_not_run(script: str) -> None:
    assert "is not run for this list" in opened("It is 1.", script).caption[0].value


def test_a_sentence_without_numbers_has_no_list() -> None:
    assert [box.label for box in opened("No number.", SCRIPT).checkbox] == ["Code"]


LONG = "from explorer.words.copies import KINDS\n\nprint('ways', len(KINDS))\n"


@pytest.fixture
def not_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The server's own process may not run code that takes long; nothing is in its queue yet."""

    def run(script: str) -> tuple[origins.Printed, ...]:
        raise AssertionError(script)

    monkeypatch.setattr(origins, "run", run)
    monkeypatch.setattr(jobs, "_QUEUE", Queue())
    yield


def the_run() -> Job:
    found = queue().find(elsewhere.run, elsewhere.Displayed(LONG))
    assert found is not None
    return found


@pytest.mark.usefixtures("not_here")
def test_code_that_takes_long_is_one_run_for_all_who_ask() -> None:
    one, other = opened("Of 4 ways.", LONG), opened("Of 4 ways.", LONG)
    assert "Running the code, for" in one.text[0].value
    assert the_run().private and the_run().lane == "short"
    assert the_run().wait(60) == "done"
    began = the_run().started
    for app in (one, other):
        app.run()
        assert "<b>4</b>: line 3 prints <code>ways 4</code>" in shown(app)
    assert the_run().started == began


@pytest.mark.usefixtures("not_here")
def test_a_run_that_failed_says_so_and_can_be_asked_for_again() -> None:
    app = opened("Of 4 ways.", LONG)
    queue().finish(the_run(), "failed", "no memory")
    app.run()
    assert app.error[0].value == "The code could not be run." and app.text[0].value == "no memory"
    app.button(key="pic_from_again").click().run()
    assert the_run().wait(60) == "done"
    assert "ways 4" in shown(app.run())


def test_what_goes_through_a_whole_table_or_book_takes_long() -> None:
    recipe = Recipe()
    whole = [
        scripts.spectrum("GloVe", recipe),
        scripts.word_map("GloVe", recipe, (0, 1), "king", Near(), 10),
        scripts.copies("MiniLM"),
        scripts.analogy("GloVe", ("man", "king", "woman"), True),
        clusters("GloVe", Near(), 12, 0, recipe),
        two_tables("MiniLM", "GloVe", Near(), ("king",)),
        isolate("GloVe", recipe, Near(), "king", 20),
        books("sotu", 64),
    ]
    assert [elsewhere.long(script) for script in whole] == [True] * len(whole)
    assert not elsewhere.long(scripts.shadow(("king", "queen"), (0, 1), 30.0))
