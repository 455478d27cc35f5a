"""Word lookup: the rows of typed words, and messages for missing and duplicate ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from explorer.data.word_table import ROW, WordTable
from explorer.vectors.neighbours import Neighbours
from explorer.vectors.preprocessing import AS_IT_IS
from explorer.vectors.similarity_measures import EUCLID, Near, near_rows
from explorer.views.projection.principal_components import prepared_table
from explorer.views.projection.similarity_settings import tied
from explorer.views.projection.table_source import Source, remembered_briefly
from explorer.wording import listed

NAMED = 5
"""Maximum number of duplicate rows named."""


MOST_COMMAS = 8
"""Maximum commas of a word that is typed without quotes."""


def words_of(table: WordTable, typed: str) -> list[str]:
    """Split a text at commas, except within quotes and within words of the table.

    >>> import numpy as np
    >>> table = WordTable("mine", ("ok, so", "so", 'say "a", b'), np.eye(3))
    >>> words_of(table, "so, ok"), words_of(table, "ok, so"), words_of(table, 'so, ok, so, “say "a", b”')
    (['so', 'ok'], ['ok, so'], ['so', 'ok, so', 'say "a", b'])
    """
    whole = typed.strip()
    return [whole] if table.find(whole) is not None else [word for word, _ in _split(table, whole, ",") if word]


def pairs_of(table: WordTable, typed: str) -> list[list[str]]:
    """As `words_of`, of each part between semicolons.

    >>> import numpy as np
    >>> pairs_of(WordTable("mine", ("ok, so", "a; b"), np.eye(2)), 'ok, so, "a; b"; he, she;')
    [['ok, so', 'a; b'], ['he', 'she']]
    """
    pairs: list[list[str]] = [[]]
    for word, mark in _split(table, typed.strip(), ",;"):
        pairs[-1] += [word] if word else []
        pairs += [[]] if mark == ";" else []
    return [pair for pair in pairs if pair]


def _split(table: WordTable, text: str, marks: str) -> Iterator[tuple[str, str]]:
    """Words and the mark after each, "" at the end: in quotes, else of the table with its marks, else up to a mark."""
    mark = re.compile(rf"[{marks}]|$")
    while text:
        ends = [at.start() for at in islice(mark.finditer(text), MOST_COMMAS + 1)]
        end = next((at for at in ends if table.find(text[:at]) is not None), None)
        word = text[: ends[0] if end is None else end]
        if end is None and (quoted := _in_quotes(table, text, marks)):
            word, end = quoted
        end = len(word) if end is None else end
        yield word.strip(), text[end : end + 1]
        text = text[end + 1 :].strip()


def _in_quotes(table: WordTable, text: str, marks: str) -> tuple[str, int] | None:
    """A quoted word at the beginning of a text, and where the mark after it stands."""
    close = {'"': '"', "“": "”", "„": "“"}.get(text[0])
    ends = [] if close is None else [at for at in re.finditer(rf"{close}\s*(?=[{marks}]|$)", text) if at.start()]
    if not ends:
        return None
    # A word may hold quotes and commas itself.
    last = next((at for at in ends if table.find(text[1 : at.start()]) is not None), ends[0])
    return text[1 : last.start()], last.end()


def missing(table: WordTable, word: str) -> str:
    """Plain-text message for a word that is not in the table."""
    shown = word if len(word) <= 60 else word[:59] + "…"
    several = word.split()
    if len(several) > 1 and all(table.find(part) is not None for part in several):
        return f"“{shown}” is not one row of this table. For several words put commas between: {', '.join(several)}"
    if (row := table.look_alike(word)) is not None:
        return (
            f"“{shown}” is missing. “{table.words[row]}” looks alike, and is written with other characters: "
            f"write “{ROW}{row}” to find it."
        )
    similar = table.closest_spelling(word)
    return f"“{shown}” is missing. " + (f"Rows that begin like it: {listed(similar)}." if similar else "Try another.")


def list_words(missing: Sequence[str]) -> str:
    """The first twelve of words that a table lacks, each to its fortieth letter, and how many more there are."""
    return listed((word[:40] for word in missing), most=12)


def not_in_table(table: WordTable, settings: Sequence[str], message: str) -> ValueError:
    """Error on words that are not in the table; a notebook gets their settings and words of the table as a note.

    >>> import numpy as np
    >>> error = not_in_table(WordTable("mine", ("plum", "pear", "fig"), np.eye(3)), ["find"], "“king” is missing.")
    >>> str(error), error.__notes__
    ('“king” is missing.', ['It was given as find=. Words of this table: plum, pear and fig.'])
    """
    error = ValueError(message)
    some = listed(table.words, most=NAMED)
    error.add_note(f"It was given as {listed(f'{each}=' for each in settings)}. Words of this table: {some}.")
    return error


def twice(table: WordTable, rows: Sequence[int]) -> str:
    """Sentence on duplicates of these rows' words in other rows, and how to find them; "" if there are none.

    >>> import numpy as np
    >>> twice(WordTable("mine", ("plum", "plum", "pear"), np.eye(3)), [0, 2])
    '“plum” is also row 1 (counted from 0): write “row 1” to find it.'
    """
    sentences = []
    for row in rows:
        if others := table.also(row):
            names = listed((f"{ROW}{each}" for each in others), most=NAMED)
            sentences.append(
                f"“{table.words[row]}” is also {names} (counted from 0): write “{ROW}{others[0]}” to find "
                + ("it." if len(others) == 1 else "the next.")
            )
    return " ".join(sentences)


def still(where: Source, meant: Near, row: int) -> str:
    """Note that nothing is near a row of zeros, except by Euclidean distance; "" for any other row."""
    if meant.measure == EUCLID or prepared_table(where, meant.recipe).rows([row]).any():
        return ""
    after = "" if meant.recipe == AS_IT_IS else " after the steps of the table"
    return (
        f"All numbers of {where.table.words[row]} are 0{after}, so it has no direction: it has a cosine with no row, "
        "its dot product with every row is 0, and none is the nearest. The straight line (Euclid) can compare it."
    )


def truly_near(where: Source, near: Near, row: int, k: int) -> Neighbours:
    """True neighbours: the k rows nearest to one row in all dimensions, as defined by `near`."""
    found = _one_more(where, near, row, k)
    return Neighbours(found.ids[:k], found.values[:k])


def truly_tied(where: Source, near: Near, row: int, k: int) -> bool:
    """Whether there is a tie at the end of the k true neighbours."""
    return tied(_one_more(where, near, row, k), near, k)


@remembered_briefly
def _one_more(where: Source, near: Near, row: int, k: int) -> Neighbours:
    """The k + 1 rows nearest to one row: one search of the table for the list and for what is tied with its end."""
    return near_rows(prepared_table(where, near.recipe), row, k + 1, near.measure)
