"""Interventions on the way to the prediction, one at a time, and the sentences about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from explorer import tokenizers, wording
from explorer.core.errors import ShapeError
from explorer.data.cache import cached
from explorer.lm.compare_predictions import repeated, swapped, total_variation
from explorer.lm.look_back import label
from explorer.lm.predict_next_token import Reading, ReadingRequest, read
from explorer.lm.shipped_model import load_lm, load_report
from explorer.tokenizers import SMALL
from explorer.views.home.settings import CHANGE, FIRST, HIDE, PAST, POSITION, SECOND, WORD, Change, Past


@dataclass(frozen=True)
class Settings:
    """Text and intervention: the settings of `next_token`."""

    text: str
    hide_last: bool = HIDE.default
    change: Change = CHANGE.default
    first: int = FIRST.default
    second: int = SECOND.default
    position: int = POSITION.default
    word: str = WORD.default
    past: Past = PAST.default


@dataclass(frozen=True, eq=False)
class Trial:
    """Result of an intervention.

    Attributes:
        reading: the chain that is drawn; the prediction after the change.
        before: the prediction without it, or None where nothing was changed.
        names: what the two are called.
        sentences: what the change did; they may hold the visitor's words, so they are shown as plain text.
        changed: positions whose token or row was changed.
        times: how often the visitor's text is repeated to become too long, 0 where it is not.
        warned: why nothing was changed: a missing position, or no word.
    """

    reading: Reading
    before: Reading | None = None
    names: tuple[str, ...] = ("",)
    sentences: tuple[str, ...] = ()
    changed: frozenset[int] = frozenset()
    times: int = 0
    warned: str = ""


@cached(8, expires=True)
def follow(request: ReadingRequest) -> Reading:
    """Run the model on the text, cached while only other settings change."""
    return read(request)


@cached(8, expires=True)
def trial(settings: Settings) -> Trial:
    """Apply the intervention."""
    return CHANGES[settings.change](settings, ReadingRequest(settings.text, hide_last=settings.hide_last))


def as_it_is(settings: Settings, plain: ReadingRequest) -> Trial:
    """No intervention: the text as typed."""
    return Trial(follow(plain))


def bare(settings: Settings, plain: ReadingRequest) -> Trial:
    """Leave out the position rows."""
    request = replace(plain, positions=False)
    before, after = follow(plain), follow(request)
    sentences = (
        f"Without positions {_share_moved(before, after)} of the probability goes to other tokens: a token's row is "
        "the same wherever it stands.",
    )
    return Trial(after, before, ("with positions", "without"), sentences)


def swap(settings: Settings, plain: ReadingRequest) -> Trial:
    """Swap two tokens."""
    before, a, b = follow(plain), settings.first, settings.second
    if warned := _missing(a, before) or _missing(b, before):
        return Trial(before, warned=warned)
    request = replace(plain, swap=(a, b))
    facts, after = swapped(request), follow(request)
    if a == b:
        sentences: tuple[str, ...] = (f"Both are position {a}: nothing moves. Choose two others.",)
    elif facts.same_token:
        sentences = (f"Positions {a} and {b} hold the same token: nothing moves. Choose two others.",)
    else:
        sentences = (
            f"With positions the swap moves {wording.share(facts.with_positions)} of the probability. "
            f"With positions off it moves {wording.share(facts.without)}.",
        )
        if facts.takes_last:
            sentences += (
                "One of the two is the last token, and the prediction is made from the last token's vector: it is "
                "a different question now, with positions or without.",
            )
        else:
            sentences += (
                "Why it matters: with positions off, the first block gives the last token the vector it had before the "
                "swap (but for rounding), because adding up has no order. "
                f"What still moves comes in the later blocks: the tokens at {wording.positions(*sorted((a, b)))} have "
                "looked back at other tokens.",
            )
    return Trial(after, before, ("before the swap", "after"), sentences, frozenset((a, b)))


def another_row(settings: Settings, plain: ReadingRequest) -> Trial:
    """Replace one row by another token's."""
    before, position, word = follow(plain), settings.position, settings.word.strip()
    if warned := _missing(position, before):
        return Trial(before, warned=warned)
    pieces = tokenizers.encode(f" {word}", SMALL) if word else np.empty(0, np.int64)
    if not len(pieces):
        return Trial(before, warned="Type a word: its row takes the other's place.")
    request = replace(plain, replace=(position, int(pieces[0])))
    after = follow(request)
    old, new = label(before.ids[position]), label(pieces[0])
    sentences: tuple[str, ...] = (
        f"The row of {old} makes way for the row of {new}: {_share_moved(before, after)} of the probability moves."
        if old != new
        else f"The row of {new} stands there already, so nothing changes.",
        f"Why it matters: after this step the model sees rows, not letters or ids. {_written_out(after)}",
    )
    if len(pieces) > 1:
        sentences += (f"This vocabulary writes {word} in {len(pieces)} tokens; the row is that of the first.",)
    return Trial(after, before, (f"with {old}", f"with {new}"), sentences, frozenset((position,)))


def too_long(settings: Settings, plain: ReadingRequest) -> Trial:
    """Make the text longer than the position table."""
    trained = load_lm().config.train_len
    text, times = repeated(plain.text, trained + plain.hide_last)
    past = settings.past
    last = replace(plain, text=text)
    before = follow(last)
    own = "Your text" if times == 1 else f"Your text, {times} times over,"
    sentences: tuple[str, ...] = (
        f"{own} gives {wording.count(before.total, 'token')} to read. The position table has {trained} rows, for "
        f"positions 0 to {trained - 1}; position {trained} has none. Asked all the same, "
        f"the core says: “{refusal(last)}”.",
    )
    losses = load_report()
    here = {name: float(np.mean(losses[name][-trained:])) for name in ("last 64", "clamp", "wrap")}
    inside = float(np.mean(losses["clamp"][trained // 2 : trained]))  # of the same texts as the three
    measured = (
        f"On windows of {2 * trained} tokens that it never read, its mean loss at positions {trained} to "
        f"{2 * trained - 1} is {wording.fixed(here['last 64'])} reading the last {trained}, "
        f"{wording.fixed(here['clamp'])} with the last position for the rest, and {wording.fixed(here['wrap'])} "
        f"beginning again at 0. At positions {trained // 2} to {trained - 1} it is {wording.fixed(inside)}. (The loss "
        "is −log of the probability that the model gave to what came: less is better.)",
    )
    if past == "last":
        sentences += (f"So this page reads the last {trained} tokens of a longer text, and forgets what came before.",)
        return Trial(before, sentences=sentences + measured, times=times)
    request = replace(last, past=past)
    after = follow(request)
    sentences += (
        f"Against reading the last {trained}, {_share_moved(before, after)} of the probability goes to other tokens.",
    )
    return Trial(after, before, (f"last {trained} read", "all read"), sentences + measured, times=times)


def cut(found: Trial) -> str:
    """Note on the part of the text that is not read; "" where all of it is."""
    read, total = len(found.reading.ids), found.reading.total
    return f"This model reads {read} tokens at most: here the last ones of {total:,}." if total > read else ""


def refusal(request: ReadingRequest) -> str:
    """Error message of the core for a text longer than its position table.

    Raises:
        ValueError: the table can.
    """
    try:
        read(replace(request, past="refuse"))
    except ShapeError as error:
        return str(error)
    raise ValueError("Expected a text longer than the position table, got one that fits")


def _missing(position: int, reading: Reading) -> str:
    count = len(reading.ids)
    if 0 <= position < count:
        return ""
    where = wording.positions(0, count - 1)
    return f"Your text has {wording.count(count, 'token')}, at {where}: there is no position {position}."


def _written_out(reading: Reading) -> str:
    text = tokenizers.decode_bytes(reading.ids, SMALL).decode("utf-8", "replace")
    if np.array_equal(tokenizers.encode(text, SMALL), reading.ids):
        return "A text with that token there gives exactly these numbers."
    return "No text gives these tokens, though: written out, they are cut in another way."


def _share_moved(before: Reading, after: Reading) -> str:
    return wording.share(total_variation(before, after))


CHANGES: dict[Change, Callable[[Settings, ReadingRequest], Trial]] = {
    "As it is": as_it_is,
    "No positions": bare,
    "Swap two tokens": swap,
    "Another row": another_row,
    "Too long": too_long,
}
"""Interventions, by the name that the page and `chain` use."""
