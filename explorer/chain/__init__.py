r"""Text → bytes → ids → rows → + position → (B, T, D): each link computed once, from a frozen request.

>>> from explorer.chain import ChainRequest, run
>>> result = run(ChainRequest("The cat sat\non the mat", encoding="gpt2", position="learned"))
>>> result.ids.tolist()
[[464, 3797, 3332], [261, 262, 2603]]
>>> result.shape, result.table.name, result.table.trained
((2, 3, 384), 'Whisper tiny.en', True)

`result.tokens.data` is the text's UTF-8, `result.mask` says where padding stands, and `result.output` is what a
transformer receives. With gpt2 and r50k_base the table is the trained one of Whisper tiny.en (a speech model whose ids
are exactly gpt2's); no public table is shipped for the others, so they get an `Embedding` just initialised.
"""

from explorer.chain.pipeline import POSITIONS, ChainRequest, ChainResult, Position, batch, position_rows, run
from explorer.chain.tables import FRESH_DIM, INITS, TRAINED, Table, table_for
from explorer.chain.tokens import Tokens, tokenize

__all__ = [
    "FRESH_DIM",
    "INITS",
    "POSITIONS",
    "TRAINED",
    "ChainRequest",
    "ChainResult",
    "Position",
    "Table",
    "Tokens",
    "batch",
    "position_rows",
    "run",
    "table_for",
    "tokenize",
]
