"""Embedding Explorer: a small NumPy embedding core, and the app that shows it at work.

Reading order: `core` (the blackboard), `data` and `tokenizers` (real tables, real ids), `chain` (text to vectors),
then `vectors` and the subjects (`waves`, `words`, `gradients`, `memory`, `training`), last `figures` and `ui`.
"""

import os

# Matrices here are small and cores are shared: a second BLAS thread waits in a busy loop and costs up to seconds.
# Read by BLAS when NumPy is loaded, so this stands where every import of the project passes first.
for _name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ[_name] = "1"
