"""Memory and time of an embedding table: closed forms, and what fewer bits cost.

`memory_estimate` computes everything that is held ("the bill"). `model_catalogue` holds published configurations with
their parameter counts; `embedding_share` compares them. `hardware` has memory sizes, bandwidths and the traffic of
sharding. `quantization_error` stores a real table in the formats of `number_formats`, if this machine has the memory.
"""

from explorer.memory.embedding_share import Pairs, wider_and_deeper
from explorer.memory.hardware import BANDWIDTHS, BUDGETS, CARDS_SOURCE, Budget, Shards, shards, traffic
from explorer.memory.match_published_model import fields_of, model_of, of_width
from explorer.memory.memory_estimate import OPTIMIZERS, OUTPUTS, POSITIONS, Bill, BillRequest, bill, layers_bytes
from explorer.memory.model_catalogue import MODELS
from explorer.memory.number_formats import FORMATS
from explorer.memory.published_model import Model
from explorer.wording import both, decimal, parse_count
