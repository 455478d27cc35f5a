"""The Home page's script prints what the page shows."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from explorer.lm.compare import moved
from explorer.lm.predict import Request, read
from explorer.scripts import home
from explorer.tokenizers import SMALL, token_bytes
from explorer.wording import share
from tests.support import run_script


@pytest.mark.parametrize(
    "request_",
    [
        Request("The cat sat on the mat", hide_last=True),
        Request('a "quote"\nand a \\ line', positions=False),
        Request("👩‍👩‍👧", replace=(0, 7)),
        Request("one two three " * 40, past="wrap"),
    ],
)
def test_the_chain_script_prints_the_screens_numbers(request_: Request) -> None:
    lines = [line.split(" ", 1) for line in run_script(home.chain(request_)).splitlines()]
    out = dict(lines)
    reading = read(request_)
    assert out["ids"] == str(reading.ids.tolist())
    assert out["token"] == f"0 has id {reading.ids[0]}" and "rows for places" not in " ".join(map(" ".join, lines))
    assert out["shape"] == str(reading.vectors.shape)
    assert out["bytes"] == str([piece.hex(" ") for piece in token_bytes(reading.ids, SMALL)])
    total = np.array(ast.literal_eval(out["rows"])) + np.array(ast.literal_eval(out["positions"]))
    np.testing.assert_allclose(total, ast.literal_eval(out["sums"]), atol=0.0151)
    printed = [line for name, line in lines if name == "next"]
    assert len(printed) == 8
    for line, i in zip(printed, reading.best(8), strict=True):
        assert line.startswith(str(token_bytes([int(i)], SMALL)[0]))
        assert line.endswith(f"share {share(float(reading.probabilities[i]))}")


def test_with_a_change_it_prints_how_much_moved() -> None:
    plain, changed = Request("The cat sat on the mat"), Request("The cat sat on the mat", swap=(1, 2))
    out = dict(line.split(" ", 1) for line in run_script(home.chain(changed, plain)).splitlines())
    assert out["moved"] == share(moved(read(plain), read(changed)))
