"""The core needs only NumPy and SciPy: importing it in a fresh process imports nothing of the app."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from explorer import core

CODE = """
import sys, explorer.core, explorer.core.optim
roots = {name.partition(".")[0] for name in sys.modules}
print(*sorted(roots & {"streamlit", "plotly", "pandas", "sklearn", "tiktoken", "jaxtyping", "torch"}))
print("explorer" in roots, "numpy" in roots)
"""


def test_core_brings_no_app_into_a_fresh_process():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["", "True True"]


def test_the_core_works_when_its_folder_is_copied_alone(tmp_path):
    shutil.copytree(Path(core.__file__).parent, tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import os, core\n"
        "layer = core.EmbeddingLayer(10, 4, pos_encoding='sinusoidal', rng=0)\n"
        "out = layer([[1, 1, 2]])\n"
        "out.sum().backward()\n"
        "print(layer.token_embedding.weight.grad.sum(axis=1).tolist())\n"
        "print([name for name in os.environ if name.endswith('NUM_THREADS')])"
    )
    command, environment = [sys.executable, "-c", code], {"PATH": os.environ["PATH"]}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "[0.0, 8.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]\n[]\n"


def test_importing_the_package_sets_nothing_for_the_process():
    code = "import os; b = dict(os.environ); import explorer, explorer.core, explorer.views; print(b == os.environ)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
