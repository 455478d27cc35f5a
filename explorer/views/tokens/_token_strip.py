"""Token strip: the text as bytes, tokens and ids, and all facts on the selected token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Unpack

import numpy as np

from explorer import tokenizers
from explorer.data.cache import cached
from explorer.embedding_pipeline import Tokens, tokenize
from explorer.excerpt import first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.theme import token_color
from explorer.views.formula import Formula
from explorer.views.table import LazyColumn, Table
from explorer.views.tokens.settings import SelectedToken, read
from explorer.views.view import View, picture
from explorer.wording import count, number

MOST_ROWS = 500_000
"""Maximum tokens in the table, the first ones of a longer text."""
BOXES = 200
"""Maximum tokens drawn in a notebook."""
SUMMED = 8
"""Maximum tokens whose bytes are written out in the formula's sum."""


@picture(tokenize)
def strip(
    **shared: Unpack[SelectedToken],
) -> View:
    """Tokenization of a text, with the id and the bytes of each token; the page draws them as boxes.

    >>> strip(text="cat").table["id"].tolist()
    [9246]
    """
    tokens, token = read(shared), int(shared["token"])
    return View(
        None,
        _sentence(tokens, token),
        lambda: _table(tokens),
        (_formula(tokens, token),),
        left_out=ranges("In the table", first_of("token", range(len(tokens)), MOST_ROWS)),
        drawn=lambda: _boxes(tokens, token),
    )


def _boxes(tokens: Tokens, token: int) -> Spec:
    """The first boxes, for a notebook, with a note on the others."""
    shown = min(len(tokens), BOXES)
    pieces = [tokens.data[slice(*tokens.span(at))] for at in range(shown)]
    made = [
        (escape(tokenizers.token_label(piece)), int(number), token_color(piece))
        for piece, number in zip(pieces, tokens.ids[:shown], strict=True)
    ]
    ends = [int(end) for end in tokens.starts if end < shown]
    lines = [made[first:last] for first, last in zip(ends, [*ends[1:], shown], strict=True)]
    part = first_of("token", range(len(tokens)), BOXES)
    return _draw_boxes(lines, token, str(part) * part.cut)


@cached(8, expires=True)
def _characters(tokens: Tokens) -> int:
    return tokenizers.count_characters(tokens.data.decode("utf-8"))


def _sentence(tokens: Tokens, token: int) -> str:
    first, last = tokens.span(token)
    piece = tokens.data[first:last]
    line, position = tokens.locate(token)
    empty = f", {count(tokens.blank_lines, 'empty line')} left out" if tokens.blank_lines else ""
    lines = f" in {count(tokens.line_count, 'line')}" if tokens.line_count > 1 or empty else ""
    where = f" at line {line + 1}, position {position}" if lines else ""
    written = f": {piece.hex(' ').upper()}" if len(piece) < 40 else ""
    special = tokenizers.is_special(int(tokens.ids[token]), tokens.encoding)
    its = "it has" if not special else "it is a special token, which no merges make: its name is written with"
    ids = ", ".join(str(each) for each in tokens.ids[:8])
    return (
        f"The model sees {count(len(tokens), 'number')}, {ids}{' …' * (len(tokens) > 8)}: "
        f"{count(_characters(tokens), 'character')}, stored as {count(len(tokens.data), 'byte')}, cut into "
        f"{count(len(tokens), 'token')}{lines}{empty}. Selected: “{tokenizers.token_label(piece)}”{where}. Its id "
        f"is {tokens.ids[token]}, and {its} {count(len(piece), 'byte')}{written}."
    )


def _table(tokens: Tokens) -> Table:
    rows = min(len(tokens), MOST_ROWS)
    lines = np.searchsorted(tokens.starts, np.arange(rows), side="right") - 1

    def written(how: Callable[[bytes], str]) -> LazyColumn:
        return LazyColumn(rows, lambda a, b: list(map(how, tokenizers.token_bytes(tokens.ids[a:b], tokens.encoding))))

    return Table(
        {
            "token": range(rows),
            "line": lines + 1,
            "position": np.arange(rows) - tokens.starts[lines],
            "text": written(tokenizers.token_label),
            "id": tokens.ids[:rows],
            "bytes": written(lambda piece: piece.hex(" ").upper()),
        },
        "tokens",
        of=len(tokens),
    )


def _formula(tokens: Tokens, token: int) -> Formula:
    line, _ = tokens.locate(token)
    lengths = tokenizers.token_lengths(tokens.line_ids(line), tokens.encoding)
    total = int(lengths.sum())
    terms = " + ".join(map(str, lengths[:SUMMED].tolist())) + " + …" * (len(lengths) > SUMMED)
    return Formula(
        r"B = b_1 + b_2 + \dots + b_n",
        {
            "B": f"[[bytes]] of the selected token's line: {total:,}",
            "n": f"tokens that it is cut into: {len(lengths):,}",
            "b_1": f"bytes of its first token: {lengths[0]}",
        },
        f"{terms} = {count(total, 'byte')}: each byte is in one token and in no other, so the tokens put "
        f"together are the line again. Bytes per token, on average: {total:,} / {len(lengths):,} = "
        f"{number(total / len(lengths))}.",
    )


ROW, LETTER, ACROSS = 64, 9.5, 720
"""Pixels: a line of boxes, a letter of the code font, and the width that a line fills."""


def _draw_boxes(lines: Sequence[Sequence[tuple[str, int, str]]], selected: int, cut: str = "") -> Spec:
    """The boxes of lines of tokens, each a label, an id and a colour; a full line goes on below.

    `cut`: what is said of those that are not drawn.

    >>> spec = _draw_boxes([[("The", 464, "#8179CD"), ("␣cat", 3797, "#8179CD")]], 1)
    >>> [note["text"] for note in spec.layout["annotations"]]
    ['The<br><sub>464</sub>', '<b>␣cat</b><br><sub>3797</sub>']
    """
    notes: list[dict[str, Any]] = []
    row = 0
    for line in lines:
        at = 0.0
        for label, nth, colour in line:
            wide = LETTER * max(len(label), len(str(nth))) + 14
            if at and at + wide > ACROSS:
                row, at = row + 1, 0.0
            chosen = len(notes) == selected
            notes.append(
                {
                    "text": f"{f'<b>{label}</b>' if chosen else label}<br><sub>{nth}</sub>",
                    "x": at,
                    "y": row + 0.5,
                    "xanchor": "left",
                    "showarrow": False,
                    "width": wide - 12,
                    "font": {"family": "monospace", "size": 15},
                    "bgcolor": theme.clear(colour, 0.18),
                    "bordercolor": theme.INK if chosen else colour,
                    "borderwidth": 3 if chosen else 1,
                    "borderpad": 3,
                }
            )
            at += wide
        row += 1
    hidden: dict[str, Any] = {"showticklabels": False, "ticks": "", "showgrid": False, "fixedrange": True}
    made = layout(cut, "", ROW * row + 76, x={**hidden, "range": [0, ACROSS]}, y={**hidden, "range": [row, 0]})
    made["margin"] = {"l": 8, "r": 8, "t": 12, "b": 64}
    return Spec([{"type": "scatter", "x": [], "y": []}], made | {"annotations": notes})
