"""What several chapters say about one sentence and its tokens."""

from __future__ import annotations

import re
import unicodedata

from explorer import tokenizers
from explorer.content.guide import State
from explorer.gradients import batch, blackboard

TEXT = "The cat sat on the mat"
QUOTED = 60
"""Characters of a visitor's text that are quoted."""
MOST = 300
"""Characters of a visitor's text that a closing sentence is made for."""
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
"""A word without the comma behind it."""


def words_of(text: str) -> list[str]:
    """The words of a text, as they stand there.

    >>> words_of("Ada, ada. Jean-Luc")
    ['Ada', 'ada', 'Jean-Luc']
    """
    return WORD.findall(text)


def three_ways(text: str) -> tuple[str, ...]:
    """A word that stands in a text with a capital letter, again after a space, and after a space in small letters.

    >>> three_ways("Zoë Zoë zoë"), three_ways("Zoë zoë")
    (('Zoë', ' Zoë', ' zoë'), ())
    """
    found = [text[match.start() - (text[: match.start()].endswith(" ")) : match.end()] for match in WORD.finditer(text)]
    for word in found:
        ways = (word, f" {word}", f" {word.lower()}")
        if not word.startswith(" ") and word != word.lower() and set(ways) <= set(found):
            return ways
    return ()


def ids(text: str) -> list[int]:
    """gpt2's ids of a text."""
    return [int(i) for i in tokenizers.encode(text, "gpt2")]


def label(token: int) -> str:
    """A token of gpt2 as it is shown, its space as ␣."""
    return tokenizers.token_label(tokenizers.token_bytes([token], "gpt2")[0])


def read(state: State, usual: str = TEXT) -> list[int]:
    """The ids of the page's text, line by line; none where it is long, or cut by another tokenizer than gpt2."""
    text = str(state.get("text", usual))
    if len(text) > MOST or state.get("encoding", "gpt2") != "gpt2":
        return []
    return [int(i) for i in batch.read(text, "gpt2").ids]


def selected(state: State, usual: str = TEXT) -> int | None:
    """The id of the selected token; None where the text has none."""
    found = read(state, usual)
    return found[min(int(state.get("token") or 0), len(found) - 1)] if found else None


def from_right(text: str) -> bool:
    """Whether a text holds letters that are written from right to left.

    >>> from_right("مرحبا"), from_right("é")
    (True, False)
    """
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)


def apart(text: str) -> str:
    """A visitor's text for a sentence of ours: isolated where it is written from right to left (else it draws the
    numbers behind it to its side), line ends as spaces.
    """
    line = " ".join(text.split())
    return f"\u2068{line}\u2069" if from_right(line) else line


def quoted(text: str) -> str:
    """The beginning of a visitor's text, for a sentence of ours.

    >>> quoted("one  word")
    '“one word”'
    """
    return f"“{apart(tokenizers.visible(text[:QUOTED]).replace('␣', ' '))}{'…' if len(text) > QUOTED else ''}”"


def board_ids(state: State) -> tuple[int, ...]:
    """What is typed on the blackboard; nothing where it can't be read."""
    try:
        return blackboard.parse(str(state.get("g_ids", blackboard.COURSE)))
    except ValueError:
        return ()
