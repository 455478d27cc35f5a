import csv
import io
import pickle
import subprocess
import sys
import textwrap
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.data.uploads import UploadError, limits, read_table, read_upload
from explorer.data.uploads.column_roles import distinct
from explorer.views.table import Table


def _as_csv(said: list[str], rows: np.ndarray) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(
        [["text", *range(rows.shape[1])], *([text, *row] for text, row in zip(said, rows.tolist(), strict=True))]
    )
    return out.getvalue().encode()


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


class Bomb:
    def __reduce__(self) -> tuple:
        return (pytest.fail, ("the file was unpickled",))


def damaged_zip() -> bytes:
    data = bytearray(npz(table=np.random.default_rng(0).normal(size=(50, 4))))
    data[60:90] = b"x" * 30
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.pkl", pickle.dumps(Bomb()), "'a.pkl' is a pickle"),
        ("a.npy", npy(np.array([Bomb(), Bomb()], object), allow_pickle=True), "pickles are never opened"),
        ("a.npz", npz(table=np.array([[1, "a"]], object)), "pickles are never opened"),
        ("a.npy", b"", "The file is empty: save or download it again"),
        ("a.npy", b"PK\0nonsense", "NumPy can't read this as a .npy file"),
        ("a.npy", npy(FOUR)[:-9], "promises 64 bytes of numbers; the file has .* cut off: save or download it again"),
        ("a.npy", npy(np.ones(4)), r"two-dimensional array \(rows, numbers\); got shape \(4,\): .* numpy.stack"),
        ("a.npy", npy(np.ones((5, 4, 3))), r"got shape \(5, 4, 3\): array.reshape\(5, 12\) makes 5 rows of 12 numbers"),
        ("a.npy", npy(np.array([[1, 2], [np.inf, np.nan], [0, np.nan]])), "So has row 3"),
        (
            "a.txt",
            b"a 0 1\nb 2\nc 4 5\n",
            "Line 2 has 1 number after its word; 2 are expected, .*: complete it or take it out",
        ),
        ("a.npy", npy(np.array([["a", "b"]] * 3)), "Expected numbers; the array's type is <U1"),
        ("a.npy", npy(np.array([[1j, 2]])), "Expected numbers; the array's type is complex128"),
        (
            "a.npy",
            npy(np.array([[1, 2], [np.nan, 1], [0, 0]])),
            "Row 2, number 1 is not a finite .* nan. .* the whole row out$",
        ),
        ("a.npy", npy(np.array([[1, 2], [1e300, 1], [0, 0]])), "Row 2, number 1 is not a finite number: 1e\\+300"),
        ("a.npy", npy(np.array([[1, 2], [1e20, 1], [0, 0]])), "below 1e15"),
        ("a.npy", npy(np.ones((5, 2))), "All rows are the same, so"),
        ("a.npy", npy(np.zeros((5, 2))), r"All rows are the same \(all numbers are 0, or too small for float32\), so"),
        (
            "a.csv",
            b"a,1e-50,2e-50\nb,3e-50,5e-50\nc,4e-50,1e-50\n",
            "is 5e-50, too small .* multiply the table by 1e50",
        ),
        ("a.csv", b"a,1e-17,2e-17\nb,3e-17,5e-17\nc,-9e-17,0\n", "is 9e-17, too small .* multiply the table by 1e17"),
        ("a.npy", npy(np.array([[5e-324, 0], [0, 0], [0, 0]])), "multiply the table by 1e300"),
        ("a.npy", npy(1 + FOUR * 1e-12), "differ only behind the seventh digit"),
        ("a.npy", npy(np.ones((2, 2))), "at least 3 rows of 2 numbers; got 2 rows of 2"),
        ("a.npy", npy(np.ones((60_001, 2), np.int8)), "60,001 rows of 2 numbers are too many"),
        ("a.npz", b"PK\x03\x04 nonsense", "The .npz archive can't be read"),
        ("a.npz", damaged_zip(), "The .npz archive can't be read"),
        ("a.npz", npz(words=np.array(["a"])), "holds no two-dimensional array"),
        ("a.npz", npz(table=FOUR, words=np.array(["a"])), "1 label for 4 rows"),
        ("a.npz", npz(**{f"n{i}": FOUR for i in range(21)}), "holds 21 files; at most 20 .*: import numpy; numpy.save"),
        ("a.csv", b"a,0,1\nb,2\n", "Line 2 has 2 columns; the first has 3: .* was cut off"),
        ("a.csv", b"a,0,1\nb,2,3,4\n", "Line 2 has 4 columns; the first has 3: a cell with a comma"),
        ("a.csv", b"word,x,y\n", "Expected rows below the first line"),
        ("a.csv", b"word,x,y\na,1.5,2.5\n", "at least 3 rows of 2 numbers; got 1 row of 2"),
        ("a.csv", b"word,x,y\n\na,1,2\n\nb,nan,3\nc,4,5\n", "Line 5, column 'x' is not a finite number: nan. Write"),
        ("a.csv", b"x,id,y\n1,7,2\n1,8,2\n1,9,inf\n", "Line 4, column 'y' is not a finite number: inf"),
        ("a.csv", b"word,kind\na,k\nb,l\nc,k\n", "No column holds numbers only: 'word', 'kind' .*looked for commas"),
        (
            "a.csv",
            "a,0,1\nb,2,3\nç,4,5\n".encode("latin-1"),
            r"Line 3 is not UTF-8 \(byte 12 of the file is 0xe7\): save",
        ),
        ("a.csv", b"\n\n", "holds no rows"),
        ("a.txt", b"4 2\na 0 1\nb 2 x\nc 4 5\nd 6 7\n", "Line 3 holds something that is not a number: 'b 2 x'"),
        ("a.txt", b"a 0 1\nb 2 3 4\nc 4 5\n", "Line 2 has 3 numbers after its word; 2 are expected, .* take out"),
        ("a.txt", b"9 2\na 0 1\nb 2 3\nc 4 5\n", "promises 9 rows of 2 numbers; the file has 3 rows of 2"),
        ("a.txt", b"3 5\na 0 1\nb 2 3\nc 4 5\n", "promises 3 rows of 5 numbers; the file has 3 rows of 2"),
        ("a.txt", b"3 2\n", "promises 3 rows of 2 numbers; the file has 0 rows of 0"),
        ("a.csv", b"word,x,y\na,0,\nb,2,3\nc,4,5\n", "Line 2: expected a number in column 'y', got ''"),
        ("a.txt", b"9999999 300\na 0 1\n", "9,999,999 rows of 300 numbers are too many"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(name: str, data: bytes, message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table(name, data)


@pytest.mark.slow
def test_a_small_archive_that_would_unpack_to_too_much_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("table.npy", npy(np.zeros((1, 2)))[:128] + bytes(250_000_000))
    assert len(out.getvalue()) < 2_000_000
    with pytest.raises(UploadError, match="would unpack to 250 MB: too much"):
        read_table("a.npz", out.getvalue())


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


def test_a_word_that_is_a_line_break_is_a_sign_that_can_be_looked_up() -> None:
    data = b'word,x,y\n"\n",1,2\n"a\nb",3,4\nc,5,6\n'
    table = read_table("mine.csv", data)
    assert table.words == ("↵", "a↵b", "c") and table.find("a↵b") == 1


def test_a_header_that_promises_more_than_the_file_holds_takes_no_memory() -> None:
    data = npy(np.zeros((4, 2))).replace(b"(4, 2), }            ", b"(9999999, 999), }    ")
    with pytest.raises(UploadError, match="The header promises 79,919,992,008 bytes of numbers; the file has 192"):
        read_table("a.npy", data)


def test_files_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_BYTES", 10)
    with pytest.raises(UploadError, match="at most 0 MB can be read"):
        read_table("a.csv", b"a,0,1\nb,2,3\nc,4,5\n")


def member(name: str, content: bytes, kind: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as archive:
        archive.writestr(name, content)
    data = bytearray(out.getvalue())
    data[80:400] = b"\xff" * 320
    return bytes(data)


def header(shape: str) -> bytes:
    text = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + bytes(64)


NOISE = npy(np.random.default_rng(0).normal(size=(50, 4)))


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.npz", member("table.npy", NOISE, zipfile.ZIP_BZIP2), "archive can't be read"),
        ("a.npz", member("table.npy", NOISE, zipfile.ZIP_LZMA), "archive can't be read"),
        ("a.npy", header("(4, " + "[" * 9000 + "]" * 9000 + ")"), "NumPy can't read this"),
        ("a.npy", header("(True, 4)"), "NumPy can't read this"),
        ("a.npy", header("(-4, 4)"), "NumPy can't read this"),
        ("a.npy", header("(4, 4), 'more': (1"), "NumPy can't read this"),  # no end, so that Python can't split it
        ("a.npy", header(f"(0, {2**63})"), "NumPy can't read this"),
        ("a.npy", header(f"({10**18}, " * 40 + ")" * 40), "NumPy can't read this"),
        ("a.npy", header("(" + "1," * 70 + ")"), "NumPy can't read this"),
        ("a.npy", header("(" + "1," * 90 + "0)"), "NumPy can't read this"),
        ("a.npy", header(f"({10**11}, 3)").replace(b"<f8", b"|S0"), "texts of no characters: save numbers"),
        ("a.txt", b"9" * 5000 + b" 2\na 0\nb 2\nc 4\n", "at least 3 rows of 2 numbers; got 4 rows of 1"),
    ],
)
def test_hostile_files_are_refused_in_words(name: str, data: bytes, message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table(name, data)


def test_labels_of_an_archive_are_whole_and_can_be_shown() -> None:
    words = np.array(["x" * 300, "lone", "beyond", "good"])
    codes = words.view(np.uint32).reshape(4, -1)
    codes[1, 0] = 0xD800
    codes[2, 0] = 0x110000
    table = read_table("a.npz", npz(table=FOUR, words=words))
    assert table.words == ("x" * 300, "?one", "?eyond", "good")
    for word in table.words:
        word.encode()


def test_an_archive_is_bounded_over_all_its_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.data.uploads.numpy_files.MAX_UNPACKED", 3000)
    one = np.arange(200.0).reshape(100, 2)
    assert len(read_table("a.npz", npz(table=one)).words) == 100
    with pytest.raises(UploadError, match="would unpack to"):
        read_table("a.npz", npz(table=one, other=one))


@pytest.mark.slow
def test_a_row_holds_at_most_4096_numbers() -> None:
    wide = ",".join(["1"] * 4097) + "\n"
    with pytest.raises(UploadError, match="4,097 numbers are too many"):
        read_table("a.csv", (wide * 3).encode())
    with pytest.raises(UploadError, match="A line has 6,000 cells"):
        read_table("a.csv", ((",".join(["1"] * 6000) + "\n") * 3).encode())
    with pytest.raises(UploadError, match="4,097 numbers are too many"):
        read_table("a.npy", npy(np.ones((3, 4097))))
    with pytest.raises(UploadError, match="4,097 numbers are too many"):
        read_table("a.vec", b"3 4097\n")
    with pytest.raises(UploadError, match="At most 1,000 rows of more than 2,048"):
        read_table("a.npy", npy(np.eye(1_001, 2_049)))


HUGE = {
    "one row of commas": ("a.csv", "b'12,' * 8_300_000"),
    "millions of rows": ("a.csv", "b'a,1,2\\n' * 4_100_000"),
    "as many cells as may be": ("a.csv", "(b'w,' + b'0.250,' * 65 + b'1\\n') * 59_000"),
    "quotes": ("a.csv", "b'\"' + b'x' * 24_000_000"),
    "wide characters": ("a.csv", "('\U0001f600' * 6_200_000).encode()"),
    "bytes that unpack": ("a.npz", "squeezed(np.zeros((60_000, 400), np.float32))"),
    "all cells of a vec": ("a.vec", "(b'w' + b' 0.250' * 66 + b'\\n') * 59_000"),
    "labels": ("a.npz", "squeezed(np.eye(60_000, 3), words=np.full(60_000, 'x' * 350))"),
}

LONGER = {"all cells of a vec", "labels"}
"""Those whose file alone takes a second to make."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape", [pytest.param(shape, marks=[pytest.mark.nightly] * (shape in LONGER)) for shape in HUGE]
)
def test_a_file_of_25_mb_takes_at_most_300_mb_to_judge(shape: str) -> None:
    name, made = HUGE[shape]
    code = f"""
        import io
        import numpy as np
        from explorer.data.uploads import MAX_BYTES, UploadError, read_table

        def squeezed(table, **more):
            out = io.BytesIO(); np.savez_compressed(out, table=table, **more); return out.getvalue()

        def used():
            with open("/proc/self/status") as status:
                return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

        data = ({made})[:MAX_BYTES]
        assert len(data) > 20_000_000 or {name!r}.endswith("npz")
        before = used()
        open("/proc/self/clear_refs", "w").write("5")
        try:
            print(read_table({name!r}, data).vectors.shape)
        except UploadError as problem:
            print(problem)
        with open("/proc/self/status") as status:
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        print((peak - before) / 1000)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True)
    print(shape, done.stdout.splitlines())
    assert float(done.stdout.splitlines()[-1]) < 300


UNDERSTOOD = [
    (b"word,x,y,year\na,0.1,1.5,1999\nb,0.2,2.5,2001\nc,0.5,0.5,2005\n", ("year",)),
    (b"id,word,x,y\n17,a,0.1,1.5\n4,b,0.2,2.5\n9,c,0.5,0.5\n", ("id",)),
    (b",0,1\n0,0.1,1.5\n1,0.2,2.5\n2,0.5,0.5\n", ("column 1",)),
    (b"5.1,3.5,1.4,0\n4.9,3.0,1.4,0\n6.2,2.2,4.5,1\n5.9,3.0,5.1,2\n", ("column 4",)),
    (b"x,y,class\n5.1,3.5,0\n6.2,2.2,1\n5.9,3.0,2\n", ("class",)),
    (b"x,y,#legs\n1,2,4\n3,4,2\n5,9,2\n", ("#legs",)),
    (b"a,0,1\nb,2,3\nc,4,5\n", ()),
    (b"x,y\n0.5,1.5\n0,0.25\n1,2.5\n", ()),
    # Apart from the others: by a name without their running number.
    (b"word,v1,v2,v3,kind,price\na,.1,.5,.3,p,.7\nb,.2,.4,.9,q,.1\nc,.3,.1,.2,p,.4\n", ("price",)),
    (b"word,v1,v2,v3,price\na,.1,.5,.3,.7\nb,.2,.4,.9,.1\nc,.3,.1,.2,.4\n", ("price",)),
    (b"word,mass,pc_0,pc_1,pc_2,pc_3\na,.1,.5,.3,.7,.1\nb,.2,.4,.9,.1,.2\nc,.3,.1,.2,.4,.5\n", ("mass",)),
    # Together: other names side by side, halves of one vector, as many on either side, no rule in the names.
    (b"word,width,height,mass\na,.1,.5,.3\nb,.2,.4,.9\nc,.3,.1,.2\n", ()),
    (b"word,v1,v2,v3,kind,v4\na,.1,.5,.3,p,.7\nb,.2,.4,.9,q,.1\nc,.3,.1,.2,p,.4\n", ()),
    (b"word,x,y,kind,z\na,.1,.5,p,.3\nb,.2,.4,q,.9\nc,.3,.1,p,.2\n", ()),
    (b"word,x1,x2,x3,y1,y2\na,.1,.5,.3,.7,.1\nb,.2,.4,.9,.1,.2\nc,.3,.1,.2,.4,.5\n", ()),
    (b"x,kind,y\n.1,p,.3\n.2,q,.9\n.3,p,.2\n", ()),
    (b"word,v1,v2,v4,v9\na,.1,.5,.3,.7\nb,.2,.4,.9,.1\nc,.3,.1,.2,.4\n", ()),
]


@pytest.mark.parametrize(("data", "aside"), UNDERSTOOD)
def test_a_column_about_the_word_is_no_part_of_its_vector_and_says_why(data: bytes, aside: tuple) -> None:
    reading = read_upload("a.csv", data)
    assert reading.columns is not None
    assert reading.columns.aside == aside
    assert all(column.aside for column in reading.columns.columns if column.name in aside)
    table = reading.table()
    assert table.vectors.shape[1] == len(reading.columns.numeric) - len(aside)
    assert {name.lstrip("#") for name in aside} <= set(table.metadata)


def test_what_was_understood_can_be_changed_without_reading_again() -> None:
    reading = read_upload("a.csv", UNDERSTOOD[0][0])
    assert reading.table(aside=()).vectors.shape == (3, 3)
    other = reading.table(aside=(), word="year")
    assert other.words == ("1999", "2001", "2005")
    assert (other.vectors.shape, other.metadata["word"].tolist()) == ((3, 2), ["a", "b", "c"])
    assert reading.table(word="").words == ("row 0", "row 1", "row 2")
    with pytest.raises(UploadError, match="got 3 rows of 1"):
        reading.table(aside=("x", "year"))


def test_points_and_commas_in_one_file_are_not_mixed() -> None:
    with pytest.raises(UploadError, match=r"Line 4: expected a number in column 'x', got '4,5'"):
        read_table("a.tsv", b"w\tx\ty\na\t0.5\t1\nb\t2.5\t3\nc\t4,5\t5\n")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.csv", b"w\tx\ty\na\t0\t1\nb\t2\t3\nc\t4\t5\n"),
        ("a.tsv", b"w,x,y\na,0,1\nb,2,3\nc,4,5\n"),
    ],
)
def test_the_first_line_says_what_separates_the_columns(name: str, data: bytes) -> None:
    np.testing.assert_array_equal(read_table(name, data).vectors, FOUR[:3])


def test_a_name_that_says_so_keeps_a_column_out_even_where_too_few_are_left() -> None:
    with pytest.raises(UploadError, match="at least 3 rows of 2 numbers; got 3 rows of 1"):
        read_table("a.csv", b"word,user_id,x\na,17,0.5\nb,4,1.5\nc,9,2.5\n")


def test_no_column_takes_anothers_name() -> None:
    table = read_table("a.csv", b"t (3),t,t,x,y\np,q,r,1,2\ns,u,v,3,4\nw,k,l,5,7\n")
    assert table.words == ("p", "s", "w")
    assert {name: cells.tolist() for name, cells in table.metadata.items()} == {
        "t": ["q", "u", "k"],
        "t (4)": ["r", "v", "l"],
    }
    table = read_table("a.csv", b"word,x,y,kind,#kind\na,1,2,k,7\nb,3,4,l,8\nc,5,7,k,9\n")
    assert {name: cells.tolist() for name, cells in table.metadata.items()} == {
        "kind": ["k", "l", "k"],
        "kind (2)": [7, 8, 9],
    }


def test_arrays_whose_long_names_begin_alike_can_each_be_chosen() -> None:
    same = "x" * 60
    reading = read_upload("a.npz", npz(**{f"{same}1": FOUR, f"{same}2": FOUR[:3]}))
    assert len({choice.name for choice in reading.choices}) == 2
    assert [reading.table(which=name).vectors.shape for name in (choice.name for choice in reading.choices)] == [
        (4, 2),
        (3, 2),
    ]


@given(st.lists(st.sampled_from(["t", "t (2)", "t (3)", "t (4)", "t (2) (3)", ""]), max_size=7))
def test_names_of_columns_are_each_once_and_the_first_of_each_stays(names: list[str]) -> None:
    found = distinct(names)
    assert len(set(found)) == len(names)
    assert all(found[names.index(name)] == name for name in names)


CASES = {
    # 25a, 25b: words with spaces, a word that is one space
    "a.txt": (b". . . 0.25 -0.5 1\nnew york -1 0.125 0.5\nto mail 0.5 0.75 -0.25\n", (". . .", "new york", "to mail")),
    "b.txt": (b"3 2\nplum 0.25 -0.5\n  0.5 0.75\nmy name -1 0.125\n", ("plum", " ", "my name")),
    # a text that our own export kept a spreadsheet from running
    "f.csv": (b"word,x,y\n'-inf,0.25,-0.5\n'tis,0.5,0.75\n''=a,-1,0.125\n", ("-inf", "'tis", "'=a")),
    # pandas, with numbers as names of columns
    "g.csv": (b"word,1.0,2.0\na,0.25,-0.5\nb,0.5,0.75\nc,-1,0.125\n", ("a", "b", "c")),
}


@pytest.mark.parametrize("name", CASES)
def test_troubles_that_people_reported_about_other_tools_are_read(name: str) -> None:
    data, words = CASES[name]
    table = read_table(name, data)
    assert table.words == words
    assert table.vectors[:, :2].tolist()[0] == [0.25, -0.5] and table.vectors.shape[1] == (3 if name == "a.txt" else 2)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"word,x,y\na,0.5,nan\nb,inf,1\nc,1,0\nd,,2\ne,0,1\n", r"3 lines can't be read: lines 2, 3 and 5"),
        (b"word,x,y\na,0.5,nan\nb,inf,1\nc,1,0\nd,3,2\n", r"Line 2, column 'y' is not .* So has line 3$"),
        ("word\tx\ty\na\t1\t0\n".encode("utf-16"), "UTF-16"),
    ],
)
def test_all_bad_lines_are_named_at_once(data: bytes, message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table("a.csv", data)


def test_what_is_exported_comes_back_as_it_was() -> None:
    words = ("-inf", "=1+1", "'tis", "'=a", "''-", "plain")
    table = read_table("a.csv", Table({"word": words, "x": [0.5, 1, 2, 3, 4, 5], "y": [1.5] * 6}, "a").csv().encode())
    assert table.words == words


@pytest.mark.parametrize("kind", ["npy", "csv", "txt", "integers"])
@pytest.mark.parametrize("offset", [0, 2_000, 1e5, 1e6, 1e7, 1.6e9])
def test_a_table_has_the_distances_of_its_file_or_is_refused(offset: float, kind: str) -> None:
    rows = offset + np.random.default_rng(0).normal(size=(200, 3)) * (30 if kind == "integers" else 1)
    rows = rows.round().astype(np.int64) if kind == "integers" else rows
    text = "word,x,y,z\n" + "".join(f"w{at},{x},{y},{z}\n" for at, (x, y, z) in enumerate(rows.tolist()))
    lines = [f"w{at} {x} {y} {z}" for at, (x, y, z) in enumerate(rows.tolist())]
    texts = {"csv": text, "txt": "\n".join(lines)}
    name, data = (f"a.{kind}", texts[kind].encode()) if kind in texts else ("a.npy", npy(rows))
    away = np.linalg.norm((rows - rows[0]).astype(np.float64), axis=1)
    try:
        found = read_table(name, data).vectors.astype(np.float64)
    except UploadError as problem:
        assert offset >= 1e6 and "take off" in str(problem)
    else:
        assert offset <= (1e7 if kind == "integers" else 1e5)
        assert np.abs(np.linalg.norm(found - found[0], axis=1) - away).max() < 0.01 * away.max()


def test_a_column_of_one_number_and_whole_numbers_are_no_reason_to_refuse_a_table() -> None:
    rows = np.random.default_rng(0).normal(size=(20, 2))
    text = "".join(f"w{at} 0.1 {x} {y} 1000\n" for at, (x, y) in enumerate(rows.tolist()))
    assert read_table("a.txt", text.encode()).vectors.shape == (20, 4)
    counts = np.random.default_rng(0).integers(16_000_000, 16_000_200, (20, 3))
    np.testing.assert_array_equal(read_table("a.npy", npy(counts)).vectors, counts)


@pytest.mark.parametrize("name", ["a.csv", "a.npz"])
@pytest.mark.parametrize("width", [384, 1536, 4096])
def test_vectors_of_whole_sentences_are_read(name: str, width: int) -> None:
    said = ["I swam, and then I slept.", "“Nothing”, she said; why?", "मैं गाँव गया"]
    rows = np.random.default_rng(0).normal(size=(3, width)).astype(np.float32).round(4)
    read = read_table(name, _as_csv(said, rows) if name == "a.csv" else npz(vectors=rows, words=np.array(said)))
    assert read.vectors == pytest.approx(rows, abs=1e-6) and list(read.words) == said


def test_a_table_that_the_file_does_not_have_is_refused_with_those_that_it_has() -> None:
    with pytest.raises(UploadError, match="no table 'other'; there are one and two"):
        read_upload("a.npz", npz(one=FOUR, two=FOUR)).table(which="other")


def test_names_alike_take_linear_time() -> None:
    class Counted(str):
        """A name that counts the suffixes tried for it."""

        tried = 0

        def __format__(self, spec: str) -> str:
            Counted.tried += 1
            return str(self)

    names = [Counted("t")] * 5_000 + [f"t ({at})" for at in range(1, 15_000)]
    assert len(set(distinct(names))) == len(names)
    assert Counted.tried <= 2 * len(names)
