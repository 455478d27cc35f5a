"""One BLAS thread for the app's process.

Matrices here are small and cores are shared: a second BLAS thread spins while it waits and costs up to seconds. BLAS
reads these variables when it is loaded, so this module is imported before everything else of `explorer.ui`.
"""

import os

for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[_name] = "1"
