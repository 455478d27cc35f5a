"""Memory: what the tables hold, in bytes."""

from __future__ import annotations

import numpy as np

from explorer.memory import MODELS, Bill, Model, Request, bill
from explorer.questions import Mistake, Question, Show
from explorer.quiz.question import kind, pick
from explorer.wording import both, number, share

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
        answer=size,
        why=f"{v:,} × {d:,} = {v * d:,} numbers, each of 4 bytes: {size:,} bytes = {both(size)}.",
        show=Show("memory", "The bill", bill_state(v, d), "The piece “Token table” of the bar."),
        given={"V": v, "D": d},
        unit="bytes",
        mistakes=(
            _four(size),
            Mistake(size // 2, "2 bytes per number", f"That would be FP16. {FP32}"),
            *units(size),
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
        answer=after / before,
        why=f"V × D × 4 bytes is linear in D: {both(before)} become {both(after)}, {factor} times as many.",
        show=Show("memory", "The bill", bill_state(v, d * factor), "The piece “Token table”; then type the old width."),
        given={"V": v, "D": d, "factor": factor},
        unit="times",
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
        answer=total,
        why=f"The table takes {both(stored)}, its gradient as much, and Adam keeps two numbers for each weight: "
        f"{both(state)}. Together {both(total)}.",
        show=Show(
            "memory",
            "The bill",
            bill_state(v, d, m_positions="None"),
            "The pieces “Token table”, “Gradients” and “Optimizer state”.",
        ),
        given={"V": v, "D": d},
        unit="bytes",
        mistakes=(
            Mistake(stored, "Gradient and Adam forgotten", "Training needs a gradient and two running means as well."),
            Mistake(stored + state, "The gradient forgotten", "The gradient has as many numbers as the table."),
            Mistake(stored + gradient, "Adam forgotten", "Adam keeps two running means for each weight."),
            *units(total),
        ),
    )


SHOWN = {"m_gpt3": "Just show me"}
"""State in which the picture shows GPT-3 and the data, which a prediction reveals."""
_SHARES = ("BERT base", "GPT-2 small", "GPT-2 XL", "GPT-3", "Llama 2 7B", "Gemma 2 2B", "T5 base", "Mistral 7B")


@kind(TOPIC, "share")
def part_of_model(rng: np.random.Generator) -> Question:
    """A published model's token table as a share of its parameters."""
    model: Model = MODELS[_SHARES[int(rng.integers(len(_SHARES)))]]
    percent = 100 * model.token_share
    return Question(
        f"{model.name} has {model.vocab_size:,} tokens, a width of {model.embed_dim:,} and {model.parameters:,} "
        "parameters. What percentage of them belongs to its token table?",
        answer=percent,
        why=f"{model.vocab_size:,} × {model.embed_dim:,} = {model.token_table:,} of {model.parameters:,}: "
        f"{share(model.token_share, 1, 3)}.",
        show=Show("memory", "Real models", {"m_look": model.name, **SHOWN}, f"The bar of {model.name}, in bold."),
        given={"V": model.vocab_size, "D": model.embed_dim, "parameters": model.parameters},
        unit="%",
        tolerance=0.02,
        mistakes=(
            Mistake(
                percent / 100,
                "A share, not a percentage",
                f"{number(percent / 100)} is the share; the percentage is 100 times that.",
            ),
            Mistake(4 * percent, "Bytes over numbers", "Both have to be counted in parameters, or both in bytes."),
        ),
    )
