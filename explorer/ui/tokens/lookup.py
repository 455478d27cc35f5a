"""Part 3: the rows that the ids pick, and the proof that picking equals one-hot × table, with what each costs."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import chain, tokenizers, ui
from explorer.chain import ChainRequest, Proof
from explorer.chain.onehot import RUNS
from explorer.figures.theme import token_color
from explorer.figures.tokens import rows as figures
from explorer.scripts import tokens as scripts
from explorer.ui.tokens import tables
from explorer.ui.tokens.typed import Typed, current
from explorer.wording import count, decimal, fixed, number, spell_seconds, tiny

PART = ui.Part(
    "Rows",
    why="A number alone says nothing about meaning, so each [[token id]] picks one row of a [[table]] of "
    "numbers: that row, a [[vector]], is all that the model gets to know about the token.",
    look="The row with the arrow ▸: it belongs to the token you chose. Blue is below zero, orange above, white near "
    "zero.",
    stations=("token ids", "rows"),
)

DRAWN = 32


def ids_of_line(typed: Typed) -> tuple[NDArray[np.int64], int, int]:
    """The first ids of the selected token's line, the line, and the selected token's place in it."""
    tokens = typed.tokens()
    line, position = tokens.place(typed.token)
    return tokens.line(line)[:DRAWN], line, position


def labels(typed: Typed, ids: NDArray[np.int64], marked: int) -> list[str]:
    """One label per row; the selected token's has an arrow."""
    pieces = tokenizers.token_bytes(ids, typed.encoding)
    return [f"{'▸ ' if i == marked else ''}{tokenizers.token_label(piece)}" for i, piece in enumerate(pieces)]


def colors(typed: Typed, ids: NDArray[np.int64]) -> list[str | None]:
    """Each token's own colour."""
    return [token_color(piece) for piece in tokenizers.token_bytes(ids, typed.encoding)]


def _proof(ids: tuple[int, ...], encoding: str, init: str, seed: int, run: int) -> Proof:
    """`run` counts the visitor's wishes to measure again. Kept in the session: ids are the visitor's text."""
    asked = ids, encoding, init, seed, run
    kept: tuple[object, Proof] | None = st.session_state.get("_t_proof")
    if kept is None or kept[0] != asked:
        kept = asked, chain.prove(np.array(ids, np.int64), chain.table_for(encoding, init, seed).weight)
        st.session_state["_t_proof"] = kept
    return kept[1]


def options_of(typed: Typed, **more: object) -> dict[str, object]:
    """What a displayed script has to pass besides text and encoding: everything that is not at its default."""
    init, seed = tables.chosen_start()
    chosen: dict[str, object] = {
        "allow_special": typed.allow_special,
        "one_sequence": typed.one_sequence,
        **({} if typed.encoding in chain.TRAINED else {"init": init, "seed": seed}),
        **more,
    }
    default = ChainRequest("")
    return {name: value for name, value in chosen.items() if value != getattr(default, name)}


def start_of(typed: Typed) -> tuple[str, int] | None:
    """Initializer and seed of a fresh table; None for a trained one."""
    return None if typed.encoding in chain.TRAINED else tables.chosen_start()


def _show_ways(tokens: int, table: chain.Table, proof: Proof | None) -> None:
    """What both ways take: counted, and timed where the visitor asked for it (that reads the table three times)."""
    V, D = table.vocab_size, table.embed_dim
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
    said = "A [[one-hot]] row has a single 1, so the product adds up one row and a lot of zeros."
    if proof is not None:
        said = (
            f"Largest difference between the two results: **{tiny(proof.difference)}**. {said} The bytes of the table "
            f"are counted as it is stored, {table.weight.dtype}. Both times are of float32 numbers that lie ready in "
            "memory, on one thread: what it takes to turn the table into float32 and to write the one-hot matrix down "
            "is left out on both sides."
        )
    ui.say("### Picking a row = one-hot × table\n\n" + "\n".join(lines) + f"\n\n{said}")


def _once_more() -> None:
    st.session_state["t_runs"] = int(st.session_state.get("t_runs", 0)) + 1


def show() -> None:
    """Rows of the selected token's line, the proof, and for fresh tables the choice of a start."""
    typed = current()
    if not len(typed.tokens()):
        return
    table = tables.table_of(typed)
    tables.about(typed, table)
    if not table.trained:
        with ui.controls("t_rows"):
            tables.start_controls()
        table = tables.table_of(typed)
    ids, line, position = ids_of_line(typed)
    values = chain.rows_of(ids, table)
    names = labels(typed, ids, position)
    cut = len(typed.tokens().line(line))
    drawn = f" The first {len(ids)} of {cut:,} tokens are drawn." if cut > len(ids) else ""
    chosen = tokenizers.token_label(tokenizers.token_bytes([typed.tokens().ids[typed.token]], typed.encoding)[0])
    row = chain.rows_of(typed.tokens().ids[typed.token : typed.token + 1], table)[0]
    ui.picture(
        "t_rows",
        figures.rows(values, names, colors(typed, ids)),
        summary=(
            f"Each line is one row of the table, {table.embed_dim} numbers. Token “{chosen}” picks row "
            f"{typed.tokens().ids[typed.token]:,}: it starts {', '.join(fixed(float(value), 4) for value in row[:6])} "
            f"… and its length, the root of the sum of its squares, is {float(np.linalg.norm(row)):.3f}. The darkest "
            f"colours stand for ±{number(figures.limit(values))} and beyond.{drawn}"
        ),
        table=lambda: ui.Table(
            {
                "token": names,
                "id": ids,
                **{f"dim {d}": values[:, d] for d in range(table.embed_dim)},
            },
            "rows",
        ),
        script=lambda: scripts.lookup(
            typed.text,
            typed.encoding,
            typed.token,
            line,
            typed.allow_special,
            typed.one_sequence,
            start_of(typed),
            DRAWN,
        ),
    )
    tables.left_out(table)
    V, D = table.vocab_size, table.embed_dim
    i = int(typed.tokens().ids[typed.token])
    ui.formula(
        "t_rows",
        r"x = E[i] = \sum_{v=0}^{V-1} \mathrm{onehot}(i)_v \, E[v]",
        {
            "E": f"the table, {V:,} rows of {D} numbers",
            "V": f"the number of rows, one for each [[token]] of the [[vocabulary]]: {V:,}",
            "i": f"the [[token id]] that picks the row: {i:,}",
            r"\mathrm{onehot}(i)_v": "1 where v is i, and 0 in all other places",
            "x": "the row that comes out, the token's [[vector]]",
        },
        f"Here: of {V:,} terms one is not zero, 1 × E[{i:,}], which begins {fixed(row[0], 4)}, {fixed(row[1], 4)}. "
        "So the sum is that row, and a program reads it off instead of adding.",
    )
    if ui.guide.hides("t_rows_one_hot"):
        return
    init, seed = tables.chosen_start()
    runs = int(st.session_state.get("t_runs", 0))
    _show_ways(len(ids), table, _proof(tuple(ids.tolist()), typed.encoding, init, seed, runs) if runs else None)
    st.button("Measure again" if runs else "Do it both ways", key="t_measure", on_click=_once_more)
    if not table.trained:
        st.markdown("### Four ways to start")
        tables.starts(typed)
