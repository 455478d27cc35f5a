"""a is to b as c is to …: the parallelogram, the answers, and how often it works."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.data import load_analogies
from explorer.figures.projection import words as figures
from explorer.figures.spec import Spec
from explorer.scripts import projection as scripts
from explorer.ui.frame.say import marked
from explorer.ui.projection.formulas.analogies import formula
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors.neighbours import Neighbours, cosines
from explorer.vectors.view import AS_IT_IS, Recipe, unit_rows
from explorer.views.projection.source import Source, remembered, remembered_briefly
from explorer.wording import count, fixed, share
from explorer.words.analogies import Answers, Score, ask, complete, made_before, scores, together
from explorer.words.pairs import DRAWS, Spread, spread
from explorer.words.parallelogram import corners

PART = ui.Part(
    "Analogies",
    why="If the step from man to woman is much the same as that from king to queen, then arithmetic on [[rows]] "
    "answers questions: b − a + c.",
    look="The cross is where the sum lands. How far from it is the nearest word that was not given?",
)

KEY = "j_parallel"
_SHOWN = "_j_questions_of"
"""Key of the table whose questions are on the screen; not there while the whole part runs."""
ANSWERS, LONGEST = 5, 60  # words listed, and characters of a word that is typed
GUESSES = ("more right answers", "about as many", "far fewer right answers")


@remembered
def _asked(where: Source, recipe: Recipe) -> Answers:
    view = source.view(where, recipe)
    known = made_before(where.key) if not where.private and recipe == AS_IT_IS else None
    return ask(view, where.table.find, load_analogies(), allowed=where.table.whole, known=known)


@remembered
def scored(where: Source, recipe: Recipe) -> list[tuple[Score, Spread]]:
    """Each section with its interval over word pairs; sections without a question are left out."""
    found = _asked(where, recipe)
    return [(score, spread(found, number)) for number, score in enumerate(scores(found)) if score.asked]


@remembered
def _spread(where: Source, recipe: Recipe) -> Spread:
    return spread(_asked(where, recipe))


@remembered_briefly
def _answers(where: Source, rows: tuple[int, int, int], exclude: bool) -> Neighbours:
    view = source.view(where, AS_IT_IS)
    return complete(view, *rows, ANSWERS, exclude_inputs=exclude, allowed=where.table.whole)


@remembered_briefly
def _given(where: Source, rows: tuple[int, int, int]) -> tuple[float, float, float]:
    """Cosine of the sum b − a + c with a, b and c themselves."""
    three = unit_rows(source.view(where, AS_IT_IS).rows(list(rows)))
    found = cosines(three, (three[1] - three[0] + three[2])[None])[:, 0]
    return float(found[0]), float(found[1]), float(found[2])


@remembered_briefly
def _plane(where: Source, rows: tuple[int, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return corners(source.view(where, AS_IT_IS), rows[:3], rows[3:])


@remembered_briefly
def _figure(where: Source, rows: tuple[int, ...]) -> Spec:
    points, _ = _plane(where, rows)
    names = [where.table.words[row] for row in rows]
    return figures.parallelogram(points[:4], names[:3], points[4:], names[3:])


def show() -> None:
    """Three words, the parallelogram with its answers, and how often such answers are right."""
    # Two fragments: other words leave all questions of the table as they are, and a guess there leaves the words.
    st.session_state.pop(_SHOWN, None)
    where = _words()
    st.session_state[_SHOWN] = where and where.key
    if where is not None:
        _all(where)


def _words() -> Source | None:
    """The table, three of its words and their answers; the table, where there is one."""
    with ui.controls(KEY):
        line = ui.line()
        where = source.choose(line)
        if st.session_state.get(_SHOWN, where and where.key) != (where and where.key):
            st.rerun()  # another table: its questions stand outside of this fragment
        if where is None:
            return None
        texts = [
            ui.typed.line(label, default, key=key, most=LONGEST, place=line)
            for label, default, key in zip(
                ("As … (a)", "… is to … (b),", "… so is … (c) to what?"),
                ("man", "woman", "king"),
                ("j_a", "j_b", "j_d"),
                strict=True,
            )
        ]
        exclude = st.toggle("The three given words may not be the answer", True, key="j_exclude", bind="query-params")
        nearness.fixed(
            "the published way to answer such questions (add and subtract the rows, take the word with the largest "
            "cosine; its name is [[3CosAdd]]) is defined by it"
        )
    found = [where.table.find(text) for text in texts]
    for text, row in zip(texts, found, strict=True):
        if row is None:
            similar = where.table.closest_spelling(text)
            st.warning("One of the three words is not in this table.")
            st.text(f"{text.strip()[:60] or '(nothing typed)'}: " + (", ".join(similar) or "nothing similar"))
    rows = tuple(row for row in found if row is not None)
    if len(rows) == 3 and len(set(rows)) < 3:
        st.warning("Choose three different words: with two equal ones there is no parallelogram.")
    elif len(rows) == 3:
        _one(where, (rows[0], rows[1], rows[2]), exclude)
    return where


def _one(where: Source, rows: tuple[int, int, int], exclude: bool) -> None:
    words = where.table.words
    best = _answers(where, rows, exclude)
    if not len(best.ids):
        st.info("No row of this table is a whole word, so there is no answer to choose from.")
        return
    every = (*rows, *best.ids.tolist())
    _, away = _plane(where, every)
    a, b, c = names = [words[row] for row in rows]
    of_given = _given(where, rows)
    nearest = int(np.argmax(of_given))
    among = "all words but the three given" if exclude else "all words, the three given among them"
    ui.picture(
        KEY,
        _figure(where, every),
        summary=(
            f"{b} − {a} + {c}: of {among}, the nearest is {words[best.ids[0]]} (cosine {fixed(best.values[0], 3)}). Of "
            f"the three given words, {names[nearest]} is nearest (cosine {fixed(of_given[nearest], 3)}). The three lie "
            f"exactly in this plane and the cross is the fourth corner. {words[best.ids[0]]} lies {fixed(away[4])} "
            "away from the plane; every row is taken with length 1."
        ),
        table=lambda: ui.Table(
            {"word": [words[row] for row in best.ids], "cosine to b − a + c": best.values, "off the plane": away[4:]},
            "analogy",
        ),
        script=lambda: scripts.analogy(where.loaded, (a, b, c), exclude),
    )
    formula(KEY, float(best.values[0]), given=not exclude, pieces=not where.table.whole.all())


def _all(where: Source) -> None:
    """All of Google's questions."""
    st.header("How often does it work?", anchor=False)
    if source.too_large(where, "Asking Google's analogy questions"):
        return
    total = sum(map(len, load_analogies().values()))
    found = scored(where, AS_IT_IS)
    if not found:
        st.info(f"This table has none of the words that Google's {total:,} analogy questions ask about.")
        return
    every, over_pairs = together([score for score, _ in found]), _spread(where, AS_IT_IS)
    loose = every.right_with_inputs / every.asked

    def answer() -> str:
        change = loose - every.accuracy
        return GUESSES[0] if change > 0.02 else GUESSES[2] if change < -0.02 else GUESSES[1]

    echoed = share(every.echoes, every.asked, 3)
    revealed = ui.predict(
        "j_echo",
        "Published figures leave the three given words out of the answers. What happens if they may be answers too?",
        GUESSES,
        answer=answer,
        hint="the sum starts from c. Compare, above, how near it still is to the given words.",
        because=f"For {echoed} of the questions the row nearest to b − a + c is then one of the three given words.",
    )
    summary = (
        f"{where.table.name} answers {every.right:,} of the {every.asked:,} questions whose words it has, "
        f"{share(every.accuracy, digits=3)}; that is {share(every.right, total, 3)} of all {total:,}, since the other "
        f"{total - every.asked:,} have a word that this table lacks. The questions are made of {over_pairs.pairs:,} "
        f"word pairs. {_drawn_anew(every, over_pairs)} {share(over_pairs.low, digits=3)} to "
        f"{share(over_pairs.high, digits=3)}; the whiskers say the same of each section.{_widest(found)}"
    )
    if revealed:
        summary += (
            f" If the given words may be answers, {share(loose, digits=3)}: {echoed} of the answers are then one of "
            "them."
        )
    ui.picture(
        "j_accuracy",
        figures.accuracy(
            [score.section for score, _ in found],
            np.array([score.accuracy for score, _ in found]),
            np.array([score.right_with_inputs / score.asked for score, _ in found]) if revealed else None,
            np.array([(part.low, part.high) for _, part in found]),
        ),
        summary=summary,
        table=lambda: ui.Table(
            {
                "section": [score.section for score, _ in found],
                "questions": [score.total for score, _ in found],
                "asked": [score.asked for score, _ in found],
                "right": [score.right for score, _ in found],
                "word pairs": [part.pairs for _, part in found],
                "share, 95 % from": [part.low for _, part in found],
                "to": [part.high for _, part in found],
            }
            | (
                {
                    "right, given words allowed": [score.right_with_inputs for score, _ in found],
                    "answer was a given word": [score.echoes for score, _ in found],
                }
                if revealed
                else {}
            ),
            "accuracy",
        ),
        script=(lambda: scripts.analogy(where.loaded, ("man", "woman", "king"), True)) if revealed else None,
    )
    told = (
        "Names that begin with gram are lists about grammar: gram7-past-tense asks for *danced* as the past of "
        "*dancing*. Questions that share a pair go right or wrong together, so it is the pairs that are drawn, with "
        "repetition, not the questions: a [[bootstrap]] (Efron 1979; for members of pairs Snijders and Borgatti "
        "1999). A different list of pairs would give a different share; the interval says by how much, if its pairs "
        "were of the same kind. Where all questions are right, or none, all draws are alike: there it is the interval "
        "of Clopper and Pearson (1934), with each pair one trial."
    )
    st.caption(marked(told), unsafe_allow_html=True)


def _drawn_anew(every: Score, over_pairs: Spread) -> str:
    """What the interval that follows is."""
    if not over_pairs.alike:
        return f"With these drawn anew {DRAWS:,} times, the middle 95 % of the shares reach from"
    return (
        f"{'All' if every.right else 'None'} of these questions are right, so drawing the same pairs again can't show "
        "how far another list would differ. With each pair as one trial, the Clopper–Pearson 95 % interval reaches from"
    )


def _widest(found: list[tuple[Score, Spread]]) -> str:
    """The section that is known least well, as a sentence."""
    score, part = max(found, key=lambda each: each[1].high - each[1].low)
    return (
        f" {score.section} is known least well: {share(score.accuracy, digits=3)}, from {share(part.low, digits=3)} to "
        f"{share(part.high, digits=3)}, for {count(part.pairs, 'pair')}."
    )
