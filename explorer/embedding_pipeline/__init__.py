r"""The embedding pipeline: text → bytes → ids → rows → + position → (B, T, D), from a frozen request.

>>> from explorer.embedding_pipeline import PipelineRequest, run
>>> result = run(PipelineRequest("The cat sat\non the mat", encoding="gpt2", position="learned"))
>>> result.ids.tolist()
[[464, 3797, 3332], [261, 262, 2603]]
>>> result.shape, result.table.name, result.table.trained
((2, 3, 384), 'Whisper tiny.en', True)

`result.tokens.data` is the text in UTF-8, `result.mask` is False at padding, and `result.output` is the transformer's
input. For gpt2 and r50k_base the table is the trained one of Whisper tiny.en (a speech model with gpt2's ids), for
gpt2_4096 that of our own language model (`explorer.lm`); the others get an initialized `Embedding`, since no table for
them is shipped.
"""

from explorer.embedding_pipeline.nearest_tokens import NeighbourRequest, NeighbourResult, neighbours
from explorer.embedding_pipeline.onehot_product import Proof, one_hot_product, prove
from explorer.embedding_pipeline.stages import (
    POSITIONS,
    PipelineRequest,
    PipelineResult,
    Position,
    batch,
    change,
    layer_of,
    position_rows,
    rows_of,
    run,
)
from explorer.embedding_pipeline.token_counts import SCRIPTS, Count, counts
from explorer.embedding_pipeline.token_strip import Strip, draw
from explorer.embedding_pipeline.tokenizer_embedding_tables import FRESH_DIM, OWN_MODEL, TRAINED, Table, table_for
from explorer.embedding_pipeline.tokens import Tokens, tokenize
