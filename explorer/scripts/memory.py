"""Scripts of the Memory page: each runs on the project as installed and prints the numbers of one picture."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

Frozen = Any
"""A frozen dataclass of `explorer.memory`: this package writes requests down and does not know what they are."""


def _call(request: Frozen) -> str:
    """The request as it is written in Python, defaults left out."""
    given = [
        f"{field.name}={getattr(request, field.name)!r}"
        for field in fields(request)
        if getattr(request, field.name) != field.default
    ]
    return f"{type(request).__name__}({', '.join(given)})"


def bill(request: Frozen, model: str | None = None) -> str:
    """The bill: every item with its bytes, and, for a published model, its layers."""
    by_hand = "print(V * D * 4, 'bytes by hand')\n" if request.number == "FP32" else ""
    layers = (
        f"""others = MODELS[{model!r}].others
layers = layers_bytes(others, request)
print(f"layers of {model}: {{others:,}} parameters", both(layers), "both together", both(result.total + layers))
"""
        if model
        else ""
    )
    return f"""from explorer.memory import BUDGETS, MODELS, Request, bill, both, decimal, layers_bytes
from explorer.wording import share

V, D = {request.vocab_size}, {request.embed_dim}
{by_hand}request = {_call(request)}
result = bill(request)
for item in result.items:
    print(item.name, item.bytes, both(item.bytes), "" if item.counts else "(for comparison)")
print("Total", result.total, both(result.total))
{layers}for budget in BUDGETS:
    print(budget.name, "sold as", budget.sold, "has", decimal(budget.bytes))
touched = min(request.tokens, V)
print(f"{{request.tokens:,}} tokens; through the lookup at most {{touched:,}} of {{V:,}} rows learn", share(touched, V))
print(f"texts of {{request.seq_len:,}} tokens, {{request.max_seq_len:,}} position rows")
"""


def shares(model: str, tying: str) -> str:
    """Share of the token table and of all embeddings in every published model, and one model's numbers."""
    output = {"All tied": "Tied", "All untied": "Untied"}.get(tying)
    asked = (
        f"""models = [replace(m, output={output!r}) if m.output != "None" else m for m in models]
"""
        if output
        else ""
    )
    imported = "from dataclasses import replace\n\n" if output else ""
    return f"""{imported}from explorer.memory import MODELS, wider_and_deeper
from explorer.wording import number, share

models = list(MODELS.values())
{asked}for m in sorted(models, key=lambda model: -model.token_share):
    print(m.name, m.output, share(m.token_share), share(m.embedding_share))
    if m.name == {model!r}:
        print(f"  {{m.token_table:,}} {{m.position_table:,}} {{m.output_layer:,}} of {{m.parameters:,}} parameters")
        print("  token table ÷ largest matrix of the layers:", number(m.token_table / m.largest_matrix))
        print(" ", m.note)
print(wider_and_deeper())

# GPT-2 small by hand: tables, 12 layers of 12 D² + 13 D, and the last norm.
D = 768
print(50257 * D + 1024 * D + 12 * (12 * D**2 + 13 * D) + 2 * D)
"""


def cards(request: Frozen, budget: int, sold: str) -> str:
    """Cards needed for the rows with their training state, and what a batch sends."""
    return f"""from explorer.memory import Request, bill, both, shards

request = {_call(request)}
budget = {budget}  # bytes of one card
print("one card, sold as", {sold!r}, "has", both(budget))
only_table = bill(request.with_(positions="None", output="None", gradients="Dense"))
gradient = 0 if request.sparse else only_table["Gradients"].bytes  # a row-sparse one belongs to a batch
training = gradient + only_table["Optimizer state"].bytes
row = request.format.row_bytes(request.embed_dim) + training // request.vocab_size
print("a row takes", both(row), f"all {{request.vocab_size:,}} rows", both(request.vocab_size * row))
cut = shards(request, budget, row)
if cut is None:
    print("one card cannot hold a row of", row, "bytes")
else:
    print(f"{{cut.cards:,}} cards with at most {{cut.rows_per_card:,}} rows each")
    print(f"{{request.tokens:,}} lookups; sent if rows are fetched:", cut.owners_sent, both(cut.owners_sent))
    print("sent if results are added:", cut.sum_sent, both(cut.sum_sent))
total = bill(request).total
print("the whole bill", both(total), f"would fill {{-(-total // budget):,}}")
"""


def times(request: Frozen) -> str:
    """Bytes of a batch of lookups and the time at each bandwidth, this machine's included."""
    return f"""from explorer.memory import BANDWIDTHS, Request, both, traffic
from explorer.memory.measure import Copy, copy_speed
from explorer.wording import decimal, spell_seconds

request = {_call(request)}
moved = traffic(request)
print(f"{{request.batch:,}} texts × {{request.seq_len:,}} tokens = {{moved.lookups:,}} lookups")
print("each reads", both(moved.read_per_token), "and writes", both(moved.written_per_token))
print("together", moved.total, "bytes,", both(moved.total))
for band in BANDWIDTHS:
    print(band.name, spell_seconds(moved.seconds(band.bytes_per_second)))
*_, here = copy_speed(Copy())
print("this machine:", decimal(here.size), "read and written by one thread,", here.step, "runs")
for name, speed in (("fastest", here.fastest), ("median", here.median)):
    print(name, round(speed / 1e9, 1), "GB per second:", spell_seconds(moved.seconds(speed)))
"""


def curve(request: Frozen) -> str:
    """Time of a lookup against the rows of the table."""
    return f"""from explorer.wording import binary
from explorer.memory.machine import caches
from explorer.memory.measure import RUNS, Curve, lookup_curve

print(*(f"{{name}} {{binary(size)}}" for name, size in caches()), RUNS, "warm runs")
records = list(lookup_curve({_call(request)}))
for r in records:
    for name, timed in (("evenly", r.evenly), ("as in text", r.zipf)):
        figures = f"first {{timed.cold:5.1f}} fastest {{timed.fastest:5.1f}} median {{timed.median:5.1f}} ns"
        print(f"V = {{r.vocab_size:>8,}} {{r.table_bytes:>12,}} bytes, ids {{name:10}}", figures)
small, large = next(r for r in records if r.vocab_size == 1024), records[-1]
for name in ("evenly", "zipf"):
    print(name, f"{{getattr(large, name).median / getattr(small, name).median:.2f}} times as long")
"""


def allocated(request: Frozen) -> str:
    """Formula, nbytes and the growth of the process."""
    return f"""from explorer.memory import both
from explorer.memory.measure import Allocate, allocate
from explorer.wording import share

request = {_call(request)}
print(f"{{request.vocab_size:,}} × {{request.embed_dim}}")
for record in allocate(request):
    print(record.rows_written, "rows written: formula", record.formula, "nbytes", record.nbytes, "grown", record.grown)
print(both(record.formula), both(record.nbytes), share(1), "written, grown by", both(max(0, record.grown)))
"""


def precision(request: Frozen) -> str:
    """Bytes, error and neighbours kept in every scheme."""
    return f"""from math import isclose

from explorer.memory import both
from explorer.memory.precision import Quantise, quantise, results
from explorer.wording import share

request = {_call(request)}
print("50,257 × 384 in FP32:", both(50_257 * 384 * 4), request.queries, "rows,", request.neighbours, "neighbours")
records = tuple(quantise(request))
for record in records:
    print(f"{{record.scheme:22}}", both(record.bytes), "error", share(record.error), "kept", share(record.kept, 1, 3))
pairs = zip(records, results(), strict=True)  # the last digit of a sum depends on the processor and on NumPy's version
alike = (isclose(a.error, b.error) and isclose(a.kept, b.kept, abs_tol=0.001) for a, b in pairs)
print("the shipped results:", all(alike))
"""


def units() -> str:
    """The course's figures in both units."""
    return """from explorer.memory import COURSE, both, reading

print(len(COURSE), "figures, read as MB = 10⁶ bytes")
for quoted in COURSE:
    print(quoted.what, "| printed", quoted.quoted, "|", both(quoted.bytes), "| it is", reading(quoted))
readings = [reading(quoted) for quoted in COURSE]
binary = sum(text in ("MiB", "GiB") for text in readings)
print("MB:", readings.count("MB"), "MiB or GiB:", binary, "neither:", len(readings) - readings.count("MB") - binary)
"""
