"""Memory: what the tables hold, in bytes."""

from __future__ import annotations

import numpy as np

from explorer.memory import Bill, Request, bill
from explorer.quiz.question import Mistake, Question, Show, kind, pick
from explorer.wording import both, count

TOPIC = "Memory"
_VOCABULARIES = (8_000, 16_000, 30_000, 32_000, 50_000, 100_000, 128_000, 200_000)
_WIDTHS = (256, 384, 512, 768, 1024, 2048, 4096)
FP32 = "FP32 takes 4 bytes for each number."


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


def _four(size: int) -> Mistake:
    return Mistake(size // 4, "The 4 bytes of a number forgotten", f"That counts the numbers. {FP32}")


@kind(TOPIC, "table")
def table(rng: np.random.Generator) -> Question:
    """Bytes of a token table."""
    v, d = sizes(rng)
    size = bill(Request(v, d))["Token table"].bytes
    return Question(
        f"A token table has {v:,} rows of {d:,} numbers, stored as FP32. How many bytes does it take?",
        size,
        f"{v:,} × {d:,} = {v * d:,} numbers, each of 4 bytes: {size:,} bytes = {both(size)}.",
        Show("memory", "The bill", bill_state(v, d), "The piece “Token table” of the bar."),
        {"V": v, "D": d},
        "bytes",
        mistakes=(
            _four(size),
            Mistake(size // 2, "2 bytes per number", f"That would be FP16. {FP32}"),
            *units(size),
        ),
    )


@kind(TOPIC, "positions")
def positions(rng: np.random.Generator) -> Question:
    """Bytes of a learned position table, where sinusoids need none."""
    v, d = sizes(rng)
    max_len = pick(rng, 256, 512, 1024, 2048, 4096)
    request = Request(v, d, max_seq_len=max_len)
    learned = bill(request)["Position table"].bytes
    waves = bill(request.with_(positions="Sinusoidal"))["Position table"].bytes
    tokens = bill(request)["Token table"].bytes
    return Question(
        f"A model with {v:,} tokens and width {d:,} reads up to {max_len:,} tokens. How many more bytes does it store "
        "with a learned position table in FP32 than with sinusoids, which are computed when needed?",
        learned - waves,
        f"The learned table has a row for each position: {max_len:,} × {d:,} × 4 bytes = {both(learned)}. Sinusoids "
        f"are a formula and store {count(waves, 'byte')}.",
        Show(
            "memory",
            "The bill",
            bill_state(v, d, m_l=str(max_len)),
            "The piece “Position table”; choose Sinusoidal and it is gone.",
        ),
        {"V": v, "D": d, "L": max_len},
        "bytes",
        mistakes=(
            Mistake(tokens, "The token table instead", f"Positions have {max_len:,} rows, not {v:,}."),
            _four(learned),
            Mistake(0, "Learned positions are stored too", "Sinusoids are computed; a learned table has to be kept."),
            *units(learned),
        ),
    )


@kind(TOPIC, "wider", "Rows")
def wider(rng: np.random.Generator) -> Question:
    """The factor when the width grows and the vocabulary changes too or stays."""
    v, d = pick(rng, 30_000, 50_000), pick(rng, 256, 512, 768)
    factor = pick(rng, 2, 3, 4)
    before, after = (bill(Request(v, width))["Token table"].bytes for width in (d, d * factor))
    return Question(
        f"A table of {v:,} rows is made wider: {d * factor:,} numbers per row instead of {d:,}. How many times as "
        "many bytes does it take?",
        after / before,
        f"V × D × 4 bytes is linear in D: {both(before)} become {both(after)}, {factor} times as many.",
        Show("memory", "The bill", bill_state(v, d * factor), "The piece “Token table”; then type the old width."),
        {"V": v, "D": d, "factor": factor},
        "times",
        mistakes=(
            Mistake(factor**2, "Squared", "Only the width has grown; the number of rows is the same."),
            Mistake(1, "The width left out", "Each row has more numbers, so the table has more."),
        ),
    )


def _trained(total: Bill) -> tuple[int, int, int]:
    return total["Token table"].bytes, total["Gradients"].bytes, total["Optimizer state"].bytes


@kind(TOPIC, "training")
def training(rng: np.random.Generator) -> Question:
    """Table, dense gradient and Adam."""
    v, d = sizes(rng)
    stored, gradient, state = _trained(bill(Request(v, d, positions="None")))
    total = stored + gradient + state
    return Question(
        f"A table of {v:,} × {d:,} FP32 numbers is trained with Adam and a dense gradient. How many bytes do the "
        "table, its gradient and Adam’s state take together?",
        total,
        f"The table takes {both(stored)}, its gradient as much, and Adam keeps two numbers for each weight: "
        f"{both(state)}. Together {both(total)}.",
        Show(
            "memory",
            "The bill",
            bill_state(v, d, m_positions="None"),
            "The pieces “Token table”, “Gradients” and “Optimizer state”.",
        ),
        {"V": v, "D": d},
        "bytes",
        mistakes=(
            Mistake(stored, "Gradient and Adam forgotten", "Training needs a gradient and two running means as well."),
            Mistake(stored + state, "The gradient forgotten", "The gradient has as many numbers as the table."),
            Mistake(stored + gradient, "Adam forgotten", "Adam keeps two running means for each weight."),
            *units(total),
        ),
    )


@kind(TOPIC, "half")
def half(rng: np.random.Generator) -> Question:
    """Bytes in 16 bits."""
    v, d = sizes(rng)
    size = bill(Request(v, d, number="BF16 or FP16"))["Token table"].bytes
    return Question(
        f"A table of {v:,} rows and {d:,} columns is stored in 16 bits per number (BF16). How many bytes does it take?",
        size,
        f"16 bits are 2 bytes: {v:,} × {d:,} × 2 = {size:,} bytes = {both(size)}, half of what FP32 takes.",
        Show("memory", "The bill", {**bill_state(v, d), "m_number": "BF16 or FP16"}, "The piece “Token table”."),
        {"V": v, "D": d},
        "bytes",
        mistakes=(
            Mistake(2 * size, "4 bytes per number", "That is FP32. 16 bits are 2 bytes."),
            Mistake(size // 2, "The bytes of a number forgotten", "That counts the numbers; each takes 2 bytes."),
            *units(size),
        ),
    )


@kind(TOPIC, "untied")
def untied(rng: np.random.Generator) -> Question:
    """Token table and output layer, tied or not."""
    v, d = sizes(rng)
    output = ("Tied", "Untied")[int(rng.integers(2))]
    total = bill(Request(v, d, output=output))
    size = total["Token table"].bytes + total["Output layer"].bytes
    other = size * 2 if output == "Tied" else size // 2
    words = "is tied to it" if output == "Tied" else "has a matrix of its own, of the same size"
    return Question(
        f"The token table has {v:,} × {d:,} FP32 numbers, and the output layer {words}. How many bytes do the two take "
        "together?",
        size,
        f"The table takes {both(total['Token table'].bytes)}. "
        + (
            "Tied, the output layer reads the same numbers, so nothing is added."
            if output == "Tied"
            else f"The output layer has as many numbers of its own: together {both(size)}."
        ),
        Show("memory", "The bill", bill_state(v, d, m_output=output), "“Token table” and “Output layer”."),
        {"V": v, "D": d, "output": output},
        "bytes",
        condition=output,
        mistakes=(
            Mistake(
                other,
                "Tied counted twice" if output == "Tied" else "The output layer forgotten",
                "A tied output shares the table." if output == "Tied" else "Untied means a second matrix.",
            ),
            _four(size),
            *units(size),
        ),
    )


@kind(TOPIC, "onehot")
def onehot(rng: np.random.Generator) -> Question:
    """Bytes of the one-hot input."""
    v, b, t = pick(rng, 30_000, 50_257, 100_000), pick(rng, 8, 16, 32), pick(rng, 512, 1024, 2048)
    d = 768
    size = bill(Request(v, d, batch=b, seq_len=t))["One-hot input"].bytes
    rows = b * t * d * 4
    return Question(
        f"{b} texts of {t:,} tokens are written as one-hot vectors over a vocabulary of {v:,}, in FP32. How many "
        "bytes is that?",
        size,
        f"{b} × {t:,} tokens × {v:,} numbers × 4 bytes = {size:,} bytes = {both(size)}, nearly all of them zeros. The "
        f"ids alone take {both(b * t * 8)} at 8 bytes each.",
        Show("memory", "The bill", bill_state(v, d, m_b=str(b), m_t=str(t)), "“One-hot input”, listed for comparison."),
        {"V": v, "B": b, "T": t},
        "bytes",
        mistakes=(
            _four(size),
            Mistake(size // b, "One text only", f"The batch has {b} texts."),
            Mistake(rows, "The embedded batch instead", f"A one-hot vector has {v:,} numbers, not a row’s {d}."),
            *units(size),
        ),
    )
