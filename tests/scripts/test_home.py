"""The Home page's script prints what the page shows."""

from __future__ import annotations

import pytest

from explorer.chain import ChainRequest, run
from explorer.scripts import home
from tests.support import run_script


@pytest.mark.parametrize(
    ("text", "encoding", "token"),
    [
        ("The cat sat on the mat", "gpt2", 1),
        ('a "quote"\nand a \\ line', "cl100k_base", 4),
        ("👩‍👩‍👧", "o200k_base", 0),
    ],
)
def test_the_chain_script_prints_the_screens_numbers(text: str, encoding: str, token: int) -> None:
    out = dict(line.split(" ", 1) for line in run_script(home.chain(text, encoding, token)).splitlines())
    result = run(ChainRequest(text, encoding))
    line, position = result.tokens.place(token)
    assert out["ids"] == str(result.ids.tolist())
    assert out["shape"] == str(result.shape)
    assert out["sum"] == str(result.output[line, position, :6].round(4).tolist())
    total = [a + b for a, b in zip(eval(out["row"]), eval(out["position"]), strict=True)]
    assert total == pytest.approx(eval(out["sum"]), abs=2e-4)
