"""Lookup: the rows of the ids, and a check that a lookup equals one-hot × table, with the cost of each."""

from typing import Any, cast

import numpy as np
import streamlit as st

from explorer import embedding_pipeline, ui
from explorer.embedding_pipeline import Proof, Table
from explorer.embedding_pipeline.onehot_product import RUNS
from explorer.questions import Question
from explorer.ui.tokens import table_choice
from explorer.ui.tokens.tokenized_text import TokenizedText, current
from explorer.views import View
from explorer.views import tokens as views
from explorer.views.text_settings import Public
from explorer.wording import count, decimal, spell_seconds, tiny

PART = ui.Part(
    "Rows",
    question="How does a number pick a row?",
    why="A number alone says nothing about meaning, so each [[token id]] picks one row of a [[table]] of "
    "numbers: that row, a [[vector]], is all that the model gets to know about the token.",
    look="The framed row is the one whose number is the token’s id.",
    stations=("token ids", "rows"),
    shown=table_choice.describe,
)


def _proof(ids: tuple[int, ...], encoding: str, init: str, seed: int, run: int) -> Proof:
    """Check of the lookup, cached in the session, since ids are the visitor's text; `run` counts the measurements."""
    wanted = ids, encoding, init, seed, run
    kept: tuple[object, Proof] | None = st.session_state.get("_t_proof")
    if kept is None or kept[0] != wanted:
        kept = (
            wanted,
            embedding_pipeline.prove(
                np.array(ids, np.int64), embedding_pipeline.table_for(encoding, init, seed).weight
            ),
        )
        st.session_state["_t_proof"] = kept
    return kept[1]


def _show_ways(typed: TokenizedText, view: View, table: Table) -> None:
    """Draw the cost of both methods: counted, and timed on request, since that reads the table three times."""
    ids, runs = view.table["id"], int(st.session_state.get("t_runs", 0))
    tokens, V, D = len(ids), table.vocab_size, table.embed_dim
    proof = _proof(tuple(ids.tolist()), typed.encoding, *table_choice.chosen_start(), runs) if runs else None
    row_bytes = table.weight.nbytes // V
    lines = [
        f"| {count(tokens, 'token')} | pick the rows | one-hot × table |",
        "|---|---|---|",
        f"| numbers multiplied | 0 | {tokens * V * D:,} |",
        f"| bytes of the table read | {decimal(tokens * row_bytes)} | {decimal(V * row_bytes)} |",
        f"| bytes of the one-hot matrix | 0 | {decimal(tokens * V * 4)} |",
    ]
    if proof is not None:
        picked, product = proof.lookup_seconds, proof.one_hot_seconds
        lines += [
            f"| fastest of {RUNS} on this server | {spell_seconds(picked)} | {spell_seconds(product)} |",
            f"| median of {RUNS} | {spell_seconds(proof.lookup_median)} | {spell_seconds(proof.one_hot_median)} |",
        ]
    sentence = "A [[one-hot]] row has a single 1, so the product adds up one row and a lot of zeros."
    if proof is not None:
        sentence = (
            f"Largest difference between the two results: **{tiny(proof.difference)}**. {sentence} The bytes of the "
            f"table are counted as it is stored, {table.weight.dtype}. Both times are of float32 numbers that lie "
            "ready in memory, on one thread: what it takes to turn the table into float32 and to write the one-hot "
            "matrix down is left out on both sides."
        )
    ui.write("\n".join(lines) + f"\n\n{sentence}")
    words = "Measure again" if runs else "Do it both ways"
    st.button(words, key="t_measure", on_click=st.session_state.update, args=({"t_runs": runs + 1},))


def _show_rows(settings: dict[str, Any], table: Table) -> None:
    """Draw the rows of the text, and the same one by one: Play moves each from the table to its token."""
    ui.show("t_rows", views.rows(**settings))
    table_choice.omitted_note(table)
    most = len(views.picking(**settings).table["id"])
    picked, moves = ui.step_field("picked", most, "Rows picked", key="t_picked")
    ui.show("t_picking", views.picking(**settings, picked=picked), moves=moves)


def _show_starts(typed: TokenizedText) -> None:
    encoding, (_, seed) = cast(Public, typed.encoding), table_choice.chosen_start()
    ui.show("t_starts", views.starts(encoding=encoding, seed=seed))


def show() -> None:
    """Draw the rows of the selected token's line, the check, and the initializer of an untrained table."""
    typed = current()
    if not len(typed.tokens()):
        return
    table = table_choice.table_of(typed)
    table_choice.about(typed, table)
    if not table.trained:
        with ui.controls("t_rows"):
            ui.ask(views.rows, "init", "seed")
        table = table_choice.table_of(typed)
    settings = typed.settings() | table_choice.settings(typed)
    view = views.rows(**settings)
    shown = views.one_hot(**settings)
    i = int(typed.tokens().ids[typed.token])
    lists = f"1 for row {i:,}, 0 for all others", f"{2 if i == 1 else i:,} for each row", "1 for each row"
    guess = ui.predict(
        Question(
            f"A table can be read by multiplying: a number times each of its {table.vocab_size:,} rows, then all added "
            f"up. Which numbers leave row {i:,} alone?",
            lists,
            key="t_guess_one_hot",
        ),
        answer=lists[0],
        because=f"**By a list of zeros with a 1 at number {i:,}: 0 times a row is nothing, 1 times row {i:,} is that "
        "row.** A program doesn’t multiply at all: it reads the one row.",
        hint="What must happen to all the other rows?",
    )
    ui.show("t_one_hot", guess.draw_in(shown))
    ui.formulas("t_rows", view.formulas)
    ui.later(
        "t_rows_more", "All rows of your text, picked one by one", _show_rows, settings, table, opened_by=("t_picked",)
    )
    ui.later("t_ways_more", "What each way costs: picking rows, or one-hot × table", _show_ways, typed, view, table)
    if not table.trained:
        ui.later("t_starts_more", "Four ways to start a table", _show_starts, typed)
