"""Views: sentence with omissions, call as code, figure, errors of settings."""

import importlib
import subprocess
import sys

import numpy as np
import pandas
import plotly.graph_objects as go
import pytest

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.views import Formula, Table, View, check, gallery, home, memory, picture, positions, projection
from explorer.views.view import views_of, with_question

SPEC = Spec([{"type": "scatter", "y": np.zeros(2, np.float32), "line": {"color": theme.INK}}], layout("x", "y", 300))


@picture(sorted)
def ranks(*, values: tuple[int, ...] = (3, 1), text: str = "") -> View:
    """The smallest of some numbers."""
    return View(SPEC, f"The smallest is {min(values)}.", Table({"value": sorted(values)}, "ranks"))


def test_what_is_left_out_is_part_of_the_sentence() -> None:
    assert View(SPEC, "Drawn: 8 lines.", left_out="12 lines are not drawn.").sentence == (
        "Drawn: 8 lines. 12 lines are not drawn."
    )


def test_a_long_call_leaves_out_what_is_as_it_begins() -> None:
    made = picture(sorted)(_many)
    short = made(**dict.fromkeys("ab", 100000000) | dict.fromkeys("cdefgh", 1) | {"text": "w" * 400})
    code = short.call.code()
    assert len(code.splitlines()) <= 8
    assert "a=100_000_000" in code and "c=1" not in code


def _many(
    *, a: int = 1, b: int = 1, c: int = 1, d: int = 1, e: int = 1, f: int = 1, g: int = 1, h: int = 1, text: str = ""
) -> View:
    return View(SPEC, "Nothing.")


def test_the_source_is_what_computes_the_picture() -> None:
    assert "def traffic(" in memory.times().call.source()


def test_a_figure_is_plotlys_and_has_no_stand_in_for_a_colour() -> None:
    figure = ranks().figure()
    assert isinstance(figure, go.Figure)
    assert theme.INK not in figure.to_json() and theme.PAPER not in figure.to_json()


def test_a_table_is_a_dict_that_pandas_takes() -> None:
    frame = memory.times().table.frame()
    assert list(frame.columns) == list(memory.times().table) and len(frame) == memory.times().table.rows


def test_a_picture_has_keyword_settings_with_defaults_only() -> None:
    with pytest.raises(TypeError, match="keyword-only"):
        picture()(lambda length: View(SPEC, "No."))


def test_the_gallery_of_one_page_lists_its_views_alone() -> None:
    assert {name.partition(".")[0] for name in gallery("positions")["view"]} == {"positions"}
    with pytest.raises(ValueError, match=r"Expected a page, one of .*positions.*got 'position'"):
        gallery("position")
    assert list(dict.fromkeys(name.partition(".")[0] for name in gallery()["view"]))[:3] == [
        "home",
        "tokens",
        "positions",
    ]


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: positions.arrows(posit=3), TypeError, "got posit; did you mean position?"),
        (lambda: memory.bill(num_embeddings=3), TypeError, "did you mean vocab_size?"),
        (lambda: positions.heatmap(embedding_dim=8), TypeError, "did you mean dim?"),
        (lambda: memory.bill(50_257), TypeError, "by name: vocab_size=50257"),
        (lambda: memory.bill().table["byte"], KeyError, "Expected a column of item, bytes, .*; got byte"),
        (lambda: projection.word_map(table=[[1.0, 2.0], [3.0]]), ValueError, "rows of table to be numbers"),
        (lambda: positions.arrows().animate(foo=[1]), TypeError, "got foo; it has word, position"),
        (lambda: positions.arrows().animate(position=5), ValueError, r"Expected several values .* such as \[5\]"),
        (lambda: projection.file("."), ValueError, "Expected the path of a file"),
        (
            lambda: projection.word_map(colour=["a"] * 99),
            ValueError,
            r"^.{,400}; labels .*assign\(kind=labels\), colour=",
        ),
        (lambda: projection.word_map(table=3), ValueError, "a DataFrame or an array .*got int"),
        (lambda: check.quiz(replies={1: 0}), ValueError, r"Expected replies .* text.*got \{1: 0\}"),
        (lambda: check.quiz(replies={1: ["a", 1.5]}), ValueError, "Expected replies .* text"),
        (lambda: check.game(answers={1: 0}), ValueError, r"Expected answers .* in words.*got \{1: 0\}"),
        (lambda: check.game(answers={1: "foo"}), ValueError, "Expected answers .* in words"),
    ],
)
def test_what_a_notebook_gets_wrong_is_said(call, error, says) -> None:
    with pytest.raises(error, match=says):
        call()


def test_a_table_of_a_notebook_is_read_like_a_file() -> None:
    rows = np.random.default_rng(0).normal(size=(40, 4)).astype(np.float32)
    frame = pandas.DataFrame(rows)
    names = [f"w{row}" for row in range(40)]
    views = [projection.word_map(table=given) for given in (rows, frame.assign(word=names), frame.set_axis(names))]
    for view in views:
        np.testing.assert_array_equal(view.table["component 1"], views[0].table["component 1"])
    assert list(views[1].table["word"]) == list(views[2].table["word"]) == names
    assert "table=table" in views[0].call.code()


def test_a_question_holds_back_its_answer_and_is_in_no_call() -> None:
    view = memory.shares(model="GPT-3")
    before, guessed = view.at_question(False), view.at_question(guess="5 %")
    assert "GPT-3" not in str(before.spec.data) and "GPT-3" in str(view.spec.data)
    assert "your guess" in guessed.sentence and "your guess" not in before.at_question().sentence
    assert before.call.code() == guessed.call.code() == view.call.code()
    assert before.call.again(model="GPT-2 small").summary.endswith("after your guess.")
    times = memory.times()
    assert times.at_question(False).sentence == times.sentence, "its question is about another table"
    assert times.formulas and not times.at_question(False).formulas, "the formula has the answer"


@pytest.mark.parametrize("page", sorted({name.partition(".")[0] for name in gallery()["view"]}))
def test_a_page_lists_its_views_and_no_helpers(page: str) -> None:
    module = importlib.import_module(f"explorer.views.{page}")
    tables = {"file", "trained"} if page == "projection" else set()
    found = {name for name in dir(module) if not name.startswith("_")}
    assert found == set(module.__all__) == set(views_of(page)) | tables


def test_a_page_s_views_are_imported_when_they_are_asked_for() -> None:
    code = "from explorer import views; print(views.memory.bill().table.rows); views.memori"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "10\n" and "gallery() lists all; got memori" in done.stderr


def test_a_question_is_shown_without_computing_its_answer():
    drawn: list[bool] = []

    @picture(sorted)
    def both(*, size: int = 2) -> View:
        return with_question(lambda answered, _: drawn.append(answered) or View(None, f"{size} {answered}"))

    shown = both(size=3).at_question(False)
    assert shown.sentence == "3 False" and shown.call.again(size=4).sentence == "4 False" and drawn == [False, False]
    assert shown.at_question().sentence == both(size=3).sentence == "3 True"


def test_a_formula_is_markdown() -> None:
    text = str(Formula("x", {"x": "a number"}, "x is 2."))
    assert "$$\nx\n$$" in text and "- $x$: a number" in text


def test_what_the_page_draws_as_a_component_or_as_a_list_is_a_picture_in_a_notebook() -> None:
    chain = home.chain(text="The cat sat")
    (cells,) = chain.figure().data
    rows, _, sums = (cells.z[first : first + 8, :16] for first in (0, 9, 18))  # 128 numbers, 16 in a line, a gap
    np.testing.assert_allclose(rows[0, :4], [chain.table[f"row {n}"][0] for n in range(4)], rtol=1e-6)
    np.testing.assert_allclose(sums[0, :4], [chain.table[f"sum {n}"][0] for n in range(4)], rtol=1e-6)
