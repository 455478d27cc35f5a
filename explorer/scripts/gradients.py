"""Scripts of the Gradients page: each prints the numbers that its picture shows."""

from __future__ import annotations


def rows(text: str, encoding: str, law: str, width: int) -> str:
    """Rows touched by a text and the gradient that each collects."""
    return f"""from explorer.gradients import batch

words = batch.read({text!r}, {encoding!r})
gradient = batch.output_gradient(words, {width}, {law!r})
rows = batch.weight_gradient(words, gradient)
numbers = batch.summarise(words, rows)
print(f"{{numbers.tokens}} tokens touch {{numbers.rows}} of {{numbers.vocab_size}} rows: {{numbers.share:.3%}}")
print(f"{{numbers.sparse_bytes}} bytes as touched rows, {{numbers.dense_bytes}} as a whole table")
for row, name, value in zip(rows.rows[:20], batch.labels(rows.rows[:20], {encoding!r}), rows.values):
    print(row, name, value.round(4))
"""


def step(text: str, encoding: str, optimizer: str, lr: float) -> str:
    """One step with the gradient stored in two ways."""
    return f"""from explorer.gradients.batch import RANDOM, labels, read
from explorer.gradients.step import EARLIER, one_step

done = one_step(
    read(EARLIER, {encoding!r}), read({text!r}, {encoding!r}),
    width=8, law=RANDOM, optimizer={optimizer!r}, lr={lr!r},
)
print(f"rows changed: {{done.moved_sparse}} (touched rows only), {{done.moved_dense}} (whole table)")
far = done.distance(done.sparse), done.distance(done.dense)
for name, group, *moved in zip(labels(done.rows, {encoding!r}), done.group, *far):
    print(f"{{name:12}} {{group:20}} {{moved[0]:.4g}} {{moved[1]:.4g}}")
"""


def books(book: str, size: int) -> str:
    """The share of the rows that a batch of one size touches, measured afresh for gpt2, and the shipped results."""
    return f"""from explorer.data import load_corpus
from explorer.gradients import touched
from explorer.tokenizers import encode, vocab_size

for name, curve in touched.results()[{book!r}].items():
    if {size} in curve.sizes:
        print(name, f"{{curve.share[curve.sizes.index({size})]:.2%}}")
again = touched.measure(encode(load_corpus({book!r}), "gpt2"), vocab_size("gpt2"))
print("gpt2, measured again:", again == touched.results()[{book!r}]["gpt2"])
print(f"most frequent token: {{again.counts[0]}} of {{again.tokens}}")
print(f"rows never read: {{again.vocab_size - again.distinct}}")
"""


def ways(source: str, tokens: int, width: int, text: str, encoding: str) -> str:
    """The four ways, timed on the machine that runs the script."""
    typed = f", text={text!r}, encoding={encoding!r}" if text else ""
    return f"""from explorer.gradients.ways import Request, measure

for m in measure(Request({source!r}, {tokens}, {width}{typed})):
    print(f"{{m.way:20}} {{m.seconds * 1e3:8.3f}} ms {{m.peak_bytes:>12,}} bytes at most  same bits: {{m.same_bits}}")
"""


def blackboard(ids: tuple[int, ...], scale: bool, positions: bool) -> str:
    """The small example by the core's own classes, without the page's code."""
    factor = "2.0" if scale else "1.0"
    add = "places(batch)" if positions else "batch"
    return f"""from explorer.core import Embedding, PositionalEncoding, Tensor
from explorer.core.optim import SGD
from explorer.gradients.blackboard import LONGEST, POSITION_TABLE, SEED, TOKEN_TABLE, WIDTH, WORDS

ids = {list(ids)}
table = Embedding.from_weight(TOKEN_TABLE.copy())
places = PositionalEncoding(LONGEST, WIDTH)
places.position_embeddings = Tensor(POSITION_TABLE.copy(), requires_grad=True)
batch = (table(ids) * {factor}).reshape(1, len(ids), WIDTH)
out = ({add}).reshape(len(ids), WIDTH)
out.backward(SEED[: len(ids)])
gradient = table.weight.grad
learns = [row for row in range(len(WORDS)) if gradient[row].any()]
print("output")
print(out.data)
print("gradient of the table")
print(gradient)
print("gradient of the positions")
print(places.position_embeddings.grad)
print(len(learns), "of", len(WORDS), "rows get a gradient other than 0:", [(row, WORDS[row]) for row in learns])
SGD(table.parameters(), 1.0).step()
print("the table after a step of length 1")
print(table.weight.data)
"""


def training(text: str, optimizer: str, output: str, steps: int, lr: float) -> str:
    """The toy training: loss, and how far each word's row went."""
    return f"""from explorer.gradients.toy import Request, train

run = train(Request({text!r}, {optimizer!r}, {output!r}, {steps}, {lr!r}))
print(f"loss {{run.loss[0]:.3f}} -> {{run.loss[-1]:.3f}}")
print(f"one step touches at most {{run.most_at_once}} of {{len(run.words)}} rows")
for word, seen, far in zip(run.words, run.seen, run.distance):
    print(f"{{word:12}} {{'in the text' if seen else 'never':12}} {{far:.4f}}")
"""
