"""Misconceptions from courses and tools, each with a measurement that refutes it.

Each function draws numbers from a seed and computes what is true for them: measured or computed now, or taken from the
shipped runs. The texts, with their sources, are in misconceptions.toml.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from explorer.core.functional import frequencies
from explorer.data import CORPORA
from explorer.gradients import vocabulary_share
from explorer.memory import MODELS, BillRequest, traffic
from explorer.positional_encodings.vector_lengths import start_bounds
from explorer.questions import Show
from explorer.quiz.question import pick
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, baselines, first_line, inside, span
from explorer.vectors.neighbours import agreement
from explorer.wording import both, count, fixed, number, share, verb
from explorer.words.shipped_tables import components, near_and_drawn_near, shipped

IT_IS_RIGHT = "It is right as it stands."


@dataclass(frozen=True)
class Misconception:
    """A wrong statement, and the measurement that refutes it.

    Attributes:
        name: one to three words.
        said: the statement, in our words.
        setting: conditions with the drawn numbers, under which `right` must hold.
        where: what said so.
        right: the truth, in one sentence; a choice in the quiz.
        other: another wrong statement; a choice in the quiz.
        settled: the measurement, in words.
        show: the picture.
        source: a publication; "" if the measurement suffices.
        given: the drawn numbers.
    """

    name: str
    setting: str
    said: str
    where: str
    right: str
    other: str
    settled: str
    show: Show
    source: str
    given: Mapping[str, object]


TEXTS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def _write(
    name: str,
    given: Mapping[str, object],
    state: Mapping[str, str],
    is_so: bool = True,
    /,
    **words: Any,
) -> Misconception:
    """A misconception from its texts; `is_so`: whether what usually refutes it is so with these numbers."""
    values = {**given, **words}

    def write(text: Any) -> Any:
        if isinstance(text, list):
            return tuple(map(write, text))
        return (text if isinstance(text, str) else text["so" if is_so else "not"]).format_map(values)

    texts = {key: write(text) for key, text in TEXTS[name].items()}
    page, part, look = texts.pop("show")
    return Misconception(**texts, show=Show(page, part, state, look), given=given)


def fast_and_slow(rng: np.random.Generator) -> Misconception:
    """Fast and slow columns of a sinusoidal table."""
    dim = pick(rng, 64, 128, 256)
    turns = 2 * np.pi / frequencies(dim)
    low, high = float(turns[0]), float(turns[-1])
    words = {"low": number(low), "high": number(high, 4), "second_last": dim - 2, "last": dim - 1}
    return _write("fast-and-slow", {"D": dim}, {"p_dim": str(dim)}, low < high, **words)


def smaller_start(rng: np.random.Generator) -> Misconception:
    """Initial size of learned positions and token rows."""
    v, d = pick(rng, 10_000, 30_000, 50_000, 100_000), pick(rng, 256, 512, 768)
    bounds = start_bounds(v, d)
    words = {"position": number(bounds.position), "token": number(bounds.token), "ratio": number(bounds.ratio, 2)}
    state, is_so = {"t_scale": "true"}, bounds.ratio > 1
    return _write("smaller-start", {"V": v, "D": d}, state, is_so, twice=2 * d, **words)


def extrapolate(rng: np.random.Generator) -> Misconception:
    """A model with sinusoids past its trained length."""
    start, stop = ((64, 128), (128, 256), (256, 512))[int(rng.integers(3))]
    line, guess = first_line("sinusoidal"), baselines()["unigram"]
    level, beyond = inside(line), span(line, start, stop)
    worse = f", worse than knowing only how often each letter comes ({fixed(guess)})" if beyond > guess else ""
    return _write(
        "extrapolate",
        {"start": start, "stop": stop},
        {"x_shown": "true"},
        beyond > level + 0.1,
        trained=TRAIN_LEN,
        last=stop - 1,
        inside=fixed(level),
        beyond=fixed(beyond),
        worse=worse,
    )


def no_gradient(rng: np.random.Generator) -> Misconception:
    """Rows that a batch of real text touches."""
    size = pick(rng, 8192, 16_384, 32_768, 65_536)
    curves = {book: vocabulary_share.results()[book]["gpt2"] for book in CORPORA}
    found = {book: curve.share[curve.sizes.index(size)] for book, curve in curves.items() if size in curve.sizes}
    least, most = vocabulary_share.ONE_PERCENT
    words = {"low": share(min(found.values())), "high": share(max(found.values())), "books": count(len(found), "book")}
    return _write("no-gradient", {"size": size}, {"g_size": str(size)}, least=least, most=most, **words)


def twenty_percent(rng: np.random.Generator) -> Misconception:
    """The token table's share in GPT-3, and in a small model."""
    other = MODELS[("BERT base", "GPT-2 small", "GPT-2 medium", "T5 small")[int(rng.integers(4))]]
    large = MODELS["GPT-3"]
    words: dict[str, Any] = {
        "large_parameters": large.parameters,
        "large_table": large.token_table,
        "parameters": other.parameters,
    }
    words |= {"large_share": share(large.token_share), "share": share(other.token_share)}
    state = {"m_look": large.name, "m_gpt3": "Just show me"}
    return _write("twenty-percent", {"model": other.name}, state, **words)


_WORDS = ("king", "river", "music", "monday", "physics", "doctor", "london", "football", "bread")


def flat_map(rng: np.random.Generator) -> Misconception:
    """Neighbours in a 2D map and in the table."""
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    table, held = shipped("GloVe"), components("GloVe").explained((0, 1))
    row = table.find(word)
    assert row is not None
    true, drawn = near_and_drawn_near("GloVe", row)
    same = len(agreement(true, drawn))
    state, among = {"j_table": "GloVe", "j_find": word}, f"{same} {verb(same, 'is', 'are')}"
    return _write("flat-map", {"word": word}, state, words=len(table.words), held=share(held), same=among)


def time_and_rows(rng: np.random.Generator) -> Misconception:
    """Effect of V on a lookup."""
    d = pick(rng, 256, 512, 768, 1024)
    small, large = (BillRequest(v, d, batch=32, seq_len=2048) for v in (64, 200_000))
    read = [traffic(request).read_per_token for request in (small, large)]
    sizes = [request.format.table_bytes(request.vocab_size, d) for request in (small, large)]
    assert read[0] == read[1]
    words = {"read": both(read[0]), "small": both(sizes[0]), "large": both(sizes[1])}
    return _write("time-and-rows", {"D": d}, {}, **words)


Name = Literal[
    "fast-and-slow", "smaller-start", "extrapolate", "no-gradient", "twenty-percent", "flat-map", "time-and-rows"
]
ALL: dict[Name, Callable[[np.random.Generator], Misconception]] = {
    "fast-and-slow": fast_and_slow,
    "smaller-start": smaller_start,
    "extrapolate": extrapolate,
    "no-gradient": no_gradient,
    "twenty-percent": twenty_percent,
    "flat-map": flat_map,
    "time-and-rows": time_and_rows,
}
"""All statements, by their names in URLs."""
