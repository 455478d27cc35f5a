"""Rules of the source tree: import contracts, a core with NumPy and SciPy only, and frozen records."""

import ast
import dataclasses
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib
import typing
from collections.abc import Callable
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import numpy as np
import pytest

import explorer

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "explorer").rglob("*.py"))


def _is_frozen(decorator: ast.expr) -> bool:
    if not isinstance(decorator, ast.Call):
        return False
    return any(option.arg == "frozen" and ast.unparse(option.value) == "True" for option in decorator.keywords)


@pytest.mark.slow
def test_every_record_is_frozen_so_that_sessions_can_share_it() -> None:
    thawed = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                made = [each for each in node.decorator_list if "dataclass" in ast.unparse(each)]
                thawed += [f"{path.relative_to(ROOT)}: {node.name}" for each in made if not _is_frozen(each)]
    assert not thawed, f"Expected @dataclass(frozen=True), got {thawed}"


def _holds_arrays(hint: object) -> bool:
    """Whether a value of this type is a NumPy array, or a tuple, list or mapping of them."""
    kind = typing.get_origin(hint) or hint
    if kind is Callable:
        return False
    return (isinstance(kind, type) and issubclass(kind, np.ndarray)) or any(map(_holds_arrays, typing.get_args(hint)))


def test_records_with_arrays_are_compared_as_objects_since_their_fields_cannot_be() -> None:
    modules = [importlib.import_module(found.name) for found in pkgutil.walk_packages(explorer.__path__, "explorer.")]
    made = {each for module in modules for each in vars(module).values() if isinstance(each, type)}
    records = [each for each in made if dataclasses.is_dataclass(each) and each.__module__.startswith("explorer.")]
    comparing = []
    for record in records:
        # The core imports Any for the type checker only.
        hints = typing.get_type_hints(record, localns={"Any": typing.Any})
        compared = [field.name for field in dataclasses.fields(record) if field.compare]
        if record.__eq__ is not object.__eq__ and any(_holds_arrays(hints[name]) for name in compared):
            comparing.append(f"{record.__module__}.{record.__name__}")
    assert records
    assert not comparing, f"Arrays have no one truth value, so == would fail; add eq=False to {sorted(comparing)}"


EXCEPT = {
    "pages -> ui -> views -> ": (),
    "Streamlit only in ui": ("ui",),
    "Plotly only in views, figures and ui": ("figures", "ui", "views"),
}
"""Prefixes of contracts about all packages, and the packages each omits."""


@pytest.mark.parametrize("contract", EXCEPT)
def test_every_package_stands_in_the_contracts(contract: str) -> None:
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (said,) = [each for each in written if each["name"].startswith(contract)]
    named = {name for line in said.get("layers", said.get("source_modules")) for name in line.split(" | ")}
    packages = {f"explorer.{file.parent.name}" for file in (ROOT / "explorer").glob("*/__init__.py")}
    lacking = packages - named - {f"explorer.{name}" for name in EXCEPT[contract]}
    assert not lacking, f"Add to the contract {contract!r} of pyproject.toml: {sorted(lacking)}"


@pytest.mark.slow
def test_the_import_contracts_hold() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_ui_imports_nothing_private_of_views() -> None:
    """What a page needs of a view is public there."""
    private = []
    for path in sorted((ROOT / "explorer/ui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            if module.startswith("explorer.views"):
                names = [*module.split("."), *(each.name for each in node.names)]
                private += [f"{path.relative_to(ROOT)}: {module}" for name in names if name.startswith("_")]
    assert not private


def test_no_file_imports_what_imports_it() -> None:
    """No import cycle of any length, imports inside functions and for the type checker included."""
    graph = grimp.build_graph("explorer", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the cycle


@pytest.mark.slow
def test_nothing_on_the_way_to_a_page_imports_scikit_learn() -> None:
    """All our modules are imported, so those of every page; t-SNE imports scikit-learn only when it is drawn."""
    code = (
        "import importlib, pkgutil, sys, explorer\n"
        "names = [each.name for each in pkgutil.walk_packages(explorer.__path__, 'explorer.')]\n"
        "for name in names: importlib.import_module(name)\n"
        "print(True, {'explorer.vectors.pca', 'explorer.ui.projection.map_methods'} <= set(names))\n"
        "print(sorted({'sklearn', 'pandas'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["True True", "[]"]


def test_the_files_that_comments_and_documents_name_are_there() -> None:
    """Paths from the project's folder; CONTRIBUTING.md makes up those of a part."""
    folder, ending = "explorer|tests|tools|benchmarks|docs|examples|pages|deploy", "py|js|css|md|toml|json|npz|ipynb|sh"
    named = re.compile(rf"(?<![\w/.-])(?:{folder})/[\w/-]+\.(?:{ending})\b")
    folders = [ROOT / name for name in ("explorer", "tests", "tools", "benchmarks", "pages", "deploy", "docs")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".js", ".css", ".md"}]
    files += [ROOT / name for name in ("app.py", "Makefile", "README.md", "SCALING.md", "SECURITY.md", "PRIVACY.md")]
    found = {(path, name) for path in files for name in named.findall(path.read_text(encoding="utf-8"))}
    gone = [f"{path.relative_to(ROOT)}: {name}" for path, name in found if not (ROOT / name).exists()]
    assert len(found) > 100
    assert not gone
