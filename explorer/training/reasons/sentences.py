"""What the trainings behind "why" say, in sentences made from their numbers."""

from __future__ import annotations

from explorer.nn.config import Encoding, spoken
from explorer.training.reasons import findings
from explorer.training.reasons.findings import LARGE, LAST, NEW, SINUSOIDAL, SMALL, Rise
from explorer.training.reasons.items import SEEDS, TRAIN_LEN
from explorer.training.why import waves_seen
from explorer.wording import count, fixed, listed, share, signed, span

THINGS = {
    "rows": "new rows",
    "distances": "new distances",
    "number of tokens": "more tokens",
    "all at once": "all at once",
}


def told(rise: Rise) -> str:
    """A rise with its sign, mean of the seeds.

    >>> import numpy as np
    >>> told(Rise(np.full(3, 2.0), np.full(3, 3.5)))
    '+1.50'
    """
    return signed(rise.mean)


def one_sentence() -> str:
    """How far one new thing alone raises the loss, for each encoding."""
    parts = []
    for name, rises in findings.one_at_a_time().items():
        there = [f"{THINGS[new]} {told(rise)}" for new, rise in zip(NEW, rises, strict=True) if rise is not None]
        parts.append(f"{spoken(name)}: {listed(there)}")
    return (
        f"Rise of the loss in nats per character, mean of {count(len(SEEDS), 'seed')}, where one thing alone is new. "
        f"{'; '.join(parts)}."
    )


def verdict(encoding: Encoding) -> str:
    """Which new thing alone is enough for a rise in every seed, and which changes nothing in any."""
    by_verdict: dict[str, list[str]] = {"rises": [], "between": [], "holds": []}
    for new, rise in zip(NEW[:-1], findings.one_at_a_time()[encoding], strict=False):
        if rise is not None:
            by_verdict[rise.verdict].append(f"{THINGS[new]} ({told(rise)})")
    said = {
        "rises": f"{{}} alone: enough for a rise of more than {LARGE} in every seed",
        "between": f"{{}} alone: a rise, but not of more than {LARGE} in every seed",
        "holds": f"{{}} alone: a change of less than {SMALL} in every seed",
    }
    told_of = [said[name].format(listed(whats)) for name, whats in by_verdict.items() if whats]
    return f"**{spoken(encoding)}**: {'; '.join(told_of)}."


NO_ROWS: Encoding = "none"  # the encoding for which more tokens are all that can be new


def two_homes() -> str:
    """Why more tokens and all at once differ for the encoding where both are the same."""
    by_new = dict(zip(NEW, findings.one_at_a_time()[NO_ROWS], strict=True))
    tokens, everything = by_new["number of tokens"], by_new["all at once"]
    assert tokens is not None and everything is not None
    return (
        f"{spoken(NO_ROWS)} has neither rows nor distances: it tells places by how many tokens it sees, so more tokens "
        f"are all that is new. Its last two cells differ ({told(tokens)} and {told(everything)}) only in what they are "
        f"compared with: a loss of {fixed(float(tokens.home.mean()))} past {TRAIN_LEN} where each token sees the last "
        f"{TRAIN_LEN} only, and of {fixed(float(everything.home.mean()))} at positions {TRAIN_LEN // 2} to "
        f"{TRAIN_LEN - 1}."
    )


HOW_SEEN = {
    "rows 0 to 511": "“Rows 0 to 511”: each training window begins at a random place from 0 to 448, as in "
    "[SHAPE](https://arxiv.org/abs/2109.05644).",
    "rows and distances 0 to 511": "“Rows and distances 0 to 511”: {jump}",
    "distances 0 to 511": "“Distances 0 to 511”: {jump}",
    "distances 0 to 63, further ones read as 63": "“Further ones read as 63”: what stands more than 63 places back is "
    "turned as if it stood 63 back.",
}
JUMP = (
    "each training window is cut in two, begins at a random place and has its second part moved on by a random "
    "distance, as in [PoSE](https://arxiv.org/abs/2309.10400)."
)


def how_seen(encoding: Encoding) -> str:
    """What the names of an encoding's lines mean, those that are drawn and no others."""
    names = findings.SEEN[encoding]
    parts = [HOW_SEEN[name].format(jump=JUMP) for name in names if name in HOW_SEEN]
    if any("window" in name for name in names):
        parts.append("A [[window]] on attention hides what stands more than 63 places back.")
    return " ".join(
        (
            f"All were trained on windows of {TRAIN_LEN} characters of the same text and are read here in "
            f"windows of {LAST}.",
            *parts,
        )
    )


def seen_sentence(encoding: Encoding) -> str:
    """Loss inside and past 64 of each training of an encoding."""
    parts = []
    for name, (training, reading) in findings.SEEN[encoding].items():
        inner = float(training.inside(reading).mean())
        near, far = (float(training.span(reading, a, b).mean()) for a, b in ((TRAIN_LEN, 128), (448, LAST)))
        parts.append(f"{name}: {inner:.2f} at 32–63, {near:.2f} at 64–127, {far:.2f} at 448–511")
    return f"{spoken(encoding)}, trained on windows of {TRAIN_LEN}; what training saw: {'; '.join(parts)}."


def bases_sentence() -> str:
    """What happens at rows 64 to 127 to models of each base, and how many of their waves come round within 64."""
    parts = []
    for training in findings.BASES:
        whole = waves_seen(64, TRAIN_LEN, base=training.waves.base).whole
        parts.append(f"base {training.waves.base:,.0f} ({whole} of 32 whole) {told(findings.rows_new(training))}")
    return f"Rise of the loss on rows {TRAIN_LEN} to 127: {', '.join(parts)}."


def whole_waves_verdict() -> str:
    """Whether seeing every wave whole prevents the rise, and whether it takes that."""
    whole = [training for training in findings.BASES if waves_seen(64, TRAIN_LEN, base=training.waves.base).whole == 32]
    rises = [findings.rows_new(training) for training in whole]
    names = listed(f"{training.waves.base:,.0f}" for training in whole)
    means = span([rise.mean for rise in rises])
    if all(rise.verdict == "rises" for rise in rises):
        enough = (
            f"It is not enough: at base {names} training saw all 32 waves whole, and the loss still rises by {means}."
        )
    else:
        enough = (
            f"It may be enough: at base {names}, where training saw all 32 waves whole, the loss changes by {means}."
        )
    seen = findings.ROWS_SEEN
    part = 32 - waves_seen(64, LAST).whole
    rise = Rise(seen.at_start(0), seen.at_start(384))
    if rise.verdict == "holds":
        needed = (
            f"Nor is it needed: a model whose training windows began anywhere from 0 to 448 never saw {part} of its 32 "
            f"waves whole, and on rows 384 to 447 its loss differs from that on 0 to 63 by {told(rise)}."
        )
    else:
        needed = (
            f"It may be needed: a model whose training windows began anywhere from 0 to 448 never saw {part} of its 32 "
            f"waves whole, and on rows 384 to 447 its loss differs from that on 0 to 63 by {told(rise)}."
        )
    return f"Is seeing whole waves what matters? {enough} {needed}"


def moved_sentence() -> str:
    """Which waves' new values do the harm on rows 64 to 127, at base 10,000."""
    parts = [f"{name} {told(rise)}" for name, rise in findings.moved().items()]
    return (
        f"Base 10,000, L = {TRAIN_LEN}, windows at rows 64 to 127 in which only some waves move on: {', '.join(parts)}."
    )


def looks_sentence() -> str:
    """Where the first and the second block look, on rows of training and past them."""
    home, away = findings.looks(SINUSOIDAL).mean(axis=0)  # (blocks, edges)
    parts = [
        f"block {block + 1}: {share(home[block, 1:3].sum())} of attention goes 1 to 4 tokens back and "
        f"{share(home[block, 4])} 17 or more on rows 0 to 63, {share(away[block, 1:3].sum())} and "
        f"{share(away[block, 4])} on rows 64 to 127"
        for block in range(len(home))
    ]
    return f"{'; '.join(parts).capitalize()}. The same text stands on both."


def swapped_sentence() -> str:
    """Loss with the rows of one place and the attention of the other."""
    loss = findings.swapped(SINUSOIDAL).mean(axis=0)
    return (
        f"Rows 0 to 63 with their own attention: {loss[0, 0]:.2f}; with the attention of rows 64 to 127: "
        f"{loss[0, 1]:.2f}. Rows 64 to 127 with their own attention: {loss[1, 1]:.2f}; with that of rows 0 to 63: "
        f"{loss[1, 0]:.2f}."
    )


def swapped_verdict() -> str:
    """Whether the rise comes through attention, through the rows in the stream, or through both."""
    loss = findings.swapped(SINUSOIDAL)
    through_attention = Rise(loss[:, 0, 0], loss[:, 0, 1]).verdict == "rises"
    through_rows = Rise(loss[:, 0, 0], loss[:, 1, 0]).verdict == "rises"
    if through_attention and through_rows:
        return (
            "So the rise comes both ways: attention from new rows is enough, and so are new rows under old attention."
        )
    if through_attention or through_rows:
        only = "attention" if through_attention else "the rows themselves"
        return f"So the rise comes through {only} alone in every seed."
    return "So neither alone is enough for the rise in every seed."


def tries_sentence() -> str:
    """Every other explanation that was tried, with the rise that it left."""
    return f"Rise of the loss in nats: {'; '.join(f'{name} {told(rise)}' for name, rise in findings.tries().items())}."


def letters_verdict() -> str:
    """What a token on a row costs where the two never met in training."""
    rise = findings.tries()["b, v and k never late in training, read after them"]
    if rise.verdict == "rises":
        return f"Sums of a row and a letter that never met are enough for a rise: {told(rise)}."
    return (
        f"Sums of a row and a letter that never met cost {told(rise)} ({span(rise.seeds.tolist())} by seed): they "
        "don't explain the rise."
    )


def tries_verdict() -> str:
    """What the tries rule out, as far as they do."""
    found = findings.tries()
    said = []
    longer = found["four times the steps"]
    if longer.verdict == "rises":
        said.append(f"More training doesn't help here: with four times the steps the rise is {told(longer)}.")
    lengths = [found[f"trained length {n}"] for n in (16, 32, 64, 128)]
    if findings.agreed(lengths) == "rises":
        said.append("It happens at each trained length that was tried, from 16 to 128.")
    back = found["trained on rows 64 to 127 only, read on 0 to 63"]
    if back.verdict == "rises":
        said.append(
            f"Large numbers are not the point: trained on rows 64 to 127, the model fails on 0 to 63 ({told(back)})."
        )
    hole = found["rows 240 to 271 left out of 0 to 511, read there"]
    beyond = findings.rows_new(SINUSOIDAL)
    if hole.seeds.min() > SMALL and hole.seeds.max() < beyond.seeds.min():
        said.append(
            f"Rows left out between rows that were seen cost {told(hole)}, "
            f"less than rows past the end ({told(beyond)})."
        )
    high, low = (found[f"from row 0 again after 63, window of 64, base {base}"] for base in ("10,000", "3"))
    if high.verdict == "rises" and low.seeds.max() < LARGE:
        said.append(
            "Seen rows in a new order are another matter: beginning again at row 0 after row 63 costs "
            f"{told(high)} at base 10,000, whose slow waves tell early from late, and {told(low)} at base 3, which "
            "has none."
        )
    said.append(letters_verdict())
    return " ".join(said)
