"""The app's process uses one BLAS thread, whatever the host's settings."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.linalg
from threadpoolctl import threadpool_info

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
def test_blas_has_one_thread_in_a_process_that_starts_with_the_explorer() -> None:
    code = (
        "import explorer.ui, numpy, scipy.linalg, threadpoolctl\n"
        "print({p['num_threads'] for p in threadpoolctl.threadpool_info() if p['user_api'] == 'blas'})"
    )
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "{1}"


def test_the_tests_compute_with_as_many_threads_as_the_app() -> None:
    scipy.linalg.lu(np.eye(3))
    assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == {1}
