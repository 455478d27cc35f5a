"""Sentences as vectors: their map, the lines nearest to a question, and one word in two sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.excerpt import first_of, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain, sides
from explorer.sentences.encoder import Encoder
from explorer.sentences.sentence_vectors import BY_CHANCE, MODEL, WAYS, Way, load_encoder, pieces, vector, vectors
from explorer.sentences.wordpiece import UNKNOWN, cut, shared_words
from explorer.tokenizers.split_lines import split_lines
from explorer.vectors.pca import pca
from explorer.vectors.preprocessing import unit_rows
from explorer.views.formula import Formula
from explorer.views.projection.settings import of_table
from explorer.views.setting import Choice, Int, Others, Text, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, listed, quoted, share, verb

_TEXT = """He sat on the bank of the river
She took money from the bank
How do I cook rice?
boiling rice the right way
dog bites man
man bites dog
I like this film
I do not like this film
The cat sat on the mat
Stock prices fell sharply today"""
FAILURES = (
    ("with and without “not”", "I like this film", "I do not like this film"),
    ("7 or 9", "The train leaves at 7", "The train leaves at 9"),
    ("two names swapped", "Anna owes Ben ten euros", "Ben owes Anna ten euros"),
    ("English and Hindi", "Where is the station?", "स्टेशन कहाँ है?"),
)
"""What differs, and two sentences: three pairs that don't mean the same, and one that does."""
NARROW, LOW = 400.0, 430.0
"""Width and height of the map's plot on a phone (280 by 350 pixels), times presenter mode's type over its."""
LEAST = 0.1
"""Least range of an axis of the map, where lines differ in one direction only, or in none."""
MOST_LINES, NAMED = 200, 14
"""Lines that are read, and up to how many have their words beside their dots."""
FOUND = 3
"""Lines that a search finds."""
TIED = 5e-4
"""Difference of cosines that the three digits in the table don't show."""


def _most(others: Others) -> int:
    """Number of lines or rows that are read; at least 2, since fewer have a message of their own."""
    if "table" in others:
        where = of_table(others)
        return min(MOST_LINES, len(where.table.words)) if where else MOST_LINES
    return max(2, min(MOST_LINES, sum(bool(each.strip()) for each in split_lines(others["lines"]))))


LINES: Any = Text(
    "Sentences, one a line",
    _TEXT,
    20_000,
    height=120,
    key="j_lines",
    about=f"one sentence per line, of which {MOST_LINES} are read",
)
WAY: Any = Choice("A sentence's vector is", MODEL, WAYS, key="j_way", about="how a sentence becomes a vector")
FILM = 7
"""The line whose nearest one says the opposite."""
LINE: Any = Whole(
    "Nearest to line",
    lambda others: min(FILM, _most(others)),
    1,
    _most,
    key="j_line",
    typed=True,
    about="number of the line whose nearest is told",
)
QUESTION: Any = Text("What do you look for?", "shares lost value", 300, key="j_question", about="what is looked for")
WORD: Any = Text("Word", "bank", 40, key="j_word", about="of both sentences, one piece of the vocabulary")
FIRST: Any = Text("in", "He sat on the bank of the river", 300, key="j_word_first", about="a sentence")
SECOND: Any = Text("and in", "She took money from the bank", 300, key="j_word_second", about="another one")


@picture(vectors, cut, Encoder.sentences)
def sentences(*, lines: str = LINES, way: Way = WAY, line: Int = LINE) -> View:
    r"""A map of sentences: the plane in which their vectors differ most, and the line nearest to one of them.

    Raises:
        ValueError: fewer than two lines.

    >>> sentences(lines="dog bites man\nman bites dog\na cat", line=1).table["cosine to line 1"][1]
    0.905
    """
    given = _read(lines, way)
    found = vectors(given.lines, way)
    cosines, order = ranked(found, line - 1)
    plane = pca(found.astype(np.float64))
    xy = ((found - plane.mean) @ plane.components[:2].T).round(6)
    xy = np.pad(xy, ((0, 0), (0, 2 - xy.shape[1])))
    nearest = order[0]
    sentence = f"{nearest_said(given.lines, line - 1, cosines, order)} {_chance(way)} "
    spread = (
        f"The map holds {share(plane.shares[:2].sum())} of the vectors' spread (variance); a distance on it is not a "
        "cosine."
        if xy.any()
        else "All lines have the same vector, so the map is one dot."
    )
    places = {"line": list(given.lines), "component 1": xy[:, 0].round(3), "component 2": xy[:, 1].round(3)}
    shown = {f"cosine to line {line}": [round(float(c), 3) for c in cosines]}
    return with_question(
        lambda answered, _: View(
            map_of(given.lines, xy, line - 1, nearest if answered else None),
            sentence * answered + spread,
            Table(places | shown if answered else places, "sentences"),
            (_formula(given.lines, found, line - 1, nearest),) if answered else (),
            left_out=given.left_out,
        )
    )


@picture(vectors)
def sentence_search(*, lines: str = LINES, question: str = QUESTION, way: Way = WAY) -> View:
    """Find by meaning: the lines whose vectors have the largest cosines with that of a question.

    Raises:
        ValueError: fewer than two lines, or a question without a word.

    >>> sentence_search().table["line"][0]
    'Stock prices fell sharply today'
    """
    given = _read(lines, way)
    question_vector = vector(question.strip(), way)
    if not question_vector.any():
        raise ValueError("Type a question to find lines for.")
    cosines = (vectors(given.lines, way) @ question_vector).astype(np.float64)
    ranked = np.argsort(-cosines, kind="stable").tolist()
    order = ranked[:FOUND]
    shared = {at: shared_words(question, given.lines[at]) for at in order}
    best = order[0]
    same = f"shares {listed(shared[best])} with the question" if shared[best] else "shares no word with the question"
    sentence = (
        f"{'Nearest' if len(order) > 1 else 'The line'}: {quoted(_short(given.lines[best]))}, cosine "
        f"{fixed(cosines[best])}{_ties(cosines, ranked)}. It {same}. {_chance(way)}"
    )
    return View(
        bars([given.lines[at] for at in order], cosines[order]),
        sentence,
        lambda: Table(
            {
                "line": [given.lines[at] for at in order],
                "cosine": cosines[order].round(3).tolist(),
                "words shared": [" ".join(shared[at]) for at in order],
            },
            "found",
        ),
        left_out=given.left_out,
    )


@picture(vectors)
def sentence_failures(*, way: Way = WAY) -> View:
    """Pairs for which the cosine says something else than the meaning: a negation, a number, a name, a language.

    >>> sentence_failures().table["cosine"][:2]
    [0.765, 0.805]
    """
    cosines = np.array([np.vdot(*vectors(pair, way)) for _, *pair in FAILURES], np.float64)
    *unlike, same = (
        f"{quoted(one)} and {quoted(other)} {fixed(cosine)}"
        for (_, one, other), cosine in zip(FAILURES, cosines, strict=True)
    )
    return View(
        bars([kind for kind, *_ in FAILURES], cosines, "cosine of the two", [theme.OKABE_ITO[3]] * len(unlike)),
        f"The first {len(unlike)} pairs don't mean the same, so their bars should be short: {listed(unlike)}. The last "
        f"pair does, so its bar should be long: {same}. {_chance(way)}",
        Table(
            {
                "what differs": [kind for kind, *_ in FAILURES],
                "one": [one for _, one, _ in FAILURES],
                "other": [other for *_, other in FAILURES],
                "cosine": cosines.round(3).tolist(),
            },
            "failures",
        ),
    )


@picture(Encoder.after_each_layer)
def one_word(*, word: str = WORD, first: str = FIRST, second: str = SECOND) -> View:
    """One word's vector in two sentences: its cosine with itself in the table, and after each of the six layers.

    Raises:
        ValueError: the word is several pieces, or it is not in both sentences.

    >>> one_word().table["cosine"][0]
    1.0
    """
    mixed = [_of_word(word, text) for text in (first, second)]
    encoder = load_encoder()
    row = encoder.rows(pieces(word).ids[1:2])[0]
    pairs = [(row, row), *zip(*mixed, strict=True)]
    cosines = [float(np.vdot(*unit_rows(np.stack(pair)))) for pair in pairs]
    steps = ["in the table", "with its position", *(f"layer {at}" for at in range(1, len(cosines) - 1))]
    figure = layout("", "cosine", 340, y={"range": [min(0, *cosines) - 0.02, 1.05]})
    bars: dict[str, Any] = {
        "type": "bar",
        "x": steps,
        "y": cosines,
        "marker": {"color": theme.OKABE_ITO[0]},
        "hovertemplate": "%{x}: %{y:.3f}<extra></extra>",
    }
    sentence = (
        f"The table has one row for {quoted(_short(word))}, so in both sentences it begins with the same numbers. "
        f"After {count(len(cosines) - 2, 'layer')}, each of which mixes in the other words, its vectors, where it "
        f"first stands in each, have cosine {fixed(cosines[-1])}."
    )
    return View(
        Spec([bars], figure), sentence, Table({"where": steps, "cosine": np.round(cosines, 3).tolist()}, "one_word")
    )


@dataclass(frozen=True)
class _Given:
    """The lines that are read, and what is to be said about them."""

    lines: tuple[str, ...]
    left_out: str


def _read(text: str, way: Way) -> _Given:
    """The lines of a text with something in them."""
    every = [line.strip() for line in split_lines(text)]
    filled = [line for line in every if line]
    read = first_of("line", filled, MOST_LINES)
    lines = tuple(read.values)
    if len(lines) < 2:
        raise ValueError(f"Type at least two lines, each with a sentence: {count(len(lines), 'line')} came.")
    cuts = {at: pieces(line) for at, line in enumerate(lines, 1)}
    sentences = []
    if empty := len(every) - len(filled):
        sentences.append(f"{count(empty, 'empty line')} {verb(empty, 'is', 'are')} left out.")
    sentences += filter(None, [ranges("Read", read)])
    long = [replace(each.read, noun=f"piece of line {at}") for at, each in cuts.items()]
    sentences += filter(None, [ranges("Read, as the model was built for no more", *long)])
    if way == MODEL and (single := [at for at, each in cuts.items() if len(each.pieces) == 3 and not each.unknown]):
        sentences.append(f"{_numbered(single).capitalize()}: one word, so the model has no other to mix in.")
    if spelled := [at for at, each in cuts.items() if _is_spelled(each.pieces[1:-1])]:
        sentences.append(
            f"{_numbered(spelled).capitalize()}: spelled letter by letter; the model read hardly any such text."
        )
    if unknown := [at for at, each in cuts.items() if each.unknown]:
        sentences.append(
            f"In {_numbered(unknown)} {verb(sum(cuts[at].unknown for at in unknown), 'a word is', 'words are')} "
            "unknown to this vocabulary; all unknown words have the same row."
        )
    first: dict[str, int] = {}
    same = [(first[line], at) for at, line in enumerate(lines, 1) if first.setdefault(line, at) != at]
    if same:
        more = [count(len(same) - 5, "further pair")] if len(same) > 5 else []
        sentences.append(f"Lines {listed([f'{one} = {other}' for one, other in same[:5]] + more)} are the same.")
    return _Given(lines, " ".join(sentences))


def _is_spelled(found: Sequence[str]) -> bool:
    """Whether most pieces are single letters, as of a script that the vocabulary has no words of."""
    letters = [piece for piece in found if piece.removeprefix("##").isalpha()]
    return len(letters) > 2 and sum(len(piece.removeprefix("##")) == 1 for piece in letters) > 0.8 * len(letters)


def _numbered(numbers: Sequence[int]) -> str:
    more = [] if len(numbers) <= 5 else [count(len(numbers) - 5, "other")]
    return f"{verb(len(numbers), 'line', 'lines')} {listed([*map(str, numbers[:5]), *more])}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def ranked(found: NDArray[Any], at: int) -> tuple[NDArray[np.float64], list[int]]:
    """Cosines of all rows with row `at`, and the other rows, nearest first."""
    cosines = (found @ found[at]).astype(np.float64)
    order = [int(each) for each in np.argsort(-cosines, kind="stable") if each != at]
    return cosines, order


def _ties(cosines: NDArray[np.float64], order: Sequence[int], tied: float = TIED) -> str:
    same = [at + 1 for at in order[1:] if cosines[order[0]] - cosines[at] < tied]
    return f", and as near {verb(len(same), 'is', 'are')} {_numbered(same)}" if same else ""


def nearest_said(
    lines: Sequence[str], at: int, cosines: NDArray[np.float64], order: Sequence[int], tied: float = TIED
) -> str:
    """Sentence on the line nearest to line `at`, and on those whose cosines differ from its by less than `tied`."""
    nearest = order[0]
    return (
        f"Nearest to line {at + 1}, {quoted(_short(lines[at]))}, is line {nearest + 1}, "
        f"{quoted(_short(lines[nearest]))}: cosine {fixed(cosines[nearest])}{_ties(cosines, order, tied)}."
    )


def _chance(way: str) -> str:
    return f"Two definitions drawn at random from a dictionary have {fixed(BY_CHANCE[way])} (median)."


@cached(max_entries=64, expires=True)
def _of_word(word: str, text: str) -> list[NDArray[np.float32]]:
    inner = pieces(word).pieces[1:-1]
    if not inner:
        raise ValueError("Type a word that is in both sentences.")
    if UNKNOWN in inner:
        raise ValueError(f"{quoted(_short(word))} is unknown to this vocabulary.")
    if len(inner) != 1:
        raise ValueError(
            f"Expected a word that the vocabulary has as one piece, got {quoted(_short(word))}, which is "
            f"{count(len(inner), 'piece')}{': ' + ' '.join(inner) if len(inner) < 9 else ''}."
        )
    found = pieces(text)
    if inner[0] not in found.pieces:
        raise ValueError(f"{quoted(_short(word))} does not stand in {quoted(_short(text))}.")
    at = found.pieces.index(inner[0])
    return [rows[at] for rows in load_encoder().after_each_layer(found.ids)]


def _formula(lines: Sequence[str], found: NDArray[np.float32], one: int, other: int) -> Formula:
    products = (found[one] * found[other]).astype(np.float64)
    return Formula(
        r"\cos(\mathbf{a}, \mathbf{b}) = \sum_{j=1}^{D} a_j\, b_j \quad\text{where } |\mathbf{a}| = |\mathbf{b}| = 1",
        {
            r"\mathbf{a}, \mathbf{b}": f"vectors of lines {one + 1} and {other + 1}, each divided by its length",
            "D": f"numbers in a vector: {len(products)}",
        },
        f"The first three of {len(products)} products are {listed(fixed(p, 4) for p in products[:3])}; all together "
        f"give {fixed(products.sum())}.",
    )


def map_of(lines: Sequence[str], xy: NDArray[np.float64], question: int, nearest: int | None) -> Spec:
    """Dots with short names, the line that was asked about as a diamond, and a stroke to the nearest one."""
    marks = [question, *([] if nearest is None else [nearest])]
    half = np.maximum(np.ptp(xy, axis=0), LEAST) * 0.62
    low = (xy.min(axis=0) + xy.max(axis=0)) / 2 - half
    xs, ys = ((xy - low) / (2 * half)).T
    xs, ys = NARROW * xs, LOW * (1 - ys)
    names, places = [""] * len(lines), [""] * len(lines)
    few, radii = len(lines) <= NAMED, [7.0] * len(lines)
    for most in (40, 30, 24, 18, 13, 9, 5, 0) if few else (0,):  # what has no room gets a shorter name
        names = [
            name if place else f"{at} {plain(line, most)}" if most else str(at)
            for at, (name, place, line) in enumerate(zip(names, places, lines, strict=True), 1)
        ]
        every = few and not most
        order = sorted(range(len(lines)), key=lambda at: not places[at])  # no shorter name takes a whole one's room
        marks_of = (xs[order].tolist(), ys[order].tolist(), [names[at] for at in order])
        found = sides(*marks_of, width=NARROW, marks=radii, stretched=2.5, every=every)
        places = [side for _, side in sorted(zip(order, found, strict=True))]
        if all(places):
            break
    dots: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers+text",
        "x": xy[:, 0],
        "y": xy[:, 1],
        "text": [name if place else "" for name, place in zip(names, places, strict=True)],
        "textposition": [place or "top center" for place in places],
        "cliponaxis": False,
        "customdata": [plain(line) for line in lines],
        "hovertemplate": "%{customdata}<extra></extra>",
        "marker": {
            "size": [14 if at in marks else 9 for at in range(len(lines))],
            "symbol": ["diamond" if at == question else "circle" for at in range(len(lines))],
            "color": [theme.OKABE_ITO[3 if at == question else 2 if at == nearest else 0] for at in range(len(lines))],
        },
    }
    traces = [dots]
    if nearest is not None:
        both = xy[[question, nearest]]
        traces.insert(
            0,
            {
                "type": "scatter",
                "mode": "lines",
                "x": both[:, 0],
                "y": both[:, 1],
                "line": {"color": theme.GREY, "width": 2},
                "hoverinfo": "skip",
            },
        )
    x, y = ({"range": [float(first), float(first + 2 * away)]} for first, away in zip(low, half, strict=True))
    return Spec(traces, layout("component 1", "component 2", 440, x=x, y=y))


def bars(
    lines: Sequence[str],
    cosines: NDArray[np.float64],
    title: str = "cosine with the question",
    first: Sequence[str] = (),
) -> Spec:
    """A bar for each line that was found, with its words; `first`: colours of the first ones."""
    places = [f"{at}." for at in range(1, len(lines) + 1)]
    names, inside = [plain(line, 26) for line in lines], cosines > 0.45
    bars: dict[str, Any] = {
        "type": "bar",
        "orientation": "h",
        "x": cosines,
        "y": places,
        "text": [name if within else "" for name, within in zip(names, inside, strict=True)],
        "textposition": "inside",
        "insidetextanchor": "start",
        "marker": {"color": [*first, *[theme.OKABE_ITO[2]] * (len(lines) - len(first))]},
        "customdata": [plain(line) for line in lines],
        "hovertemplate": "%{customdata}<br>cosine %{x:.3f}<extra></extra>",
    }
    beside = {  # right of the bar, also of one that points left
        "type": "scatter",
        "mode": "text",
        "x": np.where(inside, np.nan, np.maximum(cosines, 0) + 0.012),
        "y": places,
        "text": ["" if within else name for name, within in zip(names, inside, strict=True)],
        "textposition": "middle right",
        "hoverinfo": "skip",
    }
    return Spec(
        [bars, beside],
        layout(
            title,
            "",
            240,
            x={"range": [min(0.0, float(cosines.min())), 1]},
            y={"autorange": "reversed", "type": "category"},
        ),
    )
