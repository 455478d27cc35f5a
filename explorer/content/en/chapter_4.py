"""Chapter 4: how do waves say where?"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.content.guide import Chapter, Question, State, Step, Task
from explorer.core import create_sinusoidal_embeddings
from explorer.waves.closeness import Waves
from explorer.wording import fixed, number, signed

WIDTH = 128
TURN = 2 * math.pi
CONFUSED, BACK = 22, 44
PAIRS = (10, 110)


@lru_cache(maxsize=8)
def cosine(first: int, second: int, dim: int = WIDTH) -> float:
    """How alike the sinusoidal rows of two positions are."""
    one, two = Waves(max(first, second) + 1, dim).rows([first, second])
    return float(one @ two / (np.linalg.norm(one) * np.linalg.norm(two)))


def _place(state: State) -> int:
    return int(state.get("p_pos") or 0)


def _sine_alone() -> str:
    return (
        f"At 0 the sine is {fixed(math.sin(0), 3)}, at {CONFUSED} it is {fixed(math.sin(CONFUSED), 3)}: nearly the "
        f"same. The cosine is {fixed(math.cos(0), 3)} and {fixed(math.cos(CONFUSED), 3)}: the hand points up, then "
        "down. A sine alone confuses the two; sine and cosine together are the tip of the hand, and that is at one "
        "place only."
    )


def _far_back() -> str:
    return "No, slower hands have moved on" if cosine(0, BACK) < 0.9 else "Yes, almost the same"


def _back_numbers() -> str:
    slow = BACK * float(Waves(BACK + 1, WIDTH).frequencies[9]) / TURN
    return (
        f"The first hand has made {fixed(BACK / TURN)} turns, so it is back where it began. The hand of pair 9 has "
        f"made {fixed(slow)}. The rows of 0 and {BACK} have a cosine of {fixed(cosine(0, BACK))}, the rows of 0 and 1 "
        f"one of {fixed(cosine(0, 1))}."
    )


def _row_0() -> str:
    row = create_sinusoidal_embeddings(1, 8).data[0]
    return ", ".join(number(float(x)) for x in row[:4]) + ", …"


def _distances() -> str:
    start, length = PAIRS[0], PAIRS[1] - 100
    near, far = cosine(0, length), cosine(100, 100 + length)
    return "The same" if abs(near - far) < 1e-9 and start == length else "0 and 10"


def _distance_numbers() -> str:
    return (
        f"Both have a cosine of {fixed(cosine(0, 10), 4)}. With waves only the distance counts, wherever one starts: "
        f"at a distance of 1 it is {fixed(cosine(0, 1), 4)}, at 100 it is {fixed(cosine(0, 100), 4)}."
    )


CHAPTER = Chapter(
    "Waves",
    "How do waves say where a word stands?",
    (
        Step(
            "A counter made of clocks",
            "positions",
            "Clocks",
            "Position 3,000 should not get numbers a thousand times larger than position 3. A clock has the answer: "
            "its hands never leave the dial, and a fast and a slow hand together tell the time. Each hand here is a "
            "pair of numbers.",
            "p_clock",
            Question(
                "The first hand turns by 1 [[radian]] at each step. After about how many steps is it back on top?",
                ("1", "6", "10", "360"),
                lambda: str(int(TURN)),
                "A whole turn is 2π radians, and π is a little more than 3.",
                lambda: (
                    f"2π = {fixed(TURN)}: it passes the top between steps {int(TURN)} and {int(TURN) + 1}. The binary "
                    "digits below do the same in jumps: the first flips at every step, the next at every second."
                ),
            ),
            Task(
                "Go to position 8, with Next or with the slider.",
                lambda state: _place(state) == 8,
                {"p_pos": 8},
            ),
            {"p_pos": "0"},
        ),
        Step(
            "Why sine and cosine together",
            "positions",
            "Clocks",
            "One hand only. Its tip is at two numbers: the [[sine]] says how far to the right, the [[cosine "
            "wave|cosine]] how far up. At position 0 the hand pointed straight up. Now it is at position 22, and "
            "points straight down.",
            "p_clock",
            Question(
                "Between position 0 and position 22, which number tells the difference?",
                ("The sine", "The cosine", "Both of them, equally"),
                lambda: (
                    "The cosine"
                    if abs(math.cos(CONFUSED) - math.cos(0)) > 1 and abs(math.sin(CONFUSED)) < 0.01
                    else "The sine"
                ),
                "Up and down, or left and right: where is the difference?",
                _sine_alone,
            ),
            Task(
                f"Go back to position 0 and look: is the tip at another height, or further to one side than at "
                f"{CONFUSED}?",
                lambda state: _place(state) == 0,
                {"p_pos": 0},
            ),
            {"p_pos": str(CONFUSED), "p_hands": "0"},
        ),
        Step(
            "One hand comes round, eight don’t",
            "positions",
            "Clocks",
            "At position 44 the first hand is on top again, as at 0: one clock would confuse them. That is why there "
            "are many, each slower than the one before. Together they make the [[positional encoding|row]] of this "
            "[[position]].",
            "p_clock",
            Question(
                "Is the row of position 44 nearly the row of position 0?",
                ("Yes, almost the same", "No, slower hands have moved on"),
                _far_back,
                "Look at the third and fourth hands: are they on top?",
                _back_numbers,
            ),
            Task(
                "Step on to position 45: which hands move most?",
                lambda state: _place(state) == BACK + 1,
                {"p_pos": BACK + 1},
            ),
            {"p_pos": str(BACK)},
        ),
        Step(
            "All hands at once",
            "positions",
            "Heatmap",
            "Here every line is one position, every column one number of it: sines and cosines by turns, fast on the "
            "left, slow on the right. Follow one column from top to bottom and you see its wave.",
            "p_heat",
            Question(
                "All hands point up at position 0. Which numbers stand in the first line?",
                ("0, 0, 0, 0, …", "0, 1, 0, 1, …", "1, 1, 1, 1, …"),
                _row_0,
                "Sine first, then cosine. A hand that points up: how far to the right, how far up?",
                lambda: (
                    f"{_row_0()}: sin 0 = {number(math.sin(0))} and cos 0 = {number(math.cos(0))} for every hand. In "
                    f"the line below, the first two numbers are {signed(math.sin(1))} and {signed(math.cos(1))}."
                ),
            ),
            Task(
                "Make the table narrow: bring the width below 20, so that single columns can be seen.",
                lambda state: int(state.get("p_dim") or WIDTH) < 20,
                {"p_dim": 16},
            ),
            {"p_len": "64"},
        ),
        Step(
            "Near places, similar rows",
            "positions",
            "Distance",
            "Is the row of a place like the rows of its neighbours? Each dot of the left picture compares two "
            "positions by their [[cosine]]. The curve on the right says how it falls with the distance.",
            "p_curve",
            Question(
                "Which pair of positions has rows that are more alike?",
                ("0 and 10", "100 and 110", "The same"),
                _distances,
                "Look along a line from top left to bottom right: does the colour change?",
                _distance_numbers,
            ),
            Task(
                "Bring the width below 40, and see what becomes of the curve.",
                lambda state: int(state.get("p_dim") or WIDTH) < 40,
                {"p_dim": 32},
            ),
            {"p_len": "256"},
        ),
    ),
)
