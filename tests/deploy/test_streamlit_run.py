"""A running server: damaged files, a small container, no words in its log."""

from contextlib import suppress
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.app_server import ROOT, server
from benchmarks.simulated_visitor import FailedPageError, Visitor
from benchmarks.small_container import NoGroupsError, group, measured
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


MEMORY = 400.0
"""Memory in MB, too little for ten copies of a table of 47 MB."""


@pytest.mark.slow
def test_ten_people_at_once_on_the_map_fit_into_a_small_container() -> None:
    try:
        with group(1.0, MEMORY):
            pass
    except NoGroupsError as why:
        pytest.skip(str(why))
    found = measured("projection", "Map", {"j_part": "Map"}, people=10, cores=1.0, memory=MEMORY)
    assert not found.problem, found
    assert found.memory < MEMORY


SECRET = "xylophone-7731"
UPLOADS = {
    f"{SECRET}.csv": f"word,a,b\n{SECRET},1,2\n{SECRET},3\n".encode(),
    f"{SECRET}.npy": b"\x93NUMPY\x01\x00" + SECRET.encode() * 20,
    f"{SECRET}.safetensors": SECRET.encode() * 50,
}


@pytest.mark.slow
def test_no_word_of_a_visitor_is_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(log=log, EXPLORER_LOG="", STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION="false") as running:
        with Visitor(running.port, "tokens", {"t_part": "Merges", "text": SECRET}) as visitor:
            visitor.ask("text", f"{SECRET} \ud83d".encode("utf-8", "replace").decode())
            forged = BackMsg()
            forged.rerun_script.query_string, forged.rerun_script.page_script_hash = visitor.query, visitor.hash
            for identity in visitor.ids:
                forged.rerun_script.widget_states.widgets.add(id=identity, json_value='{"cut ' + SECRET)
            with suppress(FailedPageError):  # a message of a wrong form may break its sender's page
                visitor.send(forged.SerializeToString())
        for name, content in UPLOADS.items():
            with Visitor(running.port, "projection", {"j_part": "Map", "j_table": "Your file"}) as visitor:
                visitor.upload("j_file", name, content)
                assert any("can't be used" in text for text in visitor.texts), name
        with Visitor(running.port, "extrapolation", {"x_seed": SECRET, SECRET: "1", "guide": SECRET}) as visitor:
            assert visitor.elements > 10
    told = log.read_text(encoding="utf-8")
    assert "On this machine" in told and "what it says is left out" in told
    assert SECRET not in told
