"""The server's log contains nothing that a visitor typed, sent or requested."""

from contextlib import suppress
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.app_server import server
from benchmarks.simulated_visitor import FailedPageError, Visitor

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
