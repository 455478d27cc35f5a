"""Chapter 6: what happens past the trained length?"""

from __future__ import annotations

from explorer.content.en import task_hints
from explorer.content.en.task_feedback import length_and_cost as seen
from explorer.content.en.task_feedback.length_and_cost import LONG
from explorer.content.guided_path import Chapter, Door, State, Step, Task
from explorer.nn.config import Encoding
from explorer.questions import Question
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, baselines, first_line, inside, span
from explorer.training.position_rows_of_model import trained_rows
from explorer.training.precompute_standard_runs import SEEDS
from explorer.training.text_generation import BEGINNING, LENGTH, Written, as_read, write, wrong
from explorer.training.train_transformer import LanguageRun
from explorer.wording import fixed

STEPS = LanguageRun("sinusoidal").steps
OWN_CURVE = ("x_of", "x_shown", "x_told", "x_own", "x_said")
"""Elements left out here: the curve that one draws first, and its guess. On the path the margin asks instead."""
TABLE = (
    "Shown: the table of a small model of our own that reads letters. It trains in seconds, so several kinds of "
    "positions can be compared."
)
OURS = "Shown: small models of our own that read letters. They differ in how they are told where a letter stands."
TRAINED_AGAIN = (
    f"Shown: small models as in step 6.2, each trained {len(SEEDS)} times. The band holds all {len(SEEDS)} "
    "curves of a model."
)
WORSE = "Worse than knowing only how often each letter comes"
WAYS_OUT = "learned", "learned (wrap)", "learned (interpolate)", "learned (spare rows)"
"""A learned table with all that can be done past its end, without training it again."""
SHARED = 32
"""Letters past the trained length that a friend gets to read."""
NO_ROW = "None: the table has no row for it"


def _how_well(encoding: Encoding) -> str:
    line = first_line(encoding)
    beyond, level = span(line, TRAIN_LEN, LONG), inside(line)
    if beyond > baselines()["unigram"]:
        return WORSE
    return "A little worse" if beyond > level + 0.05 else "As well as before"


def _worse_numbers() -> str:
    line, guess = first_line("sinusoidal"), baselines()
    return (
        f"Its loss goes from {fixed(inside(line))} to {fixed(span(line, TRAIN_LEN, LONG))}; counting letters alone "
        f"gives {fixed(guess['unigram'])}. The rows are there, but training never taught the model to read them."
    )


def _written(encoding: Encoding) -> Written:
    return write(encoding, as_read(BEGINNING))


def _counted(encoding: Encoding) -> tuple[tuple[int, int], tuple[int, int]]:
    """Letters in words of the book and all letters, before and after the trained length."""
    return _written(encoding).real(0, TRAIN_LEN), _written(encoding).real(TRAIN_LEN, LENGTH)


def _seventieth() -> str:
    (waves, all_waves), (alibi, all_alibi) = (_counted(encoding)[1] for encoding in ("sinusoidal", "ALiBi"))
    return (
        "That depends on how it is told where a letter stands. A learned table stops: it has no row for the "
        f"70th letter. With waves it writes mush: {waves} of its {all_waves} letters are part of a word that Jane "
        f"Austen used. With ALiBi, which needs no rows, it writes on: {alibi} of {all_alibi}. Llama and "
        "other well-known models need no rows for positions either."
    )


MUSH, WORDS, STOPS = "Hardly a word", "Words as before", "Nothing: it stops at 64"


def _past() -> str:
    before, after = _counted("sinusoidal")
    return MUSH if after[0] / after[1] < before[0] / before[1] / 2 else WORDS


def _past_numbers() -> str:
    (before, all_before), (after, all_after) = _counted("sinusoidal")
    return (
        f"Training never used these rows. After “{BEGINNING}”, {before} of the {all_before} letters up to position "
        f"{TRAIN_LEN - 1} are underlined, and after that {after} of {all_after} (spaces don’t count)."
    )


def _alibi_writes(state: State) -> str:
    writers = set(state.get("x_writers") or ())
    if "ALiBi" not in writers:
        return ""
    begins, draw = as_read(str(state.get("x_begin", BEGINNING))), int(state.get("x_draw") or 0)
    begins = as_read(BEGINNING) if wrong(begins) else begins  # as the page does
    found, of_all = write("ALiBi", begins, draw).real(TRAIN_LEN, LENGTH)
    mush, of_mush = write("sinusoidal", begins, draw).real(TRAIN_LEN, LENGTH)
    return (
        "ALiBi has no rows for positions: it only makes a letter count less the farther back it stands. That works at "
        f"any distance. From position {TRAIN_LEN} on, {found} of its {of_all} letters are underlined; with waves, "
        f"{mush} of {of_mush}."
    )


def _waves_write(state: State) -> str:
    """Words for a friend: the beginning on the screen and what the model with waves writes past the trained length."""
    begins = as_read(str(state.get("x_begin", BEGINNING)))
    if "sinusoidal" not in (state.get("x_writers") or ()) or wrong(begins):
        return ""
    mush = write("sinusoidal", begins, int(state.get("x_draw") or 0)).text[TRAIN_LEN:][:SHARED].strip()
    return (
        f"A small language model writes on from “{begins.strip()}”. Training showed it {TRAIN_LEN} letters at a time, "
        f"and after the {TRAIN_LEN}th it writes: “{mush} …”. Try a beginning of your own:"
    )


CHAPTER = Chapter(
    "Too long",
    "What happens past the trained length?",
    (
        Step(
            "One letter more",
            "extrapolation",
            "Is there a row?",
            "This little model was trained on texts of 64 letters, a token each. A learned table of positions "
            "says where a letter stands: 64 [[rows]], one for each position. Each line of the picture is a row.",
            "x_row",
            Question(
                f"A text has {TRAIN_LEN + 1} letters. Which row does the {TRAIN_LEN + 1}th one get?",
                (f"Row {TRAIN_LEN}", f"Row {TRAIN_LEN - 1}, the last one, again", NO_ROW),
                lambda: NO_ROW if len(trained_rows()) <= TRAIN_LEN else f"Row {TRAIN_LEN}",
                "Positions count from 0. Which is the last position with a row in the picture?",
                lambda: (
                    f"The rows are 0 to {TRAIN_LEN - 1}. The {TRAIN_LEN + 1}th letter stands at position "
                    f"{TRAIN_LEN}, so our program refuses the text."
                ),
            ),
            Task(
                "Make the text longer: set “Letters in the text” to 65 or more.",
                lambda state: int(state.get("x_len") or 0) > TRAIN_LEN,
                {"x_len": 65},
                seen.missing,
                task_hints.short_text(TRAIN_LEN),
            ),
            {"x_len": str(TRAIN_LEN)},
            ("x_row_below", "x_kind", "x_way", "x_len"),
            shown=TABLE,
        ),
        Step(
            "Read what it writes",
            "extrapolation",
            "Read it write",
            "Waves have a row for every position. A model with waves (“sinusoidal”) writes on from the bold words. It "
            f"learned in only {STEPS} steps: not every word is real. Read aloud, down to the dashed line, where "
            "training ended.",
            "x_write_lines",
            Question(
                f"The text goes on after position {TRAIN_LEN - 1}. What will this model write there?",
                (WORDS, MUSH, STOPS),
                _past,
                "Is there a row? And did training ever use it?",
                _past_numbers,
            ),
            Task(
                "Let another kind of model write beside it, one that has no rows for positions: choose “ALiBi” under "
                "“Models”.",
                lambda state: "ALiBi" in (state.get("x_writers") or ()),
                {"x_writers": ["sinusoidal", "ALiBi"]},
                _alibi_writes,
                task_hints.not_among("ALiBi", ("sinusoidal",), "x_writers"),
            ),
            {"x_writers": "sinusoidal", "x_begin": BEGINNING},
            ("x_other_writers", "x_draw", "x_write_said"),
            cover=("x_write_figure",),
            shown=OURS,
            share=_waves_write,
        ),
        Step(
            "Not only in one text",
            "extrapolation",
            "Loss by position",
            "One text may be chance. The curve shows for many texts how much each next letter surprises the model: "
            "the [[loss]]. Low is good. Dotted: guessing by how often each letter comes.",
            "x_pos_figure",
            Question(
                f"How well does the model with waves guess the letters at positions {TRAIN_LEN} to {LONG - 1}?",
                ("As well as before", "A little worse", WORSE),
                lambda: _how_well("sinusoidal"),
                "What did it write there, in step 6.2?",
                _worse_numbers,
            ),
            Task(
                "Add the same model without any positions: choose “none” under “Models”. Which is better past "
                "position 63?",
                lambda state: "none" in (state.get("x_enc") or ()),
                {"x_enc": ["sinusoidal", "none"]},
                seen.none_added,
                task_hints.not_among("none", ("sinusoidal",)),
            ),
            {"x_enc": "sinusoidal", "x_shown": "true"},
            (*OWN_CURVE, "x_measure", "x_train", "x_other_encodings", "x_pos_more", "x_pos_said"),
            cover=("x_pos_figure",),
            shown=TRAINED_AGAIN,
        ),
    ),
    "A model has learned from texts of 64 letters. What does it write at the 70th?",
    _seventieth,
    (
        "Past the trained length a learned table has no row, and a formula has rows that training never taught "
        "the model to read.",
        "What a model does past its training depends on how it is told positions: here waves fail at once, "
        "ALiBi hardly.",
    ),
    "Three ways that need no rows: [[ALiBi]] makes a letter count less the farther back it stands, [[RoPE]] turns the "
    "vectors by their position, [[T5]] learns a number for each range of distances. With [[interpolation]] a longer "
    "text is squeezed into the trained positions. The loss is measured in [[nats]]; 0 would be no surprise.",
    (
        ("positions", "RoPE and ALiBi", "RoPE and ALiBi: how much a letter far back counts"),
        ("extrapolation", "Loss by position", "All ways, position by position"),
        ("extrapolation", "Why", "Why they differ"),
        Door("extrapolation", "Loss by position", "Ways out", {"x_shown": "true", "x_enc": WAYS_OUT}),
    ),
)
