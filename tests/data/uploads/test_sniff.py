"""What kind of file it is, and what converts those that are not read."""

import gzip
import io
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.data.uploads import UploadError, read_table
from explorer.data.uploads.parsed_upload import read_upload
from explorer.data.uploads.sniff import kind_of

CSV = b"word,x,y\na,1,2\nb,3,5\nc,4,7\n"


def npy() -> bytes:
    out = io.BytesIO()
    np.save(out, np.arange(8.0).reshape(4, 2))
    return out.getvalue()


def zipped(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, b"x" * 100)
    return out.getvalue()


HEADER = b'{"w":{"dtype":"F32","shape":[3,2],"data_offsets":[0,24]}}'
SAFE = len(HEADER).to_bytes(8, "little") + HEADER + bytes(24)
PARQUET = b"PAR1\x15\x04\x15\x10" + bytes(40) + b"PAR1"


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.csv", PARQUET, "parquet"),
        ("a.parquet", npy(), "npy"),
        ("a.csv", b"ARROW1\0\0" + bytes(40), "arrow"),
        ("a.feather", b"ARROW1\0\0", "feather"),
        ("a.tsv", zipped("table.npy"), "npz"),
        ("a.bin", SAFE, "safetensors"),
        ("pytorch_model.safetensors", SAFE, "safetensors"),
        ("a.npy", CSV, "csv"),
        ("no_ending", CSV, "csv"),
        ("vectors.300d", b"a 1 2\nb 3 4\n", "txt"),
        ("a.data", b'[{"a": [1, 2]}]', "json"),
        ("a.ndjson", b'{"a": [1, 2]}', "jsonl"),
        ("vectors.pt", CSV, "csv"),
        ("a.bin", b"3 2\na 1 2\n", "bin"),
    ],
)
def test_the_bytes_say_the_kind_and_then_the_name(name: str, data: bytes, kind: str) -> None:
    assert kind_of(name, data) == kind


@pytest.mark.parametrize("word", ["PAR1", "PK", "ARROW1"])
def test_a_text_that_begins_like_another_kind_is_read(word: str) -> None:
    assert read_table("a.csv", CSV.replace(b"word", word.encode())).words == ("a", "b", "c")


TORCH = zipped("archive/data.pkl")


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("a.pkl", pickle.dumps({"a": [1.0]}), r"numpy\.save\('vectors\.npy', pickle\.load\(open\('a\.pkl', 'rb'\)\)\)"),
        ("a.csv", pickle.dumps({"a": [1.0]}), "opening a pickle runs what is in it"),
        ("a.pt", TORCH, r"torch\.load\('a\.pt', weights_only=True\)"),
        ("pytorch_model.bin", TORCH, "pickles are never opened here"),
        ("cc.en.bin", b"\xba\x16O/" + bytes(40), r"fasttext\.load_model\('cc\.en\.bin'\)"),
        ("a.kv", pickle.dumps([1]), r"SaveLoad\.load\('a\.kv'\)"),
        ("a.npy", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git lfs pull"),
        ("a.csv", b"<!DOCTYPE html><html><body>403</body></html>", "web page"),
        ("a.gguf", b"GGUF" + bytes(40), r"GGUFReader\('a\.gguf'\)"),
        ("weights.h5", b"\x89HDF\r\n\x1a\n" + bytes(40), r"h5py\.File\('weights\.h5'\)"),
        ("a.mat", b"MATLAB 5.0 MAT-file, Platform: PCWIN64" + bytes(40), r"loadmat\('a\.mat'\)"),
        ("a.mat", b"MATLAB 7.3 MAT-file, Platform: PCWIN64" + bytes(40), r"h5py\.File\('a\.mat'\)"),
        ("a.xlsx", zipped("xl/workbook.xml"), r"read_excel\('a\.xlsx'\)\.to_csv"),
        ("a.zip", zipped("glove.txt"), "python -m zipfile -e 'a.zip'"),
        ("a.csv.gz", gzip.compress(CSV, mtime=0), r"gzip\.open\('a\.csv\.gz'\), open\('a\.csv', 'wb'\)"),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0", "is of a kind that can't be read here"),
        (
            "projector_config.pbtxt",
            b'embeddings {\n  tensor_path: "logs/vecs.tsv"\n  metadata_path: "meta.tsv"\n}\n',
            "choose vecs.tsv as the table, and meta.tsv as the file that belongs to it",
        ),
        (
            "config.json",
            b'{"embeddings": [{"tensorPath": "https://example.org/x/a.bytes?raw=true", "metadataPath": "x/b.tsv"}]}',
            r"choose a\.bytes .* and b\.tsv as .*fromfile\('a\.bytes', '<f4'\)",
        ),
    ],
)
def test_what_is_not_read_is_named_with_the_line_that_converts_it(name: str, data: bytes, line: str) -> None:
    with pytest.raises(UploadError, match=line):
        read_table(name, data)


def test_the_line_for_a_pickled_dictionary_gives_a_file_that_is_read(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    words = {"plum": np.array([1.0, 0.5]), "fig": np.array([2.0, 0.25]), "kale": np.array([3.0, 0.0])}
    Path("a.pkl").write_bytes(pickle.dumps(words))
    with pytest.raises(UploadError) as problem:
        read_table("a.pkl", Path("a.pkl").read_bytes())
    line = str(problem.value).partition("A dictionary of words: ")[2]
    subprocess.run([sys.executable, "-c", line], check=True, cwd=tmp_path)
    table = read_table("vectors.json", Path("vectors.json").read_bytes())
    assert table.words == ("plum", "fig", "kale") and table.vectors.tolist() == [[1, 0.5], [2, 0.25], [3, 0]]


TORCH = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M"


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("weights.bin", pickle.dumps({"cat": [1.0]}, protocol=2), "pickle.load"),
        ("vectors.pt", pickle.dumps({"cat": [1.0]}, protocol=2), "pickle.load"),
        ("pytorch_model.bin", TORCH, "torch.load"),
        ("old.pth", TORCH, "torch.load"),
    ],
)
def test_a_pickle_is_converted_by_what_wrote_it_and_named_beside_a_table_too(name: str, data: bytes, line: str) -> None:
    for upload in (lambda: kind_of(name, data), lambda: read_upload("a.csv", CSV, {name: data})):
        with pytest.raises(UploadError, match=line) as found:
            upload()
        assert name in str(found.value)


@pytest.mark.parametrize(
    ("name", "data", "line"),
    [
        ("labels.npy", npy(), "labels are a file of text"),
        ("labels.tsv", npy(), "labels are a file of text"),
        ("projector_config.pbtxt", b'embeddings {\n  tensor_path: "v.tsv"\n}\n', "choose v.tsv as the table"),
    ],
)
def test_what_is_no_file_of_labels_is_named_beside_a_table(name: str, data: bytes, line: str) -> None:
    with pytest.raises(UploadError, match=line):
        read_upload("a.csv", CSV, {name: data})
    assert read_table("a.csv", CSV, {"labels.pbtx": b"[p\n[q\n[r\n"}).words == ("[p", "[q", "[r")
