"""Downloads of a displayed call: a .py file, and a notebook.

The notebook is a dozen lines of JSON (nbformat 4.5), written without the package nbformat, which would add jsonschema,
traitlets and jupyter-core to the app. A test validates the required fields.
"""

import json
from typing import Any

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
