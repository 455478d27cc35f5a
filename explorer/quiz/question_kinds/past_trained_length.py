"""Long texts: past the end of the table, and past what was trained. Losses are those of the shipped runs."""

from __future__ import annotations

import numpy as np

from explorer.core import EmbeddingLayer
from explorer.nn.config import Encoding
from explorer.questions import Mistake, Question, Show
from explorer.quiz.question import kind, mixed, pick
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, baselines, first_line, inside, span
from explorer.wording import fixed, verb

TOPIC = "Long texts"
_FAR = (256, 512)
_KINDS: tuple[Encoding, ...] = ("sinusoidal", "RoPE", "T5", "ALiBi")
_RISE = (
    "It stays within 0.1",
    "It rises, and stays below guessing by letter counts",
    "It gets worse than guessing by letter counts",
)
MARGIN = 0.1


def _curves(*names: str) -> Show:
    return Show(
        "extrapolation",
        "Loss by position",
        {"x_shown": "true", "x_enc": ",".join(names)} if len(names) == 1 else {"x_shown": "true"},
        f"The {verb(len(names), 'curve', 'curves')} right of the line at {TRAIN_LEN}.",
    )


@kind(TOPIC, "first-missing", "Too long")
def first_missing(rng: np.random.Generator) -> Question:
    """The first position without a row."""
    longest, t = pick(rng, 64, 128, 256, 512), pick(rng, 600, 700, 1024)
    layer = EmbeddingLayer(10, 4, longest, rng=0)
    first = next(n for n in (longest - 1, longest, longest + 1) if _fails(layer, n + 1))
    return Question(
        f"A model has a learned table of {longest} positions and is given a text of {t} tokens. Positions are counted "
        "from 0. Which is the first position without a row?",
        answer=first,
        why=f"The rows are 0 to {longest - 1}, so the first position without one is {first}: there the program "
        "refuses.",
        show=Show(
            "extrapolation", "Is there a row?", {"x_len": "65"}, "The place right of the dashed line, with 64 rows."
        ),
        given={"L": longest, "T": t},
        tolerance=0,
        mistakes=(
            Mistake(longest + 1, "Counted from 1", "The first position is 0, so row number L is already missing."),
            Mistake(longest - 1, "The last that is there", "That one has a row; the next has none."),
            Mistake(t - longest, "How many are missing", "That is a number of positions, not a position."),
        ),
    )


def _complaint(layer: EmbeddingLayer, length: int) -> str:
    try:
        layer(np.zeros(length, np.int64))
    except ValueError as problem:
        return str(problem)
    return ""


def _fails(layer: EmbeddingLayer, length: int) -> bool:
    return bool(_complaint(layer, length))


@kind(TOPIC, "can-it-read", "Too long", riddle=True)
def can_it_read(rng: np.random.Generator) -> Question:
    """Twice the trained length, learned or sinusoidal."""
    longest = pick(rng, 256, 512, 1024, 2048)
    learned = bool(rng.integers(2))
    layer = EmbeddingLayer(10, 4, longest, "learned" if learned else "sinusoidal", rng=0)
    complaint = _complaint(layer, 2 * longest)
    refused, unsure, fine = (
        "No: there are no rows, and the program refuses",
        "It runs, but training never showed the model those rows",
        "Yes, as well as before",
    )
    line = first_line("sinusoidal")
    return Question(
        f"A model was trained on {longest:,} tokens with {'a learned table of positions' if learned else 'sinusoids'}. "
        f"Can it read {2 * longest:,}?",
        answer=refused if complaint else unsure,
        why=f"The table has no row past {longest - 1:,}, so the program refuses. You can cut the text, make the table "
        "larger and train on, or use a formula."
        if complaint
        else f"The formula gives a row for every position. But in our experiment, trained on {TRAIN_LEN}, the loss "
        f"goes from {fixed(inside(line))} inside to {fixed(span(line, TRAIN_LEN, 128))} at positions {TRAIN_LEN} "
        "to 127.",
        show=Show(
            "extrapolation",
            "Is there a row?",
            {"x_len": "128", "x_kind": "learned table" if learned else "sinusoidal formula"},
            "Right of the dashed line: rows, or none.",
        ),
        given={"L": longest, "learned": learned},
        condition="learned" if learned else "formula",
        choices=mixed(rng, refused, unsure, fine),
        mistakes=(
            Mistake(
                fine,
                "A row taken for understanding" if not learned else "A table without an end",
                "A row that is there need not be one that the model has learned to read."
                if not learned
                else "A learned table ends where it ends.",
            ),
            Mistake(
                unsure if complaint else refused,
                "Formula and table confused",
                "A formula has a row for every position, a table only for those it was made with.",
            ),
        ),
    )


@kind(TOPIC, "how-worse")
def how_worse(rng: np.random.Generator) -> Question:
    """What happens to the loss right past the trained length."""
    name = _KINDS[int(rng.integers(len(_KINDS)))]
    line, guess = first_line(name), baselines()["unigram"]
    level, beyond = inside(line), span(line, *_FAR)
    right = _RISE[2] if beyond > guess else _RISE[1] if beyond > level + MARGIN else _RISE[0]
    return Question(
        f"A small model with {name} positions was trained on texts of {TRAIN_LEN} characters. What happens to its loss "
        f"at positions {_FAR[0]} to {_FAR[1] - 1}?",
        answer=right,
        why=f"Inside its loss is {fixed(level)} nats per character, at {_FAR[0]} to {_FAR[1] - 1} it is "
        f"{fixed(beyond)}. "
        f"Guessing by how often each letter comes costs {fixed(guess)}.",
        show=_curves(name),
        given={"encoding": name},
        choices=_RISE,
        mistakes=(
            Mistake(
                _RISE[0], "Reading taken for understanding", "Positions far outside were never part of the training."
            ),
            Mistake(_RISE[2], "All lumped together", "Encodings differ greatly; this one does better."),
        ),
    )
