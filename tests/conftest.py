"""Hypothesis without a clock: a deadline would measure how busy the machine is, not whether the code is right.

Finished runs go to a folder of this test run alone, so that none of an earlier one is found.
"""

import os
import tempfile

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")

os.environ["EXPLORER_CACHE"] = tempfile.mkdtemp(prefix="explorer-runs-")
