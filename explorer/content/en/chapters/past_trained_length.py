"""Chapter 5: what happens past the trained length?"""

import math
from functools import partial

from explorer.content.en import task_hints
from explorer.content.en.task_feedback import length_and_cost as seen
from explorer.content.guided_path import Chapter, Door, State, Step, Task
from explorer.questions import Question
from explorer.training.ablations.loss_rises import SINUSOIDAL, rows_new
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.training.text_generation import BEGINNING, LENGTH, as_read, prompt, write
from explorer.wording import share

TABLE = "Shown: our small model of letters, learned from Jane Austen’s novels."
OURS = "Shown: two small models of letters, from the same novels."
WAYS_OUT = "learned", "learned (wrap)", "learned (interpolate)", "learned (spare rows)"
"""A learned table with all that can be done past its end, without training it again."""
TOO_LONG = "Dear bot, this message is just a little bit longer than you can read."
GREETING = "Dear bot,"
"""A message, and how one's own begins; the reply is the core's, to a text longer than its table of positions."""
SHARED = 32
"""Letters past the trained length that a friend gets to read."""


def _seventieth(_: State) -> str:
    return (
        f"It learned {TRAIN_LEN} rows for positions: the message’s last {len(TOO_LONG) - TRAIN_LEN} letters have none. "
        "What does not fit is left out, so a chatbot can forget a page."
    )


def typical_chances() -> tuple[float, float]:
    """Chance (geometric mean) that the model with waves gives the letter that comes: rows of training, rows past it.

    The same windows of a text held out, in the trained length: the rows alone are new.
    """
    rise = rows_new(SINUSOIDAL)
    return math.exp(-float(rise.home.mean())), math.exp(-float(rise.away.mean()))


MUSH, WORDS, STOPS = "Hardly a word", "Words as before", "Nothing: it stops at 64"


def _past() -> str:
    written = write("sinusoidal", as_read(BEGINNING))
    before, after = written.real(0, TRAIN_LEN), written.real(TRAIN_LEN, LENGTH)
    return MUSH if after[0] / after[1] < before[0] / before[1] / 2 else WORDS


def _past_numbers() -> str:
    home, away = typical_chances()
    return (
        "Training never used these rows. On other pages of Jane Austen the right next letter has a chance of "
        f"{share(home)} before the line, and {share(away)} with rows from after it."
    )


def _alibi_writes(state: State) -> str:
    writers = set(state.get("x_writers") or ())
    if "ALiBi" not in writers:
        return ""
    begins, draw = prompt(str(state.get("x_begin", BEGINNING))), int(state.get("x_draw") or 0)
    found, of_all = write("ALiBi", begins, draw).real(TRAIN_LEN, LENGTH)
    mush, of_mush = write("sinusoidal", begins, draw).real(TRAIN_LEN, LENGTH)
    return (
        "ALiBi holds: it subtracts more the farther back a letter is, at any length. After the line "
        f"{found} of its {of_all} letters stand in words; with waves, {mush} of {of_mush}."
    )


def _waves_write(state: State) -> str:
    """Words for a friend: the beginning on the screen and what the model with waves writes past the trained length."""
    begins = prompt(str(state.get("x_begin", BEGINNING)))
    if "sinusoidal" not in (state.get("x_writers") or ()):
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
            f"This model reads letters. Its learned table has {TRAIN_LEN} [[rows]], one a position. Drawn are those "
            "your message uses.",
            "x_row",
            Task(
                "Write it a message that is too long. Which row does the last letter get?",
                lambda state: seen.letters(state) > TRAIN_LEN,
                {"x_message": TOO_LONG},
                seen.missing,
                partial(task_hints.short_text, TRAIN_LEN, GREETING),
            ),
            {"x_message": GREETING},
            ("x_len", "x_row_said"),
            shown=TABLE,
        ),
        Step(
            "Read what it writes",
            "extrapolation",
            "Read it write",
            "Waves ([[sinusoidal]]) have a row for every position. This model writes on from the bold words; at the "
            "dashed line its training ended. [[ALiBi]] has no rows: it comes after your guess.",
            "x_write_lines",
            Task(
                "Read aloud and guess. Then choose “ALiBi” and compare.",
                lambda state: "ALiBi" in (state.get("x_writers") or ()),
                {"x_writers": ["sinusoidal", "ALiBi"]},
                _alibi_writes,
                partial(task_hints.not_among, "ALiBi", ("sinusoidal",)),
            ),
            {"x_writers": "sinusoidal", "x_begin": BEGINNING},
            ("x_other_writers", "x_write_said"),
            question=Question(
                "What will the model with waves write after the line?",
                (WORDS, MUSH, STOPS),
                _past,
                "Is there a row? And did training ever use it?",
                _past_numbers,
            ),
            cover=("x_write_figure",),
            shown=OURS,
            share=_waves_write,
            former=("Not only in one text",),
            is_own=True,
        ),
    ),
    "Why can a text be too long for a model?",
    _seventieth,
    (
        "Past the trained length a learned table has no row, and a formula has rows that training never used.",
        "It depends on how a model is told positions: past its training it fails with waves, and hardly with ALiBi.",
    ),
    "Three ways that need no rows: [[ALiBi]] makes a letter count less the farther back it stands, [[RoPE]] turns the "
    "vectors by their position, [[T5]] learns a number for each range of distances. With [[interpolation]] a longer "
    "text is squeezed into the trained positions. The loss is measured in [[nats]]; 0 would be no surprise. "
    "Clock hands can learn it: [a Llama 2](https://huggingface.co/NousResearch/Yarn-Llama-2-70b-32k) with slower "
    "hands, trained further on longer texts, reads those as well.",
    (
        ("positions", "RoPE and ALiBi", "RoPE and ALiBi: how much a letter far back counts"),
        ("extrapolation", "Loss by position", "All ways, position by position"),
        ("extrapolation", "Why", "Why they differ"),
        Door("extrapolation", "Loss by position", "Ways out", {"x_shown": "true", "x_enc": WAYS_OUT}),
    ),
    chat=(
        (f"You, in {len(TOO_LONG)} letters", TOO_LONG),
        ("A model of 64 letters", f"Error: Sequence length {len(TOO_LONG)} exceeds maximum {TRAIN_LEN}"),
    ),
)
