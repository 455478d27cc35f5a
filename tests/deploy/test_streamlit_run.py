"""`streamlit run app.py` starts our server: it names a damaged file on the page."""

from pathlib import Path

import pytest

from benchmarks.app_server import ROOT
from benchmarks.simulated_visitor import Visitor
from tests.browser.conftest import start_server

PAGE = """
import streamlit as st

if __name__ == "__main__":
    from explorer.data import DamagedFileError

    @st.fragment
    def part():
        raise DamagedFileError("The shipped file tables.npz is missing.")

    st.text("before")
    part()
"""


@pytest.mark.slow
def test_a_damaged_file_is_named_in_the_place_of_its_part(tmp_path: Path) -> None:
    _, found, served = (ROOT / "app.py").read_text(encoding="utf-8").partition("\nelse:")
    assert found
    (tmp_path / "app.py").write_text(f"{PAGE}{found}{served}", encoding="utf-8")
    process, address = start_server(tmp_path / "app.py")
    try:
        with Visitor(int(address.rpartition(":")[2]), "") as visitor:
            assert visitor.texts == ["before", "The shipped file tables.npz is missing."]
    finally:
        process.terminate()
        process.wait(120)
