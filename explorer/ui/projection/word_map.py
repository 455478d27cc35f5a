"""Word map: every row of a table as a dot, found words and their neighbours, and the map's quality."""

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.content.en.task_feedback import maps
from explorer.data.uploads.limits import LONGEST_LABEL
from explorer.ui.frame import step_size
from explorer.ui.frame.ask import begins
from explorer.ui.projection.on_map import axis_controls, colour_controls, map_quality, word_search
from explorer.ui.projection.on_map.word_search import Window
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.views import projection as views
from explorer.views.projection import variance_text
from explorer.views.projection.colouring import KINDS, highlighted, to_begin_with
from explorer.views.projection.colouring import column as column_of
from explorer.views.projection.component_shares import GUESSED, first_two, random_of
from explorer.views.projection.table_source import Source
from explorer.views.setting import Choice, Text, settings_of
from explorer.wording import share

FLAT, DEEP, SPECTRUM = "2D", "3D", "Spectrum"
PART = ui.Part(
    "Map",
    question="Can I believe a map?",
    why="A word has hundreds of numbers, and paper has two: the [[principal component|principal components]], along "
    "which the rows differ most.",
    look="Do words of one kind lie together? Are a word's true neighbours still beside it?",
    looks={("j_view", SPECTRUM): "How many directions hold half of what the rows differ by?"},
    implied_by=("j_table", "j_find", "j_view", "j_colour", "j_kinds", "j_c1", "j_c2", "j_k", "j_compare", "j_guess"),
)

KEY = "j_map"
FIND = Text(
    "Find words",
    "king",
    4 * LONGEST_LABEL,
    key="j_find",
    help="One or several, with commas between; a word that holds a comma itself stands in quotes. The first is "
    "examined below. A click on a dot does the same.",
)
MORE = {name: settings_of(views.word_map)[name] for name in ("kinds", "labels", "neighbours")}
"""Settings under “More”, beside the components and the switches."""
BEGINS = begins(views.word_map, *MORE) | axis_controls.BEGINS | table_choice.BEGINS
"""Defaults of the controls under “More”."""


def show() -> None:
    """Draw the table as dots, or the shares of the components."""
    if (word := st.session_state.pop("j_clicked", None)) is not None:
        st.session_state["j_find"] = word
    box = ui.controls(KEY)
    with box:
        words, line = st.container(), ui.row()
        choices = (FLAT, DEEP) if step_size.step() is not None else (FLAT, DEEP, SPECTRUM)
        drawn = ui.control(Choice("View", FLAT, choices, key="j_view"), line)
        where = table_choice.choose(line, nearness=drawn != SPECTRUM)
        if where is None:
            return
        first = "king" if where.table.find("king") is not None else where.table.words[0]
    if drawn == SPECTRUM:
        show_spectrum(where, line)
    else:
        _show_map(where, box, words, line, first, flat=drawn == FLAT)


def _asked(line: DeltaGenerator, where: Source, first: str) -> str:
    before = st.session_state.get("_j_words_of", where.key)
    st.session_state["_j_words_of"] = where.key
    typed = "j_find" in st.query_params or where.table.has(st.session_state.get("j_find", first))
    if before != where.key and not typed:
        st.session_state["j_find"] = first  # the old one was the previous table's default
    # A step judges what is typed, once it is. Streamlit reads a pause with units by pandas: 0.3 s and 65 MB.
    return str(ui.control(replace(FIND, default=first), line, live=step_size.step() is None))


def _show_map(
    where: Source, box: DeltaGenerator, words: DeltaGenerator, line: DeltaGenerator, first: str, *, flat: bool
) -> None:
    table = where.table
    with box:
        if st.session_state.get("_j_coloured") != where.key:
            st.session_state["_j_coloured"] = where.key
            if st.session_state.get("j_colour", KINDS) == KINDS and "j_colour" not in st.query_params:
                st.session_state["j_colour"] = to_begin_with(where)
        colour = ui.ask(views.word_map, "colour", at=line, given={"table": where})["colour"]
        st.session_state["_j_map_colour"] = where.key, colour  # the default of other parts that draw the table
        light = axis_controls.light(words) if step_size.step() is not None else 0
        typed = _asked(words, where, first)
        wanted = colour_controls.ask(colour) if column_of(where, colour) is not None else ""
    closed = BEGINS | ({} if flat else axis_controls.DEEP) | (colour_controls.BEGINS if colour == KINDS else {})
    more: dict[str, Any] = {name: setting.default for name, setting in MORE.items()} | {"components": (light, 1, 2)}
    if (folded := ui.lazy_expander(st.expander, "More", f"{KEY}_more", closed)) is not None:
        with folded:
            more = _more(where, flat)
            wanted = colour_controls.ask(colour) if colour == KINDS else wanted
    recipe = table_choice.fitting(where)
    last = len(table_choice.space(where, recipe).pca.components) - 1
    components = tuple(min(c, last) for c in more["components"][: 2 if flat else 3])
    step = step_size.step()
    in_step = step is not None
    # The words that a step compares stay beside the visitor's until the light has parted them.
    compared = "" if step is None or maps.parted({"j_c1": light + 1}) else f"{step.state.get('j_find', '')}, "
    with words:  # at their field
        found = word_search.find(table, compared + typed)
    examined = found[0] if found and more["neighbours"] else None
    closer = in_step or map_quality.believe(where, recipe, components, examined, more["neighbours"])
    map_key = (where.key, recipe, components, found if closer else ())  # that picture is cut to a word's marks
    seen = st.session_state.get("j_window") if flat else None
    window: Window | None = seen[1] if seen and seen[0] == map_key else None
    of_words, chosen = colour == KINDS, more["kinds"] if colour == KINDS else ()
    column = column_of(where, colour, chosen)
    marked = highlighted(where, colour, wanted, chosen)
    near = 0 if in_step and len(found) > 1 else more["neighbours"]  # those are compared with each other
    view = views.word_map(
        **table_choice.settings(where),
        **nearness.settings(),
        components=tuple(each + 1 for each in components),
        find=tuple(map(table.name_of, found)),
        neighbours=near,
        colour=colour,
        kinds=more["kinds"],
        wanted=wanted,
        labels=more["labels"],
        window=window,
        axes=not in_step,
        closer=closer,
    )
    ui.show(
        KEY,
        view,
        events=("click",) if in_step or not flat else ("click", "view"),
        above=partial(colour_controls.beside, f"{KEY}_kinds", column, marked, wanted) if column and of_words else None,
        follow=partial(word_search.follow, table=table, map_key=map_key, window=window),
    )
    if column is not None and not of_words:
        colour_controls.legend(f"{KEY}_legend", column, marked, wanted)
    ui.formulas(KEY, view.formulas)


def _more(where: Source, flat: bool) -> dict[str, Any]:
    settings, line = ui.ask(views.word_map, "kinds", at=st.container()), ui.row()
    settings |= {"components": axis_controls.ask(where, 2 if flat else 3, line)} | ui.ask(
        views.word_map, "labels", at=line
    )
    line = ui.row("bottom")
    table_choice.preprocessing_switches(where, line)
    return settings | ui.ask(views.word_map, "neighbours", at=line)


SPECTRUM_KEY = "j_scree"


def answer(held: float) -> str:
    """The right option for the share of two components.

    >>> [answer(variance_text) for variance_text in (0, 0.099, 0.1, 0.29, 0.3, 0.6, 1)]
    ['under 10 %', 'under 10 %', '10 to 30 %', '10 to 30 %', '30 to 60 %', 'over 60 %', 'over 60 %']
    """
    return [name for name, (low, _) in GUESSED.items() if 100 * held >= low][-1]


def show_spectrum(where: Source, line: DeltaGenerator) -> None:
    """Draw the components' shares of the variance beside a random table's, and the effect of the three switches."""
    recipe = table_choice.preprocessing_switches(where, line)
    picked = line.container(width="content")
    settings = ui.ask(views.spectrum, "shown", given={"table": where, **vars(recipe)}, folded=(SPECTRUM_KEY, "More"))
    space, gone = table_choice.space(where, recipe), variance_text.removed_note(recipe)
    two = space.pca.explained(first_two(space))
    in_random = share(float(random_of(where)[:2].sum()), digits=3)
    guess = ui.predict(
        shared_page_questions.MAP_SHARE.with_values(what=f"the variance{gone}" if gone else "this table's variance"),
        answer=answer(two),
        hint=f"in a random table of this shape, components 1 and 2 hold {in_random}; words are more alike than that.",
        because=f"**Components 1 and 2 hold {share(two, digits=3)}.**",
    )
    if guess:
        settings = ui.ask(views.spectrum, "kept", at=picked, given=settings)
    view = guess.draw_in(views.spectrum(**settings))
    last = min(settings["shown"], len(space.pca.components))
    moves = ui.moves(views.spectrum, "kept", range(1, last + 1), play=True)
    ui.show(SPECTRUM_KEY, view, moves=moves if guess else None, formulas=True)
