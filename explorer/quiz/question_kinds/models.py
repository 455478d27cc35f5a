"""Memory: published models, and what fits into a budget."""

from __future__ import annotations

import numpy as np

from explorer.memory import MODELS, Model, Request
from explorer.quiz.question import Mistake, Question, Show, kind, mixed, pick
from explorer.quiz.question_kinds.memory import FP32, TOPIC, bill_state
from explorer.wording import number, share

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
        percent,
        f"{model.vocab_size:,} × {model.embed_dim:,} = {model.token_table:,} of {model.parameters:,}: "
        f"{share(model.token_share, 1, 3)}.",
        Show("memory", "Real models", {"m_look": model.name, **SHOWN}, f"The bar of {model.name}, in bold."),
        {"V": model.vocab_size, "D": model.embed_dim, "parameters": model.parameters},
        "%",
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


@kind(TOPIC, "rows-that-fit")
def rows_that_fit(rng: np.random.Generator) -> Question:
    """How many rows fit into a budget."""
    d, gigabytes = pick(rng, 512, 1024, 2048, 4096), pick(rng, 1, 2, 4, 8)
    row = Request(1, d).format.row_bytes(d)
    budget = gigabytes * 10**9
    rows = budget // row
    return Question(
        f"Rows have {d:,} FP32 numbers. How many rows fit into {gigabytes} GB (1 GB = 10⁹ bytes)?",
        rows,
        f"A row takes {d:,} × 4 = {row:,} bytes. {budget:,} ÷ {row:,} = {rows:,} whole rows.",
        Show("memory", "The bill", bill_state(rows, d), "With that many rows the token table fills the budget."),
        {"D": d, "GB": gigabytes},
        mistakes=(
            Mistake(budget // d, "The 4 bytes of a number forgotten", FP32),
            Mistake(gigabytes * 1024**3 // row, "GiB instead of GB", "The question says 10⁹ bytes, not 2³⁰."),
        ),
    )


@kind(TOPIC, "sort-tables")
def sort_tables(rng: np.random.Generator) -> Question:
    """Tables by their size."""
    names = [name for name in MODELS if MODELS[name].token_table]
    chosen: list[Model] = []
    for index in rng.permutation(len(names)):
        model = MODELS[names[int(index)]]
        if all(abs(np.log(model.token_table / other.token_table)) > 0.3 for other in chosen):
            chosen.append(model)
        if len(chosen) == 4:
            break
    label = {m.name: f"{m.name}: {m.vocab_size:,} × {m.embed_dim:,}" for m in chosen}
    ordered = sorted(chosen, key=lambda m: m.token_table)
    answer = tuple(label[m.name] for m in ordered)
    return Question(
        "Put these token tables in order, from the smallest to the largest.",
        answer,
        "Rows times width: " + "; ".join(f"{m.name} {m.token_table:,} numbers" for m in ordered) + ".",
        Show("memory", "Real models", {**SHOWN, "m_shares_data": "true"}, "The column of the token table."),
        {"sizes": tuple((m.vocab_size, m.embed_dim) for m in chosen), "labels": tuple(label[m.name] for m in chosen)},
        items=mixed(rng, *answer),
        ends=("smallest", "largest"),
        mistakes=(
            Mistake(answer[::-1], "The other way round", "The smallest comes first."),
            Mistake(
                tuple(label[m.name] for m in sorted(chosen, key=lambda m: m.vocab_size)),
                "Sorted by rows alone",
                "The width counts as well.",
            ),
            Mistake(
                tuple(label[m.name] for m in sorted(chosen, key=lambda m: m.embed_dim)),
                "Sorted by width alone",
                "The number of rows counts as well.",
            ),
        ),
    )
