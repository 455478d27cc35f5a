"""Sentences of the parts are true at other settings than the default."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.projection import analogies, line_projection, word_vector_training
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
from tests.support import plain_texts

Open = Callable[..., AppTest]
GLOVE = shipped("GloVe")


def texts(app: AppTest) -> str:
    return "\n".join(plain_texts(app))


def formula(app: AppTest, key: str) -> str:
    (panel,) = [panel for panel in app.expander if panel.key == f"{key}_formula"]
    return "\n".join(str(element.value) for element in panel.markdown)


@pytest.mark.parametrize(
    ("switches", "row"),
    [
        ({}, "a row of the table, D = 50 numbers"),
        (
            {"j_unit": True},
            "a row of the table as the switches leave it (the mean row subtracted, then divided by its length), D = 50",
        ),
        (
            {"j_unit": True, "j_remove": 1, "j_center": False},
            "a row of the table as the switches leave it (1 direction taken out, then divided by its length), D = 50",
        ),
    ],
)
def test_the_maps_formula_gives_the_number_that_it_names(
    open_page: Open, switches: dict[str, bool | int], row: str
) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe", **switches)
    said, king = formula(app, "j_map"), GLOVE.find("king")
    recipe = Preprocessing(**({"center": True} | {key[2:]: value for key, value in switches.items()}))
    rows = prepare(GLOVE.vectors, recipe).rows(slice(None)).astype(np.float64)
    rows -= rows.mean(axis=0) if recipe.center else 0
    direction = np.linalg.svd(rows, full_matrices=False)[2][0]
    middle = abs(float(rows[king] @ direction))
    assert row in said
    assert f"{fixed(middle, 4)}, and that is where" in said or f"{fixed(-middle, 4)}, and that is where" in said
    assert ("along which the rows differ most" in said) is recipe.center
    assert ("in which the sum of squares is largest" in said) is not recipe.center


@pytest.mark.slow
@pytest.mark.parametrize("part", ["Map", "Groups"])
def test_what_is_left_after_directions_were_taken_out_is_called_that(open_page: Open, part: str) -> None:
    app = open_page("projection", j_part=part, j_remove=3)
    held = pca(prepare(shipped("MiniLM").vectors, Preprocessing(center=True, remove=3))).explained((0, 1))
    of = "of the rows’ spread (their variance) left after 3 directions were taken out"
    assert f"components 1 and 2, which hold {share(held, digits=3)} {of}" in texts(app)


def test_the_spectrums_question_is_about_what_is_left(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_view="Spectrum", j_table="GloVe", j_remove=1)
    assert (
        "How much of the variance left after 1 direction was taken out do they hold?" in app.radio(key="j_share").label
    )
    app.radio(key="j_share").set_value("Just show me").run()
    assert "left after 1 direction was taken out" in texts(app) and "Half of what is left takes" in texts(app)


@pytest.mark.slow
def test_a_component_that_is_drawn_twice_is_named_once(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe", j_c1=2, j_c2=2)
    held = share(pca(prepare(GLOVE.vectors, Preprocessing(center=True))).explained((1,)), digits=3)
    assert f"the picture shows component 2, which holds {held} of the rows’ spread" in texts(app)
    app.radio(key="j_guess").set_value("6 or more").run()
    hint = f"the picture has 1 of 50 directions, and it holds {held} of the variance."
    assert unbroken(hint) in app.info[0].value
    app.radio(key="j_guess").set_value("fewer than 1").run()
    said = [box.value for box in (*app.success, *app.info)]
    assert any("The picture has room for 1 direction of 50." in each for each in said)


@pytest.mark.slow
def test_how_separate_clusters_are_is_compared_with_the_shuffled_table() -> None:
    for name, than in (("MiniLM", "more"), ("Whisper", "less")):
        found = precomputed_division(name, Near(), 12, 0)
        assert found is not None
        assert (found.separate > found.shuffled) is (than == "more")
        said = projection.clusters(table=name).sentence
        assert f"it is {fixed(found.shuffled, 3)}: these clusters are {than} separate than those." in said
        assert "Each row is nearest to the middle of its own cluster." in said
        assert "by the mean squared distance to all rows of a cluster" in said


def test_no_sentence_of_a_training_is_about_one_of_its_methods_alone() -> None:
    assert (
        "guessing" in word_vector_training.PART.why
        and "counting" in word_vector_training.PART.why
        and "random" not in word_vector_training.PART.why
    )
    assert "run of skip-gram" in word_vector_training.PART.look


def test_which_rows_may_answer_an_analogy_follows_the_switch(open_page: Open) -> None:
    app = open_page("projection", j_part="Analogies", j_table="GloVe", j_exclude=False)
    assert "any row, these three among them (30,000);" in formula(app, analogies.KEY)
    app.toggle(key="j_exclude").set_value(True).run()
    assert "any other row (29,997);" in formula(app, analogies.KEY)


def test_the_ringed_words_are_further_apart_than_half_of_all_pairs() -> None:
    assert "further apart than half of all pairs" in line_projection.PART.look
    cloud = points()
    one, two = np.triu_indices(len(cloud), 1)
    every = np.linalg.norm(cloud[one] - cloud[two], axis=1)
    for angle in range(0, 180, 5):
        assert (every < closest_shadows(cloud, angle)[2] - 1e-9).mean() >= 0.5


def test_around_one_word_with_one_neighbour_each_is_said_in_the_singular(open_page: Open) -> None:
    said = texts(open_page("projection", j_part="Map", j_view="Around one word", j_table="GloVe", j_around=5))
    assert "of these 6 words, the nearest one among them is also the nearest dot." in said
    assert "1 nearest" not in said


@pytest.mark.parametrize(
    ("words", "named"), [("nurse", 0), ("nurse, king", 1), ("nurse, king, war, son, aunt, boy", 3)]
)
def test_no_word_is_furthest_towards_both_ends(open_page: Open, words: str, named: int) -> None:
    app = open_page("projection", j_part="Word axes", j_table="GloVe", j_place=words)
    pairs = [("he", "she"), ("man", "woman"), ("boy", "girl"), ("his", "her")]
    pairs += [("son", "daughter"), ("brother", "sister"), ("male", "female"), ("husband", "wife")]
    rows = [(GLOVE.find(low) or 0, GLOVE.find(high) or 0) for low, high in pairs]
    coordinates = pair_ruler(prepare(GLOVE.vectors, Preprocessing(center=True)), rows).coordinates
    order = sorted(words.split(", "), key=lambda word: float(coordinates[GLOVE.find(word) or 0]))
    assert ("Furthest towards" in texts(app)) is (named > 0)
    if named:
        assert f"Furthest towards he/man/boy/…: {', '.join(order[:named])}. " in texts(app)
        assert f"Furthest towards she/woman/girl/…: {', '.join(order[::-1][:named])}. " in texts(app)


def test_a_group_of_all_rows_has_no_other_rows(open_page: Open) -> None:
    app = open_page("projection", j_part="Groups", j_table="GloVe", j_pattern="*")
    assert "No row is left over." in texts(app) and "The other 0" not in texts(app)
    assert not any("outside" in element.proto.body for element in app.get("html"))


def test_words_that_are_not_looked_for_are_counted(open_page: Open) -> None:
    words = [word for word in GLOVE.words if word.isalpha()][:32]
    assert "The first 30 words are looked for, 2 more are not." in texts(
        open_page("projection", j_find=", ".join(words))
    )
