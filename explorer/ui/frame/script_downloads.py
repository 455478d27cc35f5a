"""Downloads of a displayed script: a .py file that finds the project, and a notebook with text between its cells.

The notebook is a dozen lines of JSON (nbformat 4.5), written without the package nbformat, which would add jsonschema,
traitlets and jupyter-core to the app. A test validates the required fields.
"""

from __future__ import annotations

import ast
import json
from typing import Any

_FIND = """\
# This script uses the Embedding Explorer's own code. Run it in the project's folder (README.md there says how to
# install what it needs), or name that folder: EXPLORER=/the/folder python this_script.py
import os
import sys
from pathlib import Path

folders = [os.environ.get("EXPLORER", "."), Path.cwd(), *Path.cwd().parents]
folders += Path(globals().get("__file__", ".")).resolve().parents
home = next((Path(folder).resolve() for folder in folders if (Path(folder) / "explorer" / "core").is_dir()), None)
if home is None:
    sys.exit("The folder of the Embedding Explorer was not found. Run this in it, or set EXPLORER to its path.")
sys.path.insert(0, str(home))
"""

_WORDS = {
    "find": "This notebook uses the Embedding Explorer's own code, so first it looks for the project's folder.",
    "import": "What is needed: NumPy, and the functions that the page itself calls.",
    "set": "The settings as they were on the screen. Change them and run the rest again.",
    "run": "The computation, and the numbers that the screen showed.",
}


def portable(script: str) -> str:
    r"""The script as a file that runs in any folder of the project; elsewhere it prints what is missing.

    Example:
        >>> portable("print(1)\n")
        'print(1)\n'
        >>> portable("import explorer\n").endswith("sys.path.insert(0, str(home))\n\nimport explorer\n")
        True
    """
    return f"{_FIND}\n{script}" if "explorer" in _imported_packages(ast.parse(script)) else script


def notebook(script: str) -> str:
    r"""A Jupyter notebook (nbformat 4.5): the script cut into imports, settings and the rest, each with a sentence.

    Example:
        >>> [cell["cell_type"] for cell in json.loads(notebook("import math\nprint(math.pi)"))["cells"]]
        ['markdown', 'code', 'markdown', 'code']
    """
    pieces = [("find", _FIND)] if portable(script) != script else []
    cells: list[dict[str, Any]] = []
    for number, (kind, source) in enumerate([*pieces, *_cut(script)]):
        words = {"cell_type": "markdown", "id": f"words-{number}", "metadata": {}, "source": [_WORDS[kind]]}
        code: dict[str, Any] = {
            "cell_type": "code",
            "id": f"code-{number}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
        }
        cells += [words, code | {"source": source.strip("\n").splitlines(keepends=True)}]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps(
        {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}, indent=1
    )


def _cut(script: str) -> list[tuple[str, str]]:
    """Pieces of whole statements, with the comments above them, in order: imports, settings, the rest."""
    lines = script.splitlines(keepends=True)
    kinds: list[tuple[str, int]] = []  # kind of a statement, and the line after its end
    for statement in ast.parse(script).body:
        before = kinds[-1][0] if kinds else "import"
        if before == "import" and isinstance(statement, ast.Import | ast.ImportFrom):
            kind = "import"
        elif before in ("import", "set") and isinstance(statement, ast.Assign) and _is_setting(statement.value):
            kind = "set"
        else:
            kind = "run"
        kinds.append((kind, statement.end_lineno or len(lines)))
    pieces = []
    start = 0
    for number, (kind, end) in enumerate(kinds):
        last = number + 1 == len(kinds)
        if last or kinds[number + 1][0] != kind:
            stop = len(lines) if last else end
            pieces.append((kind, "".join(lines[start:stop])))
            start = stop
    return pieces


def _is_setting(node: ast.expr) -> bool:
    """Whether an expression is a literal value."""
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def _imported_packages(tree: ast.Module) -> set[str]:
    """The packages that a script imports anywhere."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


NEEDS = "Needs the package embedding-explorer; in the project's folder: pip install ."


def script_file(code: str) -> str:
    """A displayed call as a script.

    >>> print(script_file("view.show()"))
    # Needs the package embedding-explorer; in the project's folder: pip install .
    view.show()
    """
    return f"# {NEEDS}\n{code}"


def notebook_file(code: str) -> str:
    r"""A displayed call as a Jupyter notebook (nbformat 4.5): what it needs, the call, the view's numbers.

    >>> [cell["cell_type"] for cell in json.loads(notebook_file("view = 1\nview.show()\n"))["cells"]]
    ['markdown', 'code', 'code']
    """
    cells: list[dict[str, Any]] = []
    for number, text in enumerate([NEEDS, code.replace("view.show()\n", "view").strip(), "view.table.frame()"]):
        cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}, "source": text.splitlines(keepends=True)}
        runs: dict[str, Any] = {"execution_count": None, "outputs": []} if number else {}
        cells.append({"cell_type": "code" if number else "markdown", **cell, **runs})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps(
        {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}, indent=1
    )
