"""Exported notebooks and scripts: text between cells, and a .py that finds the project or says what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.ui.frame.script_downloads import notebook, portable
from tests.support import run_script

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = """import numpy as np
from explorer.core.functional import sinusoidal

length, dim = 8, 4
table = sinusoidal(length, dim)
print(table.shape, np.abs(table).max())
"""


def cells(script: str, kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(notebook(script))["cells"] if cell["cell_type"] == kind]


def test_a_notebook_runs_to_the_same_numbers() -> None:
    script = "import math\n\nn = 6\n# six sevens\nx = n * 7\nprint(x)\n"
    assert run_script("\n".join(cells(script, "code"))) == run_script(script) == "42\n"
    assert cells(script, "code") == ["import math", "n = 6", "# six sevens\nx = n * 7\nprint(x)"]
    assert len(cells(script, "markdown")) == 3


def test_a_notebook_has_the_fields_that_its_format_asks_for() -> None:
    made = json.loads(notebook(SCRIPT))
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in made["cells"]]
    assert len(set(names)) == len(names)
    for cell in made["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        assert set(cell) == (wanted if cell["cell_type"] == "markdown" else wanted | {"execution_count", "outputs"})
        assert all(isinstance(line, str) for line in cell["source"])
    kinds = [cell["cell_type"] for cell in made["cells"]]
    assert kinds == ["markdown", "code"] * 4


def run(folder: Path, script: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", **environment}
    return subprocess.run([sys.executable, str(script)], cwd=folder, env=clean, capture_output=True, text=True)


@pytest.mark.parametrize("way", ["in the project's folder", "EXPLORER names the folder"])
def test_a_downloaded_script_finds_the_project(tmp_path: Path, way: str) -> None:
    file = tmp_path / "p_heat.py"
    file.write_text(portable(SCRIPT), encoding="utf-8")
    named = way.startswith("EXPLORER")
    done = run(tmp_path if named else ROOT / "pages", file, **({"EXPLORER": str(ROOT)} if named else {}))
    assert done.returncode == 0, done.stderr
    assert done.stdout == run_script(SCRIPT)


def test_far_from_the_project_it_says_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "p_heat.py"
    file.write_text(portable(SCRIPT), encoding="utf-8")
    done = run(tmp_path, file)
    assert done.returncode == 1
    assert done.stderr.strip().startswith("The folder of the Embedding Explorer was not found.")
    assert "Traceback" not in done.stderr
