"""Hypothesis without a clock: a deadline would measure how busy the machine is, not whether the code is right.

Finished runs go to a folder of this test run alone, so that none of an earlier one is found.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")

os.environ["EXPLORER_CACHE"] = tempfile.mkdtemp(prefix="explorer-runs-")

# Two workers share two cores: a second OpenMP thread of scikit-learn's t-SNE would wait in a busy loop for most of its
# time (100 points, busy machine: 5.4 s of CPU with two threads, 2.3 s with one).
os.environ["OMP_NUM_THREADS"] = "1"


@pytest.fixture(scope="session", autouse=True)
def one_look_for_components() -> Iterator[None]:
    """AppTest reads the metadata of all installed packages for each app: 0.12 of 0.18 s of CPU."""
    if "streamlit.testing.v1" not in sys.modules:
        yield
        return
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield
