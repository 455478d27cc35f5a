"""Cost of an embedding table in bytes and time: closed forms first, then measurements that check them.

`estimate` turns a request into a bill without allocating anything. `model_catalogue` holds published configurations and
counts their parameters; `model_pairs` compares them. `hardware` has budgets, bandwidths and what sharding sends,
`textbook_figures` the course's figures in both units. `system_memory` reads what this machine has left, `benchmarks`
allocates and times on request (bounded), and `precision` stores a real table with fewer bits by `quantization`.
"""

from explorer.memory.estimate import OPTIMIZERS, OUTPUTS, POSITIONS, Bill, Item, Request, bill, layers_bytes
from explorer.memory.formats import FORMATS, Format
from explorer.memory.hardware import (
    BANDWIDTHS,
    BUDGETS,
    CARDS_SOURCE,
    Bandwidth,
    Budget,
    Shards,
    Traffic,
    shards,
    traffic,
)
from explorer.memory.model_catalogue import MODELS
from explorer.memory.model_pairs import Pairs, wider_and_deeper
from explorer.memory.preset_match import fields_of, model_of
from explorer.memory.published_model import Model
from explorer.memory.textbook_figures import COURSE, Quoted, reading
from explorer.wording import both, decimal, parse_count

__all__ = [
    "BANDWIDTHS",
    "BUDGETS",
    "CARDS_SOURCE",
    "COURSE",
    "FORMATS",
    "MODELS",
    "OPTIMIZERS",
    "OUTPUTS",
    "POSITIONS",
    "Bandwidth",
    "Bill",
    "Budget",
    "Format",
    "Item",
    "Model",
    "Pairs",
    "Quoted",
    "Request",
    "Shards",
    "Traffic",
    "bill",
    "both",
    "decimal",
    "fields_of",
    "layers_bytes",
    "model_of",
    "parse_count",
    "reading",
    "shards",
    "traffic",
    "wider_and_deeper",
]
