import json
from pathlib import Path

import numpy as np
import pytest

from explorer.data import memory_mapped_table
from explorer.data.uploads import UploadError
from explorer.vectors.neighbours import cosine_neighbours
from explorer.vectors.pca import pca

FOUR = np.arange(8, dtype=np.float32).reshape(4, 2)


@pytest.fixture(autouse=True)
def fresh() -> None:
    memory_mapped_table.open_table.cache_clear()


def test_no_table_unless_one_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(memory_mapped_table.VARIABLE, raising=False)
    assert memory_mapped_table.local_table_path() is None
    monkeypatch.setenv(memory_mapped_table.VARIABLE, "/x/y.npy")
    assert memory_mapped_table.local_table_path() == Path("/x/y.npy")


def test_an_array_is_mapped_not_read_and_its_words_lie_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "big.npy"
    np.save(path, FOUR)
    assert memory_mapped_table.open_table(path, tmp_path).words == ("row 0", "row 1", "row 2", "row 3")
    memory_mapped_table.open_table.cache_clear()
    (tmp_path / "big.txt").write_text("a\nb\n\u2028\nd\n", encoding="utf-8")
    table = memory_mapped_table.open_table(path, tmp_path)
    assert table.words == ("a", "b", "\u2028", "d")
    np.testing.assert_array_equal(table.vectors, FOUR)
    assert isinstance(table.vectors.base, np.memmap)
    assert list(tmp_path.glob("tables")) == []


@pytest.mark.parametrize("first", ["4 2\n", ""])
def test_text_is_written_once_as_an_array(tmp_path: Path, first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "glove.txt"
    path.write_text(first + "a 0 1\nnew york 2 3\n\nc\t4 5\nd 6  7\n", encoding="utf-8")
    table = memory_mapped_table.open_table(path, tmp_path / "cache")
    assert table.words == ("a", "new york", "c", "d")
    np.testing.assert_array_equal(table.vectors, FOUR)
    memory_mapped_table.open_table.cache_clear()
    monkeypatch.setattr(memory_mapped_table, "_text_rows", None)  # a second reading would fail
    np.testing.assert_array_equal(memory_mapped_table.open_table(path, tmp_path / "cache").vectors, FOUR)


def test_a_safetensors_table_is_mapped(tmp_path: Path) -> None:
    header = json.dumps({"emb": {"dtype": "F32", "shape": [4, 2], "data_offsets": [0, 32]}}).encode()
    path = tmp_path / "m.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + FOUR.tobytes())
    np.testing.assert_array_equal(memory_mapped_table.open_table(path, tmp_path).vectors, FOUR)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.bin", b"x", r"expected a file ending in \.npy, .* got 'a.bin'"),
        ("a.npy", None, "'a.npy' can't be read: No such file"),
        ("a.npy", b"nonsense nonsense", "EXPLORER_TABLE: "),
        ("a.txt", b"a 0 1\nb 2 x\nc 4 5\n", "Row 2: expected a word and 2 numbers, 3 times; got 'b 2 x'"),
        ("a.txt", b"9 2\na 0 1\nb 2 3\nc 4 5\n", "promises 9 rows; the file has 3"),
        ("a.txt", b"3 2\na 0 1\nb 2 3\nc 4 5\nd 5 6\n", "Row 4: expected a word and 2 numbers, 3 times"),
        ("a.txt", b"a 0 1\nb nan 3\nc 4 5\n", "Row 2, number 1 is not a finite number: nan"),
        ("a.txt", b"a 0\nb 1\nc 2\n", "got 3 rows of 1"),
        ("a.safetensors", b"12345678{", "Expected a safetensors file"),
    ],
)
def test_what_can_not_be_used_is_said(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(UploadError, match=message):
        memory_mapped_table.open_table(tmp_path / name, tmp_path)
    assert not list(tmp_path.glob("tables/*.words.txt")) or "finite" in message


def test_components_and_neighbours_of_a_mapped_table_are_those_of_the_array(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    vectors = rng.standard_normal((9_000, 12)).astype(np.float32) * np.arange(12, 0, -1, dtype=np.float32)
    np.save(tmp_path / "a.npy", vectors)
    table = memory_mapped_table.open_table(tmp_path / "a.npy", tmp_path)
    ours, exact = (
        pca(table.vectors),
        np.linalg.svd(vectors - vectors.mean(axis=0, dtype=np.float64), full_matrices=False),
    )
    np.testing.assert_allclose(np.sqrt(ours.moments * 8_999), exact.S, rtol=1e-5)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    order = np.argsort(-(unit @ unit[7]), kind="stable")
    assert cosine_neighbours(table.vectors, 7, 5).ids.tolist() == order[1:6].tolist()


def test_a_table_has_bounds() -> None:
    """Checked by the header alone: a width of 8,193 is refused before any number is read."""
    wide = np.broadcast_to(np.float32(1), (3, memory_mapped_table.MAX_WIDTH))
    memory_mapped_table.check(wide)
    for shape in ((3, memory_mapped_table.MAX_WIDTH + 1), (memory_mapped_table.MAX_ROWS + 1, 2), (2, 2), (3, 1)):
        with pytest.raises(UploadError, match=f"got {shape[0]:,} rows of {shape[1]:,}"):
            memory_mapped_table.check(np.broadcast_to(np.float32(1), shape))
