"""Sentences on the results of the ablations."""

from explorer.core.functional import frequencies
from explorer.nn.config import Encoding, spoken
from explorer.training.ablations import loss_rises
from explorer.training.ablations.loss_rises import LARGE, LAST, NEW, WINDOWS, Rise, Training
from explorer.training.findings.shipped_model_losses import TRAIN_LEN
from explorer.training.precompute_standard_runs import WINDOWS as MORE_WINDOWS
from explorer.vectors.wave_cycle_count import turns
from explorer.wording import fixed, listed, signed, span, verb

WIDTH = 64

THINGS = {
    "rows": "new rows",
    "distances": "new distances",
    "number of tokens": "more tokens",
    "all at once": "all at once",
}


def judged_rows(start: int) -> str:
    """Rows where the loss of windows with this start is measured, in words.

    >>> judged_rows(TRAIN_LEN)
    'rows 96 to 127'
    """
    first, last = loss_rises.rows_read(start)
    return f"rows {first} to {last}"


def mean_rise(rise: Rise) -> str:
    """A rise with its sign, mean of the seeds.

    >>> import numpy as np
    >>> mean_rise(Rise(np.full(3, 2.0), np.full(3, 3.5)))
    '+1.50'
    """
    return signed(rise.mean)


NEVER_SEEN = {
    "rows": "the model reads numbers that training never showed",
    "distances": "the model compares tokens further apart than any in training",
    "number of tokens": "a token reads more others than in training",
}
"""What each new thing is to a model."""


def enough_sentence() -> str:
    """Sentences on what alone raises the loss in every seed, and for which encodings nothing does."""
    table = loss_rises.one_at_a_time()
    sentences, unharmed = [], []
    for name, enough in breaks().items():
        who = spoken(name)
        sentences += [f"{who[0].upper()}{who[1:]} breaks on {THINGS[new]} alone: {NEVER_SEEN[new]}." for new in enough]
        if not enough:
            unharmed.append(who)
    if unharmed:
        sentences.append(f"Nothing alone breaks {listed(unharmed)}.")
    every = table["ALiBi"][-1]
    if every and every.verdict == "holds":
        sentences.append("ALiBi counts a token less the farther it is, and holds with all of it new at once.")
    return f"{' '.join(sentences)} A break is a rise of more than {LARGE} in every seed."


def breaks() -> dict[Encoding, list[str]]:
    """What alone raises the loss in every seed, by encoding."""
    return {
        name: [new for new, rise in zip(NEW[:-1], rises, strict=False) if rise and rise.verdict == "rises"]
        for name, rises in loss_rises.one_at_a_time().items()
    }


def alone_breaks(encoding: Encoding) -> str:
    """The new thing that alone raises an encoding's loss most.

    >>> alone_breaks("sinusoidal")
    'new rows'
    """
    rises = loss_rises.one_at_a_time()[encoding][:-1]
    return THINGS[max((rise.mean, new) for new, rise in zip(NEW, rises, strict=False) if rise)[1]]


NO_ROWS: Encoding = "none"  # for which only the number of tokens can be new


def two_homes() -> str:
    """Sentence on the two different numbers for one condition of the encoding without rows."""
    by_new = dict(zip(NEW, loss_rises.one_at_a_time()[NO_ROWS], strict=True))
    tokens, everything = by_new["number of tokens"], by_new["all at once"]
    assert tokens is not None and everything is not None
    return (
        f"{spoken(NO_ROWS)} has neither rows nor distances, so more tokens are all that is new. Its last two cells "
        f"differ ({mean_rise(tokens)} and {mean_rise(everything)}) only in what they are "
        f"compared with: a loss of {fixed(float(tokens.home.mean()))} past {TRAIN_LEN} where each token sees the last "
        f"{TRAIN_LEN} only, and of {fixed(float(everything.home.mean()))} at positions {TRAIN_LEN // 2} to "
        f"{TRAIN_LEN - 1}."
    )


HOW_SEEN = {
    "rows 0 to 511": "“Rows 0 to 511”: each training window begins at a random position from 0 to 448, as in "
    "[SHAPE](https://arxiv.org/abs/2109.05644).",
    "rows and distances 0 to 511": "“Rows and distances 0 to 511”: {jump}",
    "distances 0 to 511": "“Distances 0 to 511”: {jump}",
}
JUMP = (
    "each training window is cut in two, begins at a random position and has its second part moved on by a random "
    "distance, as in [PoSE](https://arxiv.org/abs/2309.10400)."
)


def legend_sentence(encoding: Encoding) -> str:
    """Explanation of the drawn lines' names."""
    names = loss_rises.SEEN[encoding]
    parts = [HOW_SEEN[name].format(jump=JUMP) for name in names if name in HOW_SEEN]
    if any("window" in name for name in names):
        parts.append("A [[window]] on attention hides what stands more than 63 positions back.")
    return " ".join(
        (
            f"All were trained on windows of {TRAIN_LEN} characters of the same text and are read here in "
            f"{WINDOWS} windows of {LAST} (for Loss by position in {MORE_WINDOWS}, so its numbers differ a little).",
            *parts,
        )
    )


def seen_sentence(encoding: Encoding) -> str:
    """Sentence on the loss within 64 and far past it of each training of an encoding."""
    parts = []
    for name, (training, reading) in loss_rises.SEEN[encoding].items():
        inner = float(training.inside(reading).mean())
        far = float(training.span(reading, 448, LAST).mean())
        parts.append(f"{name}: {inner:.2f} at 32–63, {far:.2f} at 448–511")
    return f"{spoken(encoding)} gets worse where something is new to it. Loss by what it has seen: {'; '.join(parts)}."


def whole_waves(training: Training) -> int:
    """Number of a training's 32 waves with a whole turn within its trained length."""
    return int((turns(frequencies(WIDTH, base=training.base), TRAIN_LEN) >= 1).sum())


def whole_waves_verdict() -> str:
    """Sentence on new rows of models whose training saw all waves whole: are unseen waves the cause?"""
    trainings = [training for training in loss_rises.BASES if whole_waves(training) == WIDTH // 2]
    rises = [loss_rises.rows_new(training) for training in trainings]
    names = listed(f"{training.base:,.0f}" for training in trainings)
    begins = (
        "Is it the slow waves of a new row, of which training saw no whole turn? At "
        f"{verb(len(trainings), 'base', 'bases')} {names} training saw all {WIDTH // 2} waves whole, and the loss on "
        f"{judged_rows(TRAIN_LEN)} "
    )
    means = span([rise.mean for rise in rises])
    if all(rise.verdict == "rises" for rise in rises):
        return f"{begins}still rises, by {means}: a new row does harm there though none of its waves is new by itself."
    return f"{begins}changes by {means}."
