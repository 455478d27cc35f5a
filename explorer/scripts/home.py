"""The script behind the Home page's picture."""

from __future__ import annotations


def chain(text: str, encoding: str, token: int) -> str:
    """A script that prints ids, shape, and the first six numbers of the token's row, its position, and their sum.

    `token` counts from 0 over the whole text.
    """
    return f"""\
from explorer.chain import ChainRequest, run

result = run(ChainRequest({text!r}, encoding={encoding!r}, position="learned"))
line, position = result.tokens.place({token})
print("ids", result.ids.tolist())
print("shape", result.shape)
print("row", result.rows[line, position, :6].round(4).tolist())
print("position", result.positions[position, :6].round(4).tolist())
print("sum", result.output[line, position, :6].round(4).tolist())
"""
