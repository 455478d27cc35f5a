"""Chapter 3: why positions?"""

from functools import partial

from explorer.content.en import task_hints
from explorer.content.en.chapters.tokens import OWN
from explorer.content.en.task_feedback import tokens_rows_and_order as seen
from explorer.content.guided_path import Chapter, State, Step, Task
from explorer.tokenizers import SMALL

FIRST, SECOND = "dog bites man", "man bites dog"
"""A sentence, and the same words in another order."""
FOOLED = {"t_bag_first": "Tom sees Emma", "t_bag_second": "Emma sees Tom"}
WORD, POSITIONS = "dog", (0, 2)


def _who_bites(_: State) -> str:
    return (
        "By the positions: in English the one who bites stands before “bites”, and "
        f"“{WORD}” at position {POSITIONS[0]} is another sum than at position {POSITIONS[1]}. Our model uses them: "
        f"without, “{seen.winner()}” wins after “{seen.NEXT}”. What a bite is, it hardly knows."
    )


CHAPTER = Chapter(
    "Order",
    "Why does a model need positions?",
    (
        Step(
            "Who bites whom?",
            "tokens",
            "Dog bites man",
            "No [[row]] says where its word stands. A simple bot adds up the rows of a sentence: here are two sums, "
            "24 of their 128 numbers. A space stands before each word, the first too.",
            "t_bags",
            Task(
                "Fool the bot: write a sentence of your own, and swap its cards until it means something else.",
                lambda state: bool(seen.same_sum(state, FIRST, SECOND)),
                FOOLED,
                lambda state: seen.same_sum(state, FIRST, SECOND),
                partial(task_hints.other_words, FIRST, SECOND),
            ),
            {"t_bag_first": FIRST, "t_bag_second": SECOND, "encoding": SMALL},
            ("t_chips", "t_bag_places", "t_bags_said"),
            shown=f"{OWN}.",
            former=("Dog bites man, man bites dog",),
        ),
        Step(
            "And then the next word",
            "home",
            "",
            "So our model adds a row for each [[position]]: 0, 1, 2. Then the last token looks back at the others and "
            "mixes what they hold into its own numbers: [[attention]]. The bars are its guesses.",
            "h_guess",
            Task(
                "Who is helped? Tap the word that will win without positions. Then pull them off.",
                lambda state: state.get("h_try") == "No positions",
                {"h_try": "No positions"},
                seen.without_positions,
                seen.betted,
            ),
            {"text": seen.NEXT},
            drawn=seen.looking_back,
            shown=f"{OWN}.",
            former=("Add the position", "What the model reads", "One growing number"),
            # The picture is the bars: the chain above them would push them out of sight, and on a phone it is too wide.
        ),
    ),
    "“Dog bites man”, “man bites dog”: how can a model know who bites?",
    _who_bites,
    (
        "A sum of rows is the same in every order, so each position adds numbers of its own.",
        "Without positions a word has the same numbers wherever it stands; with them it has others at each position.",
    ),
    "Adding up is not the only way to lose the order: a mean does too. Our small model would not lose all of it: "
    "each token sees only those before it, so some of the order shows without positions. In some models the rows are "
    "multiplied by the square root of their width first, so that they weigh more than the positions.",
    (
        ("tokens", "Dog bites man", "What a sum forgets"),
        ("tokens", "Pipeline", "Your own sentence, added number by number"),
        (
            "positions",
            "Heatmap",
            "Positions that a model has learned",
            {"p_cells": "which rows are alike", "p_near": "learned"},
        ),
        ("tokens", "Pipeline", "Rows multiplied by √D", {"t_scale": "true"}),
    ),
    game="Beat the model",
    chat=(("You", "Man bites dog!"), ("A simple bot", "Poor man!")),
)
