"""One place for the words: whatever the core raises is built in errors.py, and nothing there is worded for nobody."""

import ast
import inspect
from pathlib import Path

import pytest

from explorer import core
from explorer.core import checks, errors

FILES = [path for path in sorted(Path(core.__file__).parent.rglob("*.py")) if path.name != "errors.py"]
WORDED = {name for name, made in inspect.getmembers(errors, inspect.isfunction) if made.__module__ == errors.__name__}


def raised(path):
    """What stands after each ``raise`` of a file."""
    return [node.exc for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Raise)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_complaint_is_worded_in_errors(path):
    for made in raised(path):
        assert isinstance(made, ast.Call), ast.unparse(made)
        assert ast.unparse(made.func).startswith("errors."), ast.unparse(made)


def test_every_wording_is_raised_somewhere():
    assert {ast.unparse(made.func).removeprefix("errors.") for path in FILES for made in raised(path)} == WORDED


@pytest.mark.parametrize("value", [True, 2.0, "2", None, -1])
def test_what_is_no_size(value):
    with pytest.raises(errors.InputShapeError, match="rows must be an integer of at least 0, got "):
        checks.size("rows", value)


@pytest.mark.parametrize("value", [0, -1.0, float("nan"), float("inf"), True, "1", 1j, None])
def test_what_is_not_positive(value):
    with pytest.raises(errors.SettingError, match="scale must be a positive number, got "):
        checks.positive("scale", value)


def test_bounds_include_the_lower_one_only():
    assert checks.within("share", 0, 0, 1) == 0.0
    for value in (1, -1e-9, float("nan")):
        with pytest.raises(errors.SettingError, match="share must be at least 0 and below 1, got "):
            checks.within("share", value, 0, 1)
    assert checks.size("n", 3, 3) == 3
    with pytest.raises(errors.InputShapeError, match="n must be an integer of at least 4, got 3"):
        checks.size("n", 3, 4)
