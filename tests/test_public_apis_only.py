"""Libraries are used by their public APIs: nothing is patched, and few private names are read."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "explorer").rglob("*.py"))]
MOST_PRIVATE = 5
THEIRS_TO_FILL = {"st.session_state", "st.query_params", "os.environ", "sys.path"}
"""Objects of libraries that are meant to be written to."""


def root(node: ast.expr) -> ast.expr:
    """The name that `a.b[0].c` begins with; the result of a call belongs to the caller."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node


def imported(tree: ast.Module) -> set[str]:
    """Names in a file that are bound to modules, classes and objects of libraries."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {
                (each.asname or each.name).partition(".")[0] for each in node.names if "explorer" not in each.name
            }
        elif isinstance(node, ast.ImportFrom) and not node.level and not (node.module or "").startswith("explorer"):
            names |= {each.asname or each.name for each in node.names}
    return names


@cache
def trees() -> dict[str, ast.Module]:
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}


def replaced(tree: ast.Module) -> list[str]:
    """Assignments in a file to attributes and items of imported objects."""
    theirs, found = imported(tree), []

    def is_theirs(node: ast.expr) -> bool:
        begins = root(node)
        offered = any(ast.unparse(node).startswith(name) for name in THEIRS_TO_FILL)
        return isinstance(begins, ast.Name) and begins.id in theirs and not offered

    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load) and is_theirs(node):
            found.append(ast.unparse(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr"):
            found += [ast.unparse(node)] * is_theirs(node.args[0])
    return found


DOCUMENTED = {"_exit", "_replace", "_asdict"}
"""Documented despite their names, in os and named tuples."""


def private_names(tree: ast.Module) -> set[str]:
    """Private names that a file reads or imports; `_name_` belongs to a protocol."""
    read = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            read |= {*(node.module or "").split("."), *(each.name for each in node.names)}
    return {name for name in read if name.startswith("_") and not name.endswith("_") and name not in DOCUMENTED}


def defined(tree: ast.Module) -> set[str]:
    """Names that a file defines: functions, classes, variables, fields, attributes."""
    found = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    found |= {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
    return found | {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("import streamlit as st\nst.button = print", ["st.button"]),
        ("from threading import Thread\nThread._started.set = None", ["Thread._started.set"]),
        ("import tiktoken\nsetattr(tiktoken.Encoding, 'a', 1)", ["setattr(tiktoken.Encoding, 'a', 1)"]),
        ("import sys\ndel sys.modules['a']", ["sys.modules['a']"]),
        ("import streamlit as st\nst.session_state['a'] = 1\nmine = st.App('a')\nmine.x = 1", []),
        ("from explorer import embedding_pipeline\nembedding_pipeline.DEPTH = 3", []),
    ],
)
def test_what_counts_as_replacing(text: str, wrong: list[str]) -> None:
    assert replaced(ast.parse(text)) == wrong


@pytest.mark.slow
def test_nothing_of_others_is_replaced() -> None:
    found = {path: replaced(tree) for path, tree in trees().items()}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.slow
def test_few_private_names_of_others_are_read() -> None:
    own = set().union(*map(defined, trees().values())) | {path.stem for path in SOURCES}
    read = {path: private_names(tree) - own for path, tree in trees().items()}
    assert {path for path, names in read.items() if names} <= {"explorer/tokenizers/vocabulary_parts.py"}, read
    assert sum(map(len, read.values())) <= MOST_PRIVATE
