import numpy as np
import pytest

from explorer.data import load_analogies
from explorer.data.word_table import WordTable
from explorer.vectors.preprocessing import unit_rows
from explorer.views.projection.word_vector_training import Plane, plane_of
from explorer.words import analogies
from explorer.words.analogies import accuracy, ask, complete, scores, together
from explorer.words.cluster_cache import MADE_OF
from explorer.words.parallelogram import corners
from explorer.words.shipped_tables import shipped
from explorer.words.word_axes import pair_ruler
from explorer.words.word_categories import NAMES, members, words_in

RNG = np.random.default_rng(0)
TABLE = RNG.normal(size=(60, 8)).astype(np.float32)


def test_accuracy_equals_asking_one_question_after_the_other() -> None:
    words = {str(row): row for row in range(60)}
    questions = [tuple(map(str, RNG.choice(60, 4, replace=False))) for _ in range(200)]
    # Make a third of the answers right, so that both outcomes occur.
    for at in range(0, 200, 3):
        a, b, c, _ = (int(word) for word in questions[at])
        questions[at] = (*questions[at][:3], str(complete(TABLE, a, b, c, 1).ids[0]))
    (found,) = accuracy(TABLE, words.get, {"all": questions})
    strict = [complete(TABLE, *(int(w) for w in q[:3]), 1).ids[0] == int(q[3]) for q in questions]
    loose = [complete(TABLE, *(int(w) for w in q[:3]), 1, exclude_inputs=False).ids[0] for q in questions]
    assert found.asked == 200
    assert found.right == sum(strict) >= 66
    assert found.right_with_inputs == sum(int(q[3]) == row for q, row in zip(questions, loose, strict=True))
    assert found.echoes == sum(str(row) in q[:3] for q, row in zip(questions, loose, strict=True))


def test_3cosadd_is_the_cosine_to_b_minus_a_plus_c() -> None:
    unit = unit_rows(TABLE)
    target = unit[1] - unit[0] + unit[2]
    expected = unit @ target / np.linalg.norm(target)
    found = complete(TABLE, 0, 1, 2, 60, exclude_inputs=False)
    np.testing.assert_allclose(found.values, np.sort(expected)[::-1], atol=1e-6)


def test_a_row_that_stays_keeps_its_place_while_all_others_move() -> None:
    early = RNG.normal(size=(100, 6)).astype(np.float32)
    late = early + 3 * RNG.normal(size=(100, 6)).astype(np.float32) + 2
    late[7] = 5 * early[7]
    plane = plane_of(early)
    np.testing.assert_allclose(plane.draw(late)[7], plane.draw(early)[7], atol=1e-6)
    assert np.abs(plane.draw(late).mean(axis=0) - plane.draw(early).mean(axis=0)).max() > 0.1


@pytest.mark.slow
def test_minilm_solves_most_analogies_unless_the_given_words_may_answer() -> None:
    table = shipped("MiniLM")
    score = together(accuracy(table.vectors, table.find, load_analogies(), allowed=table.whole))
    assert (round(100 * score.accuracy, 1), round(100 * score.right / score.total)) == (75.5, 47)
    assert (score.asked, score.total) == (12154, 19544)
    assert score.right_with_inputs / score.asked < 0.05
    assert score.echoes / score.asked > 0.9


@pytest.mark.slow
def test_glove_solves_about_half() -> None:
    table = shipped("GloVe")
    score = together(accuracy(table.vectors, table.find, load_analogies(), allowed=table.whole))
    assert score.accuracy == pytest.approx(0.497, abs=0.01)


def test_no_covered_question_is_no_division_by_zero() -> None:
    (score,) = accuracy(TABLE, {}.get, {"none": [("a", "b", "c", "d")]})
    assert (score.total, score.asked, score.accuracy) == (1, 0, 0.0)


def test_the_parallelogram_is_one_and_lies_in_its_plane() -> None:
    points, away = corners(TABLE, [0, 1, 2], [3, 4])
    np.testing.assert_allclose(points[1] - points[0], points[3] - points[2], atol=1e-5)
    np.testing.assert_allclose(away[:4], 0, atol=1e-4)  # and b − a + c
    assert away[4:].min() > 1e-2
    unit = unit_rows(TABLE)
    assert np.linalg.norm(points[1] - points[2]) == pytest.approx(np.linalg.norm(unit[1] - unit[2]), abs=1e-5)
    distance = np.hypot(np.linalg.norm(points[4] - points[0]), away[4])
    assert distance == pytest.approx(np.linalg.norm(unit[3] - unit[0]), abs=1e-5)
    with pytest.raises(ValueError, match="no step to take"):
        corners(np.ones((3, 2)), [0, 1, 2], [])


def test_a_ruler_measures_from_halfway() -> None:
    found = pair_ruler(TABLE, [(4, 9)])
    assert found.coordinates[4] == pytest.approx(-found.half, abs=1e-5)
    assert found.coordinates[9] == pytest.approx(found.half, abs=1e-5)
    assert found.offset[[4, 9]] == pytest.approx(0, abs=1e-3)
    middle = (TABLE[4] + TABLE[9]) / 2
    np.testing.assert_allclose(
        np.hypot(found.coordinates, found.offset), np.linalg.norm(TABLE - middle, axis=1), atol=1e-4
    )
    with pytest.raises(ValueError, match="same vector"):
        pair_ruler(TABLE, [(3, 3)])


def test_she_and_he_part_words_in_minilm() -> None:
    table = shipped("MiniLM")
    coordinates = pair_ruler(table.vectors, [(table.find("he") or 0, table.find("she") or 0)]).coordinates
    for low, high in (("uncle", "aunt"), ("king", "queen"), ("father", "mother")):
        assert coordinates[table.find(low) or 0] < coordinates[table.find(high) or 0]


@pytest.mark.parametrize("name", NAMES)
def test_kinds_of_words_are_words_that_the_tables_have(name: str) -> None:
    words = words_in(name)
    assert len(words) == len(set(words)) >= 12
    table = shipped("GloVe")
    assert len(members(table.find, [name])[name]) >= 0.6 * len(words)


def test_words_are_found_without_regard_to_case_and_the_exact_form_wins() -> None:
    table = WordTable("mine", ("apple", "Apple", "##le", "R2"), np.eye(4))
    assert (table.find("Apple"), table.find(" APPLE "), table.find("pear")) == (1, 0, None)
    assert table.whole.tolist() == [True, True, False, False]
    assert table.closest_spelling("appel") == ["apple"]
    assert shipped("Whisper").find("king") == 5822
    with pytest.raises(ValueError, match="2 labels for 3 rows"):
        WordTable("mine", ("a", "b"), np.eye(3))
    with pytest.raises(ValueError, match="Column 'year' has 1 value for 2 rows"):
        WordTable("mine", ("a", "b"), np.eye(2), {"year": np.zeros(1)})
    with pytest.raises(ValueError, match="Unknown table 'Elmo'"):
        shipped("Elmo")


def test_one_plane_serves_all_moments_and_a_later_one_is_turned_towards_it() -> None:
    early = RNG.normal(size=(100, 6))
    late = early + 0.05 * RNG.normal(size=(100, 6))
    first = plane_of(early)
    turned, free = plane_of(late, like=first), plane_of(late)
    old = first.draw(late)
    near, far = (np.linalg.norm(plane.draw(late) - old) for plane in (turned, free))
    assert near <= far * (1 + 1e-5)
    # Turning within the plane does not change the plane.
    np.testing.assert_allclose(turned.axes.T @ turned.axes, free.axes.T @ free.axes, atol=1e-10)
    mirrored = Plane(-free.axes, free.origin)
    np.testing.assert_allclose(plane_of(late, like=mirrored).axes, mirrored.axes, atol=1e-6)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name != "GloVe" else []) for name in MADE_OF]
)
def test_answers_found_beforehand_are_those_that_asking_gives(name: str) -> None:
    table, known = shipped(name), analogies.precomputed_answers(name)
    assert known is not None
    found = ask(table.vectors, table.find, load_analogies(), allowed=table.whole)
    for kept, now in zip(known, (found.strict, found.loose), strict=True):
        # Another processor may round differently and swap two rows that are equally near to seven digits.
        assert np.mean(kept == now) > 0.999
    again = ask(table.vectors, table.find, load_analogies(), allowed=table.whole, known=known)
    assert together(scores(again)).asked == len(known[0]) == together(scores(found)).asked


def test_answers_of_other_bytes_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    analogies.precomputed_answers.cache_clear()
    monkeypatch.setitem(analogies.shipped_files.SUMS, MADE_OF["GloVe"][0], "0" * 64)
    assert analogies.precomputed_answers("GloVe") is None and analogies.precomputed_answers("no such table") is None
    assert analogies.precomputed_answers("MiniLM") is not None
    analogies.precomputed_answers.cache_clear()


def test_a_plane_holds_nothing_of_rows_that_are_all_alike() -> None:
    plane = plane_of(RNG.normal(size=(40, 5)))
    assert plane.explained(np.ones((10, 5))) == 0
    rows = RNG.normal(size=(50, 5)) + 1
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    about = unit - unit.mean(axis=0)
    expected = np.square(about @ plane.axes.T).sum() / np.square(about).sum()
    assert plane.explained(rows) == pytest.approx(expected, rel=1e-4)
