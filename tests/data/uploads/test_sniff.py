"""Files whose extension contradicts their bytes."""

from __future__ import annotations

import gzip
import io
import zipfile

import numpy as np
import pytest

from explorer.data.uploads import UploadError, read_table
from explorer.data.uploads.sniff import check_kind

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
    ("name", "data", "message"),
    [
        ("a.csv", PARQUET, "is a Parquet file, but its name ends in .csv: name it .parquet and choose it again"),
        ("a.csv", npy(), "is a NumPy array, but its name ends in .csv: name it .npy"),
        ("a.parquet", npy(), "is a NumPy array, but its name ends in .parquet: name it .npy"),
        ("a.csv", b"ARROW1\0\0" + bytes(40), "is an Arrow file, .* name it .arrow"),
        ("a.csv", zipped("xl/workbook.xml"), "is a spreadsheet, .* save it as “CSV UTF-8”"),
        ("a.tsv", zipped("table.npy"), "is an archive of NumPy arrays, .* name it .npz"),
        ("a.txt", zipped("glove.txt"), "is a zip archive, .* unpack it"),
        ("a.csv", gzip.compress(CSV, mtime=0), "is a file packed by gzip, .* unpack it"),
        ("a.bin", SAFE, "is a safetensors file, .* name it .safetensors"),
        ("a.npy", CSV, "is a text that begins with 'word,x,y', but its name ends in .npy: name it .csv or .tsv"),
        ("a.parquet", CSV, "is a text that begins with 'word,x,y', but its name ends in .parquet"),
        ("a.npz", "ä 1 2\n".encode() * 500, "is a text that begins with 'ä 1 2'"),
    ],
)
def test_a_file_of_another_kind_is_called_by_its_name(name: str, data: bytes, message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table(name, data)


@pytest.mark.parametrize("word", ["PAR1", "PK", "ARROW1"])
def test_a_text_that_begins_like_another_kind_is_read(word: str) -> None:
    assert read_table("a.csv", CSV.replace(b"word", word.encode())).words == ("a", "b", "c")


@pytest.mark.parametrize(
    ("ending", "data"),
    [("parquet", PARQUET), ("npy", npy()), ("safetensors", SAFE), ("npz", zipped("a.npy")), ("feather", b"ARROW1\0\0")],
)
def test_a_file_of_the_kind_that_its_name_says_is_left_to_its_reader(ending: str, data: bytes) -> None:
    check_kind(ending, data)
