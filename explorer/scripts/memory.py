"""Scripts of the Memory page: each runs on the project as installed and prints the numbers of one picture."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

Frozen = Any
"""A frozen dataclass of `explorer.memory`: this room writes requests down and does not know what they are."""


def _call(request: Frozen) -> str:
    """The request as it is written in Python, defaults left out."""
    given = [
        f"{field.name}={getattr(request, field.name)!r}"
        for field in fields(request)
        if getattr(request, field.name) != field.default
    ]
    return f"{type(request).__name__}({', '.join(given)})"


def bill(request: Frozen) -> str:
    """The bill: every item with its bytes."""
    by_hand = "print(V * D * 4, 'bytes by hand')\n" if request.number == "FP32" else ""
    return f"""from explorer.memory import Request, bill, both

V, D = {request.vocab_size}, {request.embed_dim}
{by_hand}request = {_call(request)}
result = bill(request)
for item in result.items:
    print(item.name, item.bytes, both(item.bytes), "" if item.counts else "(for comparison)")
print("Total", result.total, both(result.total))
"""


def shares() -> str:
    """Share of the token table and of all embeddings in every published model."""
    return """from explorer.memory import MODELS

for model in sorted(MODELS.values(), key=lambda model: -model.token_share):
    print(model.name, model.token_table, model.parameters, f"{model.token_share:.2%}", f"{model.embedding_share:.2%}")

# GPT-2 small by hand: tables, 12 layers of 12 D² + 13 D, and the last norm.
D = 768
print(50257 * D + 1024 * D + 12 * (12 * D**2 + 13 * D) + 2 * D)
"""


def cards(request: Frozen, budget: int) -> str:
    """Cards needed for the rows with their training state, and what a batch sends."""
    return f"""from explorer.memory import Request, bill, both, shards

request = {_call(request)}
budget = {budget}  # bytes of one card
only_table = bill(request.with_(positions="None", output="None", gradients="Dense"))
training = only_table["Gradients"].bytes + only_table["Optimizer state"].bytes
row = request.format.row_bytes(request.embed_dim) + training // request.vocab_size
cut = shards(request, budget, row)
if cut is None:
    print("one card cannot hold a row of", row, "bytes")
else:
    print(cut.cards, "cards with", cut.rows_a_card, "rows each")
    print("sent if rows are fetched:", cut.owners_sent, both(cut.owners_sent))
    print("sent if results are added:", cut.sum_sent, both(cut.sum_sent))
"""


def times(request: Frozen) -> str:
    """Bytes of a batch of lookups and the least time at each bandwidth, this machine's included."""
    return f"""from explorer.memory import BANDWIDTHS, Request, traffic
from explorer.memory.measure import Copy, copy_speed
from explorer.wording import spell_seconds

moved = traffic({_call(request)})
print(moved.lookups, "lookups move", moved.total, "bytes")
for band in BANDWIDTHS:
    print(band.name, spell_seconds(moved.seconds(band.bytes_per_second)))
*_, here = copy_speed(Copy())
seconds = moved.seconds(here.bytes_per_second)
print("this machine", round(here.bytes_per_second / 1e9, 1), "GB a second", spell_seconds(seconds))
"""


def curve(request: Frozen) -> str:
    """Time of a lookup against the rows of the table."""
    return f"""from explorer.memory.measure import Curve, caches, lookup_curve

print(caches())
for record in lookup_curve({_call(request)}):
    print(f"V = {{record.vocab_size:>8,}}  evenly {{record.evenly:5.1f}} ns  as in text {{record.zipf:5.1f}} ns")
"""


def allocated(request: Frozen) -> str:
    """Formula, nbytes and the growth of the process."""
    return f"""from explorer.memory.measure import Allocate, allocate

for record in allocate({_call(request)}):
    print(record.rows_written, "rows written: formula", record.formula, "nbytes", record.nbytes, "grown", record.grown)
"""


def precision(request: Frozen) -> str:
    """Bytes, error and neighbours kept in every scheme."""
    return f"""from explorer.memory.precision import Quantise, quantise

for record in quantise({_call(request)}):
    print(f"{{record.scheme:22}} {{record.bytes:>9}} bytes  error {{record.error:.2%}}  kept {{record.kept:.1%}}")
"""


def units() -> str:
    """The course's figures in both units."""
    return """from explorer.memory import COURSE, both, reading

for quoted in COURSE:
    print(quoted.what, "| printed", quoted.quoted, "|", both(quoted.bytes), "| it is", reading(quoted))
"""
