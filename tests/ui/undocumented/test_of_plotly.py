"""What is used of Plotly beyond its documentation is still so in the installed version, and stands in one list."""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib.metadata import version

import pytest

from explorer.ui.plot import assets
from explorer.ui.undocumented import Use, of_plotly
from explorer.ui.undocumented.of_plotly import USES
from tests.ui.undocumented.support import ROOT, gone, sources, unnamed

CHANGED = f"plotly {version('plotly')} or plotly.js differs from {of_plotly.SEEN}:"


@cache
def shipped(bundle: str) -> str:
    return gzip.decompress((ROOT / "static" / assets.file(bundle)).read_bytes()).decode("utf-8")


@pytest.mark.parametrize("bundle", ["plain", "scenes"])
@pytest.mark.parametrize("use", USES, ids=lambda use: use.what[:30])
def test_what_is_used_is_in_the_bundles(use: Use, bundle: str) -> None:
    assert use.sign in shipped(bundle), gone(CHANGED, use)


@pytest.mark.parametrize("use", USES, ids=lambda use: use.what[:30])
def test_only_the_files_that_are_listed_use_it(use: Use) -> None:
    assert not unnamed(use), f"{unnamed(use)}: name these files, or no longer there, in explorer/ui/undocumented"
    path, _, test = use.test.partition("::")
    assert f"def {test}" in (ROOT / path).read_text(encoding="utf-8")


def test_one_module_reads_what_plotly_keeps_to_itself() -> None:
    reading = {name for name, text in sources().items() if name.endswith(".js") and re.search(r"\w\??\._[a-z]", text)}
    assert reading == {"explorer/ui/plot/js/plotly.js"}, "give plotly.js a function for it, and of_plotly.py its reason"
