"""Scripts that print the numbers of the Tokens page, one for each of its parts."""

from __future__ import annotations

LONGEST_TEXT = 2_000
"""Characters of a text that a script holds; a longer one is read from a file."""


def _text(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return f"text = {text!r}"
    return 'text = open("text.txt", encoding="utf-8").read()  # save your text under this name'


def _tokenize(encoding: str, allow_special: bool, one_sequence: bool) -> str:
    switches = (", allow_special=True" if allow_special else "") + (", one_sequence=True" if one_sequence else "")
    return f"tokens = tokenize(text, {encoding!r}{switches})"


def tokens(text: str, encoding: str, token: int, allow_special: bool, one_sequence: bool) -> str:
    """Counts, the first ids, and the selected token's id and bytes."""
    return f"""\
from explorer.chain import tokenize
from explorer.tokenizers import count_characters

{_text(text)}
{_tokenize(encoding, allow_special, one_sequence)}
characters = count_characters(tokens.data.decode("utf-8"))
print(characters, "characters", len(tokens.data), "bytes", len(tokens), "tokens", tokens.lines, "lines")
print("first ids", tokens.ids[:20].tolist())
first, last = tokens.span({token})
line, position = tokens.place({token})
print("selected", {token}, "in line", line + 1, "position", position)
print("id", tokens.ids[{token}], "bytes", tokens.data[first:last].hex(" ").upper())
"""


def merges(word: str, encoding: str) -> str:
    """Every merge that builds a word."""
    return f"""\
from explorer.tokenizers import merge_ladder

ladder = merge_ladder({word!r}, {encoding!r})
print("bytes", ladder.start)
for step in ladder.steps:
    print("rank", step.rank, step.left, "+", step.right, "->", step.parts)
print(len(ladder.start), "bytes", len(ladder.steps), "merges", len(ladder.ids), "tokens")
print("ids", ladder.ids)
"""


def _request(text: str, encoding: str, options: dict[str, object]) -> str:
    return f"{_text(text)}\nresult = run(ChainRequest(text, {encoding!r}{_named(options)}))"


def _named(options: dict[str, object]) -> str:
    return "".join(f", {name}={value!r}" for name, value in options.items())


def lookup(
    text: str,
    encoding: str,
    token: int,
    line: int,
    allow_special: bool,
    one_sequence: bool,
    start: tuple[str, int] | None,
    drawn: int,
) -> str:
    """Rows by selection and by one-hot product, and what each costs.

    `start` is a fresh table's start and seed, `drawn` how many rows of the line are drawn.
    """
    fresh = "" if start is None else f", {start[0]!r}, {start[1]}"
    return f"""\
import numpy as np

from explorer.chain import prove, rows_of, table_for, tokenize
from explorer.wording import fixed, number

{_text(text)}
{_tokenize(encoding, allow_special, one_sequence)}
table = table_for({encoding!r}{fresh})
print("table", table.name, table.weight.shape)
row = rows_of(tokens.ids[[{token}]], table)[0]
print("row", tokens.ids[{token}], "starts", *(fixed(float(value), 4) for value in row[:6]))
print("length", f"{{(row.astype(float) ** 2).sum() ** 0.5:.3f}}")
line = rows_of(tokens.line({line})[:{drawn}], table)
print(len(line), "of", len(tokens.line({line})), "rows drawn; 99.5 % of their numbers lie within ±", end="")
print(number(float(np.quantile(np.abs(line), 0.995))))
proof = prove(tokens.line({line}), table.weight)
print("tokens", proof.tokens, "largest difference", proof.difference)
print("bytes: rows", proof.lookup_bytes, "one-hot", proof.one_hot_bytes, "table", proof.table_bytes)
print("multiplications", proof.multiplications)
print("fastest, in seconds (yours will differ)", proof.lookup_seconds, proof.one_hot_seconds)
print("median", proof.lookup_median, proof.one_hot_median)
"""


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


def bags(request: object) -> str:
    """Whether two sentences are the same bag, how far their sums of rows are apart, and the token that moved."""
    return f"""\
from explorer.chain.bags import BagRequest, bags

result = bags({request!r})
print("tokens", [len(ids) for ids in result.ids], "the same", result.same_bag, "gap of the sums", f"{{result.gap:.3g}}")
print("token", result.token, "at places", result.places, "apart", f"{{result.moved:.3g}}")
"""


def order(first: str, second: str, encoding: str, options: dict[str, object]) -> str:
    """Gaps between two sentences' means, and how far each word moved."""
    return f"""\
from explorer.chain import OrderRequest, compare_orders

first, second = {first!r}, {second!r}
result = compare_orders(OrderRequest(first, second, {encoding!r}{_named(options)}))
print("same words", result.same_words, "of", len(result.moved), "tokens", int((result.moved > 0).sum()), "moved")
print("moved", result.moved.round(4).tolist(), "by up to", f"{{result.moved.max():.3f}}")
print("mean: without", f"{{result.plain.mean:.2g}}", "with", f"{{result.positioned.mean:.2g}}")
print("mean of ReLU: without", f"{{result.plain.relu_mean:.2g}}", "with", f"{{result.positioned.relu_mean:.2g}}")
"""


def neighbours(token: int, encoding: str, options: dict[str, object]) -> str:
    """The nearest tokens with their cosines."""
    return f"""\
from explorer.chain import NeighbourRequest, neighbours
from explorer.tokenizers import token_bytes, token_label

request = NeighbourRequest({token}, {encoding!r}{_named(options)})
result = neighbours(request)
for data, cosine in zip(token_bytes(result.ids, {encoding!r}), result.cosines):
    print(token_label(data), f"{{cosine:.3f}}")
print("mean over all tokens", f"{{result.mean_cosine:.3f}}", "two random rows", f"{{result.random_cosine:.3f}}")
print("mean taken off", request.remove_mean, "and components", request.components)
"""


def compare(text: str, without: str = "") -> str:
    """Tokens, characters and bytes of a text in every encoding, and of the sentence in all scripts but `without`."""
    asked = f"\n    if script == {without!r}:\n        continue  # after your guess" if without else ""
    return f"""\
from explorer.chain import SCRIPTS, counts

{_text(text)}
for count in counts(text):
    print(count.encoding, count.tokens, f"{{count.characters_per_token:.2f}}", f"{{count.bytes_per_token:.2f}}")
for script, sentence in SCRIPTS.items():{asked}
    print(script, [count.tokens for count in counts(sentence)])
"""


def starts(vocab_size: int, embed_dim: int, seed: int) -> str:
    """How far the numbers of a fresh table reach, for each way to start."""
    return f"""\
import numpy as np

from explorer.core.initializers import INITIALIZERS

for name, start in INITIALIZERS.items():
    table = start(({vocab_size}, {embed_dim}), rng=np.random.default_rng({seed}))[:2000]
    print(name, "within ±", f"{{np.abs(table).max():.3g}}", "standard deviation", f"{{table.std():.3g}}")
"""
