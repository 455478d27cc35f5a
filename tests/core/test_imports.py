"""The core is NumPy and SciPy: a fresh process that imports it has nothing of the app in memory."""

import subprocess
import sys

CODE = """
import sys, explorer.core, explorer.core.optim
roots = {name.partition(".")[0] for name in sys.modules}
print(*sorted(roots & {"streamlit", "plotly", "pandas", "sklearn", "tiktoken", "jaxtyping", "torch"}))
print("explorer" in roots, "numpy" in roots)
"""


def test_core_brings_no_app_into_a_fresh_process():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["", "True True"]
