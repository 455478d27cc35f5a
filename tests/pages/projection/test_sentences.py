"""Sentences of the parts are true at other settings than the default."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.frame.answer_feedback import SKIP
from explorer.ui.projection import analogies
from explorer.vectors.line_projection import closest_shadows
from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import Near
from explorer.views import projection
from explorer.wording import fixed, share, unbroken
from explorer.words.cluster_cache import precomputed_division
from explorer.words.shipped_tables import shipped
from explorer.words.toy_words import points
from explorer.words.word_axes import pair_ruler
from tests.support import numbers_in, open_folds, texts

Open = Callable[..., AppTest]
GLOVE = shipped("GloVe")


def formula(app: AppTest, key: str) -> str:
    (panel,) = [panel for panel in open_folds(app, f"{key}_formula").expander if panel.key == f"{key}_formula"]
    return "\n".join(str(element.value) for element in panel.markdown)


@pytest.mark.slow
@pytest.mark.parametrize("switches", [{}, {"unit": True}, {"unit": True, "remove": 1, "center": False}])
def test_the_maps_formula_gives_the_number_that_it_names(switches: dict[str, Any]) -> None:
    said, king = str(projection.word_map(table="GloVe", find=("king",), **switches).formula), GLOVE.find("king")
    recipe = Preprocessing(**({"center": True} | switches))
    rows = prepare(GLOVE.vectors, recipe).rows(slice(None)).astype(np.float64)
    rows -= rows.mean(axis=0) if recipe.center else 0
    direction = np.linalg.svd(rows, full_matrices=False)[2][0]
    middle = abs(float(rows[king] @ direction))
    assert {50, round(middle, 4)} <= numbers_in(said)


def test_what_is_left_after_directions_were_taken_out_is_called_that(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_remove=3)
    held = pca(prepare(shipped("MiniLM").vectors, Preprocessing(center=True, remove=3))).explained((0, 1))
    assert share(held, digits=3) in texts(app) and {1, 2, 3} <= numbers_in(texts(app))


def test_a_component_that_is_drawn_twice_is_named_once(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe", j_c1=2, j_c2=2)
    held = share(pca(prepare(GLOVE.vectors, Preprocessing(center=True))).explained((1,)), digits=3)
    assert held in texts(app)
    app.radio(key="j_guess").set_value("Yes: 6 or more").run()
    assert unbroken(held) in app.info[0].value and {1, 50} <= numbers_in(app.info[0].value)
    app.radio(key="j_guess").set_value("No: fewer than 1").run()
    assert any({1, 50} <= numbers_in(box.value) for box in (*app.success, *app.info))


def test_which_rows_may_answer_an_analogy_follows_the_switch(open_page: Open) -> None:
    app = open_page("projection", j_part="Analogies", j_table="GloVe", j_exclude=False, j_nearest_sum=SKIP)
    assert 30_000 in numbers_in(formula(app, analogies.KEY))
    app.toggle(key="j_exclude").set_value(True).run()
    assert 29_997 in numbers_in(formula(app, analogies.KEY))


def test_the_ringed_words_are_further_apart_than_half_of_all_pairs() -> None:
    cloud = points()
    one, two = np.triu_indices(len(cloud), 1)
    every = np.linalg.norm(cloud[one] - cloud[two], axis=1)
    for angle in range(0, 180, 5):
        assert (every < closest_shadows(cloud, angle)[2] - 1e-9).mean() >= 0.5


@pytest.mark.parametrize(
    ("words", "named"), [("nurse", 0), ("nurse, king", 1), ("nurse, king, war, son, aunt, boy", 3)]
)
def test_no_word_is_furthest_towards_both_ends(open_page: Open, words: str, named: int) -> None:
    app = open_page("projection", j_part="Analogies", j_steps="word axes", j_table="GloVe", j_place=words)
    pairs = [("he", "she"), ("man", "woman"), ("boy", "girl"), ("his", "her")]
    pairs += [("son", "daughter"), ("brother", "sister"), ("male", "female"), ("husband", "wife")]
    rows = [(GLOVE.find(low) or 0, GLOVE.find(high) or 0) for low, high in pairs]
    coordinates = pair_ruler(prepare(GLOVE.vectors, Preprocessing(center=True)), rows).coordinates
    order = sorted(words.split(", "), key=lambda word: float(coordinates[GLOVE.find(word) or 0]))
    ends = [", ".join(each[:named]) for each in (order, order[::-1])]
    assert not named or all(re.search(rf": {end}[.;]", texts(app)) for end in ends)


def test_words_that_are_not_looked_for_are_counted(open_page: Open) -> None:
    words = [word for word in GLOVE.words if word.isalpha()][:32]
    assert {30, 2} <= numbers_in(texts(open_page("projection", j_find=", ".join(words))))


@pytest.mark.slow
def test_how_separate_clusters_are_is_compared_with_the_shuffled_table() -> None:
    for name, than in (("MiniLM", "more"), ("Whisper", "less")):
        found = precomputed_division(name, Near(), 12, 0)
        assert found is not None
        assert (found.separate > found.shuffled) is (than == "more")
        said = projection.clusters(table=name, k=12).sentence
        assert fixed(found.shuffled, 3) in said
