"""Sentences on the results of the ablations."""

from __future__ import annotations

from explorer.nn.config import Encoding, spoken
from explorer.training.ablations import loss_rises
from explorer.training.ablations.experiments import SEEDS, TRAIN_LEN
from explorer.training.ablations.loss_rises import LARGE, LAST, NEW, ROWS_SEEN, SMALL, Rise, Training
from explorer.training.complete_waves_and_row_similarity import count_waves
from explorer.wording import count, fixed, listed, signed, span, verb

WIDTH, WAVES = 64, 32
MOST = 0.8  # share of a rise above which a part of the waves, in every seed, counts as its main cause

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


def one_sentence() -> str:
    """Sentence on the rise from one new thing alone, for each encoding."""
    parts = []
    for name, rises in loss_rises.one_at_a_time().items():
        there = [f"{THINGS[new]} {mean_rise(rise)}" for new, rise in zip(NEW, rises, strict=True) if rise is not None]
        parts.append(f"{spoken(name)}: {listed(there)}")
    return (
        f"Rise of the loss in nats per character, mean of {count(len(SEEDS), 'seed')}, where one thing alone is new. "
        f"{'; '.join(parts)}."
    )


def verdict(encoding: Encoding) -> str:
    """Sentence on what alone raises the loss in every seed, and what in none."""
    by_verdict: dict[str, list[str]] = {"rises": [], "between": [], "holds": []}
    for new, rise in zip(NEW[:-1], loss_rises.one_at_a_time()[encoding], strict=False):
        if rise is not None:
            seeds = f", by seed {span(rise.seeds.tolist())}" if rise.verdict == "between" else ""
            by_verdict[rise.verdict].append(f"{THINGS[new]} ({mean_rise(rise)}{seeds})")
    said = {
        "rises": f"{{}} alone: enough for a rise of more than {LARGE} in every seed",
        "between": f"{{}} alone: neither a rise of more than {LARGE} in every seed nor one of less than {SMALL}",
        "holds": f"{{}} alone: a change of less than {SMALL} in every seed",
    }
    told_of = [said[name].format(listed(whats)) for name, whats in by_verdict.items() if whats]
    return f"**{spoken(encoding)}**: {'; '.join(told_of)}."


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
            f"windows of {LAST}.",
            *parts,
        )
    )


def seen_sentence(encoding: Encoding) -> str:
    """Sentence on the loss inside and past 64 of each training of an encoding."""
    parts = []
    for name, (training, reading) in loss_rises.SEEN[encoding].items():
        inner = float(training.inside(reading).mean())
        near, far = (float(training.span(reading, a, b).mean()) for a, b in ((TRAIN_LEN, 128), (448, LAST)))
        parts.append(f"{name}: {inner:.2f} at 32–63, {near:.2f} at 64–127, {far:.2f} at 448–511")
    return (
        f"{spoken(encoding)}, trained on windows of {TRAIN_LEN}, loss by what training saw or how it is read: "
        f"{'; '.join(parts)}."
    )


def count_whole_waves(training: Training) -> int:
    """Number of a training's 32 waves with a whole turn within its trained length."""
    return count_waves(WIDTH, TRAIN_LEN, base=training.base).whole


def bases_sentence() -> str:
    """Sentence on new rows in models of each base, and on their whole waves within 64."""
    parts = [
        f"base {training.base:,.0f} ({count_whole_waves(training)} of {WAVES} whole) "
        f"{mean_rise(loss_rises.rows_new(training))}"
        for training in loss_rises.BASES
    ]
    return (
        f"Rise of the loss on {judged_rows(TRAIN_LEN)}, the second half of windows that begin at row {TRAIN_LEN}: "
        f"{', '.join(parts)}."
    )


def moved_sentence() -> str:
    """Sentence on which waves' new values raise the loss on new rows, at base 10,000."""
    parts = [f"{name} {mean_rise(rise)}" for name, rise in loss_rises.moved_wave_rises().items()]
    return (
        f"Base 10,000, L = {TRAIN_LEN}, the same windows, in which only some waves "
        f"move on and the others stay as on rows 0 to {TRAIN_LEN - 1}: {', '.join(parts)}."
    )


def _parts() -> tuple[Rise, Rise, Rise]:
    """Rises when all waves move on, when those longer than L do, and when the others do."""
    moved = loss_rises.moved_wave_rises()
    return moved["all waves"], moved["waves longer than L"], moved["waves up to L long"]


def _unseen_waves_do_it() -> bool:
    """Whether in every seed the waves longer than L cause most of the rise, and more than the others."""
    every, long, short = _parts()
    return bool((long.seeds > MOST * every.seeds).all() and (short.seeds < long.seeds).all())


def unseen_waves_verdict() -> str:
    """Sentence on whether, at base 10,000, waves without a whole turn in training alone cause the rise on new rows."""
    every, long, short = _parts()
    at = f"At base 10,000 on {judged_rows(TRAIN_LEN)}"
    if _unseen_waves_do_it():
        return (
            f"{at} the waves longer than {TRAIN_LEN} positions, which training never saw come round, are enough: where "
            f"they alone move on, the loss rises by {mean_rise(long)}, where all do, by {mean_rise(every)}, and where "
            f"the others alone do, by {mean_rise(short)}."
        )
    return (
        f"{at} no such part of the waves does the harm alone: moving on, those longer than {TRAIN_LEN} positions cost "
        f"{mean_rise(long)}, the others {mean_rise(short)}, all together {mean_rise(every)}."
    )


def whole_waves_verdict() -> str:
    """Sentence on whether whole waves keep the loss on new rows low, and on seen rows of other waves."""
    trainings = [training for training in loss_rises.BASES if count_whole_waves(training) == WAVES]
    rises = [loss_rises.rows_new(training) for training in trainings]
    names = listed(f"{training.base:,.0f}" for training in trainings)
    means = span([rise.mean for rise in rises])
    bases = (
        f"At {verb(len(trainings), 'base', 'bases')} {names} training saw all {WAVES} waves whole, so none is "
        f"unseen, and the loss on {judged_rows(TRAIN_LEN)} "
    )
    bases += (
        f"still rises, by {means}: a new row does harm there though none of its waves is new by itself."
        if all(rise.verdict == "rises" for rise in rises)
        else f"changes by {means}."
    )
    part, seen = WAVES - count_waves(WIDTH, LAST).whole, Rise(ROWS_SEEN.at_start(0), ROWS_SEEN.at_start(384))
    rows = (
        f"Where training did show the rows, unseen waves alone cost {mean_rise(seen)}: a model whose windows began "
        f"anywhere from 0 to 448 never saw {part} of its {WAVES} waves come round within {LAST}, and reads "
        f"{judged_rows(384)} {'as well as' if seen.verdict == 'holds' else 'otherwise than'} {judged_rows(0)}."
    )
    return f"{bases} {rows}"


def conclusion() -> str:
    """Sentence on what the experiments on waves have in common."""
    seen = Rise(ROWS_SEEN.at_start(0), ROWS_SEEN.at_start(384))
    if {loss_rises.rows_new(training).verdict for training in loss_rises.BASES} == {
        "rises"
    } and seen.verdict == "holds":
        said = "So it is rows that training never showed that do it, at every base tried."
        if _unseen_waves_do_it():
            said += " At base 10,000 those of its waves that had not come round are enough for most of it."
        return f"{said} How the harm divides among the waves was tried at base 10,000 only."
    return "The models of different bases don't agree: see the picture."
