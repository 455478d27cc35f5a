"""Steps of the ready lessons: order, waves, and what lies past the trained length."""

from __future__ import annotations

from dataclasses import replace

from explorer.content.en import shared_page_questions
from explorer.content.lesson.lesson_steps import Step, expected

BAG = Step(
    "Dog bites man, man bites dog",
    "tokens",
    {"t_part": "Dog bites man"},
    shared_page_questions.BAG.prompt,
    False,
    expected(
        shared_page_questions.BAG,
        "Reads the words in the order in which they stand on the screen. Cover them: only the sum is left.",
        "Knows that a sum has no order, as 2 + 3 is 3 + 2.",
        right=1,
    ),
    "Why this: rows say which words there are, but not in which order. Let two pupils add 2 + 3 + 5 and 5 + 3 + 2 at "
    "the board. After the guess, show the first two rows of the picture: the same numbers, one by one. One of the two "
    "sentences is news, and the model could not say which. So each word must be told where it stands.",
    why="A sum has no order. Both sentences have the same sum.",
)

COUNTING = Step(
    "Count with a clock",
    "positions",
    {"p_part": "Counting", "p_hands_move": "jump"},
    "The hands jump. Where do they move more?",
    False,
    expected(
        replace(shared_page_questions.CARRY, choices=("from 0 to 1", "from 59 to 60", "the same in both")),
        "Thinks that the minute hand, back at 0, has gone nowhere. It moves one mark, as from 0 to 1; so does the hour "
        "hand.",
        "Has counted the hands that move: two of them at 60.",
        "Looks at the fast hand only. True of hands that glide: keep this answer, it is what comes next.",
        right=1,
    ),
    "Why this: position 3,000 must not get numbers a thousand times larger than position 3, or it would drown the "
    "word. A clock has the answer: its hands never leave the dial. Move the position from 59 to 60 and let the class "
    "count the hands that jump. Then let the hands glide: now every two neighbours are equally far apart, 0.105.",
    why="From 59 to 60 two hands jump. From 0 to 1 only one does.",
    shows={"p_count": "60"},
)

WAVE = Step(
    "Why sine and cosine together",
    "positions",
    {"p_part": "Clocks", "p_hands_drawn": "one hand", "p_per_turn": "12", "p_place": "1"},
    shared_page_questions.TWIN.with_values(sine="0.50").prompt,
    False,
    expected(
        shared_page_questions.TWIN,
        "Forgets the way back: a hand that turns passes this point of the bottom line twice.",
        "Sees that the tip stands 0.50 to the right on its way out, and again on its way back.",
        "Has understood that something is lost, but not how little: two positions are left of 12.",
        right=1,
    ),
    "Why this: a hand is written down with two numbers, and pupils ask why one is not enough. Lay a ruler "
    "upright through position 1: it meets the bottom line at 0.50, and position 5 lies on it too. Their cosines, 0.87 "
    "and −0.87, tell them apart. So each hand brings a sine and a cosine. No pair tells one turn from the next: that "
    "is what the slower hands are for.",
    why="Positions 1 and 5 have the same sine. Only their cosines differ.",
)

ARROWS = Step(
    "Add the position to the word",
    "positions",
    {"p_part": "Two arrows", "p_word": "dog", "p_word_place": "2"},
    "The word stays, its position changes. Where can the sum's arrow end?",
    False,
    expected(
        shared_page_questions.RING,
        "Thinks the row of a position could be any two numbers. It is always 1.00 long.",
        "Has watched how long the second arrow is: it turns and never grows.",
        "Thinks of counting on. The sine and the cosine turn instead.",
        right=1,
    ),
    "Why this: the position must get into the word's numbers, and the plainest way is to add it, number by number. "
    "With two numbers each, both are arrows. At position 0 the tip of “dog” is at (2.80, 1.60), at position 2 at "
    "(3.67, 1.10): one word, two positions, two sums. Let a pupil move the position and say where the tip goes next.",
    why="A position's arrow is always 1 long. So the sum's end stays on a circle.",
)

TABLE = Step(
    "All hands at once",
    "positions",
    {"p_part": "Heatmap", "p_len": "64"},
    shared_page_questions.FASTEST.prompt,
    False,
    expected(
        shared_page_questions.FASTEST,
        "Has read a column as a wave: narrow stripes, a fast hand.",
        "Right for the other order of columns, sines first: choose “in halves” and see.",
        "Looks at the brightest spot, not at the stripes.",
        "Has read the lines instead of the columns; the last ones hardly move in 64 positions.",
        "Has looked at one line. Point at a column on the left and one on the right.",
        right=0,
    ),
    "Why this: the clock had two hands, this table has 64. Each line is a position, each column one number of it. "
    "Let a pupil run a finger down the first column, another down the last. The fastest comes round in 6.28 positions; "
    "each one after it takes longer.",
    why="The first columns belong to the fastest hand. Each later pair turns more slowly.",
    shows={"p_dim": "16"},
)

BEYOND = Step(
    "Past the last position that was trained",
    "extrapolation",
    {"x_part": "Is there a row?", "x_kind": "sinusoidal formula", "x_len": "128"},
    "A model learned positions 0 to 63. How well does it read beyond them?",
    False,
    expected(
        replace(
            shared_page_questions.BEYOND,
            choices=("as well as before", "a little worse", "worse than guessing from one letter"),
        ),
        "Takes “defined” for “understood”: there is a row, so all must be well.",
        "Expects trouble, but not that reading on is worse than hardly reading at all.",
        "Has asked what the model ever learned about these rows: nothing.",
        right=2,
    ),
    "Why this: books say that waves go on for ever, and so they do; the question is whether the model can read them. "
    "The picture has the formula’s rows. (A learned table has no row 64: “Controls” shows that the model refuses.) Let "
    "the class guess before you say more. The loss is the surprise at the next letter: 1.79 on trained rows. At rows "
    "96 to 127 it is 3.19 where only the rows are new, and 3.24 in a longer text, where distances are new as well; "
    "whoever looks at one letter only has 2.36. A row is there; nobody has taught the model what it means.",
    why="There is a row, but nobody taught the model what it means. It reads worse than by guessing.",
    shows={"x_part": "Loss by position", "x_shown": "true", "x_enc": ("sinusoidal",)},
)
