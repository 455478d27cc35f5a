"""Files from memory: hashed names below their folders, compressed for the way, unpacked by the browser if asked."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from explorer.serve.files import HASHED, Files


@pytest.fixture
def files(tmp_path: Path) -> Files:
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "index.DormvYxC.js").write_text("export default 1")
    (folder / "plot-0123456789.js.gz").write_bytes(gzip.compress(b"export default 2"))
    (folder / "face.ttf.BsWL4Kly.woff2").write_bytes(b"glyphs")
    (folder / "page.html").write_text("never kept")
    (tmp_path / "secret-0123456789.js").write_text("not below the folder")
    return Files({"/static/": folder})


def get(files: Files, address: str) -> tuple[dict[bytes, bytes], bytes] | None:
    found = files.get(address)
    return None if found is None else (dict(found[0]), found[1])


def test_a_script_is_sent_compressed_and_may_be_kept_for_ever(files: Files) -> None:
    headers, body = get(files, "/static/js/index.DormvYxC.js") or ({}, b"")
    assert gzip.decompress(body) == b"export default 1"
    assert headers[b"content-encoding"] == b"gzip" and b"javascript" in headers[b"content-type"]
    assert b"immutable" in headers[b"cache-control"] and int(headers[b"content-length"]) == len(body)


def test_what_lies_there_compressed_is_a_file_or_a_script_as_it_is_asked_for(files: Files) -> None:
    packed, same = get(files, "/static/plot-0123456789.js.gz"), get(files, "/static/plot-0123456789.js")
    assert packed and same and packed[1] == same[1] and gzip.decompress(same[1]) == b"export default 2"
    assert packed[0][b"content-type"] == b"application/gzip" and b"content-encoding" not in packed[0]
    assert b"javascript" in same[0][b"content-type"] and same[0][b"content-encoding"] == b"gzip"


def test_a_font_is_sent_as_it_is(files: Files) -> None:
    headers, body = get(files, "/static/face.ttf.BsWL4Kly.woff2") or ({}, b"")
    assert body == b"glyphs" and b"content-encoding" not in headers and headers[b"content-type"] == b"font/woff2"


@pytest.mark.parametrize(
    "address",
    [
        "/static/page.html",
        "/static/js/gone.DormvYxC.js",
        "/static/../secret-0123456789.js",
        "/static/js/../../secret-0123456789.js",
        "/static/%2e%2e/secret-0123456789.js",
        "/static//secret-0123456789.js",
        "/static/js\\..\\..\\secret-0123456789.js",
        "/elsewhere/index.DormvYxC.js",
        "/static/js/index.DormvYxC.js\x00",
        "",
    ],
)
def test_nothing_else_is_sent(files: Files, address: str) -> None:
    assert get(files, address) is None


def test_a_file_is_read_once(files: Files, tmp_path: Path) -> None:
    first = get(files, "/static/js/index.DormvYxC.js")
    (tmp_path / "static" / "js" / "index.DormvYxC.js").write_text("changed")
    assert get(files, "/static/js/index.DormvYxC.js") == first


@pytest.mark.parametrize(
    ("name", "hashed"),
    [
        ("index.DormvYxC.js", True),
        ("index.-f9-1zS0.js", True),
        ("chart-7c230d00bc.js", True),
        ("plotly-cartesian-4.1.1-7954215085.js.gz", True),
        ("index.html", False),
        ("manifest.json", False),
        ("app.js", False),
        ("plotly-LICENSE.txt", False),
    ],
)
def test_which_names_hold_a_hash(name: str, hashed: bool) -> None:
    assert bool(HASHED.search(name)) is hashed
