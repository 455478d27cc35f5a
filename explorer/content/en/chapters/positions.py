"""Chapter 3: why positions?"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer import embedding_pipeline
from explorer.content.en import task_hints
from explorer.content.en.chapters.tokens import MORE, OWN
from explorer.content.en.example_sentence_numbers import TEXT
from explorer.content.en.task_feedback import tokens_rows_and_order as seen
from explorer.content.guided_path import Chapter, State, Step, Task
from explorer.embedding_pipeline.bag_of_words import BagRequest, BagResult, bags
from explorer.lm.predict_next_token import Request
from explorer.lm.predict_next_token import read as predict
from explorer.lm.train_token_model import TRAINED_LENGTH
from explorer.positional_encodings.vector_addition import summed
from explorer.questions import Question
from explorer.tokenizers import SMALL
from explorer.wording import listed, number, whole_percent

FIRST, SECOND, OTHER = "dog bites man", "man bites dog", "the cat sat"
"""A sentence, the same words in another order, and other words."""
WORD, POSITIONS = "dog", (0, 2)
EQUAL, LARGER = "Not at all: they are equal", "In some of their numbers"
SHARED = ("0", "1", "3")
NONE = "none"
ANOTHER = "boy"
DOG, FIRST_MAN, BEFORE = "“dog”", "“man” in the first sentence", "“A”, which stands before it"


@lru_cache(maxsize=1)
def _bags() -> BagResult:
    return bags(BagRequest(f" {FIRST}", f" {SECOND}", SMALL))


def _equal() -> str:
    return EQUAL if _bags().gap == 0 else LARGER


def _bag() -> str:
    found = _bags()
    return (
        "The sums are equal: a sum says which words are in it, not in which order. They differ by "
        f"{number(found.gap)} in all {found.sums.shape[1]} numbers, and who bites whom is lost. So a model is "
        "told where each word stands."
    )


@lru_cache(maxsize=1)
def _shared() -> list[str]:
    """Words whose sum with their position is the same in both sentences."""
    first, second = (
        {tuple(summed(word)[at]): word for at, word in enumerate(text.split())} for text in (FIRST, SECOND)
    )
    return [word for total, word in first.items() if total in second]


def _sums() -> str:
    one, two = POSITIONS
    return (
        f"Only {listed(f'“{word}”' for word in _shared())} stands at the same position in both. “{WORD}” is read at "
        f"position {one} in the first sentence, before “bites”, and at position {two} in the second, after it: two "
        "different sums. Without positions all three sums would be the same."
    )


@lru_cache(maxsize=1)
def _sums_alike() -> tuple[int, int, int]:
    """All sums of a token's and a position's row, those whose first number is another's too, and how many numbers are
    enough to tell all apart (0 if all numbers are not).
    """
    table = embedding_pipeline.table_for(SMALL)
    positions = embedding_pipeline.position_rows(embedding_pipeline.layer_of(table, "learned"), TRAINED_LENGTH)
    rows = embedding_pipeline.rows_of(np.arange(len(table.weight)), table)
    total, alike = len(rows) * len(positions), []
    for many in range(1, rows.shape[1] + 1):
        sums = (rows[:, None, :many] + positions[None, :, :many]).reshape(total, many)
        each = sums.view(np.dtype((np.void, sums.dtype.itemsize * many))).ravel()  # a sum's numbers as one value
        times = np.unique(each, return_counts=True)[1]
        alike.append(int(times[times > 1].sum()))
        if not alike[-1]:
            break
    return total, alike[0], len(alike) if not alike[-1] else 0


def _equal_sums() -> str:
    return NONE if _sums_alike()[2] else ""


def _sum() -> str:
    total, first, enough = _sums_alike()
    return (
        f"None of the {total:,}, though {whole_percent(first / total)} share their first number with another. The "
        f"first {enough} numbers together tell all apart, and a sum has 128. So it still says which token stands where."
    )


def _rises_most() -> str:
    """Which token the last one takes much more from when it gets no positions."""
    told, blind = (reading.look_back for reading in seen.with_and_without())
    return {1: DOG, seen.FIRST_MAN: FIRST_MAN, 7: BEFORE}.get(int((blind - told).argmax()), "")


def _rises_numbers() -> str:
    at = seen.FIRST_MAN
    told, blind = (whole_percent(float(reading.look_back[at])) for reading in seen.with_and_without())
    other = predict(Request(seen.NEXT.replace("a man", f"a {ANOTHER}"), positions=False))
    return (
        "Without positions both “man” begin with the very same numbers. What the last takes from the first rises from "
        f"{told} to {blind}. Put “{ANOTHER}” there, whose row is another, "
        f"and it is {whole_percent(float(other.look_back[at]))}."
    )


def _other_words(state: State) -> bool:
    """Whether the sentences don't have the same words any more."""
    usual = {"t_bag_first": FIRST, "t_bag_second": SECOND}
    one, two = (sorted(str(state.get(key, start)).split()) for key, start in usual.items())
    return bool(one) and bool(two) and one != two


def _who_bites() -> str:
    told, blind = seen.with_and_without()
    if len(_shared()) != 1 or told.best(1)[0] == blind.best(1)[0]:
        return ""
    return (
        "By the positions: in English the one who bites stands before “bites”. "
        f"“{WORD}” at position {POSITIONS[0]}, before it, is another sum than “{WORD}” at position {POSITIONS[1]}, "
        "after it. And the model uses that: when the positions were taken away, it looked back elsewhere and guessed "
        "another token, though no word had changed."
    )


CHAPTER = Chapter(
    "Order",
    "Why does a model need positions?",
    (
        Step(
            "Dog bites man, man bites dog",
            "tokens",
            "Dog bites man",
            "Same words, another story. A model gets the [[rows]] of all words at once, and a row doesn’t say where "
            "its word stands. What if we add them up? The line shows the first sentence’s sum: 24 of 128 numbers.",
            "t_bags",
            Question(
                f"The rows of “{FIRST}”, added up, and those of “{SECOND}”: how will the two sums differ? (Each word "
                "counts with a space before it.)",
                (EQUAL, LARGER),
                _equal,
                "Is 2 + 3 + 5 a different number from 5 + 3 + 2?",
                _bag,
            ),
            Task(
                f"Write other words into “Second sentence”, such as “{OTHER}”. What becomes of its sum?",
                _other_words,
                {"t_bag_second": OTHER},
                lambda state: seen.other_words(state, FIRST, SECOND),
                task_hints.same_words(FIRST, SECOND),
            ),
            {"t_bag_first": FIRST, "t_bag_second": SECOND, "encoding": SMALL},
            (*MORE, "t_typed_controls", "t_chips", "t_bag_places", "t_badge"),
            cover=("t_bags_figure",),
            shown=f"{OWN}.",
        ),
        Step(
            "Add the position",
            "positions",
            "Two arrows",
            "So the [[position]] of a word, where it stands, gets [[row|numbers of its own]], added to the word’s. "
            "With two numbers each is an arrow. Put one after the other: their sum, the thin arrow, is what the model "
            "reads.",
            "p_arrows",
            Question(
                f"“{FIRST}” and “{SECOND}”: add to each word its position, {POSITIONS[0]} to {POSITIONS[1]}. How many "
                "of the three sums are the same in both sentences?",
                SHARED,
                lambda: str(len(_shared())),
                "Which word stands at the same position in both?",
                _sums,
            ),
            Task(
                f"In “{SECOND}” the dog stands at position {POSITIONS[1]}. Move it to {POSITIONS[0]}, as in “{FIRST}”: "
                "where does the tip go?",
                lambda state: state.get("p_word_place") == POSITIONS[0],
                {"p_word_place": POSITIONS[0]},
                lambda state: seen.tip(state, POSITIONS[1]),
                task_hints.stands_at("p_word_place", POSITIONS[1], POSITIONS[0], "position"),
            ),
            {"p_word": WORD, "p_word_place": str(POSITIONS[1])},
            ("p_word_place", "p_word_position"),
            shown="Shown: two numbers a word, chosen by hand, since 128 can’t be drawn as an arrow.",
        ),
        Step(
            "What the model reads",
            "tokens",
            "Pipeline",
            "Our own model has learned a row for each [[position]] too. Press Play: it is added to the token’s "
            "[[row]]. The model reads only the sum. Each number is a colour; 8 of 128 are drawn.",
            "t_adding",
            Question(
                "Can two sums be equal, as 2 + 3 = 1 + 4? The model could not tell them apart. How many of all the "
                "sums of 4,096 tokens and 64 positions equal another one?",
                (NONE, "about one in a hundred", "about half"),
                _equal_sums,
                "Two sums are equal only if all their 128 numbers are.",
                _sum,
            ),
            Task(
                "Put a word in front of “cat”, such as “The black cat sat on the mat”. Which of its strips are new?",
                lambda state: seen.moved_to(state) > 1,
                {"text": "The black cat sat on the mat"},
                seen.moved_word,
                task_hints.moved_word,
            ),
            {"text": TEXT, "token": "1", "encoding": SMALL, "t_added": "0"},
            (
                *MORE,
                *("t_sum_controls", "t_sum_formula", "t_badge"),
            ),
            shown=f"{OWN}, here and in the next step.",
        ),
        Step(
            "And then the next word",
            "home",
            "",
            "Who bites? To guess what comes next (the bars), the last token looks back at those before it and takes "
            "over something of each: [[attention]]. The thicker the arc, the more. Do positions count for that?",
            "h_guess",
            Question(
                "Let us take the positions away. From which token will the last “man” take over much more then?",
                (DOG, FIRST_MAN, BEFORE),
                _rises_most,
                "Two tokens of the text have the same row. Which, and what told them apart so far?",
                _rises_numbers,
            ),
            Task(
                "Choose “No positions”. Which arc grows? Are the guesses still the same?",
                lambda state: state.get("h_try") == "No positions",
                {"h_try": "No positions"},
                seen.without_positions,
                task_hints.chose("h_try", "As it is", "No positions"),
            ),
            {"text": seen.NEXT},
            # The picture is the bars: the chain above them would push them out of sight, and on a phone it is too wide.
            ("h_more", "h_hide", "h_said"),
            cover=("h_looked",),
        ),
    ),
    "“Dog bites man”: a model gets all words of a text at once. How can it know who bites?",
    _who_bites,
    (
        "The sum of a sentence’s rows is the same in every order, so each position gets numbers of its own, "
        "which are added.",
        "Without positions a word has the same numbers wherever it stands; with them it has others at each position.",
    ),
    "Adding up is not the only way to lose the order: a mean does too. Our small model would not lose all of it: "
    "each token sees only those before it, so some of the order shows without positions. In some models the rows are "
    "multiplied by the square root of their width first, so that they weigh more than the positions.",
    (
        ("tokens", "Dog bites man", "What a mean forgets", {"t_bag_means": "true"}),
        ("positions", "Near positions", "Positions that a model has learned", {"p_near": "learned"}),
        ("tokens", "Pipeline", "Rows multiplied by √D", {"t_scale": "true"}),
    ),
    game="Beat the model",
)
