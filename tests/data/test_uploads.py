from __future__ import annotations

import io
import pickle
import zipfile

import numpy as np
import pytest

from explorer.data import uploads
from explorer.data.uploads import UploadError, read_table


def npy(array: np.ndarray, **options: bool) -> bytes:
    out = io.BytesIO()
    np.save(out, array, **options)
    return out.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


FOUR = np.arange(8.0).reshape(4, 2)


@pytest.mark.parametrize(
    ("name", "data", "words", "metadata"),
    [
        ("a.csv", b"a,0,1\nb,2,3\nc,4,5\nd,6,7\n", "abcd", {}),
        ("a.CSV", b"word,x,y,kind\na,0,1,k\nb,2,3,l\nc,4,5,k\nd,6,7,l\n", "abcd", {"kind": ["k", "l", "k", "l"]}),
        (
            "a.tsv",
            b'word\tx\ty\t#year\n"\t0\t1\t5\nb\t2\t3\t6\nc\t4\t5\t7\nd\t6\t7\t8\n',
            '"bcd',
            {"year": [5, 6, 7, 8]},
        ),
        ("a.tsv", b"0\t1\n2\t3\n4\t5\n6\t7\n", None, {}),
        ("a.txt", b"4 2\na 0 1\nb 2 3\nc 4 5\nd 6 7\n", "abcd", {}),
        ("a.vec", "\ufeffa 0 1\nb 2 3\nc 4 5\nd 6 7".encode(), "abcd", {}),
        ("a.npy", npy(FOUR), None, {}),
        ("a.npy", npy(FOUR.astype(np.int32)), None, {}),
        ("a.npy", npy(np.asfortranarray(FOUR)), None, {}),
        ("a.npz", npz(table=FOUR, words=np.array(list("abcd"))), "abcd", {}),
    ],
)
def test_every_kind_of_file_gives_the_same_table(name: str, data: bytes, words: str | None, metadata: dict) -> None:
    table = read_table(name, data)
    np.testing.assert_array_equal(table.vectors, FOUR)
    assert table.vectors.dtype == np.float32
    assert table.words == (tuple(words) if words else ("row 0", "row 1", "row 2", "row 3"))
    assert {key: column.tolist() for key, column in table.metadata.items()} == metadata


@pytest.mark.parametrize(
    ("labels", "metadata"),
    [(b"a\nb\nc\nd\n", {}), (b"word\tyear\na\t1\nb\t2\nc\t3\nd\t4\n", {"year": [1, 2, 3, 4]})],
)
def test_labels_may_come_in_a_file_of_their_own(labels: bytes, metadata: dict) -> None:
    table = read_table("a.npy", npy(FOUR), labels)
    assert table.words == tuple("abcd")
    assert {key: column.tolist() for key, column in table.metadata.items()} == metadata


class Bomb:
    def __reduce__(self) -> tuple:
        return (pytest.fail, ("the file was unpickled",))


def damaged_zip() -> bytes:
    data = bytearray(npz(table=np.random.default_rng(0).normal(size=(50, 4))))
    data[60:90] = b"x" * 30
    return bytes(data)


def zip_bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("table.npy", npy(np.zeros((1, 2)))[:128] + bytes(250_000_000))
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.pkl", pickle.dumps(Bomb()), r"Expected a file ending in \.tsv, .* got 'a.pkl'"),
        ("a.npy", npy(np.array([Bomb(), Bomb()], object), allow_pickle=True), "would have to be unpickled"),
        ("a.npz", npz(table=np.array([[1, "a"]], object)), "would have to be unpickled"),
        ("a.npy", b"", "The file is empty"),
        ("a.npy", b"PK nonsense", "no .npy file that NumPy can read"),
        ("a.npy", npy(FOUR)[:-9], "promises 64 bytes of numbers; the file has|ends before its array does"),
        ("a.npy", npy(np.ones(4)), r"two-dimensional array \(rows, numbers\); got shape \(4,\)"),
        ("a.npy", npy(np.array([["a", "b"]] * 3)), "Expected numbers; the array's type is <U1"),
        ("a.npy", npy(np.array([[1j, 2]])), "Expected numbers; the array's type is complex128"),
        ("a.npy", npy(np.array([[1, 2], [np.nan, 1], [0, 0]])), "Row 2, number 1 is no finite number: nan"),
        ("a.npy", npy(np.array([[1, 2], [1e300, 1], [0, 0]])), "Row 2, number 1 is no finite number: 1e\\+300"),
        ("a.npy", npy(np.array([[1, 2], [1e20, 1], [0, 0]])), "below 1e15"),
        ("a.npy", npy(np.ones((5, 2))), "All rows are the same"),
        ("a.npy", npy(np.ones((2, 2))), "at least 3 rows of 2 numbers; got 2 rows of 2"),
        ("a.npy", npy(np.ones((60_001, 2), np.int8)), "60,001 rows of 2 numbers are too many"),
        ("a.npz", b"PK\x03\x04 nonsense", "no .npz archive that can be read"),
        ("a.npz", damaged_zip(), "no .npz archive that can be read"),
        ("a.npz", zip_bomb(), "would unpack to 250 MB: too much"),
        ("a.npz", npz(words=np.array(["a"])), "holds no two-dimensional array"),
        ("a.npz", npz(table=FOUR, words=np.array(["a"])), "1 labels for 4 rows"),
        ("a.npz", npz(**{f"n{i}": FOUR for i in range(21)}), "holds 21 files; at most 20"),
        ("a.csv", b"a,0,1\nb,2\n", "Row 2 has 2 columns, the first has 3"),
        ("a.csv", b"word;x;y\na;0;1\nb;2;3\nc;4;5\n", "separated by semicolons: save the file with commas"),
        ("a.csv", b"word,kind\na,k\nb,l\nc,k\n", "No column holds numbers only"),
        ("a.csv", "a,0,1\nb,2,3\nç,4,5\n".encode("latin-1"), r"not UTF-8 \(byte 12\)"),
        ("a.csv", b"\n\n", "holds no rows"),
        ("a.txt", b"4 2\na 0 1\nb 2 x\nc 4 5\nd 6 7\n", "Row 2 holds something that is no number: 'b 2 x'"),
        ("a.txt", b"a 0 1\nb 2 3 4\nc 4 5\n", "Row 2 has 3 numbers; 2 are expected"),
        ("a.txt", b"9 2\na 0 1\nb 2 3\nc 4 5\n", "promises 9 rows of 2 numbers; the file has 3 rows of 2"),
        ("a.txt", b"3 5\na 0 1\nb 2 3\nc 4 5\n", "promises 3 rows of 5 numbers; the file has 3 rows of 2"),
        ("a.txt", b"3 2\n", "promises 3 rows of 2 numbers; the file has 0 rows of 0"),
        ("a.csv", b"word,x,y\na,0,\nb,2,3\nc,4,5\n", "Column 'y' is one of numbers, but row 1 has '' there"),
        ("a.txt", b"9999999 300\na 0 1\n", "9,999,999 rows of 300 numbers are too many"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(name: str, data: bytes, message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table(name, data)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.csv", b"\xef\xbb\xbfword,x,y\r\na,0,1\r\nb,2,3\r\nc,4,5\r\n", "abc"),
        ("a.csv", b"word,x,y\ra,0,1\rb,2,3\rc,4,5\r", "abc"),
        ("a.csv", b",0,1\na,0,1\nb,2,3\nc,4,5\n", "abc"),
        ("a.csv", b"a,0,1\na,2,3\na,4,5\n", "aaa"),
        ("a.txt", b"3 2\r\na 0 1\r\nb 2 3\r\nc 4 5\r\n", "abc"),
        ("a.txt", "3 2\nnew york 0 1\n\u2028 2 3\na\u00a0b 4 5\n".encode(), ("new york", "\u2028", "a\u00a0b")),
        ("a.npz", npz(table=FOUR[:3], words=np.array([b"a", b"b", b"c"])), "abc"),
    ],
)
def test_files_as_other_programs_write_them(name: str, data: bytes, words: str | tuple) -> None:
    table = read_table(name, data)
    assert table.words == tuple(words)
    np.testing.assert_array_equal(table.vectors, FOUR[:3])


def test_a_header_that_promises_more_than_the_file_holds_takes_no_memory() -> None:
    data = npy(np.zeros((4, 2))).replace(b"(4, 2), }            ", b"(9999999, 999), }    ")
    with pytest.raises(UploadError, match="The header promises 79,919,992,008 bytes of numbers; the file has 192"):
        read_table("a.npy", data)


def test_files_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MAX_BYTES", 10)
    with pytest.raises(UploadError, match="at most 0 MB can be read"):
        read_table("a.csv", b"a,0,1\nb,2,3\nc,4,5\n")


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (b"a\nb\n", "The label file has 2 lines for 4 rows"),
        (b"a\tb\nc\nd\ne\n", "different numbers of columns; the first has 2"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_wrong_label_file_is_refused(labels: bytes, message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table("a.npy", npy(FOUR), labels)
