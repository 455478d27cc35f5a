"""The list of where numbers come from: which line prints each, what computed it, and that only our own code is run."""

from __future__ import annotations

import ast

import pytest

from explorer.scripts import home, origins, projection, tokens
from explorer.scripts.origins import Origin, Printed, functions, harmless, quick, run
from explorer.vectors.nearness import Near

SCRIPT = """\
from explorer.core.functional import frequencies
from explorer.wording import number

dim = 8
omega = frequencies(dim)
print("width", dim, end=", ")
print("the slowest turns by", number(omega[-1]))
for pair, speed in enumerate(omega):
    print("pair", pair, f"{speed:.4f}")
"""


def test_each_number_has_the_line_that_prints_it_and_what_computed_it() -> None:
    found = origins.origins("Width 8: the slowest hand turns by 0.001, pair 1 by 0.1.", SCRIPT, run(SCRIPT))
    computed = ("explorer.core.functional.frequencies",)
    assert found == [
        Origin("8", "width 8, the slowest turns by 0.001", 7, computed),
        Origin("0.001", "width 8, the slowest turns by 0.001", 7, computed),
        Origin("1", "pair 1 0.1000", 9, computed),
        Origin("0.1", "pair 1 0.1000", 9, computed),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 % of 1,024 and 4%", [("3", True), ("1,024", False), ("4", True)]),
        ("GPT-2, T5 11B, p50k_base, x-12, -7B", []),
        ("−0.30 ±1 +2.50, 12abc", [("0.30", False), ("1", False), ("2.50", False), ("12", False)]),
        ("3 7B% of it", [("3", False)]),  # the percent sign is not the 3's
    ],
)
def test_numbers_within_names_do_not_count(text: str, found: list[tuple[str, bool]]) -> None:
    assert [(number.text, number.percent) for number in origins.numbers(text)] == found


def test_of_two_lines_the_one_that_shares_the_words_around() -> None:
    script = 'print("cats", 3)\nprint("dogs", 3)'
    (found,) = origins.origins("There are 3 dogs, and some cats.", script, run(script))
    assert (found.line, found.printed, found.functions) == (2, "dogs 3", ())


def test_what_a_line_rests_on_is_read_back_through_assignments_loops_and_functions() -> None:
    script = """\
from explorer.vectors.pca import pca
from explorer.data import load_glove
def half(x):
    return pca(x)
found = []
for part in (1, 2):
    found.append(half(part))
with open_nothing as table:
    print(load_glove().words)
print(found)
print(part)
"""
    behind = functions(script)
    assert behind[10] == ("explorer.vectors.pca.pca",)
    assert behind[9] == ("explorer.data.load_glove",)
    assert behind[11] == ()


@pytest.mark.parametrize(
    "text",
    [
        "'''\nimport os\nos.system('true')\n'''",
        '"""\n__import__("os")\n"""',
        "\\'; import os #",
        "{import os}",
        "\n\nimport os\n",
        "%s {0} {request}",
        "x" * 1_999,
    ],
)
def test_a_visitors_text_stays_a_text(text: str) -> None:
    from explorer.lm.predict import Request

    plain = home.chain(Request("word"))
    script = home.chain(Request(text))
    assert shape(script) == shape(plain)
    assert shape(tokens.tokens(text, "gpt2", 0, False, False)) == shape(tokens.tokens("a", "gpt2", 0, False, False))
    assert quick(script)


def shape(script: str) -> str:
    """The code with every literal taken out."""
    tree = ast.parse(script)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            node.value = 0
    return ast.dump(tree)


@pytest.mark.parametrize(
    "code",
    [
        "import os",
        "from subprocess import run",
        "import numpy, os",
        "eval('1')",
        "open('text.txt')",
        "().__class__.__bases__",
        "__import__('os')",
        "getattr(1, 'real')",
        "from pathlib import Path",
    ],
)
def test_other_code_is_not_run(code: str) -> None:
    assert not harmless(ast.parse(code))
    with pytest.raises(ValueError, match="neither trains nor measures"):
        run(code)


def test_trainings_and_measurements_are_not_run_for_a_list() -> None:
    assert not quick(projection.train("skipgram", "Request()"))
    assert not quick(projection.tsne("GloVe", 100, 30.0, Near()))
    assert quick(projection.tsne_pca("GloVe", 100, 30.0, Near()))


def test_a_last_line_without_its_end_is_kept() -> None:
    assert run('print("a", end="")') == (Printed("a", 0),)
