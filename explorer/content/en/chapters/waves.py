"""Chapter 4: how do waves say where?"""

from __future__ import annotations

import math

from explorer.content.en import not_yet
from explorer.content.en.seen import waves as seen
from explorer.content.en.seen.waves import LENGTH, PER_TURN, TURN, WIDTH, cosine
from explorer.content.guide import Chapter, Question, State, Step, Task
from explorer.core import create_sinusoidal_embeddings
from explorer.waves.beginnings import Counter, mirror
from explorer.waves.closeness import Waves
from explorer.wording import count, fixed, number, signed

BACK = 44
DIALS = Counter((60, 12))
HOUR, PLACE = 60, 1
PAIRS = (10, 110)
FORMULA = "Shown: a formula, not a model. Nothing here was trained."
BY_HAND = "Shown: a clock that counts places, not a model."
FEW, FEWER = 20, 40
"""Columns below which a table is narrow, and its curve wavy."""


def _place(state: State) -> int:
    return int(state.get("p_pos") or 0)


def _narrow(state: State, limit: int) -> bool:
    """Whether the table is narrower than `limit`, and still has one whole hand: a sine and a cosine."""
    return 2 <= int(state.get("p_dim") or WIDTH) < limit


def _hands_moved() -> str:
    return str(sum(one != two for one, two in zip(DIALS.digits(HOUR - 1), DIALS.digits(HOUR), strict=True)))


def _read(place: int) -> str:
    minutes, hours = DIALS.digits(place)
    return f"{count(hours, 'hour')} and {count(minutes, 'minute')}"


def _hour() -> str:
    return (
        f"Place {HOUR - 1} reads {_read(HOUR - 1)}; place {HOUR} reads {_read(HOUR)}: both hands jump. With two small "
        f"numbers the clock tells {DIALS.count} places apart. Longer texts need another, slower hand."
    )


def _other_place() -> str:
    return str(mirror(PLACE, PER_TURN).other)


def _sine_alone() -> str:
    found = mirror(PLACE, PER_TURN)
    return (
        f"Places {found.place} and {found.other} both have the sine {fixed(found.sine)}. Their cosines differ: "
        f"{fixed(found.cosine)} and {fixed(found.other_cosine)}. A sine alone can’t tell them apart; sine and cosine "
        "together are the tip of the hand, and each place of a turn has a tip of its own."
    )


def _far_back() -> str:
    return "No, slower hands have moved on" if cosine(0, BACK) < 0.9 else "Yes, almost the same"


def _back_numbers() -> str:
    slow = BACK * float(Waves(BACK + 1, WIDTH).frequencies[9]) / TURN
    return (
        f"The first hand has made {fixed(BACK / TURN)} turns, so it is back where it began. The hand of pair 9 has "
        f"made {fixed(slow)}. Between the whole rows of 0 and {BACK} the angle has a cosine of "
        f"{fixed(cosine(0, BACK))} (as in chapter 2: 1 is the same direction), between those of 0 and 1 one of "
        f"{fixed(cosine(0, 1))}."
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
        f"With {WIDTH} numbers per row both have a cosine of {fixed(cosine(0, 10), 4)}. With waves only the distance "
        f"counts, wherever you start: at a distance of 1 it is {fixed(cosine(0, 1), 4)}, at 100 it is "
        f"{fixed(cosine(0, 100), 4)}."
    )


CHAPTER = Chapter(
    "Waves",
    "How do waves say where a word stands?",
    (
        Step(
            "Count with a clock",
            "positions",
            "Counting",
            "Place 3,000 should not get numbers a thousand times larger than place 3: they would drown those of the "
            "word. A clock has the answer: its hands never leave the dial, and a fast and a slow one together tell the "
            "time. This one counts places, and its hands jump: the fast one by a mark at each place.",
            "p_dials",
            Question(
                f"From place {HOUR - 1} to place {HOUR}: how many hands move?",
                ("0", "1", "2"),
                _hands_moved,
                "What does a clock do when an hour is over?",
                _hour,
            ),
            Task(
                f"Move the place from {HOUR - 1} to {HOUR} or beyond, and watch both hands.",
                lambda state: int(state.get("p_count") or 0) >= HOUR,
                {"p_count": HOUR},
                lambda state: seen.dials(state, DIALS),
                not_yet.before("p_count", HOUR - 1, HOUR, "place"),
            ),
            {"p_count": str(HOUR - 1)},
            ("p_kind_of_dial", "p_hands_move", "p_jumps"),
            move="p_count",
            shown=BY_HAND,
        ),
        Step(
            "Why sine and cosine together",
            "positions",
            "Sine and cosine",
            "The large dot is the tip of a hand that comes round in 12 places. It is two numbers, the [[sine]] (how "
            "far right) and the [[cosine wave|cosine]] (how far up; in chapter 2 of an angle between rows, here "
            "of the hand’s angle, from the top as on a clock). Follow the chosen place straight down to its sine.",
            "p_face",
            Question(
                f"Follow place {PLACE} straight down, as drawn. Which other place of the dial ends at the same sine?",
                ("3", "5", "7", "11"),
                _other_place,
                "Look for the place on the dial that is just as far to the right.",
                _sine_alone,
            ),
            Task(
                "Choose place 3. Is there another one with its sine?",
                lambda state: state.get("p_place") == 3,
                {"p_place": 3},
                seen.same_sine,
                not_yet.stands_at("p_place", PLACE, 3, "place"),
            ),
            {"p_per_turn": str(PER_TURN), "p_place": str(PLACE)},
            ("p_other_place",),
            move="p_place",
            shown=FORMULA,
        ),
        Step(
            "One clock is not enough",
            "positions",
            "Clocks",
            "These hands glide: “a turn in 6.28” means back after 6.28 positions, 2π. At [[position]] 44 "
            "(place 44) the first is on top, as at 0, and can’t tell them apart. So there are 64, each slower "
            "than the one before; eight are drawn. The tips of all, a pair of numbers each, are the position’s "
            "[[positional encoding|row]].",
            "p_clock",
            Question(
                "Is the row of position 44 nearly the row of position 0?",
                ("Yes, almost the same", "No, slower hands have moved on"),
                _far_back,
                "Look at the third and fourth hands: are they on top?",
                _back_numbers,
            ),
            Task(
                "Go on to position 45: press “Next N” at the clocks (not the path’s “Next →”). Which hands move most?",
                lambda state: _place(state) == BACK + 1,
                {"p_pos": BACK + 1},
                seen.hands,
                not_yet.stands_at("p_pos", BACK, BACK + 1, "position"),
            ),
            {"p_pos": str(BACK)},
            ("p_clock_more",),
            move="p_pos",
            shown=FORMULA,
        ),
        Step(
            "All hands at once",
            "positions",
            "Heatmap",
            "Here every line is one [[position]], every column (dimension) one number of it, orange near 1 and blue "
            "near −1: sine and cosine of the fastest hand on the left, of the slowest on the right. Down a column, "
            "orange and blue take turns: that is its wave.",
            "p_heat",
            Question(
                "All hands point up at position 0. Which numbers stand in the first line?",
                ("0, 0, 0, 0, …", "0, 1, 0, 1, …", "1, 1, 1, 1, …"),
                _row_0,
                "Sine first, then cosine. A hand that points up: how far to the right, how far up?",
                lambda: (
                    f"{_row_0()}: sin 0 = {number(math.sin(0))} and cos 0 = {number(math.cos(0))} for every hand. In "
                    f"the line below, the first two numbers are {signed(math.sin(1))} and {signed(math.cos(1))}: the "
                    "sine and cosine of 1 in radians, where a whole turn is 2π = 6.28."
                ),
            ),
            Task(
                f"Make the table narrow: bring the width below {FEW}, so that single columns can be seen.",
                lambda state: _narrow(state, FEW),
                {"p_dim": 16},
                seen.columns,
                not_yet.narrow(WIDTH, FEW),
            ),
            {"p_len": str(LENGTH)},
            ("p_base", "p_layout", "p_typed", "p_some"),
            move="p_dim",
            shown=FORMULA,
        ),
        Step(
            "Near places, similar rows",
            "positions",
            "Distance",
            "Is the row of a place like the rows of its neighbours? The square compares every two positions by "
            "their [[cosine]]: that of the angle between two whole rows, as in chapter 2, not that of one hand. "
            "The curve says how it changes with the distance.",
            "p_curve",
            Question(
                "Which pair of positions has rows that are more alike?",
                ("0 and 10", "100 and 110", "The same"),
                _distances,
                "In the square, look along a line from top left to bottom right: does the colour change?",
                _distance_numbers,
            ),
            Task(
                f"Bring the width below {FEWER}, and see what happens to the curve.",
                lambda state: _narrow(state, FEWER),
                {"p_dim": 32},
                seen.width,
                not_yet.narrow(WIDTH, FEWER),
            ),
            {"p_len": "256"},
            ("p_base", "p_typed"),
            move="p_dim",
            cover=("p_dist_figure",),
            shown=FORMULA,
        ),
    ),
)
