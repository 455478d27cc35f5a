"""However much a visitor sends, no more is kept than the pages can hold at a time."""

from __future__ import annotations

import inspect
import urllib.error
import urllib.request

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from benchmarks.servers import server
from benchmarks.visitor import Visitor
from explorer.data.uploads import MAX_BYTES
from explorer.ui.undocumented import uploads


def test_streamlit_still_has_the_method_that_is_wrapped() -> None:
    uploads.bound()
    wrapped = MemoryUploadedFileManager.add_file
    uploads.bound()
    assert MemoryUploadedFileManager.add_file is wrapped and hasattr(wrapped, "bounds"), "wrapped twice, or not at all"
    assert list(inspect.signature(wrapped).parameters) == ["self", "session_id", "file"]
    assert hasattr(MemoryUploadedFileManager("/upload"), "_lock")


def test_the_oldest_of_a_session_go_then_the_oldest_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "A_SESSION", 100)
    monkeypatch.setattr(uploads, "ALL", 200)
    monkeypatch.setattr(uploads, "_came", {})
    uploads.bound()
    manager = MemoryUploadedFileManager("/upload")

    def add(session: str, name: str, size: int) -> None:
        manager.add_file(session, UploadedFileRec(name, name, "text/plain", b"x" * size))

    def there() -> dict[str, list[str]]:
        return {session: list(files) for session, files in manager.file_storage.items() if files}

    for name in ("1", "2", "3"):
        add("a", name, 40)
    assert there() == {"a": ["2", "3"]}
    add("a", "2", 40)  # sent again, it is the newest
    add("a", "4", 40)
    assert there() == {"a": ["2", "4"]}
    add("b", "5", 90)
    add("c", "6", 50)
    assert there() == {"a": ["4"], "b": ["5"], "c": ["6"]}
    add("d", "7", 300)  # the newest stays, whatever it has
    assert there() == {"d": ["7"]}
    manager.remove_session_files("d")
    add("a", "8", 10)
    assert there() == {"a": ["8"]} and list(uploads._came) == [("a", "8")]
    assert manager._total_bytes == 10


def test_two_tables_with_what_belongs_to_them_have_room_for_one_visitor() -> None:
    assert 4 * MAX_BYTES + 2_000_000 < uploads.A_SESSION < uploads.ALL


@pytest.mark.slow
def test_a_flood_of_files_stays_within_the_bound() -> None:
    with (
        server(STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION="false") as running,
        Visitor(running.port, "projection", {"j_part": "Map", "j_table": "Your file"}) as visitor,
    ):
        before = running.memory()
        for _ in range(16):
            asked = BackMsg()
            asked.file_urls_request.request_id, asked.file_urls_request.session_id = "flood", visitor.session
            asked.file_urls_request.file_names.append("a.csv")
            visitor.socket.send(asked.SerializeToString())
            answer = ForwardMsg()
            while answer.WhichOneof("type") != "file_urls_response":
                answer.ParseFromString(bytes(visitor.socket.recv(timeout=60)))
            (place,) = answer.file_urls_response.file_urls
            head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
            request = urllib.request.Request(
                f"http://127.0.0.1:{running.port}{place.upload_url}",
                head + b"x" * MAX_BYTES + b"\r\n--edge--\r\n",
                {"Content-Type": "multipart/form-data; boundary=edge"},
                method="PUT",
            )
            urllib.request.urlopen(request, timeout=60).close()
        assert running.memory() - before < 250, "16 files of 25 MB"
        request.data = request.data.replace(b"x" * 1_000, b"x" * 1_100)
        with pytest.raises(urllib.error.URLError):  # 413, or cut off while it is still being sent
            urllib.request.urlopen(request, timeout=60)
