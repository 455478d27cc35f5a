"""The script behind the Home page's picture."""

from __future__ import annotations

from explorer.lm.predict import Request


def chain(request: Request, plain: Request | None = None) -> str:
    """A script that prints every step of the chain for `request`, and how much moved against `plain`."""
    script = f"""\
from explorer.lm.predict import Request, read
from explorer.tokenizers import SMALL, token_bytes

request = {request!r}
reading = read(request)
print("bytes", [piece.hex(" ") for piece in token_bytes(reading.ids, SMALL)])
print("ids", reading.ids.tolist())
print("rows", reading.rows[:, :4].round(2).tolist())
print("positions", reading.position_rows[:, :4].round(2).tolist())
print("sums", reading.vectors[0, :, :4].round(2).tolist())
print("shape", reading.vectors.shape)
print("looks back", reading.attention.mean(axis=(0, 1)).round(4).tolist())
for i in reading.best(8):
    token = token_bytes([int(i)], SMALL)[0]
    print("next", token, f"score {{reading.logits[i]:.3f}}, share {{100 * reading.probabilities[i]:.2g}} %")
"""
    if plain is None:
        return script
    return f"""\
from explorer.lm.compare import moved
{script}
before = read({plain!r})
for i in before.best(8):
    token = token_bytes([int(i)], SMALL)[0]
    print("before", token, f"share {{100 * before.probabilities[i]:.2g}} %")
print("moved", f"{{100 * moved(before, reading):.2g}} %")
"""
