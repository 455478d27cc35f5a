"""Every displayed script runs, and prints the numbers that the page shows (the pages' tests read them there)."""

from explorer.scripts import positions as scripts
from tests.support import run_script


def test_heatmap_prints_the_table():
    out = run_script(scripts.heatmap(50, 6, 10_000.0, "interleaved", (0, 49, 0, 5)))
    assert "shape (50, 6)" in out
    assert "[ 0.      1.      0.      1.      0.      1.    ]" in out
    assert "fastest: pair 0, a turn in 6.28 positions; slowest: pair 2, in 2,916" in out
