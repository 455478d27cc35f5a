"""Shipped files have their sums and can be built again, and the loaders return the documented arrays."""

import re
import sys

import numpy as np
import pytest

from explorer import data
from explorer.data import SUMS, load_whisper, shipped_files
from explorer.lm.shipped_model import REPORT, WEIGHTS
from explorer.vectors.preprocessing import let_go
from tests.support import resident
from tools.rebuild import data as rebuild


def test_every_shipped_file_has_its_sum_and_every_sum_its_file():
    names = {str(path.relative_to(data.FILES)) for path in data.FILES.rglob("*") if path.is_file()}
    assert names == set(data.SUMS)
    assert {name: data.sha256(data.FILES / name) for name in names} == data.SUMS


def test_the_manifest_names_every_file():
    manifest = (shipped_files.ROOT / "MANIFEST.md").read_text(encoding="utf-8")
    for name in data.SUMS:
        folder, _, base = name.rpartition("/")
        known = base[:8] if folder == "tiktoken" else base.removesuffix(".txt.gz")
        assert known in manifest, name


def test_no_line_ending_conversion_of_the_data():
    """On a hash mismatch tiktoken deletes its file and downloads another, so git must not change a byte."""
    attributes = (shipped_files.ROOT.parents[1] / ".gitattributes").read_text(encoding="utf-8").split("\n")
    assert "explorer/data/files/** -text -diff" in attributes


def test_whisper():
    tables = data.load_whisper()
    assert (tables.tokens.shape, tables.positions.shape, tables.sinusoids.shape) == (
        (50257, 384),
        (448, 384),
        (1500, 384),
    )
    assert {array.dtype for array in (tables.tokens, tables.positions, tables.sinusoids)} == {np.dtype(np.float16)}
    assert tables is data.load_whisper()
    with pytest.raises(ValueError, match="read-only"):
        tables.tokens[0, 0] = 1
    # The encoder's table is sin | cos side by side with the denominator D/2 − 1.
    angles = np.arange(1500)[:, None] * np.exp(-np.log(10_000) * np.arange(192) / 191)
    formula = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
    assert np.abs(tables.sinusoids - formula).max() < 2.5e-4


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(data.CORPORA))
def test_corpora(name):
    text = data.load_corpus(name)
    assert (len(text), len(text.split())) == (data.CORPORA[name].characters, data.CORPORA[name].words)


def test_unknown_corpus():
    with pytest.raises(ValueError, match="Unknown corpus 'bible': expected one of austen, factbook"):
        data.load_corpus("bible")
    with pytest.raises(ValueError, match="Unknown corpus 'bible'"):
        next(data.read_blocks("bible"))


@pytest.mark.parametrize("name", ["mobydick", "sotu"])
def test_a_text_in_pieces_is_the_text(name):
    """Cuts are at line ends only: no word and no \\r\\n is split."""
    pieces = list(data.read_blocks(name, 10_000))
    assert "".join(pieces) == data.load_corpus(name)
    assert len(pieces) > 3 and all(piece.endswith("\n") for piece in pieces[:-1])


def test_analogies():
    sections = data.load_analogies()
    assert (len(sections), sum(map(len, sections.values()))) == (14, 19_544)
    assert ("man", "woman", "king", "queen") in sections["family"]
    words = [word for questions in sections.values() for question in questions for word in question]
    assert len({*map(id, words)}) == len({*words}) == 905, "a word is stored once, not at each of 78,176 places"


def test_every_licence_named_is_shipped():
    folder = shipped_files.ROOT / "licences"
    named = set(re.findall(r"`([\w.-]+\.txt)`", (folder / "README.md").read_text(encoding="utf-8"))) - {
        "minilm_vocab.txt",
        "questions-words.txt",
    }
    assert named == {path.name for path in folder.glob("*.txt")}
    assert "Princeton University" in (folder / "wordnet-3.0.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="which pages a process holds is read from Linux")
def test_the_pages_of_a_table_leave_the_process_and_come_back_as_they_were() -> None:
    table = load_whisper().tokens
    before = table[::50].copy()
    float(table.sum(dtype=np.float32))
    assert resident(table) > 0.9 * table.nbytes / 1024
    assert let_go(table)
    assert resident(table) < 0.01 * table.nbytes / 1024
    np.testing.assert_array_equal(table[::50], before)


def test_what_is_no_file_stays_as_it_is() -> None:
    array = np.arange(6.0).reshape(2, 3)[1:]
    assert not let_go(array) and array.tolist() == [[3, 4, 5]]


def test_every_shipped_file_has_a_recipe_and_a_package():
    trained_here = {WEIGHTS, REPORT}  # by tools/train_lm.py
    assert {file.name for file in rebuild.FILES} == set(SUMS) - trained_here
    assert {file.package for file in rebuild.FILES} == set(rebuild.PACKAGES)


def test_packages_are_asked_for_by_name_with_no_address():
    for kind, package in rebuild.PACKAGES.values():
        command = rebuild.download_command(kind, package)
        assert command[-1] == package
        assert not any("://" in part or "index-url" in part for part in command)


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


@pytest.mark.slow
def test_minilm_and_glove():
    minilm, glove = data.load_minilm(), data.load_glove()
    for table, shape in ((minilm, (30522, 384)), (glove, (30000, 50))):
        rows = table.tokens()
        assert rows.shape == shape == table.token_q.shape
        assert rows.dtype == np.float32
        assert len(table.words) == len(set(table.words)) == shape[0]
        assert not rows.flags.writeable
        assert not table.token_q.flags.writeable
        # value = integer × scale, recomputed for one row in float64
        np.testing.assert_allclose(rows[1234], table.token_q[1234] * np.float64(table.token_scale[1234]), rtol=1e-6)
        # each row uses the whole int8 range, so half a scale is at most 1/254 of the row's largest number
        assert np.abs(table.token_q.astype(np.int16)).max(axis=1).min() == 127
    assert minilm.positions.shape == (512, 384)
    assert (minilm.words[101], minilm.words[102], minilm.words[103]) == ("[CLS]", "[SEP]", "[MASK]")
