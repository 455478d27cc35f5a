"""Chapter 3: why positions?"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer import chain
from explorer.chain import Position
from explorer.content.en.chapter_1 import TEXT, ids, label
from explorer.content.guide import Chapter, Question, Step, Task
from explorer.wording import listed, signed

FIRST, SECOND = "the dog bites the man", "the man bites the dog"
DIM = 0


@lru_cache(maxsize=2)
def _orders(position: Position) -> chain.OrderResult:
    return chain.compare_orders(chain.OrderRequest(FIRST, SECOND, position=position))


def _same() -> str:
    return "No, both are the same bag" if not _orders("none").moved.any() else "Yes, the order is in the rows"


def _bag() -> str:
    result = _orders("none")
    words = listed(f"“{label(int(i))}”" for i in result.ids)
    return (
        f"Both sentences read the rows of {words}, and a word’s row is the same at every place: all "
        f"{len(result.ids)} bars are 0. Who bites whom is lost. So a model needs to be told where each word stands."
    )


def _moved() -> list[str]:
    result = _orders("learned")
    return [label(int(i)) for i, far in zip(result.ids, result.moved, strict=True) if far > 0]


def _moved_numbers() -> str:
    result = _orders("learned")
    return (
        f"{listed(f'“{name}”' for name in _moved())} have moved, by {float(result.moved.max()):.2f}: they stand at "
        f"other places now. The other {len(result.ids) - len(_moved())} words kept theirs, and so their numbers."
    )


def _sum() -> str:
    result = chain.run(chain.ChainRequest(TEXT, position="learned"))
    row, place, out = (
        float(np.asarray(numbers)[DIM]) for numbers in (result.scaled[0, 1], result.positions[1], result.output[0, 1])
    )
    return (
        f"At “{label(ids(' cat')[0])}” the first of its {result.shape[2]} numbers is {signed(row, 4)}, the first of "
        f"position 1 is {signed(place, 4)}, and the model reads {signed(out, 4)}. So it goes with every number: both "
        "lists must be equally long."
    )


CHAPTER = Chapter(
    "Order",
    "Why does a model need positions?",
    (
        Step(
            "Dog bites man, man bites dog",
            "tokens",
            "Order",
            "The same words, and quite another story. Here the model gets the [[rows]] of both sentences and nothing "
            "else. The bars would show how far each word’s numbers have moved from the first sentence to the second.",
            "t_moved",
            Question(
                "With the rows alone: can a model that adds them up tell who was bitten?",
                ("Yes, the order is in the rows", "No, both are the same bag"),
                _same,
                "Does “␣dog” get another row at the end than at the beginning?",
                _bag,
            ),
            Task(
                "Set Position to Learned: the words get numbers for their places.",
                lambda state: state.get("t_position") == "Learned",
                {"t_position": "Learned"},
            ),
            {"t_first": FIRST, "t_second": SECOND, "t_position": "None"},
        ),
        Step(
            "Now a place counts",
            "tokens",
            "Order",
            "Each [[position]] has a row of numbers too, and it is added to the row of the word that stands there. Now "
            "the bars show which words can tell that something has changed.",
            "t_moved",
            Question(
                "How many of the five words have other numbers in the second sentence?",
                ("0", "2", "5"),
                lambda: str(len(_moved())),
                "Which words have changed their places?",
                _moved_numbers,
            ),
            Task(
                "Write another second sentence with the same five words, such as “man the bites dog the”.",
                lambda state: str(state.get("t_second", SECOND)).strip() not in ("", SECOND),
                {"t_second": "the man the dog bites"},
            ),
            {"t_first": FIRST, "t_second": SECOND},
        ),
        Step(
            "What the model reads",
            "tokens",
            "Pipeline",
            "Three pictures: the words’ [[rows]], the rows of the [[positions]], and below them their sum. One place "
            "in each of them, at the same spot, makes one number of the result. This sum is what the [[transformer]] "
            "gets.",
            "t_sum",
            Question(
                "How do word and position come together?",
                ("Their numbers are added, one by one", "The position is written behind the word"),
                lambda: "Their numbers are added, one by one",
                "Is the last picture wider than the first?",
                _sum,
            ),
            Task(
                "Read another number: set “Read dimension” to 5.",
                lambda state: int(state.get("t_dim") or 0) == 5,
                {"t_dim": 5},
            ),
            {"text": TEXT, "token": "1"},
        ),
    ),
)
