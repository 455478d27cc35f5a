"""What kind of file it is, and what converts those that are not read."""

import gzip
import io
import json
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from explorer.data.uploads import UploadError, read_table
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
        ("a.parquet", npy(), "npy"),
        ("a.json", CSV, "csv"),
        ("a.tsv", zipped("table.npy"), "npz"),
        ("a.bin", SAFE, "safetensors"),
        ("pytorch_model.safetensors", SAFE, "safetensors"),
        ("a.npy", CSV, "csv"),
        ("no_ending", CSV, "csv"),
        ("vectors.300d", b"a 1 2\nb 3 4\n", "txt"),
        ("vectors.pt", CSV, "csv"),
        ("a.bin", b"3 2\na 1 2\n", "txt"),
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
        ("a.parquet", PARQUET, r"read_parquet\('a\.parquet'\)\.to_csv"),
        ("a.csv", PARQUET, "read_parquet"),
        ("a.feather", b"ARROW1\0\0" + bytes(40), "read_feather"),
        ("a.json", b'{"data": [{"embedding": [1, 2]}]}', r"json\.load\(open\('a\.json'\)\)\['data'\]"),
        ("a.ndjson", b'{"a": [1, 2]}', "is JSON"),
        ("model.safetensors.index.json", b'{"weight_map": {}}', "says which .safetensors file"),
        ("a.bin", b"3 2\na " + bytes(8), r"load_word2vec_format\('a\.bin', binary=True"),
        ("projector_config.pbtxt", b'embeddings {\n  tensor_path: "logs/vecs.tsv"\n}\n', "numpy.loadtxt"),
    ],
)
def test_what_is_not_read_is_named_with_the_line_that_converts_it(name: str, data: bytes, line: str) -> None:
    with pytest.raises(UploadError, match=line):
        read_table(name, data)


WORDS = {"plum": [1.0, 0.5], "fig": [2.0, 0.25], "kale": [3.0, 0.0]}


@pytest.mark.parametrize(
    ("name", "files", "begins"),
    [
        ("a.pkl", {"a.pkl": pickle.dumps(WORDS)}, "A dictionary of words: "),
        ("a.json", {"a.json": json.dumps(WORDS).encode()}, "Words with their numbers: "),
        (
            "c.pbtxt",
            {
                "c.pbtxt": b"embeddings {\n",
                "tensors.tsv": b"1\t0.5\n2\t0.25\n3\t0\n",
                "metadata.tsv": b"word\nplum\nfig\nkale\n",
            },
            "have a header): ",
        ),
    ],
)
def test_the_line_that_converts_gives_a_file_that_is_read(
    name: str, files: dict[str, bytes], begins: str, tmp_path: Path
) -> None:
    for each, content in files.items():
        (tmp_path / each).write_bytes(content)
    with pytest.raises(UploadError) as problem:
        read_table(name, files[name])
    line = str(problem.value).partition(begins)[2].partition(". A model")[0]
    subprocess.run([sys.executable, "-c", line], check=True, cwd=tmp_path)
    table = read_table("vectors.npz", (tmp_path / "vectors.npz").read_bytes())
    assert dict(zip(table.words, table.vectors.tolist(), strict=True)) == WORDS


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("word;x;y\nplum;1,0;0,5\nfig;2,0;0,25\nkale;3,0;0,0\n", "import pandas;"),
        ("word\tx\ty\nplum\t1\t0,5\nfig\t2\t0,25\nkale\t3\t0\n", "import pandas;"),
        ('word,v\nplum,"[1.0, 0.5]"\nfig,[2.  0.25]\nkale,"(3, 0)"\n', "import numpy, pandas;"),
    ],
    ids=["semicolons", "decimal commas", "vectors in cells"],
)
def test_a_table_written_with_other_habits_is_refused_with_the_line_that_converts_it(
    text: str, values: str, tmp_path: Path
) -> None:
    (tmp_path / "table.csv").write_text(text)
    with pytest.raises(UploadError) as problem:
        read_table("table.csv", text.encode())
    line = values + str(problem.value).partition(values)[2].replace("WORD", "word")
    subprocess.run([sys.executable, "-c", line], check=True, cwd=tmp_path)
    path = next(tmp_path.glob("vectors.*"))
    table = read_table(path.name, path.read_bytes())
    assert dict(zip(table.words, table.vectors.tolist(), strict=True)) == WORDS


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
def test_a_pickle_is_converted_by_what_wrote_it(name: str, data: bytes, line: str) -> None:
    with pytest.raises(UploadError, match=line) as found:
        kind_of(name, data)
    assert name in str(found.value)
