"""The script behind the Home page's picture."""

from __future__ import annotations

from explorer.lm.predict import Request

_swap = """facts = swapped(request)
print("the swap moves", share(facts.with_positions), "with positions,", share(facts.without), "without")
"""


_too_long = """losses, trained = load_report(), load_lm().config.train_len
print(f"{reading.total} tokens, rows for places 0 to {trained - 1}, none for place {trained}")
for name in ("last 64", "clamp", "wrap"):
    print(f"mean loss at places {trained} to {2 * trained - 1}, {name}: {sum(losses[name][-trained:]) / trained:.3f}")
inside = losses["clamp"][trained // 2 : trained]
print(f"at places {trained // 2} to {trained - 1}: {sum(inside) / len(inside):.3f}")
"""


def chain(request: Request, plain: Request | None = None, times: int = 0, selected: int = 0) -> str:
    """A script that prints every step of the chain for `request`, and how much moved against `plain`.

    `times`: how often the visitor's text stands in it, to be too long for the position table; 0 where it need not be.
    `selected`: the token whose row the sentence reads out.
    """
    script = f"""\
from explorer.lm.predict import Request, read
from explorer.tokenizers import SMALL, token_bytes
from explorer.wording import number, share

request = {request!r}
reading = read(request)
print("bytes", [piece.hex(" ") for piece in token_bytes(reading.ids, SMALL)])
print("ids", reading.ids.tolist())
print("rows", reading.rows[:, :4].astype(float).round(2).tolist())
print("positions", reading.position_rows[:, :4].astype(float).round(2).tolist())
print("sums", reading.vectors[0, :, :4].astype(float).round(2).tolist())
selected = {selected}
print("token", selected, "has id", f"{{reading.ids[selected]:,}}")
print("shape", reading.vectors.shape)
print("numbers", f"{{reading.vectors.size:,}}")
print("looks back", reading.attention.mean(axis=(0, 1)).round(4).tolist())
for i in reading.best(8):
    token = token_bytes([int(i)], SMALL)[0]
    print("next", token, f"score {{reading.logits[i]:.3f}}, share {{share(float(reading.probabilities[i]))}}")
left = max(0.0, 1 - float(reading.probabilities[reading.best(8)].sum()))
print(f"all but the 8 likeliest, {{len(reading.logits) - 8:,}} tokens, share {{share(left)}}")
if reading.hidden is not None:
    given, likelier = float(reading.probabilities[reading.hidden]), reading.rank(reading.hidden) - 1
    print("hidden", token_bytes([reading.hidden], SMALL)[0], share(given), end=" ")
    rows = len(reading.logits)
    print(f"{{likelier:,}} of {{rows:,}} tokens got more; by chance 1 in {{rows:,}}, {{share(1, rows)}};", end=" ")
    print(number(max(given * rows, 1 / (given * rows))), "times as much or less")
"""
    if times:
        script = f"from explorer.lm.model import load_lm, load_report\n{script}{_too_long}"
        script += f'print("your text, {times} times over")\n'
    if plain is None:
        return script
    return f"""\
from explorer.lm.compare import moved{", swapped" if request.swap else ""}
{script}
before = read({plain!r})
for i in before.best(8):
    token = token_bytes([int(i)], SMALL)[0]
    print("before", token, f"share {{share(float(before.probabilities[i]))}}")
print("moved", share(moved(before, reading)))
{_swap if request.swap else ""}"""
