"""Chapter 4: how do waves say where?"""

from __future__ import annotations

import math

from explorer.content.en import task_hints
from explorer.content.en.task_feedback import waves as seen
from explorer.content.en.task_feedback.waves import LENGTH, PER_TURN, WIDTH, cosine
from explorer.content.guided_path import Chapter, Question, State, Step, Task
from explorer.data.cache import cached
from explorer.positional_encodings.closest_row_pair import ClosestRows, closest_rows
from explorer.positional_encodings.counting import Counter
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.sine_cosine import mirror
from explorer.positional_encodings.vector_addition import counted_cosine
from explorer.wording import fixed, number

BACK = 44
DIALS = Counter((60, 12))
MILLION = 1_000_000
ALIKE = 0.99
"""The cosine from which on two rows would count as the same."""
ASKED = (9, 18, 63)
"""Hands that are drawn, one of which points down at `BACK`."""
HOUR, DRAWN, POSITION = 60, 1, 2
"""The hour's first position, one whose line is drawn, and one that is asked about."""
FORMULA = "Shown: a formula, not a model."
FIRST = "Shown: a formula, as the first transformer used it in 2017; our own model learned its rows."
BY_HAND = "Shown: a clock that counts positions, not a model."
FEW = 20
"""Columns below which a table is narrow, and its curve wavy."""
TOO_FAST, TOO_SLOW = "They turn too fast to be seen", f"They hardly turn within {LENGTH} positions"
STILL = "They never turn"


FAR = 11
APART, ACROSS, SAME_WAY = "As far apart as before", "At a right angle", "In nearly the same direction"


def _drowned() -> str:
    found = counted_cosine("dog", "man", FAR)
    return SAME_WAY if found > 0.9 else ACROSS if abs(found) < 0.3 else APART


def _drowned_numbers() -> str:
    return (
        "The long arrow of the position is the same for both words. So the number that says where a word stands "
        f"drowns those that say which word it is: the two sums have a [[cosine]] of "
        f"{fixed(counted_cosine('dog', 'man', FAR))}."
    )


def _position(state: State) -> int:
    return int(state.get("p_pos") or 0)


def _narrow(state: State, limit: int) -> bool:
    """Whether the table is narrower than `limit`."""
    return int(state.get("p_dim") or WIDTH) < limit


def _hands_moved() -> str:
    return str(sum(one != two for one, two in zip(DIALS.digits(HOUR - 1), DIALS.digits(HOUR), strict=True)))


def _hour() -> str:
    return (
        "Both: the fast hand has gone round, so the slow one moves on. Two hands tell "
        f"{DIALS.count} positions apart, and a longer text needs a third, slower hand."
    )


def _other_position() -> str:
    return str(mirror(POSITION, PER_TURN).other)


def _sine_alone() -> str:
    found = mirror(POSITION, PER_TURN)
    return (
        f"Positions {found.position} and {found.other} are just as far to the right: both have the sine "
        f"{fixed(found.sine)}. So a sine alone can’t tell them apart. Their cosines can: {fixed(found.cosine)}, which "
        f"is up, and {fixed(found.other_cosine)}, which is down."
    )


def _points_down() -> str:
    """The one of the hands asked about that points down at `BACK`."""
    up = Waves(BACK + 1, WIDTH).tips(list(ASKED), BACK)[1][:, 0]
    down = [hand for hand, height in zip(ASKED, up.tolist(), strict=True) if height < -1 + 0.05]
    return f"Hand {down[0]}" if len(down) == 1 else ""


def _back_numbers() -> str:
    return f"It has made about half a turn. So the rows of 0 and {BACK} differ, though hand 0 is back at the top."


def _last_turn() -> float:
    """Positions that the last hand takes for a turn."""
    return float(Waves(LENGTH, WIDTH).wavelengths[-1])


def _last_hand() -> str:
    turns = LENGTH / _last_turn()
    return TOO_SLOW if 0 < turns < 0.01 else TOO_FAST if turns > LENGTH / 2 else ""


def _last_hand_numbers() -> str:
    return (
        f"The last of the {WIDTH // 2} hands takes {_last_turn():,.0f} positions for a turn. Here are {LENGTH} "
        f"positions, so it points up in every line: its sine is near {number(math.sin(0))}, its cosine near "
        f"{number(math.cos(0))}, which is orange."
    )


def _million() -> str:
    found = _closest()
    if cosine(found.first, found.second) > ALIKE:
        return ""
    return (
        "As a clock does: with hands, each slower than the one before. Each tip is a sine and a cosine, so no number "
        f"is above 1. And we compared: of {MILLION:,} positions no two have all {WIDTH // 2} hands alike."
    )


@cached(max_entries=1)
def _closest() -> ClosestRows:
    """The closest pair among a million rows."""
    return closest_rows(Waves(MILLION, WIDTH))


CHAPTER = Chapter(
    "Waves",
    "How do waves say where a word stands?",
    (
        Step(
            "One growing number",
            "positions",
            "Two arrows",
            "Our own model learned its numbers for each position. Can one calculate such numbers too? Try the position "
            "itself, added to both numbers of a word. At position 0 that changes nothing yet.",
            "p_arrows",
            Question(
                f"At position 0 the arrows of “dog” and “man” point far apart. With both at position {FAR}, how do the "
                "thin arrows of their sums point?",
                (APART, ACROSS, SAME_WAY),
                _drowned,
                f"At position {FAR} the position’s arrow is much longer than the word’s. Is it another for “man”?",
                _drowned_numbers,
            ),
            Task(
                f"Move the slider to position {FAR}. What becomes of the thin arrows?",
                lambda state: state.get("p_word_place") == FAR,
                {"p_word_place": FAR},
                seen.drowned,
                task_hints.stands_at("p_word_place", 0, FAR, "position"),
            ),
            {"p_word": "dog", "p_word_place": "0", "p_word_position": "One growing number"},
            ("p_arrows_controls", "p_word", "p_word_place", "p_word_position"),
            cover=("p_arrows_figure",),
            shown="Shown: arrows chosen by hand, not a model.",
        ),
        Step(
            "Count with a clock",
            "positions",
            "Counting",
            "So a position’s numbers must stay small, however far on it is. A clock’s hands never leave the dial, and "
            "a fast and a slow one tell the time. This clock counts positions: a hand jumps from mark to mark.",
            "p_dials",
            Question(
                f"From position {HOUR - 1} to position {HOUR}: how many hands move?",
                ("0", "1", "2"),
                _hands_moved,
                "What does a clock do when an hour is over?",
                _hour,
            ),
            Task(
                f"Move the slider from position {HOUR - 1} to {HOUR} or beyond. What do the hands do?",
                lambda state: int(state.get("p_count") or 0) >= HOUR,
                {"p_count": HOUR},
                lambda state: seen.dials(state, DIALS),
                task_hints.before("p_count", HOUR - 1, HOUR, "position"),
            ),
            {"p_count": str(HOUR - 1)},
            ("p_dials_controls", "p_hands_move", "p_jumps"),
            shown=BY_HAND,
        ),
        Step(
            "Why sine and cosine together",
            "positions",
            "Sine and cosine",
            "Press Play: from the top, the hand draws two waves. How far right its tip lies is its [[sine]], drawn "
            "downwards; how far up, its [[cosine wave|cosine]] (in 2.3: how alike two arrows point). Does a position "
            "need both?",
            "p_face",
            Question(
                f"A line leads from the tip straight down to its sine. With the hand at position {POSITION}: which "
                "other position has the same sine?",
                ("3", "4", "8", "10"),
                _other_position,
                "Look for the position on the dial that is just as far to the right.",
                _sine_alone,
            ),
            Task(
                "Move the slider to position 3. Has another position the same sine?",
                lambda state: state.get("p_place") == 3,
                {"p_place": 3},
                seen.same_sine,
                task_hints.stands_at("p_place", DRAWN, 3, "position"),
            ),
            {"p_per_turn": str(PER_TURN), "p_place": str(DRAWN)},
            ("p_two_waves", "p_place"),
            cover=("p_face_figure",),
            shown=FORMULA,
        ),
        Step(
            "One hand is not enough",
            "positions",
            "Clocks",
            "After a turn a hand begins anew. So here are 64, each slower than the one before. Eight are drawn: hand 0 "
            f"takes {fixed(math.tau)} [[position|positions]] for a turn. All their sines and cosines are the "
            "position’s [[positional encoding|row]]: 128 numbers.",
            "p_clock",
            Question(
                f"At position {BACK} hand 0 points up again. Which hand will point down there, so that {BACK} can’t be "
                "taken for 0?",
                tuple(f"Hand {hand}" for hand in ASKED),
                _points_down,
                f"Under each hand stands how many positions it takes for a turn. Of which one are {BACK} about half?",
                _back_numbers,
            ),
            Task(
                f"Move the slider to position {BACK}; “‹” and “›” move by one. Which hands turn fast, which hardly?",
                lambda state: _position(state) == BACK,
                {"p_pos": BACK},
                seen.hands,
                task_hints.stands_at("p_pos", 0, BACK, "position"),
            ),
            {"p_pos": "0"},
            ("p_clock_more", "p_pos", "p_stride"),
            shown=FIRST,
        ),
        Step(
            "All hands at once",
            "positions",
            "Heatmap",
            "All rows together are the table that is added: a line for each [[position]], here 64. Orange is near "
            "1, blue near −1. Look down a column ([[dimension]]) on the left: a fast hand makes a wave.",
            "p_heat",
            Question(
                "On the far right no column seems to change from top to bottom. What do the hands there do?",
                (TOO_FAST, TOO_SLOW, STILL),
                _last_hand,
                "Each hand is slower than the one before. Which is the last?",
                _last_hand_numbers,
            ),
            Task(
                f"Build a smaller table, to see single columns: move “Width” below {FEW}. 16 columns are 8 hands.",
                lambda state: _narrow(state, FEW),
                {"p_dim": 16},
                seen.columns,
                task_hints.narrow(WIDTH, FEW),
            ),
            {"p_len": str(LENGTH)},
            ("p_base", "p_layout", "p_len_typed", "p_some", "p_cursor"),
            move="p_dim",
            cover=("p_heat_figure",),
            shown=FIRST,
        ),
    ),
    "How can numbers that never grow above 1 count to a million?",
    _million,
    (
        "Many hands turn, each slower than the one before; the sine and cosine of every hand together say "
        "which position it is.",
        "A position’s row holds where each hand of a clock points, so its numbers stay between −1 and 1 "
        "however long the text.",
    ),
    "How fast the hands turn is a formula: hand i of a table of D numbers turns by 10,000 to the power −2i/D "
    "radians per position, and a whole turn is 2π = 6.28 radians. At school a turn begins on the right: there sine and "
    "cosine are swapped. [[RoPE]] turns the vectors themselves, like hands, and adds nothing.",
    (
        ("positions", "Clocks", "Every hand’s speed"),
        ("positions", "Near positions", "Near positions, similar rows"),
        ("positions", "Shift", "A step further is one turn of all hands"),
        ("positions", "RoPE and ALiBi", "Without adding: RoPE and ALiBi"),
    ),
)
