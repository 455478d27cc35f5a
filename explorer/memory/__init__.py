"""What an embedding table costs, in bytes and in time: closed forms first, then measurements that check them.

`estimate` turns a request into a bill without allocating anything; `models` holds published configurations and counts
their parameters, `pairs` compares them; `hardware` has budgets, bandwidths and what sharding sends; `course` the
textbook figures in both units; `machine` says what this machine's memory has left, `measure` allocates and times on
request (bounded), and `precision` stores a real table with fewer bits, in the ways of `schemes`.
"""

from explorer.memory.course import COURSE, Quoted, reading
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
from explorer.memory.match import fields_of, model_of
from explorer.memory.model import Model
from explorer.memory.models import MODELS
from explorer.memory.pairs import Pairs, wider_and_deeper
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
