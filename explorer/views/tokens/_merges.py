"""Merges: how byte-pair encoding built the selected word."""

from __future__ import annotations

from typing import Any

from explorer import tokenizers
from explorer.figures.figure_spec import Spec
from explorer.figures.tokens import merges as figures
from explorer.tokenizers import Ladder, merge_ladder, token_label
from explorer.views.formula import Formula
from explorer.views.setting import Switch
from explorer.views.table import Table
from explorer.views.text_settings import ENCODING, TEXT
from explorer.views.tokens._settings import SEQUENCE, SPECIAL, TOKEN, read
from explorer.views.view import View, picture
from explorer.wording import count, listed, verb

DRAWN = 40
"""Maximum bytes of a word whose ladder is drawn."""
STEPS = 24
"""Maximum rows of a ladder below the bytes; a longer one keeps its first rows and the last."""
BY_HAND = {"p50k_base": range(50_257, 50_281)}
"""Ids without merges: the runs of 2 to 25 spaces that Codex's authors added (Chen et al. 2021, section 3.2)."""


RANKS: Any = Switch("Ranks", True, about="whether each merge's number in the list stands beside it")


@picture(merge_ladder)
def merges(
    *,
    text: str = TEXT,
    encoding: str = ENCODING,
    allow_special: bool = SPECIAL,
    one_sequence: bool = SEQUENCE,
    token: int = TOKEN,
    ranks: bool = RANKS,
) -> View:
    """The merges that build the word of the selected token, from single bytes down to tokens.

    >>> merges(text="The cat sat", token=1).table["rank"]
    [265, 269, 3797]
    """
    tokens = read(text, encoding, allow_special, one_sequence)
    word = tokens.word(token, allow_special=allow_special)
    if allow_special and word in tokenizers.special_tokens(encoding):
        says = f"“{word}” is a special token: no merges build it, it is in the vocabulary as a whole."
        return View(None, f"{says} Select another token.")
    size = len(word.encode("utf-8"))
    if size > DRAWN:
        return View(
            None,
            f"The selected word has {size:,} bytes. A ladder is drawn for up to {DRAWN}: select a shorter word.",
        )
    ladder = merge_ladder(word, encoding)
    merged = len(ladder.steps)
    return View(
        _figure(ladder, ranks),
        _sentence(word, ladder, encoding, ranks),
        lambda: _table(ladder),
        (_formula(ladder),),
        left_out=f"Drawn are the first {STEPS - 1} of {merged} merges and the last one; the table has all."
        if merged > STEPS
        else "",
    )


def _figure(ladder: Ladder, ranks: bool) -> Spec:
    rows = [[(token_label(part), len(part), False) for part in ladder.start]]
    names = ["bytes"]
    for number, step in enumerate(ladder.steps, start=1):
        rows.append([(token_label(part), len(part), i == step.index) for i, part in enumerate(step.parts)])
        names.append(f"{number}. rank {step.rank:,}" if ranks else f"merge {number}")
    if len(rows) > STEPS + 1:
        rows, names = [*rows[:STEPS], rows[-1]], [*names[:STEPS], names[-1]]
    return figures.ladder(rows, names)


def _sentence(word: str, ladder: Ladder, encoding: str, ranks: bool) -> str:
    shown = tokenizers.visible(word)
    number = len(ladder.ids)
    ids = f"{verb(number, 'id', 'ids')} {', '.join(map(str, ladder.ids))}"
    if not ladder.steps:
        if number == 1:
            return f"“{shown}” is a single byte, so there is nothing to merge: 1 token ({ids})."
        return f"“{shown}”: {number} bytes, and no two neighbours among them make a token: {number} tokens ({ids})."
    first, steps = ladder.steps[0], len(ladder.steps)
    if not ranks:
        rest = (
            f"Of the {number} pieces left no two neighbours are in the list: they are the tokens."
            if number > 1
            else "One token is left."
        )
        return (
            f"“{shown}”: {count(len(ladder.start), 'byte')}, {count(steps, 'merge')}. Of all neighbours here "
            f"“{token_label(first.left)}” and “{token_label(first.right)}” stand first in the list, so they are joined "
            f"first. {rest}"
        )
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


def _table(ladder: Ladder) -> Table:
    return Table(
        {
            "step": list(range(1, len(ladder.steps) + 1)),
            "rank": [step.rank for step in ladder.steps],
            "left": [token_label(step.left) for step in ladder.steps],
            "right": [token_label(step.right) for step in ladder.steps],
            "word after it": [" | ".join(map(token_label, step.parts)) for step in ladder.steps],
        },
        "merges",
    )


def _formula(ladder: Ladder) -> Formula:
    """Formula: each merge makes one piece of two."""
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
