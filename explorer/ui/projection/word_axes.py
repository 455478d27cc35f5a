"""Word axes: differences of words as axes (she − he, good − bad), and other words' coordinates along them."""

import streamlit as st

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.data.uploads.limits import LONGEST_LABEL
from explorer.questions import Question
from explorer.ui.frame import style
from explorer.ui.projection.table import table_choice
from explorer.ui.projection.word_lists import beside
from explorer.views import Table
from explorer.views import projection as views
from explorer.views.projection.named_axes import GENDER, VALUE, WORDS, axes_of, furthest
from explorer.views.setting import Text
from explorer.wording import count, signed, verb

PART = ui.Part(
    "Word axes",
    question="Where does a word lie between he and she?",
    why="The step from one word's [[row]] to another's is a direction along which any word can be placed: between he "
    "and she, or between bad and good.",
    look="In the grey band a word is nothing unusual. A line through a dot: where other pairs of words would put it.",
)

KEY = "j_ruler"
MOST = 4 * LONGEST_LABEL
"""Maximum length of an axis's typed pairs."""
HELP = (
    "Two words with a comma between, or several such pairs with semicolons: he, she; man, woman. A word with a comma "
    "of its own stands in quotes"
)


ACROSS = Text("Axis across: from, to", GENDER, MOST, key="j_across", help=f"{HELP}.")
LEFT_EMPTY = "Leave it empty to see how far each word lies from the first axis instead."
UP = Text("Axis up: from, to", VALUE, MOST, key="j_up", help=f"{HELP}. {LEFT_EMPTY}")


def _held_back(table: Table) -> tuple[str, ...]:
    words, size = table["word"], table.rows
    return tuple(sorted({words[at] for at in (size // 3, 2 * size // 3, size - 1)}))


def _guess_furthest(choices: tuple[str, ...], table: Table) -> ui.Guess:
    words, along, *_ = table.values()
    (first, *_, last), (low, *_, high) = words, along
    return ui.predict(
        Question(
            f"{count(len(choices), 'word')} {verb(len(choices), 'is', 'are')} not drawn yet. Which lies furthest "
            "towards she, woman, girl?",
            choices,
            key="j_guess_end",
        ),
        answer=max(choices, key=list(words).index),
        because=f"**Here from {first}, furthest towards he ({signed(low, 2)}), to {last}, furthest towards she "
        f"({signed(high, 2)}).** Training puts rows together whose words the texts use alike. So the order tells of "
        "those texts, not of people.",
    )


def show() -> None:
    """Draw the chosen difference as an axis, and words along it."""
    with ui.controls(KEY):
        line = ui.row()
        where = table_choice.choose(line)
        if where is None:
            return
        line = st.container()  # a line for each axis, or its pairs would be cut
        across, upward = ui.control(ACROSS, line), ui.control(UP, line)
        settings = ui.ask(views.word_axes, "words", at=st.container())
    axes = (across, upward) if upward.strip() else (across,)
    try:
        # In presenter mode the upward axis has no room for more.
        named = 1 if style.presenting() else 3
        given = table_choice.settings(where) | {"named": named, "axes": axes}
        view = views.word_axes(**given, **settings)
        if settings["words"] == WORDS.start({}) and across == GENDER:  # never a visitor's words
            held_back = _held_back(view.table)
            if not _guess_furthest(held_back, view.table):
                left = [word for word in view.table["word"] if word not in held_back]
                view = views.word_axes(**given, words=", ".join(left))
    except ValueError as problem:
        st.warning(escape_markdown(str(problem)))
        return
    ui.show(KEY, view)
    recipe = table_choice.fitting(where)
    if lists := furthest(where, recipe, axes_of(where, recipe, axes)[0][0]):
        ui.later("j_furthest_more", "Which of all words lie furthest out?", beside, *lists)
    st.markdown(
        "A place shows what training on the table's texts left in its rows, their prejudices included, and chance. It "
        "doesn't say what is true of people, what anybody thinks, or how a program with this table will act; other "
        "words for the ends give other places. Association tests measure the same with numbers "
        "([Caliskan, Bryson and Narayanan, 2017](https://arxiv.org/abs/1608.07187)) and have the same limits."
    )
    ui.formulas(KEY, view.formulas)
