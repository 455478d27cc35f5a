"""Analogies (a is to b as c is to …): the parallelogram with its answers, and the accuracy on many questions."""

from __future__ import annotations

import re
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from explorer.data import load_analogies
from explorer.data.uploads.limits import LONGEST_LABEL
from explorer.data.word_table import WordTable
from explorer.figures import theme
from explorer.figures.figure_spec import Spec
from explorer.figures.label_text import plain
from explorer.figures.projection import word_arithmetic as figures
from explorer.vectors.neighbours import Neighbours
from explorer.vectors.preprocessing import AS_IT_IS, Preprocessing
from explorer.vectors.similarity_measures import COSINE, Near
from explorer.views.formula import Formula
from explorer.views.projection import similarity_settings as nearness
from explorer.views.projection._sentences import bars
from explorer.views.projection.principal_components import prepared_table
from explorer.views.projection.settings import TABLE
from explorer.views.projection.table_source import Source, TableLike, opened, remembered, remembered_briefly
from explorer.views.projection.word_lookup import missing, not_in_table
from explorer.views.setting import Choice, Int, Switch, Text, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import all_of, count, fixed, listed, quoted, share, tiny, verb
from explorer.words.analogies import Answers, Score, ask, complete, precomputed_answers, scores, together
from explorer.words.analogy_accuracy_bootstrap import DRAWS, Spread, spread
from explorer.words.parallelogram import corners

Three = tuple[int, int, int]
A: Any = Text("As … (a)", "man", LONGEST_LABEL, key="j_a", about="a word; a is to b as c is to the answer")
B: Any = Text("… is to (b),", "woman", LONGEST_LABEL, key="j_b", about="a word")
C: Any = Text("… so is … (c)", "king", LONGEST_LABEL, key="j_d", about="a word")
EXCLUDE: Any = Switch(
    "Leave out the three given words", True, key="j_exclude", about="whether they are excluded as answers"
)
PLANE: Final = "plane"
COSINES: Final = "cosines"
DRAWN: Any = Choice(
    "Answers drawn as",
    PLANE,
    (PLANE, COSINES),
    about="in the plane of the three words, or as a bar each",
)
ANSWERS: Any = Whole("Answers", 5, 1, 10, about="how many of the nearest rows are drawn")


@picture(complete, corners)
def analogy(
    *,
    table: TableLike = TABLE,
    a: str = A,
    b: str = B,
    c: str = C,
    exclude: bool = EXCLUDE,
    answers: Int = ANSWERS,
    drawn: Literal["plane", "cosines"] = DRAWN,
) -> View:
    """The parallelogram of three words, its fourth corner c − a + b, and the rows nearest to it by cosine.

    Raises:
        ValueError: a word is not in the table, two are the same row, or a row of zeros, which has no direction.

    >>> analogy(table="GloVe", a="paris", b="france", c="rome").table["word"][0]
    'italy'
    """
    where = opened(table)
    words = where.table.words
    rows = _three(where.table, (a, b, c))
    for row in rows:
        if not prepared_table(where, AS_IT_IS).lengths[row]:
            raise ValueError(f"All numbers of {words[row]} are 0, so it has no direction. Choose another word.")
    names = [words[row] for row in rows]
    found = _answers(where, rows, exclude, answers)
    best = Neighbours(found.ids[:answers], found.values[:answers])
    tied = f" {nearness.TIED}" * nearness.tied(found, Near(COSINE), answers)
    every = (*rows, *best.ids.tolist())
    try:
        points, away = _plane(where, every)
    except ValueError as problem:
        raise ValueError(f"{problem}. Choose other words.") from None
    may = _may_answer(where, rows, exclude)
    pieces = not where.table.begins.all()

    def draw(answered: bool, _: Any) -> View:
        if not answered:
            sentence = f"The cross is {names[2]} − {names[0]} + {names[1]}. Every row is drawn with length 1."
            return View(_figure(where, rows), sentence, Table({"word": names}, "analogy"))
        off = _off(names, words, best, away, where.table.vectors.shape[1])
        first = _first(where, rows)
        nearest = f"{_nearest(where, rows, best, exclude, tied)}{off} Every row is drawn with length 1."
        flat = drawn == PLANE
        return View(
            _figure(where, every, tuple(best.values.tolist())) if flat else _bars(where, rows, exclude, answers),
            first or nearest,
            lambda: Table(
                {
                    "word": [words[row] for row in best.ids],
                    "cosine to c − a + b": best.values,
                    "off the plane": away[4:],
                },
                "analogy",
            ),
            (_formula(best, int(may.sum()), given=not exclude, pieces=pieces),) if len(best.ids) else (),
            _by_eye(words, best, points, where.table.vectors.shape[1]) * flat,
            details=nearest * bool(first),
        )

    return with_question(draw)


def answers_of(where: Source, a: str, b: str, c: str) -> tuple[tuple[str, float], ...]:
    """The row nearest to c − a + b without the three words, and with them, and its cosine; () where there is none.

    Raises:
        ValueError: as `analogy`.
    """
    rows = _three(where.table, (a, b, c))
    found = [_answers(where, rows, exclude) for exclude in (True, False)]
    if not all(len(each.ids) for each in found):
        return ()
    return tuple((where.table.words[each.ids[0]], float(each.values[0])) for each in found)


def _first(where: Source, rows: Three) -> str:
    found = answers_of(where, *(where.table.name_of(row) for row in rows))
    if not found:
        return ""
    as_near = any(nearness.tied(_answers(where, rows, exclude), Near(COSINE), 1) for exclude in (True, False))
    first = " Others are as near as an answer named here, which comes first in the table." * as_near
    one, other = (quoted(word) for word, _ in found)
    return f"Nearest is {one} if the three given words may not be the answer, {other} if they may.{first}"


@picture(ask, scores, spread)
def analogy_accuracy(*, table: TableLike = TABLE) -> View:
    """Analogy accuracy: the share of Google's questions that a table answers correctly, by section.

    Raises:
        ValueError: the table has none of the questions' words.

    >>> int(sum(analogy_accuracy(table="GloVe").table["asked"]))
    14877
    """
    where = opened(table)
    total = sum(map(len, load_analogies().values()))
    found = section_scores(where, AS_IT_IS)
    if not found:
        raise ValueError(f"This table has none of the words that Google's {total:,} analogy questions ask about.")
    every, over_pairs = together([score for score, _ in found]), _spread(where, AS_IT_IS)
    loose, echoed = (share(part, every.asked, 3) for part in (every.right_with_inputs, every.echoes))
    says = (
        f"With {where.table.name}, {every.right:,} of the {every.asked:,} questions whose words it has are answered "
        f"right, {share(every.accuracy, digits=3)}; that is {share(every.right, total, 3)} of all {total:,}, since the "
        f"other {total - every.asked:,} have a word that this table lacks."
    )
    sure = (
        f"The questions are made of {over_pairs.pairs:,} word pairs. {_drawn_anew(every, over_pairs)} "
        f"{share(over_pairs.low, digits=3)} to {share(over_pairs.high, digits=3)}; the whiskers say the same of each "
        f"section.{_widest(found)}"
    )
    if tied := _table_answers(where, AS_IT_IS).tied:
        sure += (
            f" For {tied:,} of the {every.asked:,} more rows are as near as the answer: the first of them in the table "
            "is counted."
        )
    sentence = f" If the given words may be answers, {loose}: {echoed} of the answers are then one of them."
    others = int((~_candidates(where)).sum())
    rest = f"{count(others, 'row')} that {verb(others, 'is', 'are')} no word of letters can't be an answer."
    return View(
        figures.accuracy(
            [_spoken(score.section) for score, _ in found],
            np.array([score.accuracy for score, _ in found]),
            np.array([score.right_with_inputs / score.asked for score, _ in found]),
            np.array([(part.low, part.high) for _, part in found]),
        ),
        f"{says}{sentence}",
        lambda: _sections(found),
        left_out=rest if others else "",
        details=sure,
    )


def _three(table: WordTable, words: tuple[str, str, str]) -> Three:
    found = [table.find(word) for word in words]
    gone = dict.fromkeys(word.strip() for word, row in zip(words, found, strict=True) if row is None)
    if gone:
        reasons = [missing(table, word) if word else "A word is not typed yet." for word in gone]
        settings = [name for name, row in zip("abc", found, strict=True) if row is None]
        raise not_in_table(table, settings, " ".join(["An analogy takes three words of the table.", *reasons]))
    a, b, c = (row for row in found if row is not None)
    if len({a, b, c}) < 3:
        raise ValueError("Choose three different words: with two equal ones there is no parallelogram.")
    return a, b, c


@remembered
def _table_answers(where: Source, recipe: Preprocessing) -> Answers:
    known = precomputed_answers(where.key) if not where.private and recipe == AS_IT_IS else None
    return ask(
        prepared_table(where, recipe), where.table.find, load_analogies(), allowed=where.table.whole, known=known
    )


@remembered
def section_scores(where: Source, recipe: Preprocessing) -> list[tuple[Score, Spread]]:
    """Scores of the sections with their intervals over word pairs; sections without a question are left out."""
    found = _table_answers(where, recipe)
    return [(score, spread(found, number)) for number, score in enumerate(scores(found)) if score.asked]


@remembered
def _spread(where: Source, recipe: Preprocessing) -> Spread:
    return spread(_table_answers(where, recipe))


def _candidates(where: Source) -> NDArray[np.bool_]:
    """Mask (V,) of rows that may answer Google's questions: words of letters, and the questions' own."""
    may = where.table.whole.copy()
    may[_table_answers(where, AS_IT_IS).asked] = True
    return may


def _may_answer(where: Source, rows: Three, exclude: bool) -> NDArray[np.bool_]:
    """Mask (V,) of rows that may answer one question: no inner word pieces, no rows of zeros, and no excluded words."""
    may: NDArray[np.bool_] = where.table.begins & (prepared_table(where, AS_IT_IS).lengths > 0)
    may[list(rows)] = not exclude
    return may


@remembered_briefly
def _nearest_of_all(where: Source, rows: Three) -> Neighbours:
    """As many nearest rows, the three given among them, as any picture of them needs: one search of the table."""
    most, allowed = ANSWERS.bounds({})[1] + 1 + len(rows), _may_answer(where, rows, False)
    return complete(prepared_table(where, AS_IT_IS), *rows, most, exclude_inputs=False, allowed=allowed)


def _answers(where: Source, rows: Three, exclude: bool, answers: int = 1) -> Neighbours:
    """The answers, and one more that may be as near as the last."""
    found = _nearest_of_all(where, rows)
    kept = np.flatnonzero(~np.isin(found.ids, rows) | (not exclude))[: answers + 1]
    return Neighbours(found.ids[kept], found.values[kept])


@remembered_briefly
def _plane(where: Source, rows: tuple[int, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return corners(prepared_table(where, AS_IT_IS), rows[:3], rows[3:])


@remembered_briefly
def _figure(where: Source, rows: tuple[int, ...], cosines: tuple[float, ...] = ()) -> Spec:
    points, _ = _plane(where, rows)
    names = [where.table.words[row] for row in rows]
    return figures.parallelogram(points[:4], names[:3], points[4:], names[3:], cosines)


def _bars(where: Source, rows: Three, exclude: bool, answers: int) -> Spec:
    """The rows nearest to the sum by cosine, best first; given words that are left out are grey."""
    best = _answers(where, rows, False, answers)
    out = [exclude and row in rows for row in best.ids[:answers].tolist()]
    nearest = zip(best.ids, best.values, out, strict=False)
    names = [f"{where.table.words[row]} {fixed(value)}{' (left out)' * gone}" for row, value, gone in nearest]
    first = out.index(False) if False in out else -1
    looks = [theme.GREY if gone else theme.OKABE_ITO[3 if at == first else 2] for at, gone in enumerate(out)]
    a, b, c = (where.table.words[row] for row in rows)
    return bars(names, best.values[:answers].astype(np.float64), plain(f"cosine with {c} − {a} + {b}", 40), looks)


def _nearest(where: Source, rows: Three, best: Neighbours, exclude: bool, tied: str) -> str:
    words, may = where.table.words, _may_answer(where, rows, exclude)
    lengths = prepared_table(where, AS_IT_IS).lengths
    out = ["the three given"] if exclude else []
    out += ["pieces that begin inside a word"] if not where.table.begins.all() else []
    out += ["rows of zeros"] if not lengths.all() else []
    without = f" (without {listed(out)})" if out else ""
    among = f"{count(int(may.sum()), 'row')}{without}{'' if exclude else ', the three given among them'}"
    if not len(best.ids):
        return (
            f"Of {among}, none can be the answer."
            if not may.any()
            else "The sum is 0, which has no direction. So it has a cosine with no row, and none is the nearest."
        )
    near = [f"{words[row]} {fixed(value, 3)}" for row, value in zip(best.ids, best.values, strict=True)]
    return (
        f"Nearest to the cross, {words[rows[2]]} − {words[rows[0]]} + {words[rows[1]]}, by the cosine of "
        f"{all_of(where.table.vectors.shape[1], 'number')}: {listed(near)}.{tied} "
        f"Compared: {among}."
    )


def _off(names: list[str], words: tuple[str, ...], best: Neighbours, away: NDArray[np.float32], width: int) -> str:
    if not len(best.ids) or words[best.ids[0]] in names or width <= 2:
        return ""
    return f" The diamonds are shadows: {words[best.ids[0]]} is {tiny(float(away[4]))} away from the picture’s plane."


def _by_eye(words: tuple[str, ...], best: Neighbours, points: NDArray[np.float32], width: int) -> str:
    """Note that another row is drawn nearer to the cross than the best."""
    lengths = np.linalg.norm(points[4:] - points[3], axis=1)
    if not len(lengths) or lengths.argmin() == 0:
        return ""
    near, best_word = words[best.ids[lengths.argmin()]], words[best.ids[0]]
    return (
        f"In the picture {near} is nearer to the cross than {best_word}: it shows two directions, and the cosine, "
        f"written beside each word, counts {all_of(width, 'number')}."
    )


def _formula(best: Neighbours, rows: int, *, given: bool, pieces: bool) -> Formula:
    """Formula of the row nearest to c − a + b among `rows` candidates.

    Inner word pieces are none, nor are the three words unless they are `given`.
    """
    row = "row of a word or its beginning" if pieces else "row"
    among = f"any {row}, these three among them" if given else f"any other {row}"
    return Formula(
        r"\cos(x, s) = \frac{x \cdot s}{\lVert x \rVert \, \lVert s \rVert}, \qquad s = c - a + b",
        {
            "a, b, c": "the rows of the three words, each scaled to length 1",
            "s": "their sum, the cross in the picture",
            "x": f"{among} ({rows:,}); the answer is the one with the largest cosine",
        },
        f"For the best row the cosine is {fixed(best.values[0], 4)}: 1 would be the same direction, 0 a right angle.",
    )


def _sections(found: list[tuple[Score, Spread]]) -> Table:
    columns = {
        "section": [score.section for score, _ in found],
        "questions": [score.total for score, _ in found],
        "asked": [score.asked for score, _ in found],
        "right": [score.right for score, _ in found],
        "word pairs": [part.pairs for _, part in found],
        "share, 95 % from": [part.low for _, part in found],
        "to": [part.high for _, part in found],
        "right, given words allowed": [score.right_with_inputs for score, _ in found],
        "answer was a given word": [score.echoes for score, _ in found],
    }
    return Table(columns, "accuracy")


def _drawn_anew(every: Score, over_pairs: Spread) -> str:
    if not over_pairs.alike:
        return f"With these drawn anew {DRAWS:,} times, the middle 95 % of the shares reach from"
    return (
        f"{'All' if every.right else 'None'} of these answers are right, so drawing the same pairs again can't show "
        "how far another list would differ. With each pair as one trial, the Clopper–Pearson 95 % interval reaches from"
    )


def _spoken(section: str) -> str:
    """A section's name in words.

    >>> _spoken("gram7-past-tense"), _spoken("capital-world")
    ('past tense', 'capital world')
    """
    return re.sub(r"^gram\d-", "", section).replace("-", " ")


def _widest(found: list[tuple[Score, Spread]]) -> str:
    widths = [part.high - part.low for _, part in found]
    widest = [at for at, width in enumerate(widths) if width >= max(widths) - 1e-9]
    score, part = found[widest[0]]
    if len(widest) > 1:
        return f" Least well known are {listed([_spoken(found[at][0].section) for at in widest])}, equally."
    return (
        f" The section “{_spoken(score.section)}” is known least well: {share(score.accuracy, digits=3)}, from "
        f"{share(part.low, digits=3)} to {share(part.high, digits=3)}, for {count(part.pairs, 'pair')}."
    )
