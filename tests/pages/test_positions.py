"""The Positions page by AppTest: links, typed numbers, guesses and the presenter line; the pictures are the views'."""

import re

import pytest

from explorer.ui.frame.presenter_model_caption import FORMULA, presenter_text
from explorer.ui.positions import near_positions
from explorer.views import positions as views
from explorer.views.positions.clock_dials import HANDS
from tests.pages.captured_views import KINDS
from tests.support import numbers_in, open_folds, part_of, parts_of, plain_texts

PARTS = parts_of("positions")


def pictures(app) -> list:
    """This page's own components, without the frame's, and without the numbers of a heatmap that travel apart."""
    own = [found for found in app.get("bidi_component") if found.key.startswith("p_")]
    return [found for found in own if not found.key.endswith("_store")]


def words(app) -> str:
    return "\n".join(plain_texts(app) + [element.value for element in app.markdown] + [e.value for e in app.code])


def test_rows_of_a_part_that_the_table_has_no_more_begin_at_0(open_page):
    app = open_page("positions", p_len=256, p_dim=64, p_some="true", p_rows=64, p_from=193)
    assert app.warning and app.session_state["p_from"] == 0


def test_a_guess_is_answered_and_the_right_one_confirmed(open_page):
    assert not open_page("positions", p_part="Heatmap").success
    assert open_page("positions", p_fastest="the first").success
    assert not open_page("positions", p_fastest="the last").success
    halves = open_page("positions", p_layout="in halves", p_fastest="the first of each half").success[0].value
    assert {0, 64} <= numbers_in(halves)


def test_far_rows_are_drawn_once_it_was_guessed_how_alike_they_are(open_page):
    link = {"p_part": "Heatmap", "p_cells": "which rows are alike"}
    app = open_page("positions", **link)
    assert views.similarity_matrix(length=near_positions.FIRST).sentence in words(app)
    app.radio(key="p_guess_far").set_value("0.2 to 0.6").run()
    assert 0.48 in numbers_in(app.success[0].value) and views.similarity_matrix().sentence in words(app)
    assert views.similarity_matrix(length=64).sentence in words(open_page("positions", **link, p_len=64))  # no row 100


def test_hands_that_tell_44_from_0_are_counted(open_page):
    app = open_page("positions", p_part="Clocks", p_elsewhere="one or two")  # with turns of 83.8 and 306
    assert {18, 27, 44} <= numbers_in(app.success[0].value) and not {9, 36} & numbers_in(app.success[0].value)
    assert [
        each.key for each in open_page("positions", p_part="Clocks", p_hands=["5"], p_speeds_more="true").radio
    ] == ["p_double"]


def test_doubling_the_base_is_computed_for_the_chosen_width(open_page):
    app = open_page("positions", p_part="Clocks", p_dim=4, p_double="Just show me")
    assert {0, 1, 1.41} <= numbers_in(app.info[-1].value)


def test_a_narrower_table_forgets_pairs_that_it_does_not_have(open_page):
    app = open_folds(open_page("positions", p_part="Clocks"), "_more")
    app.multiselect(key="p_hands").set_value(["0", "4", "16"]).run()
    app.select_slider(key="p_dim").set_value(6).run()
    assert app.multiselect(key="p_hands").value == ["0"] and views.clocks(dim=6, pairs=(0,)).details in words(app)


def test_a_pair_that_is_no_number_is_forgotten(open_page):
    """Only a forged message names one."""
    app = open_page("positions", p_part="Clocks")
    app.session_state["p_hands"] = ["0", "Trained here"]
    app.run()
    assert not app.exception and app.multiselect(key="p_hands").value == ["0"]


def test_what_a_link_got_wrong_is_said_until_another_part_is_chosen_and_never_of_what_the_visitor_did(open_page):
    app = open_page("positions", p_part="Clocks", p_len="many", p_hands="9")
    assert len(app.warning) == 1
    app.run()
    assert len(app.warning) == 1
    app.multiselect(key="p_hands").set_value(["1", "2"]).run()
    app.segmented_control(key="p_part").set_value("Two arrows").run()
    assert not app.warning
    app.segmented_control(key="p_part").set_value("Heatmap").run()
    app.segmented_control(key="p_layout").set_value("in halves").run()
    app.segmented_control(key="p_part").set_value("Counting").run()
    assert not app.warning


def test_the_shift_compares_at_some_positions_and_at_all_when_asked(open_page):
    app = open_page("positions", p_part="Shift", p_all_hands_more="true", p_len=2_000, p_dim=1_024)
    some = numbers_in("\n".join(plain_texts(app)))
    app.toggle(key="p_every").set_value(True).run()
    every = numbers_in("\n".join(plain_texts(app)))
    assert 32 in some - every


def test_the_box_of_hands_says_what_is_shown_while_none_is_chosen(open_page):
    app = open_folds(open_page("positions", p_part="Clocks"), "_more")
    assert app.multiselect(key="p_hands").value == []
    assert numbers_in(app.multiselect(key="p_hands").proto.placeholder) == {HANDS}
    app = open_page("positions", p_part="Clocks", p_dim=4)
    assert numbers_in(app.multiselect(key="p_hands").proto.placeholder) == set()


def test_a_typed_number_moves_the_slider_between_its_marks_and_the_slider_leaves_it(open_page):
    app = open_page("positions", p_part="Heatmap")
    app.session_state["p_len_typed"] = True
    app.run()
    for name in ("len", "dim", "base"):
        box, dial = app.number_input(key=f"_p_{name}_box"), app.select_slider(key=f"p_{name}")
        assert [f"{box.min:.0f}", f"{box.max:.0f}"] == [dial.options[at].replace(",", "") for at in (0, -1)]
        assert numbers_in(box.label) == {box.min, box.max}
    app.number_input(key="_p_len_box").set_value(7_777).run()
    assert 7_777 in numbers_in(words(app)) and app.select_slider(key="p_len").value == 7_777
    app.select_slider(key="p_len").set_value(64).run()
    assert app.number_input(key="_p_len_box").value == 64
    app.number_input(key="_p_dim_box").set_value(301).run()
    assert app.select_slider(key="p_dim").value == 300, "a sine and a cosine for each hand"


def test_a_part_or_a_choice_that_is_not_there_is_said(open_page):
    for asked in (
        {"p_part": "Nowhere"},
        {"p_layout": "<img>", "p_part": "Heatmap"},
        {"p_part": "Heatmap", "p_cells": "which rows are alike", "p_measure": "🐱"},
    ):
        assert len(open_page("positions", **asked).warning) == 1
    app = open_page("positions", p_part="Heatmap", p_layout="concatenated")  # the value's name in code
    assert not app.warning and app.segmented_control(key="p_layout").value == "in halves"
    assert not open_page("positions", p_part="Heatmap", p_cells="which rows are alike", p_measure="dot product").warning
    assert not open_page("positions", p_part="Clocks", p_hands="9").warning
    assert "“900”" in open_page("positions", p_part="Clocks", p_hands="900").warning[0].value
    assert not open_page("positions", p_part="Heatmap", p_layout="alternating", p_len="256").warning


def test_the_fit_is_drawn_at_once_and_what_lies_beyond_after_the_guess(open_page):
    app = open_page("positions", p_part="Shift", p_fitted="true")
    assert len(pictures(app)) == 5
    answer = {0.143, 0.4, 23}
    assert not answer & numbers_in("\n".join(plain_texts(app)))
    app.radio(key="p_beyond").set_value("worse").run()
    assert answer <= numbers_in(words(app))
    small = {"p_seen": 128, "p_width": 16, "p_ridge": "none"}
    app = open_page("positions", p_part="Shift", p_fitted="true", **small, p_beyond="worse")
    app.radio(key="p_beyond").set_value("as well as inside").run()
    assert app.success


def test_a_large_fit_waits_for_its_button(open_page):
    app = open_page("positions", p_part="Shift", p_fitted="true", p_beyond="worse")
    drawn = len(pictures(app))
    app.select_slider(key="p_seen").set_value(1_024).run()
    assert len(pictures(app)) == drawn  # 1,024 rows of 64 numbers are quick
    app.select_slider(key="p_width").set_value(256).run()
    assert len(pictures(app)) < drawn
    app.button(key="p_fit_now").click().run()
    assert len(pictures(app)) == drawn
    app.select_slider(key="p_seen").set_value(64).run()
    app.select_slider(key="p_seen").set_value(1_024).run()
    assert len(pictures(app)) == drawn


def test_a_fit_without_a_ridge_writes_its_rounding_as_a_power(open_page):
    told = words(open_page("positions", p_part="Shift", p_fitted="true", p_ridge="none", p_seen=128, p_width=16))
    assert re.search(r"\d(\.\d)? × 10⁻\S+", told)


@pytest.mark.parametrize("heads", [1, 8, 12, 32])
def test_alibi_with_any_number_of_heads(open_page, heads):
    app = open_page("positions", p_part="RoPE and ALiBi", p_kind="ALiBi", p_heads=heads, p_head=31)
    head = 31 if heads == 32 else 0
    assert app.number_input(key="p_head").value == head
    assert views.alibi_slopes(heads=heads, head=head).sentence in words(app)


@pytest.mark.parametrize(
    ("part", "kind"),
    [*((part, "") for part in PARTS), ("RoPE and ALiBi", "RoPE: the scores"), ("RoPE and ALiBi", "ALiBi")],
)
def test_presenter_mode_runs_in_every_part_and_names_the_sizes_that_its_controls_set(open_page, part, kind):
    app = open_folds(open_page("positions", p_part=part, present="true", **({"p_kind": kind} if kind else {})), "_more")
    held = {control.key: control.value for kind in KINDS for control in app.get(kind)}
    line = presenter_text("positions", held, part_of("positions", part, **held).shown)
    assert line in [text.value for text in app.text]
    if not line.startswith(FORMULA):
        return  # has its own table, tested in tests/ui/frame/test_presenter_model_caption.py or in the part's test
    controls = [control for name in ("slider", "select_slider") for control in app.get(name)]
    sizes = {float(control.value) for control in controls if not isinstance(control.value, str)}
    assert numbers_in(line) <= sizes, f"Part(shown=…) of {part} says “{line}”, and its controls set {sorted(sizes)}"


def test_the_presenter_line_holds_what_the_link_asks_for_from_the_first_moment(open_page):
    app = open_page("positions", p_part="Heatmap", p_cells="8 × 6, with numbers", p_dim=64, p_len=1024, present="true")
    assert {64, 1_024} in [numbers_in(text.value) for text in app.text]


def test_the_parts_begin_with_counting_and_old_links_to_the_heatmap_still_mean_it(open_page):
    assert open_page("positions").segmented_control(key="p_part").value == "Counting"
    app = open_page("positions", p_len=64)
    assert app.segmented_control(key="p_part").value == "Heatmap" and 64 in numbers_in(words(app))


def test_the_jumps_of_the_dials_are_drawn_after_the_guess_and_a_wrong_guess_gets_a_hint(open_page):
    app = open_page("positions")
    jumps = {0.528}
    assert not jumps & numbers_in(words(app))
    app.radio(key="p_carry").set_value("the first two").run()
    assert {59, 60} <= numbers_in(app.info[0].value) and not jumps & numbers_in(words(app))
    app.radio(key="p_carry").set_value("the last two").run()
    assert jumps <= numbers_in(app.success[0].value) and jumps <= numbers_in(words(app))


@pytest.mark.parametrize(
    ("position", "answer", "told"),
    [(1, "one of two positions", {1, 5, 0.5, 0.87, 7, 12}), (3, "only the chosen position", {3, 7, 12})],
)
def test_a_sine_alone_is_shared_except_at_the_crest(open_page, position, answer, told):
    app = open_page("positions", p_part="Clocks", p_hands_drawn="one hand", p_place=position)
    app.radio(key="p_twin").set_value(answer).run()
    assert told <= numbers_in(app.success[0].value)


def test_two_arrows_say_their_sum_and_why_the_order_of_words_shows(open_page):
    app = open_page("positions", p_part="Two arrows", p_ring="around a circle")
    assert views.arrows(word="dog", position=2).at_question(False).sentence in words(app)
    assert {0, 2, 2.8, 1.6, 3.67, 1.1, 1} <= numbers_in(app.success[0].value)


def test_a_learned_table_is_drawn_once_it_was_guessed_how_it_differs_from_waves(open_page):
    app = open_page("positions", p_part="Heatmap", p_cells="which rows are alike", p_near="learned")
    assert not app.header and "sinusoidal" in words(app).lower()
    app.radio(key="p_guess_likeness").set_value("smaller").run()
    assert len(app.success) == 1 and app.header
