"""Scripts of the Gradients page: each prints the numbers that its picture shows."""

from __future__ import annotations


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
