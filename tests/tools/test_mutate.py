"""The breaks are breaks: each changes what a line does, and leaves a tree that can be read."""

from __future__ import annotations

import ast
import sys

import pytest

from tools import mutate
from tools.mutate import apply, places


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("a < b", "a <= b"),
        ("a is None", "a is not None"),
        ("a in b", "a not in b"),
        ("a + b", "a - b"),
        ("a += b", "a -= b"),
        ("a and b", "a or b"),
        ("f(7)", "f(8)"),
        ("f(True)", "f(False)"),
        ("x if a else y", "x if not a else y"),
    ],
)
def test_a_break_by_hand(line: str, broken: str) -> None:
    tree = ast.parse(line)
    ((node, field),) = places(tree)
    apply(node, field)
    assert ast.unparse(tree) == broken


def test_annotations_and_texts_stay() -> None:
    assert not list(places(ast.parse('x: Literal[3] = "a"\ndef f(a: Shape[2]) -> Shape[4]:\n    """7"""')))


def test_tests_that_fail_without_a_break_tell_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutate, "copy", lambda to: None)
    monkeypatch.setattr(mutate, "notices", lambda tree, tests, limit=None: True)
    monkeypatch.setattr(sys, "argv", ["mutate.py", "wording.py"])
    assert mutate.main() == 1
    assert "fail without a break" in capsys.readouterr().err


def test_a_break_hangs_only_where_the_tests_alone_take_far_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is: the limit is a multiple of what the tests took without a break, which has none."""
    limits: list[float | None] = []
    monkeypatch.setattr(mutate, "copy", lambda to: (to / "explorer").mkdir())
    monkeypatch.setattr(mutate, "notices", lambda tree, tests, limit=None: bool(limits.append(limit)))
    monkeypatch.setattr(mutate.time, "monotonic", iter([1000.0, 1400.0]).__next__)
    monkeypatch.setattr(sys, "argv", ["mutate.py", "wording.py", "--lines", "1"])
    assert mutate.main() == 0
    assert limits == [None, 2000.0]


@pytest.mark.parametrize(
    ("folder", "given"),
    [
        ("core", ["explorer/core", "tests/core"]),
        ("chain/neighbours.py", ["explorer/chain", "tests/chain/test_neighbours.py"]),
        ("wording.py", ["explorer/wording.py", "tests/test_wording.py"]),
    ],
)
def test_a_file_is_not_given_to_pytest_as_a_module_of_tests(
    folder: str, given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []
    monkeypatch.setattr(mutate, "copy", lambda to: None)
    monkeypatch.setattr(mutate, "notices", lambda tree, tests, limit=None: bool(seen.append(tests)) or True)
    monkeypatch.setattr(sys, "argv", ["mutate.py", folder])
    mutate.main()
    assert seen == [given]
