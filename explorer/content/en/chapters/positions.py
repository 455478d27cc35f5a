"""Chapter 3: why positions?"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer import chain
from explorer.chain.bags import BagRequest, BagResult, bags
from explorer.content.en import not_yet
from explorer.content.en.chapters.tokens import MORE
from explorer.content.en.pieces import TEXT, ids, label
from explorer.content.en.seen import words as seen
from explorer.content.guide import Chapter, Question, State, Step, Task
from explorer.lm.compare import moved
from explorer.waves.beginnings import summed
from explorer.wording import fixed, number, share, signed

FIRST, SECOND, OTHER = "dog bites man", "man bites dog", "man bites"
DIM = 0
WORD, PLACES = "dog", (0, 2)
EQUAL, LARGER = "Not at all: they are equal", "In some of their numbers"
SAME, TWO = "Yes: a word is a word", "No: it reads two different sums"
ELSEWHERE, LATER = "The sat on the cat mat", 4
"""The words of the usual text with “cat” at another place, and that place."""
TOP, MIDDLE, BOTTOM = "The top one, its row", "The middle one, its position", "The bottom one, the sum"
STAYS, MOVES = "They stay as they were", "Part of the probability moves to other tokens"


@lru_cache(maxsize=1)
def _bags() -> BagResult:
    return bags(BagRequest(f" {FIRST}", f" {SECOND}"))


def _equal() -> str:
    return EQUAL if _bags().gap == 0 else LARGER


def _bag() -> str:
    found = _bags()
    return (
        f"The {found.sums.shape[1]} numbers of one sum and those of the other differ by {number(found.gap)}. A "
        "sum is a bag of words: it says what is in it, not in which order, and who bites whom is lost. So a model must "
        "be told where each word stands."
    )


def _pair(values: np.ndarray) -> str:
    return f"({', '.join(fixed(float(value)) for value in values)})"


def _two_sums() -> str:
    one, two = summed(WORD)[list(PLACES)]
    return SAME if np.array_equal(one, two) else TWO


def _sums() -> str:
    one, two = summed(WORD)[list(PLACES)]
    return (
        f"“{WORD}” at place {PLACES[0]} gives {_pair(one)}, at place {PLACES[1]} {_pair(two)}: the tips are "
        f"{fixed(float(np.linalg.norm(one - two)))} apart. Here the arrow of each place is 1 long; only its direction "
        "turns. So one word gives a different sum at each place."
    )


@lru_cache(maxsize=1)
def _lines() -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """Row, position and sum of “cat” at position 1 and at `LATER`, each as the model is given it."""
    here, there = (chain.run(chain.ChainRequest(text, position="learned")) for text in (TEXT, ELSEWHERE))
    return (
        (here.scaled[0, 1], there.scaled[0, LATER]),
        (here.positions[1], there.positions[LATER]),
        (here.output[0, 1], there.output[0, LATER]),
    )


def _unmoved() -> str:
    same = [name for name, pair in zip((TOP, MIDDLE, BOTTOM), _lines(), strict=True) if np.array_equal(*pair)]
    return same[0] if len(same) == 1 else ""


def _sum() -> str:
    (row, _), places, sums = _lines()
    first, other = ((signed(float(p[DIM]), 4), signed(float(s[DIM]), 4)) for p, s in zip(places, sums, strict=True))
    return (
        f"The row of “{label(ids(' cat')[0])}” begins {signed(float(row[DIM]), 4)} wherever it stands. Position 1 "
        f"begins {first[0]}, so the sum begins {first[1]}; position {LATER} begins {other[0]}, and the sum {other[1]}. "
        f"All {len(row)} numbers are added like that, one by one. (Each is rounded by itself.)"
    )


def _stays() -> str:
    return MOVES if moved(*seen.with_and_without()) > 0.01 else STAYS


def _next_numbers() -> str:
    found = [(int(one.best(1)[0]), float(one.probabilities.max())) for one in seen.with_and_without()]
    (first, sure), (other, unsure) = found
    told = f"{share(moved(*seen.with_and_without()))} of the probability goes to other tokens."
    if first == other:
        return f"{told} The first guess stays “{label(first)}”, with {share(sure)} before and {share(unsure)} after."
    return (
        f"{told} With positions the first guess is “{label(first)}” ({share(sure)}), without them “{label(other)}” "
        f"({share(unsure)})."
    )


def _two_orders(state: State) -> bool:
    """Whether both sentences have the same three words, in two orders."""
    usual = {"t_bag_first": FIRST, "t_bag_second": OTHER}
    one, two = (str(state.get(key, start)).split() for key, start in usual.items())
    return sorted(one) == sorted(two) == sorted(FIRST.split()) and one != two


CHAPTER = Chapter(
    "Order",
    "Why does a model need positions?",
    (
        Step(
            "Dog bites man, man bites dog",
            "tokens",
            "Dog bites man",
            "The same words, and quite a different story. Let a model add up the [[rows]] of a sentence’s tokens, "
            "number by number. The two lines of the picture are two such sums, the first 24 of their 384 numbers "
            "([[dimensions]]); so far the second lacks a word. (The first word gets a space too: “␣dog”.)",
            "t_bags",
            Question(
                f"The rows of “{FIRST}”, added up, and those of “{SECOND}”: how will the two sums differ?",
                (EQUAL, LARGER),
                _equal,
                "Is 2 + 3 + 5 a different number from 5 + 3 + 2?",
                _bag,
            ),
            Task(
                f"Write “{SECOND}”, or another order of these words, as the second sentence. Do the lines differ now?",
                _two_orders,
                {"t_bag_second": SECOND},
                lambda state: seen.two_orders(state, FIRST),
                not_yet.three_words(FIRST, OTHER),
            ),
            {"t_bag_first": FIRST, "t_bag_second": OTHER},
            (*MORE, "t_typed_controls", "t_chips", "t_bag_places"),
        ),
        Step(
            "Add the place",
            "positions",
            "Two arrows",
            "So each place gets [[row|numbers of its own]], the row of its [[position]], and they are added to those "
            "of the word. With two numbers each, both are arrows: first the word, then, from its tip, the place. These "
            "twelve places lie on a circle, so that no arrow grows. The thin arrow is the sum: what the model reads.",
            "p_arrows",
            Question(
                f"“{WORD}” at place {PLACES[0]} and “{WORD}” at place {PLACES[1]}: does the model read the same?",
                (SAME, TWO),
                _two_sums,
                "Move the place, and watch the tip of the thin arrow.",
                _sums,
            ),
            Task(
                f"Move the place to {PLACES[0]}: where does the tip go?",
                lambda state: state.get("p_word_place") == PLACES[0],
                {"p_word_place": PLACES[0]},
                lambda state: seen.tip(state, PLACES[1]),
                not_yet.stands_at("p_word_place", PLACES[1], PLACES[0], "place"),
            ),
            {"p_word": WORD, "p_word_place": str(PLACES[1])},
            move="p_word_place",
            shown="Shown: no model. The words’ arrows are chosen by hand, those of the places come from a formula.",
        ),
        Step(
            "What the model reads",
            "tokens",
            "Pipeline",
            "Three pictures: the tokens’ [[rows]], the rows of the [[positions]], and last their sum: (1, 6, 384) is 1 "
            "text, 6 tokens, 384 numbers each. In each line two numbers make one of the sum. It goes into the "
            "[[transformer]], the part of the model that compares the tokens and works out what comes next.",
            "t_sum",
            Question(
                f"Three lines belong to “␣cat”. Let it stand at position {LATER}: which of them stays as it is?",
                (TOP, MIDDLE, BOTTOM),
                _unmoved,
                "Which of them says only what the token is, and not where it stands?",
                _sum,
            ),
            Task(
                "Read another number: set “Read dimension” to 5.",
                lambda state: int(state.get("t_dim") or 0) == 5,
                {"t_dim": 5},
                seen.read_number,
                not_yet.dimension,
            ),
            {"text": TEXT, "token": "1"},
            (*MORE, "t_scale", "t_against"),
        ),
        Step(
            "And then the next word",
            "home",
            "",
            "What are the sums for? Our own small model, with a table and rows of its own, sends them through its "
            "[[transformer]], which gives each token a probability: how likely does it come next? It has read Jane "
            "Austen. The end of “Bourgh”, a name from her novels, is hidden, and the bars are the model’s guesses.",
            "h_guess",
            Question(
                "The probabilities of all tokens make 100 %. What happens to them if the model gets no positions?",
                (STAYS, MOVES),
                _stays,
                "Do the task of this step, and compare the two bars of each token.",
                _next_numbers,
            ),
            Task(
                "Choose “No positions”, and look at the bars again.",
                lambda state: state.get("h_try") == "No positions",
                {"h_try": "No positions"},
                seen.without_places,
                not_yet.chose("h_try", "As it is", "No positions"),
            ),
            {"text": seen.NEXT, "h_hide": "true"},
            # The picture is the bars: the chain above them would push them out of sight, and on a phone it is too wide.
            ("h_ways_in", "_h_examples", "h_links", "h_honest", "h_flow"),
        ),
    ),
)
