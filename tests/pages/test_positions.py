"""The Positions page by AppTest: links, typed numbers, guesses and the presenter line; the pictures are the views'."""

import pytest

from explorer.ui.frame.presenter_model_caption import FORMULA, presenter_text
from tests.pages.captured_views import KINDS
from tests.support import numbers_in, open_folds, part_of, parts_of, plain_texts

PARTS = parts_of("positions")


def pictures(app) -> list:
    """This page's own components, without the frame's, and without the numbers of a heatmap that travel apart."""
    own = [found for found in app.get("bidi_component") if found.key.startswith("p_")]
    return [found for found in own if not found.key.endswith("_store")]


def words(app) -> str:
    return "\n".join(plain_texts(app) + [element.value for element in app.markdown] + [e.value for e in app.code])


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


@pytest.mark.parametrize(
    ("part", "kind"),
    [*((part, "") for part in PARTS), ("RoPE and ALiBi", "ALiBi")],
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


def test_a_reason_that_is_one_bold_sentence_stands_in_place_of_the_right_choice(open_page):
    app = open_page("positions", p_part="Heatmap", p_cells="which rows are alike", p_near="learned")
    app.radio(key="p_guess_likeness").set_value("Just show me").run()
    (said,) = [info.value for info in app.info if "sinusoidal table" in info.value]
    assert said.startswith("**0.82 ") and "The answer" not in said
