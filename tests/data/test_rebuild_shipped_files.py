"""Pure functions of the script that rebuilds the shipped files, on hand-made examples."""

import gzip
import io
import json
import struct
import zlib

import numpy as np
import pytest

from explorer.data import SUMS, load_glove
from explorer.lm.shipped_model import REPORT, WEIGHTS
from tools.rebuild import data as rebuild


def test_every_shipped_file_has_a_recipe_and_a_package():
    trained_here = {WEIGHTS, REPORT}  # by tools/train_lm.py
    assert {file.name for file in rebuild.FILES} == set(SUMS) - trained_here
    assert {file.package for file in rebuild.FILES} == set(rebuild.PACKAGES)


def test_packages_are_asked_for_by_name_with_no_address():
    for kind, package in rebuild.PACKAGES.values():
        command = rebuild.download_command(kind, package)
        assert command[-1] == package
        assert not any("://" in part or "index-url" in part for part in command)


def test_quantised_rows_keep_their_largest_number():
    table = np.array([[0.5, -1.27, 0.0], [3.0, 1.0, -2.0]], np.float32)
    made = rebuild.recipes.quantised(table)
    assert made["token_q"].tolist() == [[50, -127, 0], [127, 42, -85]]
    np.testing.assert_allclose(made["token_q"] * made["token_scale"].astype(np.float32)[:, None], table, atol=0.012)


def test_the_same_arrays_give_the_same_bytes_and_those_that_are_shipped():
    glove = load_glove()
    data = rebuild.recipes.npz(
        token_q=glove.token_q, token_scale=glove.token_scale, words=np.array([str(word) for word in glove.words])
    )
    with np.load(io.BytesIO(data)) as archive:
        np.testing.assert_array_equal(archive["token_q"], glove.token_q)
    array = np.arange(6, dtype=np.float16).reshape(2, 3)
    np.testing.assert_array_equal(np.load(io.BytesIO(rebuild.recipes.npy(array))), array)


def test_gzip_has_no_time_in_it():
    data = rebuild.recipes.named_gzip(b"hello", "a.txt")
    assert gzip.decompress(data) == b"hello"
    assert data[4:8] == bytes(4)
    assert data[10:16] == b"a.txt\0"


def test_ctranslate2_variables():
    def name(text):
        return struct.pack("<H", len(text) + 1) + text.encode() + b"\0"

    values = np.arange(6, dtype=np.float16)
    model = struct.pack("<I", 6) + name("Spec") + struct.pack("<II", 3, 2)
    model += name("scale") + struct.pack("<BBI", 0, 1, 1) + b"\1"
    model += name("weight") + struct.pack("<BIIBI", 2, 2, 3, 4, 12) + values.tobytes()
    variables = rebuild.recipes.ctranslate2_variables(model)
    assert variables == {"scale": ((), 1, b"\1"), "weight": ((2, 3), 4, values.tobytes())}


def test_whisper_wants_float16(tmp_path, monkeypatch):
    (tmp_path / "model.bin").write_bytes(b"")
    monkeypatch.setattr(rebuild.recipes, "ctranslate2_variables", lambda _: {"w": ((1, 1), 0, bytes(4))})
    with pytest.raises(ValueError, match=r"w: expected float16 \(type 4\), got type 0"):
        rebuild.recipes.whisper(tmp_path, "w", 1)


def test_safetensor(tmp_path):
    values = np.array([[1, 2], [3, 4]], np.float32)
    header = json.dumps({"w": {"dtype": "F32", "shape": [2, 2], "data_offsets": [4, 20]}}).encode()
    path = tmp_path / "m.safetensors"
    path.write_bytes(struct.pack("<Q", len(header)) + header + bytes(4) + values.tobytes())
    np.testing.assert_array_equal(rebuild.recipes.safetensor(path, "w"), values)


def test_glosses():
    lines = [
        "  1 This software and database is being provided to you",
        "00001740 03 n 01 entity 0 003 ~ 0 | that which is perceived  ",
        "00014490 00 s 02 abounding 0 galore(ip) 0 001 & 0 | existing in abundance  ",
        "00001 03 n 02 9/11 0 Sept._11 0 000 | the day  ",
    ]
    assert list(rebuild.recipes.glosses(iter(lines))) == [
        "entity: that which is perceived",
        "abounding, galore: existing in abundance",
        "9/11, Sept. 11: the day",
    ]


def test_factbook_texts_in_order():
    profiles = [json.dumps({"b": {"text": "x", "a": {"text": "y"}}}).encode(), b'{"c": {"text": "z"}}']
    assert rebuild.recipes.factbook(profiles) == "x\ny\nz"


def test_r_objects():
    def serialized(words):
        data = b"X\n" + struct.pack(">IIII", 3, 0, 0, 5) + b"UTF-8" + struct.pack(">II", 16, len(words))
        return data + b"".join(struct.pack(">Ii", 9, len(w.encode())) + w.encode() for w in words)

    raw = [serialized(["Émma", ""]), serialized(["Persuasion"])]
    database = b"".join(struct.pack(">I", len(data)) + zlib.compress(data) for data in raw)
    objects = list(rebuild.recipes.r_database(database))
    assert [rebuild.recipes.r_strings(data) for data in objects] == [["Émma", ""], ["Persuasion"]]
    wrong = raw[1].replace(struct.pack(">II", 16, 1), struct.pack(">II", 13, 1))
    with pytest.raises(ValueError, match=r"character vector \(type 16\), got type 13"):
        rebuild.recipes.r_strings(wrong)


def test_a_wrong_sum_is_named_and_fails(tmp_path, monkeypatch, capsys):
    (tmp_path / "gensim").mkdir()
    (tmp_path / "gensim" / "questions-words.txt").write_text("not these")
    assert rebuild.main(["questions", "--packages", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "DIFFERS questions-words.txt expected SHA-256 8c29b333" in said
    assert "0 of 1 files proved" in said
    assert rebuild.main(["no such file"]) == 1


def test_a_right_sum_is_proved(tmp_path, capsys):
    (tmp_path / "gensim").mkdir()
    (tmp_path / "gensim" / "questions-words.txt").write_bytes(
        (rebuild.ROOT / "explorer/data/files/questions-words.txt").read_bytes()
    )
    assert rebuild.main(["questions", "--packages", str(tmp_path)]) == 0
    assert "1 of 1 files proved" in capsys.readouterr().out
