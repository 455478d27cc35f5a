import base64
import io
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from explorer.data.uploads import UploadError, arrow_worker_process, read_table, read_upload
from explorer.data.uploads.limits import ARROW_MEMORY, ARROW_SECONDS
from explorer.data.uploads.parquet import ROOT
from tests.support import one_of_each

FOUR = np.arange(8, dtype=np.float32).reshape(4, 2)
WORDS = ("a", "new york", "c", "ü")


def binary(words: tuple[str, ...] = WORDS, *, end: bytes = b"", promise: int = 4) -> bytes:
    rows = (word.encode() + b" " + row.astype("<f4").tobytes() + end for word, row in zip(words, FOUR, strict=True))
    return f"{promise} 2\n".encode() + b"".join(rows)


def tensors(**entries: tuple[str, list[int], bytes]) -> bytes:
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, (dtype, shape, raw) in entries.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + body


def headed(header: Any, size: int = 32) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + bytes(size)


def bfloat16(array: np.ndarray) -> bytes:
    return (array.astype("<f4").view("<u4") >> np.uint32(16)).astype("<u2").tobytes()


def arrow(kind: str, columns: dict[str, Any]) -> bytes:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    table, out = pa.table(columns), io.BytesIO()
    if kind == "parquet":
        pyarrow.parquet.write_table(table, out)
    else:
        opener = pa.ipc.new_stream if kind == "arrow" else pa.ipc.new_file
        with opener(out, table.schema) as writer:
            writer.write_table(table)
    return out.getvalue()


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_word2vecs_binary_format_with_and_without_line_ends(end: bytes) -> None:
    assert binary(("a", "b", "c", "d"))[:13] == b"4 2\na \0\0\0\0\0\0\x80"  # written by hand: a space, then float32
    table = read_table("a.bin", binary(("a", "b_c", "c", "ü"), end=end))
    assert table.words == ("a", "b_c", "c", "ü")
    np.testing.assert_array_equal(table.vectors, FOUR)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b"nonsense",
            "whose first line says how many rows and how many numbers per row; the file begins with 'nonsense'",
        ),
        (
            binary(("a", "b", "c", "d"), promise=9),
            "promises 9 rows of 2 numbers, 81 bytes at least; .* has 44 .*cut off: save or",
        ),
        (binary(("a", "b", "c", "d"))[:-3] + b"   ", ""),
        (
            b"4 2\n" + b"x" * 2000,
            "Row 1 of 4 \\(byte 4\\): expected a word and 8 bytes after it. .* save or download it again",
        ),
        (b"9999999 300\n", "9,999,999 rows of 300 numbers are too many"),
    ],
)
def test_a_broken_binary_file_is_refused(data: bytes, message: str) -> None:
    if not message:
        assert read_table("a.bin", data).vectors.shape == (4, 2)
        return
    with pytest.raises(UploadError, match=message):
        read_table("a.bin", data)


@pytest.mark.parametrize(
    ("dtype", "raw"),
    [
        ("F32", FOUR.tobytes()),
        ("F64", FOUR.astype("<f8").tobytes()),
        ("F16", FOUR.astype("<f2").tobytes()),
        ("BF16", bfloat16(FOUR)),
        ("I8", FOUR.astype("i1").tobytes()),
    ],
)
def test_safetensors_of_every_type_give_the_same_table(dtype: str, raw: bytes) -> None:
    np.testing.assert_array_equal(read_table("a.safetensors", tensors(w=(dtype, [4, 2], raw))).vectors, FOUR)


def test_bfloat16_is_the_upper_half_of_a_float32() -> None:
    # 1.0 is 0x3F80, -2.5 is 0xC020: worked out by hand from sign, exponent and fraction.
    raw = np.array([0x3F80, 0xC020] * 2 + [0, 0x4000], "<u2").tobytes()
    table = read_table("a.safetensors", tensors(w=("BF16", [3, 2], raw)))
    assert table.vectors.tolist() == [[1.0, -2.5], [1.0, -2.5], [0.0, 2.0]]


def test_the_header_says_which_tensors_are_tables_and_one_is_picked() -> None:
    big = np.ones((4, 9), np.float32)
    big[0] = 2
    data = tensors(
        bias=("F32", [4], bytes(16)),
        attention=("F32", [4, 9], big.tobytes()),
        word_embeddings=("F32", [4, 2], FOUR.tobytes()),
        odd=("F8_E4M3", [4, 2], bytes(8)),
    )
    reading = read_upload("a.safetensors", data)
    assert [(choice.name, choice.shape) for choice in reading.choices] == [
        ("word_embeddings", (4, 2)),
        ("attention", (4, 9)),
    ]
    np.testing.assert_array_equal(reading.table().vectors, FOUR)
    np.testing.assert_array_equal(reading.table(which="attention").vectors, big)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"sh\0rt", "Expected a safetensors file.* or it was cut off: save or download it again"),
        ((10**9).to_bytes(8, "little") + b"{" * 40, "Expected a safetensors file"),
        (headed(b"{" * 3000), "is not JSON"),
        (headed(b'{"a":' * 20_000), "is not JSON"),
        (headed({"a": 3}), "'a' lacks its type, shape or place"),
        (headed({"a": {"dtype": "F32", "shape": [True, 2], "data_offsets": [0, 8]}}), "something other than sizes"),
        (headed({"a": {"dtype": "F32", "shape": [-3, 2], "data_offsets": [0, 8]}}), "something other than sizes"),
        (
            headed({"a": {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, 240]}}),
            "the file ends before. It was cut off",
        ),
        (
            headed({"a": {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, 8]}}),
            r"is not what shape \(3, 2\) of F32",
        ),
        (headed({"a": {"dtype": "F32", "shape": [8], "data_offsets": [0, 32]}}), r"the file has a \[8\] F32"),
    ],
)
def test_a_broken_safetensors_file_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table("a.safetensors", data)


@pytest.mark.slow
@pytest.mark.parametrize("kind", one_of_each(["parquet", "arrow", "feather"], lambda kind: None))
def test_columns_of_parquet_and_arrow_are_understood_as_those_of_text(kind: str) -> None:
    columns = {
        "kind": ["k", "l", "k", None],
        "word": list(WORDS),
        "x": FOUR[:, 0].astype(np.float64),
        "y": FOUR[:, 1] + 0.25,
        "year": [1999, 2001, 2005, 2000],
        "__index_level_0__": [4, 5, 6, 9],
    }
    reading = read_upload(f"a.{kind}", arrow(kind, columns))
    assert reading.columns is not None
    assert reading.columns.aside == ("year", "__index_level_0__")
    table = reading.table()
    assert table.words == WORDS
    np.testing.assert_array_equal(table.vectors, FOUR + np.array([0, 0.25]))
    assert table.metadata["kind"].tolist() == ["k", "l", "k", ""]
    assert table.metadata["year"].tolist() == [1999, 2001, 2005, 2000]


@pytest.mark.slow
@pytest.mark.parametrize("fixed", one_of_each([False, True], lambda fixed: None))
def test_a_column_of_lists_is_the_vector_and_numbers_stand_beside_it(fixed: bool) -> None:
    pa = pytest.importorskip("pyarrow")
    lists = pa.array(FOUR.tolist(), pa.list_(pa.float32(), 2) if fixed else pa.list_(pa.float64()))
    data = arrow("parquet", {"text": list(WORDS), "embedding": lists, "score": [0.5, 1.5, 2.5, 3.5], "n": [1, 5, 3, 4]})
    reading = read_upload("a.parquet", data)
    assert reading.names == ["embedding", "the columns of numbers"]
    table = reading.table()
    assert table.words == WORDS
    np.testing.assert_array_equal(table.vectors, FOUR)
    assert table.metadata["score"].tolist() == [0.5, 1.5, 2.5, 3.5]
    other = reading.table(aside=(), which="the columns of numbers")
    assert other.vectors.tolist() == [[0.5, 1], [1.5, 5], [2.5, 3], [3.5, 4]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "message"),
    one_of_each(
        [
            ({"v": [[1.0, 2.0], [1.0], [2.0, 3.0]]}, "has no list of 2 numbers in row 2, as in most rows"),
            ({"v": [[1.0, 2.0], None, [2.0, 3.0]]}, "has no list of 2 numbers in row 2, as in most rows"),
            ({"word": ["a", "b", "c"]}, "No column holds numbers or lists of numbers; there are word"),
            ({"x": [1.0, None, 2.0], "y": [1.5, 2.0, 2.5]}, "Row 2, column 'x' is not a finite number: nan"),
            ({"x": np.zeros(60_001), "y": np.zeros(60_001)}, "60,001 rows of 2 columns are too many"),
        ],
        lambda case: None,
    ),
)
def test_a_wrong_parquet_file_is_refused(columns: dict[str, Any], message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table("a.parquet", arrow("parquet", columns))


@pytest.mark.slow
def test_what_is_no_parquet_and_what_unpacks_to_too_much_is_refused() -> None:
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(UploadError, match="Expected a Parquet file; it can't be read as one"):
        read_table("a.parquet", b"PAR1\x15nonsense PAR1")
    with pytest.raises(UploadError, match="Expected an Arrow or Feather file"):
        read_table("a.feather", b"ARROW1\0\0nonsense")
    whole = arrow("parquet", {"x": [1.0, 2.0, 3.0], "y": [3.0, 1.0, 2.0]})
    with pytest.raises(UploadError, match=r"since its end is missing: it was cut off\. Save or download it again"):
        read_table("a.parquet", whole[:-20])
    # One long text, sixty thousand times: kilobytes in the file, gigabytes when unpacked.
    long = pa.DictionaryArray.from_arrays(pa.array(np.zeros(60_000, np.int32)), pa.array(["x" * 1_000_000]))
    data = arrow("parquet", {"word": long, "x": np.arange(60_000) / 2, "y": np.ones(60_000) / 3})
    assert len(data) < 2_000_000
    with pytest.raises(UploadError, match=r"unpacks to too much: .* Save fewer rows or columns"):
        read_table("a.parquet", data)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("breaks", "message"),
    [
        (
            "sys.modules['pyarrow'] = None",
            "This server can't read Parquet files, .* lacks pyarrow .*pip install pyarrow",
        ),
        ("os._exit(7)", r"reader of Parquet files stopped \(exit code 7\), which says nothing about the file"),
        ("raise KeyError", r"reader of Parquet files stopped \(exit code 1\)"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", r"reader of Parquet files stopped \(exit code "),
    ],
)
def test_what_the_server_lacks_is_not_told_as_the_files_fault(
    breaks: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = f"import os, signal, sys; sys.argv[1:] = ['parquet']; {breaks};" + (
        "from explorer.data.uploads import arrow_worker_process as worker; worker.main()"
    )
    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda command, **rest: run([sys.executable, "-c", code], **rest))
    with pytest.raises(UploadError, match=message):
        read_table("a.parquet", arrow("parquet", {"x": [1.0, 2.0, 3.0], "y": [3.0, 1.0, 2.0]}))


def test_a_tensor_of_thousands_of_sides_is_refused_before_they_are_multiplied() -> None:
    """90,000 sides took the server 36 seconds, and the message two megabytes."""
    entry = {"dtype": "F32", "shape": [2**62 - 1] * 90_000, "data_offsets": [0, 24]}
    with pytest.raises(UploadError, match=r"^The header's entry 't' has 90,000 axes; at most 16 can be read$"):
        read_table("a.safetensors", headed({"t": entry}))


def test_a_table_has_as_many_columns_as_may_be_and_no_more() -> None:
    most = arrow_worker_process.MAX_WIDTH + arrow_worker_process.MAX_TEXTS
    arrow_worker_process._check(3, most)
    with pytest.raises(UploadError, match=f"3 rows of {most + 1:,} columns are too many"):
        arrow_worker_process._check(3, most + 1)


def test_columns_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six columns of lists, each as large as one may be, unpacked from 20 kB to a gigabyte in the server."""
    lists = [[0.5, 1.5, 2.5]] * 4
    data = arrow("parquet", {"one": lists, "two": lists, "x": [1.0, 2.0, 3.0, 4.0]})
    header, parts = arrow_worker_process.read(data, "parquet")
    assert header["lists"] == ["one", "two"] and parts[0][0].dtype == np.float64
    monkeypatch.setattr(arrow_worker_process, "MAX_CELLS", 11)
    assert arrow_worker_process.read(data, "parquet")[1][0][0].dtype == np.float32
    monkeypatch.setattr(arrow_worker_process, "MAX_VALUES", 27)
    with pytest.raises(UploadError, match="together: save fewer of them"):
        arrow_worker_process.read(data, "parquet")


@pytest.mark.slow
def test_the_process_that_reads_has_bounded_memory_and_time() -> None:
    pytest.importorskip("resource", reason="this system has no limits")
    code = (
        "import resource, sys; from explorer.data.uploads import arrow_worker_process; sys.argv = ['', 'parquet'];"
        "arrow_worker_process.main(); limits = map(resource.getrlimit, (resource.RLIMIT_DATA, resource.RLIMIT_CPU));"
        "print(*(low for low, _ in limits), file=sys.stderr)"
    )
    data = arrow("parquet", {"x": [1.0, 2.0, 3.0], "y": [3.0, 1.0, 2.0]})
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True, cwd=ROOT)
    assert done.stderr.split()[-2:] == [str(ARROW_MEMORY).encode(), str(ARROW_SECONDS).encode()]
    assert ARROW_MEMORY <= 500_000_000 and ARROW_SECONDS <= 5


@pytest.mark.slow
def test_how_the_process_that_reads_ends_does_not_spoil_what_it_has_written() -> None:
    code = (
        "import atexit, os, runpy, sys; atexit.register(os.abort); sys.argv = ['', 'parquet'];"
        "runpy.run_module('explorer.data.uploads.arrow_worker_process', run_name='__main__')"
    )
    data = arrow("parquet", {"x": [1.0, 2.0, 3.0], "y": [3.0, 1.0, 2.0]})
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], input=data, capture_output=True, cwd=ROOT)
    assert done.returncode == 0 and b'"order": ["x", "y"]' in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([[1.0, 2.0], [], None, [1.0, None], [3.0, 4.0], [5.0]], "no list of 2 numbers in rows 2, 3, 4 and 6, as in"),
        ([[[1.0, 2.0, 3.0]] * 2] * 3, "an array of 2 × 3 numbers in each row"),
        ([b"ab", b"cd", b"ef"], r"v \(binary"),
    ],
)
def test_what_a_column_holds_that_is_no_vector_is_named(column: list[Any], message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table("a.parquet", arrow("parquet", {"word": [*"abcdef"[: len(column)]], "v": column}))


@pytest.mark.slow
def test_vectors_written_as_text_are_read_and_a_file_without_rows_says_so() -> None:
    texts = ["[0.25, -0.5]", "[0.5, 0.75]", "[-1.0, 0.125]"]
    assert read_table("a.parquet", arrow("parquet", {"word": [*"abc"], "v": texts})).vectors.tolist()[1] == [0.5, 0.75]
    with pytest.raises(UploadError, match="holds no rows; its columns are word"):
        read_table("a.parquet", arrow("parquet", {"word": []}))


THREE = [[1.0, 0.5], [2.0, 0.25], [3.0, 0.0]]
PLUMS = ("plum", "fig", "kale")
CODED = [base64.b64encode(np.array(row, "<f4").tobytes()).decode() for row in THREE]
RECORDS = [{"text": word, "embedding": row} for word, row in zip(PLUMS, THREE, strict=True)]
ANSWERS: list[tuple[Any, bool]] = [
    ({"data": [{"object": "embedding", "index": at, "embedding": THREE[at]} for at in (2, 0, 1)]}, False),
    ({"data": [{"object": "embedding", "index": at, "embedding": CODED[at]} for at in range(3)], "model": "m"}, False),
    (RECORDS, True),
    ({"results": [{"document": {"text": word}, "vector": row} for word, row in zip(PLUMS, THREE, strict=True)]}, True),
    ({"embeddings": {"float": THREE}, "texts": list(PLUMS)}, True),
    ({"embeddings": THREE}, False),
    ({"embeddings": [{"values": row} for row in THREE]}, False),
    ({"predictions": [{"embeddings": {"values": row, "statistics": {"truncated": False}}} for row in THREE]}, False),
    (THREE, False),
    (dict(zip(PLUMS, THREE, strict=True)), True),
    ({"vectors": {word: {"id": word, "values": row} for word, row in zip(PLUMS, THREE, strict=True)}}, True),
    ({"ids": ["1", "2", "3"], "embeddings": THREE, "documents": list(PLUMS)}, True),
    ([{"word": word, "x": x, "y": y} for word, (x, y) in zip(PLUMS, THREE, strict=True)], True),
    ({"word": dict(zip("012", PLUMS, strict=True)), "vec": dict(zip("012", THREE, strict=True))}, True),
    ([{"custom_id": word, "response": {"body": {"data": [{"index": 0, "embedding": row}]}}}
      for word, row in zip(PLUMS, THREE, strict=True)], True),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "named"), ANSWERS)
def test_what_an_embeddings_api_answers_is_read_with_its_texts(answer: Any, named: bool) -> None:
    files = {"a.json": json.dumps(answer)}
    if isinstance(answer, list) and isinstance(answer[0], dict):
        files["a.jsonl"] = "\n".join(map(json.dumps, answer))
    for name, data in files.items():
        table = read_table(name, data.encode())
        assert table.vectors.tolist() == THREE, name
        assert table.words == (PLUMS if named else ("row 0", "row 1", "row 2")), name


def test_vectors_of_several_lengths_can_each_be_chosen_and_labels_stand_in_a_file() -> None:
    rows = [{"small": row, "large": [*row, 7.0]} for row in THREE]
    reading = read_upload("a.json", json.dumps(rows).encode(), b"plum\nfig\nkale\n")
    assert reading.names == ["large", "small"]
    nothing = read_upload("a.json", json.dumps([{**row, "error": None} for row in rows]).encode())
    assert nothing.names == reading.names and nothing.columns.columns == ()
    assert reading.table(which="small").words == PLUMS and reading.table().vectors.shape == (3, 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"error": {"message": "no"}}', "Expected vectors: an API's answer.*This JSON holds “error”"),
        (b'{"data": [', "This is not JSON"),
        (b'{"a": [1, 2]}\n{"a"', "Line 2 is not JSON"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b'[{"v": [1, 2]}, {"v": [1]}, {"v": [3, 4]}]', "has no list of 2 numbers in row 2"),
        (b'[{"v": [1, 2]}, {"v": [1, null]}, {"v": [3, 4]}]', "A number is missing in 'v' of row 2"),
        (b'[{"v": [1, 2]}, {"v": [1, NaN]}, {"v": [3, 4]}]', "Row 2, number 2 is not a finite number"),
        (b'[{"v": [1, 2]}, {"v": [1, 1' + b"0" * 400 + b"]}]", "too large to compute with"),
        (b"[" * 5_000, "This is not JSON"),
        (b'{"embedding": [1, 2, 3]}', "at least 3 rows of 2 numbers; got 1 row of 3"),
    ],
)
def test_json_without_a_table_is_refused_with_what_is_wrong(data: bytes, message: str) -> None:
    with pytest.raises(UploadError, match=message):
        read_table("a.json", data)


def filled(**shapes: tuple[int, int]) -> bytes:
    rng = np.random.default_rng(0)
    arrays = {name.replace("__", "."): (shape, rng.normal(size=shape).astype("<f4")) for name, shape in shapes.items()}
    return tensors(**{name: ("F32", list(shape), rows.tobytes()) for name, (shape, rows) in arrays.items()})


ARCHIVES = [
    ({"transformer__wpe__weight": (32, 24), "h__0__mlp__weight": (96, 24), "transformer__wte__weight": (65, 24)}, 65),
    ({"decoder__wi__weight": (64, 24), "shared__weight": (40, 24)}, 40),
    ({"x__position_embeddings__weight": (64, 8), "x__word_embeddings__weight": (20, 8)}, 20),
    ({"x__token_type_embeddings__weight": (90, 8), "x__word_embeddings__weight": (20, 8)}, 20),
    ({"layers__0__gate_proj__weight": (99, 4), "model__embed_tokens__weight": (6, 4)}, 6),
    ({"output__weight": (99, 4), "tok_embeddings__weight": (6, 4)}, 6),
    ({"gate_proj__weight": (11, 4), "lm_head__weight": (6, 4)}, None),
    ({"lm_head__weight": (6, 4)}, 6),
]


@pytest.mark.parametrize(("shapes", "rows"), ARCHIVES)
@pytest.mark.parametrize("packed", [False, True])
def test_the_table_of_words_is_known_by_its_name_whatever_its_size(
    shapes: dict[str, tuple[int, int]], rows: int | None, packed: bool
) -> None:
    out = io.BytesIO()
    np.savez(out, **{name.replace("__", "."): np.ones(shape) for name, shape in shapes.items()})
    reading = read_upload("a.npz", out.getvalue()) if packed else read_upload("a.safetensors", filled(**shapes))
    if rows is None:
        assert reading.asks
        with pytest.raises(UploadError, match="none of them is named like a table of words"):
            reading.table()
        assert reading.choices[0].shape[0] in (6, 11)
    else:
        assert reading.choices[0].shape[0] == rows and not reading.asks


def test_an_index_says_which_file_has_the_words_and_reads_it_beside() -> None:
    index = {"weight_map": {"mlp.weight": "m-1.safetensors", "model.embed_tokens.weight": "m-2.safetensors"}}
    data, part = json.dumps(index).encode(), filled(**{"model__embed_tokens__weight": (6, 4), "mlp__weight": (9, 4)})
    with pytest.raises(UploadError, match=r"in 2 files\. .* is in m-2\.safetensors: choose that file"):
        read_upload("model.safetensors.index.json", data, {"m-1.safetensors": part})
    beside = {"m-2.safetensors": part, "labels.txt": b"a\nb\nc\nd\ne\nf\n"}
    for files in (beside, {"m-1.safetensors": part, **beside}):  # every file that the index names is no labels
        reading = read_upload("model.safetensors.index.json", data, files)
        assert reading.names == ["model.embed_tokens.weight"] and reading.table().words == tuple("abcdef")
    beside = {"model.safetensors.index.json": data}
    assert read_upload("m-2.safetensors", part, beside).names == ["model.embed_tokens.weight"]
    with pytest.raises(UploadError, match=r"is in m-2\.safetensors: choose that file"):
        read_upload("m-1.safetensors", part, beside)


LONG = {
    "English": "The committee decided after a long debate that the bridge over the river should be painted ",
    "Arabic": "قررت اللجنة بعد نقاش طويل أن يطلى الجسر فوق النهر باللون ",
    "Thai": "คณะกรรมการตัดสินใจหลังจากการอภิปรายอันยาวนานว่าสะพานควรทาสี",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["csv", "tsv", "txt", "bin", "npz", "json", "labels", "parquet"])
def test_labels_of_300_letters_stay_whole_and_apart(kind: str) -> None:
    begins = [(text * 300)[:299].replace(" ", "_" if kind in ("txt", "bin") else " ") for text in LONG.values()]
    words = tuple(begin + end for begin in begins for end in "abc")
    lines = [f"{word},{at},1" for at, word in enumerate(words)]
    rows = np.array([[at, 1] for at in range(len(words))], "<f4")
    out = io.BytesIO()
    np.savez(out, vectors=rows, words=np.array(words))
    made: dict[str, Callable[[], bytes]] = {
        "csv": lambda: "\n".join(["word,x,y", *lines]).encode(),
        "tsv": lambda: "\n".join(["word,x,y", *lines]).replace(",", "\t").encode(),
        "txt": lambda: "\n".join(lines).replace(",", " ").encode(),
        "bin": lambda: b"12 2\n" + b"".join(f"{word} ".encode() + rows[at].tobytes() for at, word in enumerate(words)),
        "npz": out.getvalue,
        "json": lambda: json.dumps({word: rows[at].tolist() for at, word in enumerate(words)}).encode(),
        "labels": lambda: npy_of(rows),
        "parquet": lambda: arrow("parquet", {"word": list(words), "x": rows[:, 0].tolist(), "y": rows[:, 1].tolist()}),
    }
    beside = ("word\tkind\n" + "\n".join(f"{word}\t{word}" for word in words)).encode() if kind == "labels" else None
    table = read_table(f"a.{'npy' if kind == 'labels' else kind}", made[kind](), beside)
    assert table.words == words and [table.find(word) for word in words] == list(range(len(words)))
    if kind == "labels":
        assert table.metadata["kind"].tolist() == list(words)


def npy_of(array: np.ndarray) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()
