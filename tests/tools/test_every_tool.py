"""Every tool starts: what it imports exists."""

import runpy

import pytest

from tests.test_import_contracts import ROOT


@pytest.mark.parametrize("path", sorted((ROOT / "tools").rglob("*.py")), ids=lambda path: path.name)
def test_a_tool_finds_what_it_imports(path):
    runpy.run_path(str(path), run_name="imported")
