"""What a visitor can change on the way to the prediction, and what is said about it: five tries, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from explorer import tokenizers, wording
from explorer.core.errors import ShapeError
from explorer.data.cache import briefly
from explorer.lm.compare import moved, repeated, swapped
from explorer.lm.model import load_lm, load_report
from explorer.lm.predict import Reading, Request, read
from explorer.tokenizers import SMALL
from explorer.ui.frame import typed
from explorer.ui.home.bars import label

PLAIN, BARE, SWAP, ROW, LONG = "As it is", "No positions", "Swap two tokens", "Another row", "Too long"
WAYS = {"Read the last 64": "last", "Give the rest the last position": "clamp", "Begin again at position 0": "wrap"}


@dataclass(frozen=True, eq=False)
class Trial:
    """What is drawn and said.

    Attributes:
        reading: the chain that is drawn; the prediction after the change.
        before: the prediction without it, or None where nothing was changed.
        names: what the two are called.
        said: sentences; they may hold the visitor's words, so they are shown as plain text.
        changed: places whose token or row was changed.
        times: how often the visitor's text stands there to be too long, 0 where it need not be.
        request: what was read, for the script; with `before`, the changed one.
        plain: what was read before the change.
    """

    reading: Reading
    before: Reading | None
    names: tuple[str, ...]
    said: tuple[str, ...]
    request: Request
    plain: Request
    changed: frozenset[int] = frozenset()
    times: int = 0


def chosen() -> str:
    """Let the visitor choose one of the tries."""
    return str(
        st.radio(
            "Change one thing on the way, and see what moves",
            [PLAIN, BARE, SWAP, ROW, LONG],
            key="h_try",
            bind="query-params",
            horizontal=True,
        )
    )


def trial(name: str, text: str, hide_last: bool) -> Trial:
    """The controls of a try, and what comes of it."""
    plain = Request(text, hide_last=hide_last)
    makers: dict[str, Callable[[Request], Trial]] = {BARE: bare, SWAP: swap, ROW: another_row, LONG: too_long}
    return makers.get(name, as_it_is)(plain)


@briefly(most=8)
def follow(request: Request) -> Reading:
    """The text's way through the model: the same one, as long as something else is changed."""
    return read(request)


def as_it_is(plain: Request) -> Trial:
    """The text as it was typed."""
    return Trial(follow(plain), None, ("",), (), plain, plain)


def bare(plain: Request) -> Trial:
    """Without the position rows."""
    request = replace(plain, positions=False)
    before, after = follow(plain), follow(request)
    said = (
        f"Without the position rows, {_moved(before, after)} of the probability goes to other tokens.",
        "Why it matters: a token's row is the same wherever it stands. All that is left of the order is that each "
        "token looks back, never ahead.",
    )
    return Trial(after, before, ("with positions", "without"), said, request, plain)


def swap(plain: Request) -> Trial:
    """Two tokens change places."""
    before = follow(plain)
    first, second = st.columns(2)
    with first:
        a = _place("Place", "h_a", 1)
    with second:
        b = _place("changes with place", "h_b", 2)
    if not (_there(a, before) and _there(b, before)):
        return as_it_is(plain)
    request = replace(plain, swap=(a, b))
    facts, after = swapped(request), follow(request)
    if a == b:
        said: tuple[str, ...] = (f"Both are place {a}: nothing moves. Choose two others.",)
    elif facts.same_token:
        said = (f"Places {a} and {b} hold the same token: nothing moves. Choose two others.",)
    else:
        said = (
            f"With positions the swap moves {wording.share(facts.with_positions)} of the probability. "
            f"With positions off it moves {wording.share(facts.without)}.",
        )
        if facts.takes_last:
            said += (
                "One of the two is the last token, and the prediction is made from the last token's vector: it is "
                "a different question now, with positions or without.",
            )
        else:
            said += (
                "Why it matters: with positions off, the first block gives the last token the vector it had before the "
                "swap (but for rounding), because adding up has no order. "
                f"What still moves comes in the later blocks: the tokens at places {min(a, b)} to {max(a, b)} have "
                "looked back at other tokens.",
            )
    return Trial(after, before, ("before the swap", "after"), said, request, plain, frozenset((a, b)))


def another_row(plain: Request) -> Trial:
    """One row replaced by another token's."""
    before = follow(plain)
    first, second = st.columns(2)
    with first:
        place = _place("The row at place", "h_row", 1)
    with second:
        word = typed.line("becomes the row of", "dog", key="h_word", most=40)
    if not _there(place, before):
        return as_it_is(plain)
    pieces = tokenizers.encode(f" {word.strip()}", SMALL) if word.strip() else np.empty(0, np.int64)
    if not len(pieces):
        st.warning("Type a word: its row takes the other's place.")
        return as_it_is(plain)
    request = replace(plain, replace=(place, int(pieces[0])))
    after = follow(request)
    old, new = label(before.ids[place]), label(pieces[0])
    said: tuple[str, ...] = (
        f"The row of {old} makes way for the row of {new}: {_moved(before, after)} of the probability moves.",
        "Why it matters: after this step the model sees rows, not letters or ids. A text with that token there "
        "gives exactly these numbers.",
    )
    if len(pieces) > 1:
        said += (f"This vocabulary writes {word.strip()} in {len(pieces)} tokens; the row is that of the first.",)
    return Trial(after, before, (f"with {old}", f"with {new}"), said, request, plain, frozenset((place,)))


def too_long(plain: Request) -> Trial:
    """More tokens than the position table has rows."""
    trained = load_lm().config.train_len
    text, times = repeated(plain.text, trained + plain.hide_last)
    way = st.selectbox(f"Past {trained} tokens", list(WAYS), key="h_past", bind="query-params")
    last = replace(plain, text=text)
    before = follow(last)
    own = "Your text" if times == 1 else f"Your text, {times} times over,"
    said: tuple[str, ...] = (
        f"{own} gives {wording.count(before.total, 'token')} to read. The position table has {trained} rows, for "
        f"places 0 to {trained - 1}; place {trained} has none. Asked all the same, the core says: “{refusal(last)}”.",
    )
    losses = load_report()
    here = {name: float(np.mean(losses[name][-trained:])) for name in ("last 64", "clamp", "wrap")}
    inside = float(np.mean(losses["clamp"][trained // 2 : trained]))  # of the same texts as the three
    measured = (
        f"On text it never read, its mean loss at places {trained} to {2 * trained - 1} is "
        f"{wording.fixed(here['last 64'])} reading the last {trained}, {wording.fixed(here['clamp'])} with the last "
        f"position for the rest, and {wording.fixed(here['wrap'])} beginning again at 0. At places {trained // 2} to "
        f"{trained - 1} it is {wording.fixed(inside)}. (The loss is −log of the probability that the model gave to "
        "what came: less is better.)",
    )
    if WAYS[way] == "last":
        said += (f"So this page reads the last {trained} tokens of a longer text, and forgets what came before.",)
        return Trial(before, None, ("",), said + measured, last, last, times=times)
    request = replace(last, past="clamp" if WAYS[way] == "clamp" else "wrap")
    after = follow(request)
    said += (f"Against reading the last {trained}, {_moved(before, after)} of the probability goes to other tokens.",)
    return Trial(after, before, (f"last {trained} read", "all read"), said + measured, request, last, times=times)


def refusal(request: Request) -> str:
    """What the core says to a text that its position table can't place.

    Raises:
        ValueError: the table can.
    """
    try:
        read(replace(request, past="refuse"))
    except ShapeError as error:
        return str(error)
    raise ValueError("Expected a text longer than the position table, got one that fits")


def _place(name: str, key: str, start: int) -> int:
    most = load_lm().config.train_len - 1
    return int(st.number_input(name, 0, most, start, 1, key=key, bind="query-params"))


def _there(place: int, reading: Reading) -> bool:
    """Whether the text has that place; if not, it is said beside the control."""
    count = len(reading.ids)
    if place < count:
        return True
    where = f"at places 0 to {count - 1}" if count > 1 else "at place 0"
    st.warning(f"Your text has {wording.count(count, 'token')}, {where}: there is no place {place}.")
    return False


def _moved(before: Reading, after: Reading) -> str:
    return wording.share(moved(before, after))
