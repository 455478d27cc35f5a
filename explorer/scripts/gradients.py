"""Scripts of the Gradients page: each prints the numbers that its picture shows."""

from __future__ import annotations


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
