"""The same words in another order: two bags that are equal, and one word whose vector knows its place."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import chain, tokenizers, ui
from explorer.chain.bags import BagRequest, BagResult, bags
from explorer.content.en import questions
from explorer.figures.theme import token_color
from explorer.figures.tokens import bags as figures
from explorer.scripts import tokens as scripts
from explorer.ui.tokens import tables
from explorer.ui.tokens.typed import Typed, current
from explorer.wording import count, fixed, in_brackets, number

PART = ui.Part(
    "Dog bites man",
    why="“dog bites man” and “man bites dog” are made of the same words, and one of them is news: a model that only "
    "adds up [[row|rows]] can't tell them apart, and a [[vector]] for each word's place is the first step to that.",
    look="The first two rows of cells: the two sums. Then the last two: one word, at its two places.",
    stations=("rows", "+ positions"),
)
FIRST, SECOND = "dog bites man", "man bites dog"
LONGEST = 200
SUMMED = 6
"""Rows whose numbers are written out below the formula."""


def summary(result: BagResult, label: str, *, places: bool = True) -> str:
    """Both sums, and with `places` the token that moved, in words."""
    bag = (
        f"As bags: the same {count(len(result.ids[0]), 'token')} in both, and the two sums of rows differ by "
        f"{number(result.gap)}."
        if result.same_bag
        else f"As bags: not the same tokens ({_both(*map(len, result.ids))}), so the sums of rows differ, by up to "
        f"{number(result.gap)}."
    )
    if not places:
        return bag
    if result.token is None:
        beyond = max(map(len, result.ids)) > result.positions
        among = f" among the first {result.positions}, for which the table has positions" * beyond
        return f"{bag} As sequences: no token stands at another place{among}."
    here, there = result.places
    return (
        f"{bag} As sequences: “{label}” stands at place {here} in the first and at place {there} in the second; with "
        f"its place added its vectors are {number(result.moved)} apart."
    )


def _both(first: int, second: int) -> str:
    """How many tokens two sentences have.

    >>> _both(1, 1), _both(3, 4)
    ('1 in each', '3 and 4')
    """
    return f"{first} in each" if first == second else f"{first} and {second}"


def _formula(typed: Typed, result: BagResult) -> None:
    """The sum of the first sentence's rows, its first number worked out."""
    ids, total = result.ids[0], float(result.sums[0][0])
    first = [float(x) for x in chain.rows_of(ids[:SUMMED], tables.table_of(typed))[:, 0]]
    terms = " + ".join(in_brackets(fixed(x, 4)) for x in first) + " + …" * (len(ids) > SUMMED)
    ui.formula(
        "t_bags",
        r"s = \sum_{t=0}^{n-1} E[i_t] \qquad x_t = E[i_t] + P[t]",
        {
            "s": "the sum of all rows: the bag",
            "n": f"tokens of the sentence: {len(ids)} in the first",
            "i_t": "the [[token id]] at place t, counted from 0",
            "E[i_t]": "its [[row]] in the table",
            "P[t]": "the row of place t",
            "x_t": "the vector that knows its place",
        },
        f"The first number of the first sum: {terms} = {fixed(total, 4)}. (Each is rounded by itself.) In another "
        "order the same numbers are added.",
    )


def show() -> None:
    """Two sentences, the picture, and the question whether a sum knows the order."""
    typed = current()
    with ui.controls("t_bags"):
        left, right = st.columns(2)
        first = ui.typed.line("First sentence", FIRST, key="t_bag_first", most=LONGEST, place=left)
        second = ui.typed.line("Second sentence", SECOND, key="t_bag_second", most=LONGEST, place=right)
    tables.about(typed, tables.table_of(typed))
    tables.fresh_start(typed, "t_bags")
    if not first.strip() or not second.strip():
        st.info("Expected two sentences, got an empty one. Write the same words in another order.")
        return
    # A space in front makes the first word the same token as anywhere else in the sentence.
    request = BagRequest(f" {first.strip()}", f" {second.strip()}", typed.encoding, *tables.chosen_start())
    result = bags(request)
    (piece,) = tokenizers.token_bytes([result.token or 0], typed.encoding)
    label = tokenizers.token_label(piece)
    places = result.token is not None and not ui.guide.hides("t_bag_places")  # the path adds them a step later
    rows = [*result.sums, *result.vectors] if places else [*result.sums]
    names = ["sum of rows, first", "sum of rows, second"]
    names += [f"{label} at place {place}" for place in result.places]
    ui.picture(
        "t_bags",
        figures.bags(np.stack(rows), names[: len(rows)], [None, None, *[token_color(piece)] * (len(rows) - 2)]),
        summary=summary(result, label, places=places or result.token is None),
        table=lambda: ui.Table({"dimension": np.arange(len(rows[0])), **dict(zip(names, rows, strict=False))}, "bags"),
        script=lambda: scripts.bags(request),
    )
    _formula(typed, result)
    ui.predict(
        *questions.BAG,
        answer="No",
        because="A sum has no order: a + b + c is c + b + a. A place added to each vector is still lost in a plain sum "
        "(see Order). It helps once each vector is bent by a function, or compared with the others as attention does, "
        "before anything is added up.",
        hint="Does 2 + 3 + 5 tell you which number came first?",
    )
