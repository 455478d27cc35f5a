"""Chapter 4: how do waves say where?"""

from functools import partial

from explorer.content.en import task_hints
from explorer.content.en.chapters.positions import WORD
from explorer.content.en.example_sentence_numbers import names_in
from explorer.content.en.task_feedback import waves as seen
from explorer.content.en.task_feedback.waves import BACK, PER_TURN, WIDTH, cosine
from explorer.content.guided_path import Chapter, Door, State, Step, Task
from explorer.data.cache import cached
from explorer.positional_encodings.closest_row_pair import ClosestRows, closest_rows
from explorer.positional_encodings.position_similarity import Waves
from explorer.positional_encodings.sine_cosine import mirror
from explorer.positional_encodings.vector_addition import counted_cosine
from explorer.wording import fixed

MILLION = 1_000_000
ALIKE = 0.99
"""The cosine from which on two rows would count as the same."""
POSITION = 2
"""Position whose sine another one shares."""
FORMULA = "Shown: a formula, not a model."
FIRST = "Shown: the formula of the first transformer (2017), the kind of model that ChatGPT is."
SECOND, NOVEL = "man", 100_000
"""The other word of the riddle, and the words of its novel."""


def _million(state: State) -> str:
    found, (first, second) = _closest(), names_in(str(state.get("own") or ""))
    if cosine(found.first, found.second) > ALIKE:
        return ""
    return (
        f"As a clock does: with hands, each slower than the one before. With {NOVEL:,} added, “{first}” and “{second}” "
        f"have a cosine of {fixed(counted_cosine(WORD, SECOND, NOVEL))}: both have drowned. A hand’s sine and cosine "
        f"are never above 1. And we compared: of {MILLION:,} positions no two have all {WIDTH // 2} hands alike."
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
            "Count with a clock",
            "positions",
            "Clocks",
            "Added to a row, large numbers drown the word. A clock’s hand never leaves its dial. Its tip has two "
            "numbers: how far right (the [[sine]] wave), and how far up (the [[cosine wave]]). Is one enough?",
            "p_face",
            Task(
                f"Move the hand to another position just as far right as {POSITION}.",
                lambda state: int(state.get("p_place") or 0) % PER_TURN == mirror(POSITION, PER_TURN).other,
                {"p_place": mirror(POSITION, PER_TURN).other},
                seen.same_sine,
                partial(task_hints.same_sine, POSITION),
            ),
            {"p_hands_drawn": "one hand", "p_per_turn": str(PER_TURN), "p_place": str(POSITION)},
            ("p_place", "p_face_said"),
            cover=("p_face_figure",),
            shown=FORMULA,
            former=("Why sine and cosine together",),
        ),
        Step(
            "One hand is not enough",
            "positions",
            "Clocks",
            "A minute hand begins anew each hour. With the hour hand a clock tells 720 minutes apart. The formula has "
            f"64 hands, ever slower; here are {len(seen.DRAWN)}. Below each stands how many [[position|positions]] a "
            "turn takes. All sines and cosines are the position’s [[positional encoding|row]].",
            "p_clock",
            Task(
                f"At position {BACK} hand 0 points up again, as all hands do at 0. Which hand tells the two apart "
                "best? Tap it.",
                lambda state: str(state.get("p_down")) == str(seen.down(state)),
                {"p_pos": BACK, "p_down": str(seen.down({"p_pos": BACK}))},
                seen.hands,
                task_hints.points_down,
            ),
            {"p_pos": str(BACK)},
            ("p_clock_said",),
            shown=FIRST,
            former=("All hands at once",),
        ),
    ),
    "How can small numbers say where each word stands?",
    _million,
    (
        "Many hands turn, each slower than the one before; their sines and cosines say which position it is.",
        "A position’s row holds where each hand of a clock points: numbers that stay between −1 and 1.",
    ),
    "How fast the hands turn is a formula: hand i of a table of D numbers turns by 10,000 to the power −2i/D "
    "radians per position, and a whole turn is 2π = 6.28 radians. In school sine and cosine change places, as an angle "
    "starts at the right there. [[RoPE]], in Llama and others, turns the vectors themselves, like hands, and adds "
    "nothing.",  # section 2.2 of "LLaMA" (Touvron et al. 2023)
    (
        Door("positions", "Two arrows", "How a large number drowns a word", {"p_word_position": "One growing number"}),
        ("positions", "Heatmap", "All 64 hands as one table"),
        ("positions", "Counting", "How a fast and a slow hand count"),
        ("positions", "Clocks", "Every hand’s speed"),
        ("positions", "Heatmap", "Near positions, similar rows", {"p_cells": "which rows are alike"}),
        ("positions", "Shift", "A step further is one turn of all hands"),
        ("positions", "RoPE and ALiBi", "Without adding: RoPE and ALiBi"),
    ),
    chat=(
        ("You", f"Is word {NOVEL:,} of my novel “{WORD}” or “{SECOND}”?"),
        (f"A bot that adds {NOVEL:,}", "All one to me."),
    ),
)
