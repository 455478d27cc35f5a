"""“Where from” under a picture: a list of its sentence's numbers, made by running the code that is shown."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

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
