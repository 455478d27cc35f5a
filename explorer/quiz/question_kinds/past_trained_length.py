"""Long texts: past the end of the table, and past what was trained. Losses are those of the shipped runs."""

import numpy as np

from explorer.core import EmbeddingLayer
from explorer.nn.config import Encoding
from explorer.questions import Question
from explorer.quiz.question import fill, kind, mixed, pick
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, baselines, first_line, inside, span
from explorer.wording import fixed

TOPIC = "Long texts"
_FAR = (256, 512)
_KINDS: tuple[Encoding, ...] = ("sinusoidal", "RoPE", "T5", "ALiBi")
_RISE = (
    "It stays within 0.1",
    "It rises, and stays below guessing by letter counts",
    "It gets worse than guessing by letter counts",
)
MARGIN = 0.1


@kind(TOPIC, "first-missing", "Too long")
def first_missing(rng: np.random.Generator) -> Question:
    """The first position without a row."""
    longest, t = pick(rng, 64, 128, 256, 512), pick(rng, 600, 700, 1024)
    layer = EmbeddingLayer(10, 4, longest, seed=0)
    first = next(n for n in (longest - 1, longest, longest + 1) if _refuses(layer, n + 1))
    slips = {"from_one": longest + 1, "last": longest - 1, "many": t - longest}
    return fill("first-missing", first, {"L": longest, "T": t}, slips, words={"last": longest - 1})


def _refuses(layer: EmbeddingLayer, length: int) -> bool:
    try:
        layer(np.zeros(length, np.int64))
    except ValueError:
        return True
    return False


@kind(TOPIC, "can-it-read", "Too long", riddle=True)
def can_it_read(rng: np.random.Generator) -> Question:
    """Twice the trained length, learned or sinusoidal."""
    longest = pick(rng, 256, 512, 1024, 2048)
    learned = bool(rng.integers(2))
    layer = EmbeddingLayer(10, 4, longest, "learned" if learned else "sinusoidal", seed=0)
    refuses = _refuses(layer, 2 * longest)
    refused, unsure, fine = (
        "No: there are no rows, and the program refuses",
        "It runs, but training never showed the model those rows",
        "Yes, as well as before",
    )
    line = first_line("sinusoidal")
    return fill(
        "can-it-read",
        refused if refuses else unsure,
        {"L": longest, "learned": learned},
        {"learned" if learned else "formula": fine, "confused": unsure if refuses else refused},
        state={"x_len": "128", "x_kind": "learned table" if learned else "sinusoidal formula"},
        case="refused" if refuses else "runs",
        words={"twice": 2 * longest, "last": longest - 1, "trained": TRAIN_LEN, "inside": fixed(inside(line))}
        | {"what": "a learned table of positions" if learned else "sinusoids"}
        | {"beyond": fixed(span(line, TRAIN_LEN, 128))},
        condition="learned" if learned else "formula",
        choices=mixed(rng, refused, unsure, fine),
    )


@kind(TOPIC, "how-worse")
def how_worse(rng: np.random.Generator) -> Question:
    """What happens to the loss right past the trained length."""
    name = _KINDS[int(rng.integers(len(_KINDS)))]
    line, guess = first_line(name), baselines()["unigram"]
    level, beyond = inside(line), span(line, *_FAR)
    right = _RISE[2] if beyond > guess else _RISE[1] if beyond > level + MARGIN else _RISE[0]
    words: dict[str, object] = {"trained": TRAIN_LEN, "low": _FAR[0], "high": _FAR[1] - 1}
    words |= {"inside": fixed(level), "beyond": fixed(beyond), "guess": fixed(guess)}
    slips, state = {"stays": _RISE[0], "worse": _RISE[2]}, {"x_shown": "true", "x_enc": name}
    return fill("how-worse", right, {"encoding": name}, slips, state=state, words=words, choices=_RISE)
