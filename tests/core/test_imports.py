"""What the core imports, and mistakes of other libraries that it does not make."""

import os
import shutil
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from explorer import core
from explorer.core import Embedding, Tensor
from explorer.core import functional as F  # noqa: N812

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
        "layer = core.EmbeddingLayer(10, 4, pos_encoding='sinusoidal', seed=0)\n"
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


def test_ids_are_not_kept_by_reference():
    table, ids = Embedding(4, 1, seed=0), np.array([1, 1, 2])
    out = table(Tensor(ids)).sum()
    ids[:] = 0
    out.backward()
    assert table.weight.grad.ravel().tolist() == [0.0, 2.0, 1.0, 0.0]


def test_index_arrays_are_not_kept_by_reference():
    x, rows = Tensor([1.0, 2.0], requires_grad=True), np.array([0])
    out = x[rows].sum()
    rows[0] = 1
    out.backward()
    assert x.grad.tolist() == [1.0, 0.0]


def test_ids_beyond_float32_read_their_own_row():
    weight = np.zeros((16_777_218, 1), np.int8)
    weight[16_777_217] = 1
    assert F.embedding(Tensor([16_777_217]).data, weight).item() == 1


def test_negative_ids_do_not_wrap():
    with pytest.raises(ValueError, match=r"vocabulary size 4: got min -1 at position \(0, 0\)"):
        Embedding(4, 2)([[-1]])


def test_no_dense_gradient_is_allocated_for_three_rows():
    table = Embedding(100_000, 64, seed=0)  # 25.6 MB
    out = table([1, 5, 9]).sum()
    tracemalloc.start()
    out.backward()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000
    assert table.weight.grad_rows.nbytes == 3 * (64 * 4 + 8)
