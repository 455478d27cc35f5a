"""Memory: what the tables hold, in bytes."""

import numpy as np

from explorer.memory import MODELS, BillRequest, bill
from explorer.questions import Mistake, Question
from explorer.quiz.question import fill, kind, pick
from explorer.wording import both, number, share

TOPIC = "Memory"
_VOCABULARIES = (8_000, 16_000, 30_000, 32_000, 50_000, 100_000, 128_000, 200_000)
_WIDTHS = (256, 384, 512, 768, 1024, 2048, 4096)


def sizes(rng: np.random.Generator) -> tuple[int, int]:
    """A vocabulary and a width."""
    return pick(rng, *_VOCABULARIES), pick(rng, *_WIDTHS)


def bill_state(vocab_size: int, embed_dim: int, **more: str) -> dict[str, str]:
    """Settings of the bill for a table."""
    return {"m_v": str(vocab_size), "m_d": str(embed_dim), **more}


def units(size: int) -> tuple[Mistake, ...]:
    """Mistakes with units: 2²⁰ called MB, 2³⁰ called GB, and bits for bytes."""
    power, name = (3, "G") if size >= 10**9 else (2, "M") if size >= 10**6 else (1, "K")
    letter = name.lower() if name == "K" else name
    factor = 1024**power
    return (
        Mistake(
            size / factor * 1000**power,
            f"{name}iB written as {letter}B",
            f"Divided by {factor:,} the size is in {name}iB. In {letter}B it is divided by {1000**power:,}.",
        ),
        Mistake(
            size * factor / 1000**power,
            f"{letter}B written as {name}iB",
            f"Divided by {1000**power:,} the size is in {letter}B. In {name}iB it is divided by {factor:,}.",
        ),
        Mistake(size * 8, "Bits instead of bytes", "A byte is 8 bits, and the question asks for bytes."),
    )


@kind(TOPIC, "table")
def table(rng: np.random.Generator) -> Question:
    """Bytes of a token table."""
    v, d = sizes(rng)
    size = bill(BillRequest(v, d))["Token table"].bytes
    slips, words = {"four": size // 4, "half": size // 2}, {"numbers": v * d, "size": both(size)}
    return fill("table", size, {"V": v, "D": d}, slips, state=bill_state(v, d), more=units(size), words=words)


@kind(TOPIC, "wider", "Rows")
def wider(rng: np.random.Generator) -> Question:
    """The factor when the width grows and the vocabulary changes too or stays."""
    v, d = pick(rng, 30_000, 50_000), pick(rng, 256, 512, 768)
    factor = pick(rng, 2, 3, 4)
    before, after = (bill(BillRequest(v, width))["Token table"].bytes for width in (d, d * factor))
    words = {"width": d * factor, "before": both(before), "after": both(after)}
    given, slips = {"V": v, "D": d, "factor": factor}, {"squared": factor**2, "width": 1}
    return fill("wider", after / before, given, slips, state=bill_state(v, d * factor), words=words)


@kind(TOPIC, "training")
def training(rng: np.random.Generator) -> Question:
    """Table, dense gradient and Adam."""
    v, d = sizes(rng)
    parts = bill(BillRequest(v, d, positions="None"))
    stored, gradient, state = (parts[name].bytes for name in ("Token table", "Gradients", "Optimizer state"))
    total = stored + gradient + state
    slips = {"both": stored, "gradient": stored + state, "adam": stored + gradient}
    words = {"stored": both(stored), "state": both(state), "total": both(total)}
    there = bill_state(v, d, m_positions="None")
    return fill("training", total, {"V": v, "D": d}, slips, state=there, more=units(total), words=words)


SHOWN = {"m_gpt3": "Just show me"}
"""State in which the picture shows GPT-3 and the data, which a prediction reveals."""
_SHARES = ("BERT base", "GPT-2 small", "GPT-2 XL", "GPT-3", "Llama 2 7B", "Gemma 2 2B", "T5 base", "Mistral 7B")


@kind(TOPIC, "share")
def part_of_model(rng: np.random.Generator) -> Question:
    """A published model's token table as a share of its parameters."""
    model = MODELS[_SHARES[int(rng.integers(len(_SHARES)))]]
    percent = 100 * model.token_share
    given = {"V": model.vocab_size, "D": model.embed_dim, "parameters": model.parameters}
    words = {"name": model.name, "table": model.token_table, "share": share(model.token_share, 1, 3)}
    words |= {"part": number(percent / 100)}
    slips = {"share": percent / 100, "bytes": 4 * percent}
    return fill("share", percent, given, slips, state={"m_look": model.name, **SHOWN}, words=words)
