"""Merges: how byte-pair encoding built the selected word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from explorer import tokenizers
from explorer.excerpt import Excerpt, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.tokens.row_labels import ticks
from explorer.tokenizers import Ladder, merge_ladder, token_label
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.tokens.settings import SelectedToken, read
from explorer.views.view import View, picture, with_question
from explorer.wording import count, listed, verb

DRAWN = 40
"""Maximum bytes of a word whose ladder is drawn."""
FIRST, LAST = 3, 5
"""Merges of a long ladder that are drawn, at its top and at its foot: more rows would not be read on a phone."""
BY_HAND = {"p50k_base": range(50_257, 50_281)}
"""Ids without merges: the runs of 2 to 25 spaces that Codex's authors added (Chen et al. 2021, section 3.2)."""


@picture(merge_ladder)
def merges(
    **shared: Unpack[SelectedToken],
) -> View:
    """The merges that build the word of the selected token, from single bytes down to tokens.

    >>> merges(text="The cat sat", token=1).table["rank"]
    [265, 269, 3797]
    """
    encoding, allow_special = shared["encoding"], shared["allow_special"]
    word = read(shared).word(shared["token"], allow_special=allow_special)
    if allow_special and word in tokenizers.special_tokens(encoding):
        says = f"“{word}” is a special token: no merges build it, it is in the vocabulary as a whole."
        return View(None, f"{says} Select another token.")
    size = len(word.encode("utf-8"))
    if size > DRAWN:
        return View(
            None, f"The selected word has {size:,} bytes. A ladder is drawn for up to {DRAWN}: select a shorter word."
        )
    ladder = merge_ladder(word, encoding)
    merges = range(len(ladder.steps))
    few = merges if len(merges) <= FIRST + LAST else [*merges[:FIRST], *merges[-LAST:]]
    part = Excerpt("merge", few, len(merges), how=f"the first {FIRST} and the last {LAST}; the table has all")

    def draw(answered: bool, _: Any) -> View:
        if not answered:
            return View(
                _draw_ladder([[(_name(part), len(part), False) for part in ladder.start]], ["bytes"]),
                f"“{tokenizers.visible(word)}”: {count(size, 'byte')}, before the first merge.",
                Table({"byte": [token_label(part) for part in ladder.start]}, "bytes"),
            )
        return View(
            _figure(ladder, part.values),
            _sentence(word, ladder, encoding),
            lambda: Table(
                {
                    "step": list(range(1, len(ladder.steps) + 1)),
                    "rank": [step.rank for step in ladder.steps],
                    "left": [token_label(step.left) for step in ladder.steps],
                    "right": [token_label(step.right) for step in ladder.steps],
                    "word after it": [" | ".join(map(token_label, step.parts)) for step in ladder.steps],
                },
                "merges",
            ),
            (_formula(ladder),),
            left_out=ranges("Drawn", part),
        )

    return with_question(draw)


def _name(part: bytes) -> str:
    """Label of a piece, of a byte as on its box: with brackets it would not fit into a narrow one."""
    return token_label(part).strip("⟨⟩")


def _figure(ladder: Ladder, merges: Sequence[int]) -> Spec:
    rows = [[(_name(part), len(part), False) for part in ladder.start]]
    names = ["bytes"]
    for before, at in zip([-1, *merges], merges, strict=False):
        step = ladder.steps[at]
        rows.append([(_name(part), len(part), i == step.index) for i, part in enumerate(step.parts)])
        name = f"{at + 1}. rank {step.rank:,}"
        names.append(name if at == before + 1 else f"… {name}")
    return _draw_ladder(rows, names)


def _sentence(word: str, ladder: Ladder, encoding: str) -> str:
    shown = tokenizers.visible(word)
    number = len(ladder.ids)
    ids = f"{verb(number, 'id', 'ids')} {', '.join(map(str, ladder.ids))}"
    if not ladder.steps:
        if number == 1:
            return f"“{shown}” is a single byte, so there is nothing to merge: 1 token ({ids})."
        return f"“{shown}”: {number} bytes, and no two neighbours among them make a token: {number} tokens ({ids})."
    first, steps = ladder.steps[0], len(ladder.steps)
    by_hand = sorted({step.rank for step in ladder.steps if step.rank in BY_HAND.get(encoding, ())})
    added = ""
    if by_hand:
        named = f"{verb(len(by_hand), 'Token', 'Tokens')} {listed(map(str, by_hand))}"
        added = f" {named} {verb(len(by_hand), 'was', 'were')} added by hand, as runs of spaces for programs."
    return (
        f"“{shown}”: {count(len(ladder.start), 'byte')}, {count(steps, 'merge')}, {count(number, 'token')} ({ids}). "
        f"The first merge joins “{token_label(first.left)}” and “{token_label(first.right)}”: of all "
        f"neighbours among its bytes these two make the token that comes first in the list. Its number there, the "
        f"rank, is {first.rank:,}.{added}"
    )


def _formula(ladder: Ladder) -> Formula:
    start, steps, end = len(ladder.start), len(ladder.steps), len(ladder.ids)
    return Formula(
        "n = B - m",
        {
            "B": f"[[bytes]] of the word, the pieces to begin with: {start}",
            "m": f"merges, each of which makes one piece of two: {steps}",
            "n": f"tokens at the end: {end}",
        },
        f"{start} − {steps} = {count(end, 'token')}. Every merge saves the model one piece to read, and every token "
        "that a merge makes has a row of its own in the table.",
    )


SMALLEST = 10
"""Font size in pixels to which the names of a very long word's pieces shrink; smaller, they are left out."""
NARROW = 245
"""Width in pixels of the ladder on a phone."""
SMALL = 12
"""Font size in pixels of names in low rows and narrow boxes."""
WIDE = 0.64
"""Width of a letter, of the font size."""
ROW, LOW_ROW, FEW_ROWS = 38, 26, 6
"""Height in pixels of a row of few, and of many."""


def _draw_ladder(rows: Sequence[Sequence[tuple[str, int, bool]]], names: Sequence[str]) -> Spec:
    """The merge ladder: from single bytes (top) to tokens (bottom).

    Args:
        rows: for each step its parts as (label, width in bytes, just joined).
        names: what each row is called.
    """
    traces: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    total = sum(size for _, size, _ in rows[0]) if rows else 1
    box = NARROW / max(total, 1)
    low = len(rows) > FEW_ROWS
    size_of_name = SMALL if low or box < WIDE * theme.FONT_SIZE + 4 else theme.FONT_SIZE
    has_room = box >= WIDE * SMALL
    for joined in (False, True):
        at: list[int] = []
        base: list[int] = []
        width: list[float] = []
        text: list[str] = []
        for y, parts in enumerate(rows):
            x = 0
            for label, size, is_joined in parts:
                if is_joined == joined:
                    at.append(y)
                    base.append(x)
                    width.append(size - 0.06)
                    most = int(size * box / (WIDE * size_of_name)) if has_room else 3 * size + 3
                    text.append(plain(label, max(1, most)))
                x += size
        # As text over the bars, a name keeps its size: inside a bar Plotly would shrink it, or leave it out, to keep a
        # margin that a narrow box on a phone has no room for.
        if has_room:
            names_at = [left + (right + 0.06) / 2 for left, right in zip(base, width, strict=True)]
            labels.append(
                {
                    "type": "scatter",
                    "mode": "text",
                    "x": names_at,
                    "y": at,
                    "text": text,
                    "textposition": "middle center",
                    "textfont": {"color": theme.INK, "size": size_of_name},
                    "showlegend": False,
                    "hoverinfo": "skip",
                }
            )
        traces.append(
            {
                "type": "bar",
                "y": at,
                "base": base,
                "x": width,
                "orientation": "h",
                "width": 0.78,
                "text": text,
                "textposition": "none" if has_room else "inside",
                "insidetextanchor": "middle",
                "textangle": 0,
                "name": "just joined" if joined else "not touched",
                "marker": {
                    "color": theme.clear(theme.FOUND, 0.35) if joined else theme.clear(theme.OKABE_ITO[0], 0.16),
                    "line": {"color": theme.INK, "width": 2.5 if joined else 0.8},
                },
                "textfont": {"color": theme.INK, "size": theme.FONT_SIZE},
                "hovertemplate": "%{text}<extra></extra>",
            }
        )
    at = list(range(0, total, max(1, total // 6)))  # a byte lies between two offsets: its number in the middle
    across = {
        "range": [-0.1, total + 0.1],
        "tickvals": [number + 0.5 for number in at],
        "ticktext": [str(number + 1) for number in at],
        "showgrid": False,
    }
    height = 90 + (LOW_ROW if low else ROW) * max(len(rows), 3)
    downwards = ticks(names) | ({"tickfont": {"size": SMALL}} if low else {})
    made = layout("byte of the word", "", height, legend=True, x=across, y=downwards)
    # No name for a part without room for it, as in a ladder of 40 bytes on a phone.
    whole = {"mode": "hide", "minsize": SMALLEST}
    return Spec([*traces, *labels], made | {"barmode": "overlay", "bargap": 0, "uniformtext": whole})
