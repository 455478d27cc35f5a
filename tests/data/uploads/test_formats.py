import io
import json
from typing import Any

import numpy as np
import pytest

from explorer.data.uploads import UploadError, read_table, read_upload

FOUR = np.arange(8, dtype=np.float32).reshape(4, 2)
WORDS = ("a", "new york", "c", "ü")


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


def test_a_tensor_of_thousands_of_sides_is_refused_before_they_are_multiplied() -> None:
    """90,000 sides took the server 36 seconds, and the message two megabytes."""
    entry = {"dtype": "F32", "shape": [2**62 - 1] * 90_000, "data_offsets": [0, 24]}
    with pytest.raises(UploadError, match=r"^The header's entry 't' has 90,000 axes; at most 16 can be read$"):
        read_table("a.safetensors", headed({"t": entry}))


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


LONG = {
    "English": "The committee decided after a long debate that the bridge over the river should be painted ",
    "Arabic": "قررت اللجنة بعد نقاش طويل أن يطلى الجسر فوق النهر باللون ",
    "Thai": "คณะกรรมการตัดสินใจหลังจากการอภิปรายอันยาวนานว่าสะพานควรทาสี",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈",
}


@pytest.mark.parametrize("kind", ["csv", "tsv", "txt", "npz"])
def test_labels_of_300_letters_stay_whole_and_apart(kind: str) -> None:
    begins = [(text * 300)[:299].replace(" ", "_" if kind == "txt" else " ") for text in LONG.values()]
    words = tuple(begin + end for begin in begins for end in "abc")
    lines = [f"{word},{at},1" for at, word in enumerate(words)]
    out = io.BytesIO()
    np.savez(out, vectors=[[at, 1] for at in range(len(words))], words=words)
    made = {
        "csv": "\n".join(["word,x,y", *lines]).encode(),
        "tsv": "\n".join(["word,x,y", *lines]).replace(",", "\t").encode(),
        "txt": "\n".join(lines).replace(",", " ").encode(),
        "npz": out.getvalue(),
    }
    table = read_table(f"a.{kind}", made[kind])
    assert table.words == words and [table.find(word) for word in words] == list(range(len(words)))
