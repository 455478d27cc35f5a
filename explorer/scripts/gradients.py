"""Scripts of the Gradients page: each prints the numbers that its picture shows."""

from __future__ import annotations


def rows(text: str, encoding: str, law: str, width: int) -> str:
    """Rows touched by a text and the gradient that each collects."""
    return f"""import numpy as np

from explorer.gradients import batch
from explorer.wording import decimal, share

words = batch.read({text!r}, {encoding!r})
gradient = batch.output_gradient(words, {width}, {law!r})
rows = batch.weight_gradient(words, gradient)
numbers = batch.summarise(words, rows)
touched = share(numbers.rows, numbers.vocab_size)
print(f"{{numbers.tokens:,}} tokens in {{numbers.lines:,}} lines touch {{numbers.rows:,}} rows", touched)
print(f"of {{numbers.vocab_size:,}} rows")
print(f"the other {{numbers.vocab_size - numbers.rows:,}} get 0")
print(decimal(numbers.sparse_bytes), "as touched rows,", decimal(numbers.dense_bytes), "as a whole table")
times = dict(zip(*np.unique(words.ids, return_counts=True)))
for row, name, value in zip(rows.rows, batch.labels(rows.rows, {encoding!r}), rows.values):
    print(f"{{row:,}}", name, f"{{times[row]}}×", value.round(4))
"""


def ends(text: str) -> str:
    """What the rows of our own tied model get through the lookup and through the softmax."""
    return f"""import numpy as np

from explorer.gradients import batch, tied
from explorer.lm.model import load_lm
from explorer.tokenizers import SMALL, encode
from explorer.wording import fixed, number, share

model = load_lm()
ids = encode({text!r}, SMALL)[: model.config.train_len + 1]
ends = tied.both_ends(model.config, model.weights, ids)
lookup, softmax = tied.lengths(ends.lookup), tied.lengths(ends.softmax)
print(len(ends.ids), "tokens read, mean loss", fixed(ends.loss))
for name, output in (("through the lookup", False), ("in all, tied", True)):
    rows = len(ends.learns(tied=output))
    print(f"{{name}}: {{rows:,}} of {{ends.vocab_size:,}} rows,", share(rows, ends.vocab_size))
print("softmax ÷ lookup:", number(float(np.linalg.norm(softmax) / np.linalg.norm(lookup))))
print(f"rows that hold half of the sum of squares: {{tied.rows_for_half(ends.softmax):,}}")
top = int(softmax.argmax())
print("longest:", batch.labels([top], SMALL), f"row {{top:,}}", number(float(softmax[top]), 2))
print("median:", number(float(np.median(softmax)), 2))
"""


def step(text: str, encoding: str, optimizer: str, lr: float) -> str:
    """One step with the gradient stored in two ways."""
    return f"""from explorer.gradients.batch import RANDOM, labels, read
from explorer.gradients.step import BEFORE, BOTH, EARLIER, YOURS, one_step
from explorer.wording import number

done = one_step(
    read(EARLIER, {encoding!r}), read({text!r}, {encoding!r}),
    width=8, law=RANDOM, optimizer={optimizer!r}, lr={lr!r},
)
print(f"rows changed: {{done.moved_sparse:,}} (touched rows only), {{done.moved_dense:,}} (whole table)")
print("different tokens of yours:", sum(group in (BOTH, YOURS) for group in done.group), f"rows: {{done.vocab_size:,}}")
old = [i for i, group in enumerate(done.group) if group == BEFORE]
means = [float(done.distance(after)[old].mean()) if old else 0.0 for after in (done.sparse, done.dense)]
print("rows of the earlier sentence alone, mean way:", number(means[0]), number(means[1]))
far = done.distance(done.sparse), done.distance(done.dense)
for name, group, *moved in zip(labels(done.rows, {encoding!r}), done.group, *far):
    print(f"{{name:12}} {{group:20}} {{moved[0]:.4g}} {{moved[1]:.4g}}")
"""


def books(book: str, size: int) -> str:
    """The share of the rows that a batch of one size touches, measured afresh for gpt2, and the shipped results."""
    return f"""from explorer.data import CORPORA, load_corpus
from explorer.gradients import touched
from explorer.gradients.batch import labels
from explorer.tokenizers import encode, vocab_size
from explorer.wording import fixed, share, span

print(CORPORA[{book!r}].title)
for name, curve in touched.results()[{book!r}].items():
    if {size} in curve.sizes:
        print(name, f"{size:,} tokens:", share(curve.share[curve.sizes.index({size})], 1, 3))
    else:
        print(name, f"the book has only {{curve.tokens:,}} tokens, too few for {size:,}")
again = touched.measure(encode(load_corpus({book!r}), "gpt2"), vocab_size("gpt2"))
print("gpt2, measured again:", again == touched.results()[{book!r}]["gpt2"])
print(f"most frequent token: {{labels([again.commonest], 'gpt2')}}, {{again.counts[0]:,}} times,",
      share(again.counts[0], again.tokens))
off = dict(zip(again.ranks, touched.times_zipf(again).tolist()))
print("count ÷ (first ÷ rank), ranks 10 to 1,000:", span(off[rank] for rank in off if 10 <= rank <= 1000))
print(f"at rank {{again.ranks[-1]:,}}:", fixed(off[again.ranks[-1]]))
print(f"rows never read: {{again.vocab_size - again.distinct:,}} of {{again.vocab_size:,}}")
print(f"99 % get no gradient up to {{touched.one_percent(again):,}} tokens")
"""


def _ways(source: str, tokens: int, width: int, text: str, encoding: str) -> str:
    typed = f", text={text!r}, encoding={encoding!r}" if text else ""
    return f"Request({source!r}, {tokens}, {width}{typed})"


def ways_sizes(source: str, tokens: int, width: int, text: str, encoding: str) -> str:
    """The bytes of the four results, computed."""
    return f"""from explorer.gradients.ways import Request, counts
from explorer.wording import decimal

request = {_ways(source, tokens, width, text, encoding)}
tokens, rows, vocab_size = counts(request)
print(f"{{tokens:,}} tokens, {{rows:,}} rows touched")
print("a whole table of FP32", decimal(vocab_size * request.width * 4))
print("touched rows only, each with its number (INT64)", decimal(rows * (request.width * 4 + 8)))
"""


def ways(source: str, tokens: int, width: int, text: str, encoding: str) -> str:
    """The four ways, timed on the machine that runs the script."""
    return f"""from explorer.gradients.ways import Request, measure
from explorer.wording import decimal, number

for m in measure({_ways(source, tokens, width, text, encoding)}):
    times = f"fastest {{m.seconds * 1e3:8.3f}} ms, median {{m.median * 1e3:8.3f}} of {{m.runs}} runs"
    print(f"{{m.way:20}} {{times}}, {{m.peak_bytes:>12,}} bytes at most, same bits: {{m.same_bits}}")
    print("  the result takes", decimal(m.result_bytes), "differs from the loop by", number(m.apart, 2), end=" ")
    print("from the sum in float64 by", number(m.error, 2))
print(f"{{m.tokens:,}} tokens, {{m.rows:,}} rows")
"""


def training(text: str, optimizer: str, output: str, steps: int, lr: float, *, unseen: bool = True) -> str:
    """The toy training: loss, and how far the row of each word went; where not wanted, of those in the text only."""
    touched = '\nprint(f"one step touches at most {run.most_at_once} of {len(run.words)} rows")' if unseen else ""
    asked = "" if unseen else "\n    if not seen:\n        continue  # after your guess"
    return f"""from explorer.gradients.toy import Request, train
from explorer.wording import fixed, number, share

run = train(Request({text!r}, {optimizer!r}, {output!r}, {steps}, {lr!r}))
print("used most alike:", *(run.words[word] for word in run.alike))
for i, (step, loss) in enumerate(zip(run.steps, run.loss)):
    print(f"step {{step:,}} loss {{loss:.3f}}", f"cosine {{fixed(run.cosines[i])}}" if run.alike else "")
print("the plane shows", share(run.share), "of the movement"){touched}
for word, seen, far in zip(run.words, run.seen, run.distance):{asked}
    print(f"{{word:12}} {{'in the text' if seen else 'never':12}} {{number(float(far))}}")
"""
