"""Chapter 2: what is a row of numbers, and where does it come from?"""

from __future__ import annotations

from calendar import month_name
from functools import lru_cache

import numpy as np

from explorer import embedding_pipeline, tokenizers
from explorer.content.en import task_hints
from explorer.content.en.chapters.tokens import MORE, PIECES
from explorer.content.en.example_sentence_numbers import TEXT, board_ids, ids, label, selected
from explorer.content.en.task_feedback import tokens_rows_and_order as seen
from explorer.content.guided_path import Chapter, State, Step, Task
from explorer.data.cache import cached
from explorer.gradients import toy_training, worked_example
from explorer.lm.train_token_model import CONFIG
from explorer.questions import Question
from explorer.tokenizers import SMALL, encode
from explorer.wording import listed, number, signed

NUMBERS = "one two seven"
BY_HAND = (
    f"Shown: not yet a model’s table, but one written by hand, {worked_example.VOCAB} rows of "
    f"{worked_example.WIDTH} numbers, so that you can read all of it."
)
TINY = (
    f"Shown: a tiny new table, {toy_training.WIDTH} numbers a word, that learns only {toy_training.TEXT.count(' .')} "
    "sentences. Its random start is one that a flat picture shows well."
)
WHISPER = (
    f"Shown: Whisper, whose {tokenizers.vocab_size('gpt2'):,} rows have room for your words. It learned by writing "
    "down speech, so words that sound alike can be near too."
)
STEPS = toy_training.Request().steps
THE = ids("The")[0]
FIRST_IDS = worked_example.COURSE.replace(" ", "\N{NO-BREAK SPACE}")
LONG_TEXT = 1_000
"""Tokens of a text that is longer than the table made by hand."""
OTHER = "The man went home"
SAME, ELSEWHERE, LENGTH = (
    "The same as here",
    "Others, since the sentence means something else",
    "Fewer, since the sentence is shorter",
)
MONTH = ids(" July")[0]


def _rows_read() -> str:
    return f"{min(LONG_TEXT, worked_example.VOCAB):,}"


def _copies() -> str:
    return (
        "The table stays as it is, however long the text. A row that is read often is still one row, copied often: "
        f"{LONG_TEXT:,} copies of at most {_rows_read()} rows."
    )


def _the() -> np.ndarray:
    """Row of the first token of the step's text, and of another sentence that begins with the same token."""
    table = embedding_pipeline.table_for(SMALL)
    return np.stack([embedding_pipeline.rows_of(encode(text, SMALL)[:1], table)[0] for text in (TEXT, OTHER)])


def _same_row() -> str:
    return SAME if np.array_equal(*_the()) else ELSEWHERE


def _row_464() -> str:
    return (
        f"The id alone picks the row, so “{label(THE)}” gets the same one in every sentence. Its id is {THE}: row "
        f"{THE} of {CONFIG.vocab_size:,}. What its sentence makes of it, the model "
        "works out later."
    )


@cached(max_entries=1)
def _nearest() -> tuple[tuple[str, float], ...]:
    found = embedding_pipeline.neighbours(embedding_pipeline.NeighbourRequest(MONTH, count=3))
    return tuple((label(int(i)), float(x)) for i, x in zip(found.ids, found.cosines, strict=True))


OTHER_MONTH, ALIKE, NEXT = "Another month", "A word that looks like it, “␣Julia”", "The token with the next id"
MONTHS = frozenset(f"␣{name}" for name in month_name if name)


def _nearest_kind() -> str:
    best = _nearest()[0][0]
    return OTHER_MONTH if best in MONTHS else {"␣Julia": ALIKE, label(MONTH + 1): NEXT}.get(best, "")


def _nearest_numbers() -> str:
    (first, cosine), *others = _nearest()
    return (
        f"“{first}” lies nearest, then {listed(f'“{name}”' for name, _ in others)}: nobody told the model what a month "
        f"is, training alone has brought these rows together. The cosine of “␣July” and “{first}” is {signed(cosine)}."
    )


def _own_word(state: State) -> bool:
    """Whether a token is selected that was not there before, in a text without "seven"."""
    token = selected(state, NUMBERS)
    return token is not None and token not in ids(NUMBERS) and "seven" not in str(state.get("text", NUMBERS))


@lru_cache(maxsize=1)
def _toy() -> toy_training.Run:
    return toy_training.train(toy_training.Request())


RESTS, MOVES = "It stays where it is", "It moves like all others"


def _unread() -> str:
    run = _toy()
    return RESTS if not run.distance[~run.seen].any() and run.distance[run.seen].all() else MOVES


def _unread_numbers() -> str:
    return (
        "Here a row that is never read stays where it is: it had no part in a wrong guess. Even after "
        f"{STEPS} steps of training “zebra” has moved by {number(_moved('zebra'))}."
    )


def _moved(word: str) -> float:
    run = _toy()
    return float(run.distance[run.words.index(word)])


NEARER, FURTHER, STAY = "Towards each other", "Away from each other", "Nowhere: nobody says that both are animals"


def _together() -> str:
    first, last = _toy().cosines[[0, -1]]
    return NEARER if last > first + 0.3 else FURTHER if last < first - 0.3 else STAY


def _together_numbers() -> str:
    run = _toy()
    one, other = (run.words[word] for word in run.alike)
    return (
        f"They come together: what follows “{one}” also follows “{other}”, so both rows are "
        f"pushed the same way. Their cosine goes from {signed(run.cosines[0])} to {signed(run.cosines[-1])}."
    )


def _step_made(state: State) -> str:
    step = int(state.get("g_step") or 0)
    if step != toy_training.EARLY or str(state.get("g_text", toy_training.TEXT)) != toy_training.TEXT:
        return ""
    run = _toy()
    moved = np.any(run.points[run.steps == step][0] != run.points[0], axis=1)
    if not (moved[run.seen].all() and not moved[~run.seen].any()):
        return ""
    return (
        f"After {step} steps each dot has moved, and no square has. The line behind a dot is its way: many small "
        "nudges."
    )


def _all_steps(state: State) -> str:
    if int(state.get("g_step") or 0) < STEPS or str(state.get("g_text", toy_training.TEXT)) != toy_training.TEXT:
        return ""
    return (
        f"{listed(map(_beside, ('cat', 'king')))}: each two have the same words after them. But {_beside('sleeps')} "
        f"too, since after both comes the full stop. What comes next is all that the model was asked, in {STEPS} steps."
    )


def _beside(word: str) -> str:
    """The word whose dot ends nearest to that of `word`."""
    run = _toy()
    row = run.words.index(word)
    away = np.linalg.norm(run.points[-1] - run.points[-1, row], axis=1)
    return f"“{word}” ends beside “{run.words[int(np.argsort(away)[1])]}”"


def _trained(state: State) -> str:
    if state.get("j_method") != "Skip-gram" or "j_report" not in state:
        return ""
    return (
        "Nothing but guessing which words stand near has moved these rows. Every word began as "
        f"{state.get('j_width') or 50} random numbers. Press Play under the picture to see it once more."
    )


SPELLED, BESIDE, USED = (
    "Words spelled like it, such as “there”",
    "Words that often stand beside it, such as “years”",
    "Words used as it is: “four”, “five”",
)


def _real_text() -> str:
    return (
        "A row learns to foretell the words around its word. “three” and “four” stand among the same ones, as in "
        "“three years” and “four years”, so their rows become alike. “years” often stands beside them, but among other "
        "words. In the same way “january” finds “july”. Nobody gave the model a list."
    )


def _who_tells() -> str:
    return (
        "Nobody: both have the same words after them, so training nudges both rows towards the same guesses. Each row "
        f"begins at random, and after {STEPS} steps their cosine is {signed(_toy().cosines[-1])}."
    )


CHAPTER = Chapter(
    "Rows",
    "What is a row of numbers, and where does it come from?",
    (
        Step(
            "Four numbers for each token",
            "gradients",
            "Blackboard",
            "An id is a name: nobody can calculate with it. So each token gets a list of numbers, its [[embedding]]: a "
            f"[[row]] of a [[table]]. The picture starts with ids {FIRST_IDS}: each copies its row, framed (▸).",
            "g_board",
            Question(
                f"Now think of a text of {LONG_TEXT:,} tokens, made of these {worked_example.VOCAB} words. How many "
                "different rows does it read at most?",
                (
                    str(worked_example.WIDTH),
                    str(worked_example.VOCAB),
                    f"{LONG_TEXT:,}",
                    f"{LONG_TEXT * worked_example.WIDTH:,}",
                ),
                _rows_read,
                "Each id marks a row. Can more rows be marked than the table has?",
                _copies,
            ),
            Task(
                "Find the ids of “the dog runs” in the table: the number before a word is its id. Type the three "
                f"numbers in place of {worked_example.COURSE}.",
                lambda state: board_ids(state) == (0, 2, 9) and not any(map(str.isalpha, str(state.get("g_ids")))),
                {"g_ids": "0 2 9"},
                seen.copied,
                task_hints.three_ids,
                spoils=False,
            ),
            {"g_ids": worked_example.COURSE, "g_board_step": "1 Look up"},
            ("g_scale", "g_pos", "g_board_step"),
            shown=BY_HAND,
        ),
        Step(
            "The same in a trained model",
            "tokens",
            "Rows",
            f"Now the table of the model that wrote with you on the first page: {CONFIG.vocab_size:,} rows, one for "
            f"each token. Each line is a row. Its {CONFIG.embed_dim} numbers, the [[dimensions]], stand from left to "
            "right: blue below zero, orange above.",
            "t_rows",
            Question(
                f"“{OTHER}”: which numbers does “{label(THE)}” get in this sentence?",
                (SAME, ELSEWHERE, LENGTH),
                _same_row,
                f"What has the model to find a row with? Look at the box of “{label(THE)}”, or type that sentence.",
                _row_464,
            ),
            Task(
                "Select another token: press its box in the line of tokens, or type a word of your own.",
                lambda state: "token" in state and selected(state) not in (None, THE),
                {"token": 1},
                seen.row_picked,
            ),
            {"text": TEXT, "token": "0", "encoding": SMALL},
            (*MORE, "t_rows_one_hot", "t_badge"),
            shown=PIECES,
        ),
        Step(
            "Which rows lie near?",
            "tokens",
            "Neighbours",
            "How alike are two rows? Think of each as an arrow. One number compares two arrows, the [[cosine]]: 1 if "
            "they point the same way, 0 at right angles. Each dot is a row near that of the selected token.",
            "t_near",
            Question(
                "Suppose you select “␣July” instead of “␣seven”. Which row will lie nearest to it?",
                (OTHER_MONTH, ALIKE, NEXT),
                _nearest_kind,
                "The rows nearest to “␣seven” are mostly numbers. What do they share with “␣seven”: spelling, id, use?",
                _nearest_numbers,
            ),
            Task(
                "Replace “seven” with “July”, or with a word of your own, and look at its nearest rows.",
                _own_word,
                {"text": "one two green", "token": 2},
                lambda state: seen.near(state, NUMBERS),
                task_hints.word_of_ones_own(NUMBERS),
            ),
            {"text": NUMBERS, "token": "2"},
            (*MORE, "t_near_controls", "t_badge"),
            shown=WHISPER,
        ),
        Step(
            "It begins with dice",
            "gradients",
            "Watch it learn",
            "Where do such numbers come from? Each dot is a row of a tiny table, at first random. In training the "
            "model reads a word, guesses the next, and is told what came. Then rows are nudged.",
            "g_plane",
            Question(
                "Squares are words that are in the table but not in the text, such as “zebra”. What will "
                "training do to "
                "the row of “zebra”?",
                (RESTS, MOVES),
                _unread,
                "Which rows had a part in a wrong guess?",
                _unread_numbers,
            ),
            Task(
                f"Press Play under the picture, or move the slider to {toy_training.EARLY}, and watch the squares.",
                lambda state: int(state.get("g_step") or 0) >= toy_training.EARLY,
                {"g_step": toy_training.EARLY},
                _step_made,
            ),
            {"g_step": "0"},
            # The next step asks where all of them lead; the numbers under the picture would say it.
            ("g_toy_controls", "g_toy_more", "g_late_steps", "g_plane_numbers"),
            shown=TINY,
        ),
        Step(
            "Where do cat and dog go?",
            "gradients",
            "Watch it learn",
            "The text says that the cat sees, sleeps and eats, and the dog does too; the king and the queen "
            "rule. Nobody "
            "says what an animal is. At step 0 rows lie where dice put them. Find “cat” and “dog”.",
            "g_plane",
            Question(
                "Where will 300 steps move “cat” and “dog”?",
                (NEARER, FURTHER, STAY),
                _together,
                "What comes after “cat”, and what after “dog”?",
                _together_numbers,
            ),
            Task(
                f"Press Play, or move the slider to {STEPS}, and watch who goes together.",
                lambda state: int(state.get("g_step") or 0) >= STEPS,
                {"g_step": STEPS},
                _all_steps,
            ),
            {"g_step": "0"},
            ("g_toy_controls", "g_toy_more", "g_never_read", "g_plane_said"),  # nats come in chapter 6
            shown="Shown: the tiny table of step 2.4 again, from its random start.",
        ),
        Step(
            "The same with a real text",
            "projection",
            "Watch it train",
            "Now real speeches, by presidents of the United States. Each word begins as 50 random numbers. The game is "
            "wider: guess all words around a word, not only the next. Press Train, and watch who finds whom.",
            "j_moving_figure",  # with the legend
            Question(
                "After training, which words’ rows will lie nearest to that of “three”?",
                (SPELLED, BESIDE, USED),
                lambda: USED,
                "“cat” and “dog” came together in step 2.5. Did they stand beside each other?",
                _real_text,
            ),
            Task(
                "Press Train, and wait until it is done. Then Play shows it again.",
                lambda state: "j_report" in state,  # the moments of a finished run
                {"j_report": 0},
                _trained,
            ),
            {"j_texts": "State of the Union", "j_method": "Skip-gram"},
            ("j_train_controls", "j_train_more", "j_moving_said", "j_replay"),
            shown="Shown: a new table, trained here and now, since the twelve sentences have no months.",
            move="j_go",
            share=lambda state: (
                "Nobody tells this table what a month is. Press Train, and watch the months find each other:"
            ),
        ),
    ),
    "A trained model turns words into numbers that nobody wrote down. Who tells it that “cat” and “dog” are alike?",
    _who_tells,
    (
        "A row is the list of numbers that an id picks from the table; training found it, nudge by nudge.",
        "Each token has a row of numbers, random at first; words that are used alike are pushed the same way.",
    ),
    "Copying a row is the same as multiplying the table with a [[one-hot]] vector, for much less work. Before "
    "nearness is measured in step 2.3, what most rows share is taken off, since it would hide the rest. "
    "The way of training in step 2.6 is called skip-gram. If the same table also makes the scores ([[tied]]), rows "
    "that were not read move too.",
    (
        ("tokens", "Rows", "The same row by multiplication"),
        ("gradients", "Watch it learn", "A tiny table with your own text"),
        ("projection", "Watch it train", "Longer training, on other texts"),
    ),
)
