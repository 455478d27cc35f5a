"""Skip-gram in twenty lines of the core: each word guesses its neighbours, and words used alike end up alike.

    python -m examples.skip_gram

Source: Mikolov et al. 2013, "Efficient Estimation of Word Representations in Vector Space"; here with a softmax over
all words, since there are few.
"""

import numpy as np

from explorer.core import Embedding, Tensor, cross_entropy
from explorer.core.optim import Adam

TEXT = "the cat ran home . the dog ran home . the cat ate fish . the dog ate meat . one car was red . one bus was blue"


def train(text: str = TEXT, width: int = 8, steps: int = 200) -> tuple[list[str], np.ndarray, list[float]]:
    """Train on a text; returns its words, their vectors (V, D) and the loss before each step."""
    read = text.split()
    words = sorted(set(read))
    ids = np.array([words.index(word) for word in read])
    pairs = [(a, b) for back in (1, 2) for a, b in zip(ids, ids[back:], strict=False)]
    center, near = np.array([*pairs, *(pair[::-1] for pair in pairs)]).T  # both directions
    table, output = (Embedding(len(words), width, seed=seed) for seed in (0, 1))
    optimizer, losses = Adam([table.weight, output.weight], lr=0.05), []
    for _ in range(steps):
        scores: Tensor = table(center) @ output.weight.transpose(1, 0)  # (pairs, V)
        loss = cross_entropy(scores, near)
        losses.append(float(loss))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return words, table.weight.data, losses


if __name__ == "__main__":
    words, rows, losses = train()
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    print(f"loss {losses[0]:.2f} → {losses[-1]:.2f} nats (a blind guess: {np.log(len(words)):.2f})")
    for word in ("cat", "car"):
        others = sorted(words, key=lambda other: -unit[words.index(word)] @ unit[words.index(other)])
        print(f"nearest to {word}: {', '.join(others[1:3])}")
