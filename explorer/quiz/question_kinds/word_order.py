"""Order: what a sum of rows knows, and what a position adds."""

from __future__ import annotations

import numpy as np

from explorer import tokenizers
from explorer.core import EmbeddingLayer
from explorer.embedding_pipeline.bag_of_words import BagRequest, bags
from explorer.gradients.worked_example import POSITION_TABLE, TOKEN_TABLE, WORDS
from explorer.questions import Mistake, Question, Show
from explorer.quiz.question import bracketed, kind, mixed, pick
from explorer.wording import number, number_list

TOPIC = "Order"
_WORDS = ("dog", "man", "cat", "bird", "king", "queen", "teacher", "robot")
_VERBS = ("bites", "sees", "likes", "calls")


@kind(TOPIC, "same-bag", "Order", riddle=True)
def same_bag(rng: np.random.Generator) -> Question:
    """Whether two sentences have the same sum."""
    first, second, third = (_WORDS[int(i)] for i in rng.choice(len(_WORDS), 3, replace=False))
    verb = _VERBS[int(rng.integers(len(_VERBS)))]
    turned = bool(rng.integers(2))
    one, two = f"{first} {verb} {second}", f"{second} {verb} {first if turned else third}"
    found = bags(BagRequest(f" {one}", f" {two}"))
    yes, no = "Yes: the two sums are equal", "No: the sums differ"
    return Question(
        f"The rows of “{one}” are added up, and the rows of “{two}” as well, without positions. "
        "Are the two sums equal?",
        answer=yes if found.same_bag else no,
        why="The same words, each as often, in another order: a sum has no order, so nothing is left of who did what."
        if found.same_bag
        else f"“{third}” is in one sentence but not in the other, so the sums differ, by up to {number(found.gap)} in "
        "the trained table.",
        show=Show(
            "tokens", "Dog bites man", {"t_bag_first": one, "t_bag_second": two}, "The first two rows: the two sums."
        ),
        given={"first": one, "second": two},
        choices=mixed(rng, yes, no),
        mistakes=(
            Mistake(
                no if found.same_bag else yes,
                "Meaning taken for the sum" if found.same_bag else "The words not compared",
                "The sentences mean different things, but their rows are the same."
                if found.same_bag
                else "Look at each word: one of them is different.",
            ),
        ),
    )


@kind(TOPIC, "with-position")
def with_position(rng: np.random.Generator) -> Question:
    """√D · row + position, on the blackboard's table."""
    token, at, column = pick(rng, *range(12)), pick(rng, 0, 1, 2), pick(rng, 0, 1, 2, 3)
    scale = bool(rng.integers(2))
    layer = EmbeddingLayer.from_tables(TOKEN_TABLE, POSITION_TABLE, scale_embeddings=scale)
    ids = [pick(rng, *range(12)), pick(rng, *range(12)), pick(rng, *range(12))]
    ids[at] = token
    found = float(layer(ids).data[at, column])
    row, position = TOKEN_TABLE[token], POSITION_TABLE[at]
    plain, factor = float(row[column]), 2 if scale else 1
    how = "times √D = 2, plus" if scale else "plus"
    return Question(
        f"“{WORDS[token]}” has the row ({number_list(row)}), position {at} has ({number_list(position)}). The layer "
        f"gives the row {how} the position. What is the number in column {column} (counted from 0)?",
        answer=found,
        why=f"{'2 × ' if scale else ''}{bracketed(plain)} + {bracketed(float(position[column]))} = {number(found)}.",
        show=Show(
            "gradients",
            "Blackboard",
            {
                "g_ids": " ".join(map(str, ids)),
                "g_board_step": "2 Scale, add",
                **({} if scale else {"g_scale": "false"}),
            },
            f"“output”, the line of position {at}.",
        ),
        given={"row": tuple(map(int, row)), "position": tuple(map(int, position)), "column": column, "factor": factor},
        condition=how,
        tolerance=0,
        mistakes=(
            *(_scaling(plain, float(position[column])) if scale else ()),
            Mistake(factor * plain, "The position forgotten", "The row of the position is added as well."),
            Mistake(float(position[column]), "The row forgotten", "Row and position are added."),
        ),
    )


def _scaling(row: float, position: float) -> tuple[Mistake, ...]:
    return (
        Mistake(row + position, "√D forgotten", "The row is multiplied by √4 = 2 first."),
        Mistake(
            2 * (row + position),
            "√D times the position too",
            "Only the token’s row is multiplied; the position is added afterwards.",
        ),
        Mistake(4 * row + position, "D instead of √D", "D is 4, its root is 2."),
    )


@kind(TOPIC, "which-differ", "Order")
def which_differ(rng: np.random.Generator) -> Question:
    """How many vectors of a sentence change when two words are swapped, with positions."""
    n = pick(rng, 5, 6, 7)
    words = [" " + _WORDS[int(i)] for i in rng.choice(len(_WORDS), n, replace=False)]
    a, b = sorted(int(i) for i in rng.choice(n, 2, replace=False))
    swapped = list(words)
    swapped[a], swapped[b] = swapped[b], swapped[a]
    one, two = ([int(tokenizers.encode(word, "gpt2")[0]) for word in text] for text in (words, swapped))
    layer = EmbeddingLayer(50_257, 4, 16, rng=0)
    moved = (layer(one).data != layer(two).data).any(axis=1)
    found = int(moved.sum())
    sentence = "".join(words).strip()
    return Question(
        f"In “{sentence}” the words “{words[a].strip()}” and “{words[b].strip()}” change places. Each word is one "
        "token. The row of its position is added to its own: how many of these sums, one at each position, change?",
        answer=found,
        why=f"At these two positions the row is a different one, so those {found} change. At the other {n - found} "
        "positions row and position are as before: which words stand around them makes no difference.",
        show=Show(
            "tokens",
            "Dog bites man",
            {"t_bag_first": sentence, "t_bag_second": "".join(swapped).strip(), "encoding": "gpt2"},
            "The last two rows of cells: the vectors of a word at its two positions.",
        ),
        given={"n": n, "positions": (a, b)},
        tolerance=0,
        mistakes=(
            Mistake(0, "Positions forgotten", "The sum of all is the same; that at each of the two positions is not."),
            Mistake(n, "All of them", "Row and position at the other positions are unchanged."),
            Mistake(b - a + 1, "All between the two as well", "The words between stay at their positions."),
        ),
    )
