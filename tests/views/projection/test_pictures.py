"""Smaller pictures of Projection: trained tables, typed words, one word's neighbourhood, a shadow, groups."""

import re

import numpy as np
import pytest

from explorer.data.word_table import WordTable
from explorer.ui.plot.animation import MOST_BYTES, Moves
from explorer.views import projection
from explorer.views.animation_frames import frames_of
from explorer.views.projection.trained_tables import COUNTING, request_of, table_call
from explorer.views.projection.word_lookup import missing, twice
from explorer.words.toy_words import points


@pytest.mark.slow
def test_a_training_called_by_the_name_of_its_table_gives_the_same_table() -> None:
    found = projection.trained(texts=("Moby-Dick",), method=COUNTING, width=10, window=2)
    again = eval(repr(found), {"projection": projection})
    assert again.key == found.key and (again.table.vectors == found.table.vectors).all()
    assert repr(found) == table_call(request_of(("Moby-Dick",), COUNTING, 10, 1, 2))


@pytest.mark.parametrize("wrong", [{"texts": ("Homer",)}, {"method": "magic"}, {"width": 0}, {"own": "too few"}])
def test_a_training_that_can_not_be_made_says_so(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"Expected|words"):
        projection.trained(**wrong)  # type: ignore[arg-type]


TABLE = WordTable("mine", ("</s>", "plum", "plum", "Plum", "cafe\u0301", "café", "ﬁg", "Straße"), np.eye(8))


def test_every_row_can_be_found_by_what_it_is_called() -> None:
    assert [TABLE.find(TABLE.name_of(row)) for row in range(8)] == list(range(8))
    assert TABLE.find("row 2") == 2 and TABLE.find("row 8") is None and TABLE.find("row x") is None


def test_a_word_in_two_rows_is_said_with_what_finds_the_other() -> None:
    assert "“row 2”" in twice(TABLE, [1]) and "“row 1”" in twice(TABLE, [2])
    assert twice(TABLE, [0, 3, 4]) == ""


@pytest.mark.parametrize(("typed", "row"), [("pl\u00adum", 1), ("ｐｌｕｍ", 1)])
def test_a_word_that_looks_alike_is_named(typed: str, row: int) -> None:
    assert TABLE.find(typed) is None
    assert TABLE.look_alike(typed) == row
    assert f"“row {row}”" in missing(TABLE, typed)


def test_composed_and_decomposed_letters_look_alike() -> None:
    decomposed = WordTable("mine", ("tea", "cafe\u0301"), np.eye(2))
    assert decomposed.find("caf\u00e9") is None and decomposed.look_alike("Caf\u00e9") == 1
    assert decomposed.look_alike("cafe") is None


def test_words_with_vowel_signs_are_words_of_letters() -> None:
    words = ("नमस्ते", "สวัสดี", "می\u200cخواهم", "e\u0301tude", "чай", "a1", "👩\u200d👩", "\u0301")
    table = WordTable("mine", words, np.eye(8, dtype=np.float32))
    assert table.whole.tolist() == [True] * 5 + [False] * 3


@pytest.mark.slow
def test_the_shadows_turn_with_the_line_and_its_share_follows() -> None:
    view = projection.shadow(angle=150)
    frames = frames_of(view.call, "angle", range(180))
    line, _, _, feet, _ = zip(*frames.data, strict=True)
    centred = points() - points().mean(axis=0)
    for angle in (0, 1, 59, 90, 179):
        along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        ends = np.stack([line[angle]["x"], line[angle]["y"]], axis=1)
        assert abs(np.cross(np.append(ends[1] - ends[0], 0), np.append(along, 0))[2]) < 1e-5
        there = np.stack([feet[angle]["x"], feet[angle]["y"]], axis=1)
        np.testing.assert_allclose(there, points().mean(axis=0) + np.outer(centred @ along, along), atol=1e-6)
        kept = np.square(centred @ along).sum() / np.square(centred).sum()
        said = re.search(rf"at {angle}° the shadows keep ([\d.]+) %", frames.sentences[angle])
        assert said and float(said[1]) == pytest.approx(100 * kept, rel=6e-3)
    sent = Moves("angle", range(180), "j_angle", "Angle").of(view)[1].made()
    assert len(sent["packed"]) <= MOST_BYTES and sent["step"] == 1, "a frame for every degree"


@pytest.mark.slow
def test_a_line_marks_the_angle_under_the_curve() -> None:
    frames = frames_of(projection.shadow_by_angle().at_question(guess=90.0).call, "angle", range(180))
    assert frames.traces == (), "the curve stands still"
    assert [[shape["x0"] for shape in layout["shapes"]] for layout in frames.layout] == [[n, 90] for n in range(180)]


def test_a_quarter_turn_apart_two_shares_are_all_of_it_by_their_digits() -> None:
    shares = re.findall(r"([\d.]+) %", projection.shadow_by_angle().sentence)
    assert len(shares) == 2 and sum(map(float, shares)) == pytest.approx(100, abs=1e-9)
    assert "· −" not in projection.shadow(angle=150).formula.worked
