"""The switch for the similarity measure of the whole Projection page."""

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.projection.comparing import browser_maps
from explorer.vectors.map_quality import distortion
from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import DOT, EUCLID, Near, near_rows
from explorer.views.projection import point_sample, similarity_settings
from explorer.views.projection.map_methods import BrowserMaps
from explorer.views.projection.point_sample import Selection
from explorer.views.projection.table_source import Source
from explorer.wording import share
from explorer.words.shipped_tables import shipped
from tests.support import html_of, texts

Open = Callable[..., AppTest]
GIVE_UP = "Just show me"
LISTS, THEME = {"j_lists_more": "true"}, {"j_theme_more": "true"}
GLOVE = shipped("GloVe")
KING = GLOVE.find("king") or 0


@pytest.mark.parametrize("center", [False, True])
@pytest.mark.parametrize("measure", [EUCLID, DOT])
def test_the_maps_lists_and_shares_follow_the_switch(open_page: Open, measure: str, center: bool) -> None:
    table = similarity_settings.CENTRED if center else similarity_settings.AS_STORED
    app = open_page("projection", j_part="Map", j_table="GloVe", j_near=measure, j_compare=table, **LISTS)
    view = prepare(GLOVE.vectors, Preprocessing(center=center))
    found = near_rows(view, KING, 10, measure)
    assert similarity_settings.BY[measure] in texts(app) and "cosine" not in texts(app)
    for row, value in zip(found.ids, found.values, strict=True):
        assert f">{GLOVE.words[row]}</td>" in html_of(app)
        assert f">{value:.3f}</td>" in html_of(app)
    app.radio(key="j_guess").set_value(GIVE_UP).run()
    kept = distortion(view, pca(GLOVE.vectors).project(GLOVE.vectors), k=10, sample=500, measure=measure)
    assert app.metric[0].value == share(kept.share, digits=3)
    assert "cosine" not in texts(app) and similarity_settings.BY[measure] in texts(app) and table in texts(app)


def test_it_is_said_what_is_chosen_and_the_address_carries_it_to_the_next_part(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe", j_near=EUCLID, **LISTS)
    assert [block.proto.popover.label for block in app.get("popover")].count("Near means") == 1
    assert similarity_settings.BY[EUCLID] in texts(app)
    app.segmented_control(key="j_near").set_value(DOT).run()
    assert similarity_settings.BY[DOT] in texts(app) and similarity_settings.BY[EUCLID] not in texts(app)


def test_what_two_maps_keep_is_counted_by_the_switch(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"j_near": EUCLID, "j_compare": similarity_settings.CENTRED}
    monkeypatch.setattr(browser_maps, "show", lambda key, panels, *_: BrowserMaps((1000,), (panels[0].positions,)))
    app = open_page("projection", j_part="Other maps", j_table="GloVe", **settings)
    app.radio(key="j_ways_guess").set_value(GIVE_UP).run()
    found = point_sample.draw_sample(Source("GloVe", GLOVE), Selection(near=Near(EUCLID, Preprocessing(center=True))))
    rows = (GLOVE.vectors - GLOVE.vectors.mean(axis=0))[list(found.rows)]
    np.testing.assert_allclose(found.truth, rows, atol=1e-5)
    kept = distortion(rows, found.reduced[:, :2], k=10, sample=500, measure=EUCLID)
    assert f">{100 * kept.share:.1f}</td>" in html_of(app)
    assert similarity_settings.BY[EUCLID] in app.radio(key="j_ways_guess").label


def test_a_part_with_a_published_measure_says_so_and_does_not_change(open_page: Open) -> None:
    plain, asked = (
        open_page("projection", j_part="Analogies", j_table="GloVe", j_near=each) for each in ("cosine", EUCLID)
    )
    assert texts(plain) == texts(asked)
    assert not any(block.proto.popover.label == "Near means" for block in asked.get("popover"))


def test_a_words_list_is_that_of_the_table(open_page: Open) -> None:
    minilm = shipped("MiniLM")
    true = near_rows(minilm.vectors, minilm.find("river") or 0, 10)
    app = open_page("projection", j_find="river", **LISTS)
    assert not app.exception
    assert all(f">{minilm.words[row]}<" in html_of(app) for row in true.ids) and f">{true.values[0]:.3f}<" in html_of(
        app
    )


def test_the_table_after_the_switches_is_the_maps(open_page: Open) -> None:
    app = open_page(
        "projection", j_part="Map", j_table="GloVe", j_remove=2, j_compare=similarity_settings.AS_SWITCHED, **LISTS
    )
    found = near_rows(prepare(GLOVE.vectors, Preprocessing(center=True, remove=2)), KING, 10)
    assert all(f">{GLOVE.words[row]}</td>" in html_of(app) for row in found.ids)


@pytest.mark.parametrize("compared", ["two methods", "other seeds"])
@pytest.mark.parametrize("measure", [EUCLID, DOT])
def test_methods_that_move_dots_say_what_they_read(open_page: Open, compared: str, measure: str) -> None:
    app = open_page("projection", j_part="Other maps", j_maps=compared, j_table="GloVe", j_near=measure)
    said = texts(app) + "\n".join(caption.value for caption in app.caption)
    assert similarity_settings.read(Near(measure)) in said
    assert "unit length" not in said
