"""Scripts that print the numbers of the Tokens page, one for each of its parts."""

from __future__ import annotations

LONGEST_TEXT = 2_000
"""Characters of a text that a script holds; a longer one is read from a file."""


def _text(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return f"text = {text!r}"
    return 'text = open("text.txt", encoding="utf-8").read()  # save your text under this name'


def _request(text: str, encoding: str, options: dict[str, object]) -> str:
    return f"{_text(text)}\nresult = run(ChainRequest(text, {encoding!r}{_named(options)}))"


def _named(options: dict[str, object]) -> str:
    return "".join(f", {name}={value!r}" for name, value in options.items())


def pipeline(
    text: str, encoding: str, options: dict[str, object], line: int, position: int, dim: int, against: str
) -> str:
    """One cell of the sum, the shapes, and the change that the page shows."""
    changed = (
        f"changed = change(result, {line}, {against!r})\nparts.append(changed)\n"
        'print(changed.any(axis=1).sum(), "of", len(changed), "changed, by", f"{abs(changed).max():.4f}")\n'
        if against != "nothing"
        else ""
    )
    return f"""\
import numpy as np

from explorer.chain import ChainRequest, change, run
from explorer.wording import number

{_request(text, encoding, options)}
print("ids", result.ids.shape, "output", result.shape)
print("row", f"{{result.scaled[{line}, {position}, {dim}]:.4f}}")
print("position", f"{{result.positions[{position}, {dim}]:.4f}}")
print("sum", f"{{result.output[{line}, {position}, {dim}]:.4f}}")
parts = [result.scaled[{line}], result.positions, result.output[{line}]]
print("rows, positions and sum up to", *(f"{{abs(part).max():.3f}}" for part in parts))
print("line", {line} + 1, "with", result.mask[{line}].sum(), "tokens, and padding", (~result.mask[{line}]).sum())
{changed}sizes = np.concatenate([abs(part).ravel() for part in parts])
print("99.5 % of all numbers drawn lie within ±", number(float(np.quantile(sizes, 0.995))))
"""
