"""Sentences on losses, shared by several pictures of the page.

All are computed from the arrays of the shipped runs, so that new runs change the text with the pictures.
"""

from __future__ import annotations

from collections.abc import Sequence

from explorer.nn.config import ENCODINGS, EXTENSIONS, Encoding, Extension, spoken
from explorer.training.findings.loss_on_new_rows import LATE, alone, loss_past
from explorer.training.findings.shipped_model_losses import (
    INSIDE,
    MARGIN,
    TRAIN_LEN,
    WIDTH,
    Line,
    baselines,
    best_way,
    by_length,
    first_line,
    inside,
    readings,
    rises_at,
    span,
    tied_best_ways,
    worse_from,
)
from explorer.training.precompute_standard_runs import SEEDS
from explorer.training.published_perplexities import ALIBI_SLIDING
from explorer.views.extrapolation.settings import HOW_READ, LONGEST, READINGS
from explorer.wording import listed, positions

LITTLE = 0.05  # nats between a window's mean and its end


def where_sentence(positions: Sequence[tuple[str, int | None]]) -> str:
    """Blocks of positions where each curve's loss first rises, the earliest first; it may fall again later.

    >>> where_sentence([("ALiBi", None), ("none", 96), ("sinusoidal", 64)])
    'sinusoidal at 64–79, “none” at 96–111; ALiBi nowhere up to 511'
    """
    fallen: dict[int, list[str]] = {}
    for name, at in sorted(positions, key=lambda pair: pair[0]):
        if at is not None:
            fallen.setdefault(at, []).append(spoken(name))
    standing = [spoken(name) for name, at in positions if at is None]
    parts = [", ".join(f"{listed(fallen[at])} at {at}–{at + WIDTH - 1}" for at in sorted(fallen))] if fallen else []
    if standing:
        parts.append(f"{', '.join(standing)} nowhere up to 511")
    return "; ".join(parts)


def reach_sentence(lines: Sequence[Line]) -> str:
    """Sentence on how far past its trained length each model reads as well as within it, the farthest first."""
    reached: dict[int, list[str]] = {}
    for line in lines:
        at = rises_at(line)
        reached.setdefault(LONGEST if at is None else at, []).append(spoken(line.label))
    clauses: list[str] = []
    for at in sorted(reached, reverse=True):
        extent = f"up to {at}{', the longest tried' if at == LONGEST else ''}"
        verb = "" if clauses else " reads as well" if len(reached[at]) == 1 else " read as well"
        clauses.append(f"{listed(reached[at])}{verb} {extent if at >= TRAIN_LEN else f'only up to {at}'}")
    return f"Trained on {TRAIN_LEN} characters, {'; '.join(clauses)}."


def reach_answer(line: Line) -> str:
    """Sentence that answers whether a model works beyond its trained length, with where its loss begins to rise."""
    name, at, start, end = spoken(line.label), rises_at(line), inside(line), span(line, LONGEST - TRAIN_LEN, LONGEST)
    if at is None:
        return f"Yes: up to {LONGEST}, the longest tried, {name} reads as well as within its {TRAIN_LEN} positions."
    reach = f"Only to about {at}" if at > TRAIN_LEN else "No"
    return f"{reach}: then {name}’s loss rises, from {start:.2f} to {end:.2f} at the end."


def first_rise(lines: Sequence[Line]) -> str:
    """Sentence on where each curve rises above its own level."""
    return f"Clearly worse than within training: {where_sentence([(line.label, rises_at(line)) for line in lines])}."


def rise_details(lines: Sequence[Line]) -> str:
    """Sentences on how a rise is measured, and where each curve is worse than character bigrams."""
    bigram = baselines()["bigram"]
    worse = where_sentence([(line.label, worse_from(line, bigram)) for line in lines])
    sentence = (
        f"A rise: the first {WIDTH} positions whose mean loss lies more than {MARGIN} above the model's level at "
        f"{INSIDE}. First {WIDTH} at which it is worse than a model that sees only the character before (bigram, "
        f"{bigram:.2f}): {worse}."
    )
    if any(line != line.first for line in lines):
        sentence += (
            f" Another way to read a model is compared with the usual one, before {TRAIN_LEN} at the same positions."
        )
    return sentence


def alibi_sentence() -> str:
    """Sentence on whether ALiBi's loss is lowest everywhere, inside and past the trained length."""
    others = [Line(name, way) for name in ENCODINGS if name != "ALiBi" for way in EXTENSIONS[name]]
    alibi, clauses = first_line("ALiBi"), []
    for start, stop in ((TRAIN_LEN // 2, TRAIN_LEN), (TRAIN_LEN, 512)):
        best = best_way(others, start, stop)
        ours, theirs = span(alibi, start, stop), span(best, start, stop)
        if theirs < ours:
            clauses.append(
                f"at positions {start}–{stop - 1} {spoken(best.label)} has {theirs:.2f} against its {ours:.2f}"
            )
    if not clauses:
        return "In these runs ALiBi has the lowest loss of all, inside and past the trained length."
    return f"ALiBi isn't best at everything: {'; '.join(clauses)}."


def way_sentence(encoding: Encoding) -> str:
    """Sentence on which way to read one model has the lowest loss past its length, by range of positions."""
    lines = readings(encoding)
    best = [(a, b, tied_best_ways(lines, a, b)) for a, b in ((64, 128), (128, 256), (256, 512))]
    if len({ways for _, _, ways in best}) == 1:
        sentence = f"{listed(best[0][2])} throughout ({span(best_way(lines, 64, 512), 64, 512):.2f})"
    else:
        sentence = ", ".join(
            f"{listed(ways)} at {a}–{b - 1} ({span(best_way(lines, a, b), a, b):.2f})" for a, b, ways in best
        )
    return f"Lowest loss past the trained length, {spoken(encoding)}: {sentence}."


def extension_notes(chosen: Sequence[str]) -> str:
    """What the ways out of the chosen models mean, and which is best; "" where none is chosen."""
    sentences = []
    for encoding in ENCODINGS:
        if any(READINGS[name].encoding == encoding and name != encoding for name in chosen):
            sentences.append(f"**{spoken(encoding)}**: {HOW_READ[encoding]} {way_sentence(encoding)}")
        elif encoding == "learned" and encoding in chosen:
            sentences.append("A learned table is read with *clamp*: the last row for all that follow.")
    return "\n\n".join(sentences)


def seeds_text() -> str:
    """Explanation of the spread over seeds."""
    return f"Bands run from the lowest to the highest of {len(SEEDS)} trainings from other random numbers (seeds)."


def hidden_sentence(lines: tuple[Line, ...]) -> str:
    """Sentence on the loss hidden by a window's mean, for the curve where it hides most."""

    def mean_and_end(line: Line) -> tuple[float, float]:
        return float(by_length(line)[:, -1].mean()), span(line, LONGEST - TRAIN_LEN, LONGEST)

    worst = max(lines, key=lambda line: mean_and_end(line)[1] - mean_and_end(line)[0])
    # Compared after rounding, so that the two numbers in the sentence agree with it.
    mean, end = (round(loss, 2) for loss in mean_and_end(worst))
    hidden = round(end - mean, 2)
    begins = (
        "What the mean hides" if hidden >= LITTLE else f"Here the mean hides {'little' if hidden > 0 else 'nothing'}"
    )
    sentence = (
        f"{mean:.2f} over a window of 512, {'and' if hidden < LITTLE else 'but'} {end:.2f} over its last 64 positions"
    )
    return f"{begins}: {spoken(worst.label)} has {sentence}."


def understood(encoding: Encoding, extension: Extension, length: int) -> str:
    """Sentence on how well the model handles rows past the trained length, from its loss."""
    if encoding == "learned" and extension == "plain" and length > TRAIN_LEN:
        return "Without a row there is nothing to measure: choose a way out."
    level, bigram = inside(Line(encoding, "clamp" if encoding == "learned" else "plain")), baselines()["bigram"]
    if length <= TRAIN_LEN:
        return f"Inside the trained length, at {INSIDE}, this model's loss is {level:.2f} nats per character."
    loss, window = loss_past(encoding, extension, length)
    end = window if extension == "interpolate" else length  # a stretched table is measured at some lengths only
    nearest = ", the measured length nearest to this one" if window not in (length, LONGEST) else ""
    same, worse = f"{loss:.2f}" == f"{bigram:.2f}", loss > bigram
    verdict = "to two digits as good as" if same else "worse than" if worse else "better than"
    rows_alone, in_long = alone()
    new = {
        "plain": f"at rows {LATE[0]} to {LATE[1]} they have {in_long:.2f}, and windows of {TRAIN_LEN} that begin at "
        f"row {TRAIN_LEN}, where the rows alone are new, {rows_alone:.2f}",
        "clamp": "no row is: training showed row 63, though no later token looked back at it",
        "wrap": "no row is, for training showed each of them",
        "interpolate": "so are the mixtures of two rows",
        "spare rows": "so are the rows, which were never trained",
    }[extension]
    return (
        f"Loss at {positions(TRAIN_LEN, end - 1)}: {loss:.2f} nats per character, against {level:.2f} at {INSIDE}; "
        f"{verdict} looking at the last character only (bigram, {bigram:.2f}). Measured in windows of {window}"
        f"{nearest}, where distances and the number of tokens are new as well; {new}."
    )


def sliding_sentence() -> str:
    """Sentence on the authors' explanation of ALiBi's improvement with length, and on their test of it."""
    short, long = ALIBI_SLIDING[512], ALIBI_SLIDING[3072]
    verdict = "no gain" if long >= short else "a gain still"
    return (
        "Why does the ALiBi model get *better* with length? Its authors' explanation: in a longer window fewer tokens "
        "stand near its start, where there is little to look back at. They let the window move on token by token, so "
        f"that none stands early: {short:.2f} at 512 and {long:.2f} at 3,072 (table 15), {verdict}."
    )
