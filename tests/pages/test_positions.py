"""The Positions page by AppTest: every part at both ends of every slider, with numbers compared."""

import re

import pytest

from explorer.ui.frame.presenter_model_caption import FORMULA, presenter_text
from explorer.ui.positions import near_positions
from explorer.views.positions._clocks import HANDS
from explorer.views.positions.settings import BASE, LONGEST, WIDEST
from tests.pages.captured_views import KINDS
from tests.support import part_of, parts_of, plain_texts

PARTS = parts_of("positions")


def pictures(app) -> list:
    """This page's own components, without the frame's, and without the numbers of a heatmap that travel apart."""
    own = [found for found in app.get("bidi_component") if found.key.startswith("p_")]
    return [found for found in own if not found.key.endswith("_store")]


def words(app) -> str:
    return "\n".join(plain_texts(app) + [element.value for element in app.markdown] + [e.value for e in app.code])


@pytest.mark.parametrize(
    ("part", "settings", "message"),
    [
        ("Clocks", {"p_base": 10}, "All of them complete a turn within 256 positions."),
        ("Heatmap", {"p_len": 2}, "0 to 1 here\n"),
        ("Clocks", {"p_pos": 8_191}, "Position 8,191, in binary 1111111111111."),
        ("Two arrows", {}, "First number: 2.80 + 0.87 = 3.67. Second: 0.60 + 0.50 = 1.10."),
        (
            "Shift",
            {"p_fitted": "true", "p_seen": 16},
            "for waves from L/6 = 2.67 positions to L: 0.5 (4 pairs); longer",
        ),
    ],
)
def test_sentences_at_the_ends_of_their_controls(open_page, part, settings, message):
    guesses = {"p_beyond": "Just show me"}
    app = open_page("positions", p_part=part, **settings, **guesses)
    text = "\n".join([*(f"{each} \n" for each in plain_texts(app)), *(each.value for each in app.markdown)])
    assert message in text
    assert "That is rounding" not in text


@pytest.mark.slow
@pytest.mark.parametrize("part", ["Heatmap", "Clocks", "Near positions", "Shift", "RoPE and ALiBi"])
@pytest.mark.parametrize(
    ("length", "dim", "base"),
    [(2, 4, 10), (8_192, 1_024, 1_000_000)],
)
def test_every_part_runs_at_both_ends_of_the_sliders(open_page, part, length, dim, base):
    app = open_page("positions", p_part=part, p_len=length, p_dim=dim, p_base=base)
    assert not app.exception and not app.warning


@pytest.mark.parametrize(("length", "dim", "base"), [(2, 4, 10), (8_192, 1_024, 1_000_000)])
def test_scores_of_rope_at_both_ends_of_the_sliders(open_page, length, dim, base):
    chosen = {"p_part": "RoPE and ALiBi", "p_kind": "RoPE: the scores"}
    app = open_page("positions", **chosen, p_len=length, p_dim=dim, p_base=base)
    assert not app.exception
    assert len(pictures(app)) == 2


@pytest.mark.parametrize("layout", ["alternating", "in halves"])
def test_heatmap_says_what_a_cell_is(open_page, layout):
    app = open_page("positions", p_len=8192, p_dim=1024, p_layout=layout)
    assert "Each cell is the mean of 64 positions and 4 neighbouring pairs." in words(app)
    app = open_page("positions", p_len=8192, p_dim=64, p_some="true", p_rows=16, p_from=8176)
    assert "Every cell is one value." in words(app) and not app.warning
    app = open_page("positions", p_len=256, p_dim=64, p_some="true", p_rows=64, p_from=193)
    assert app.warning and app.session_state["p_from"] == 0


def test_a_guess_is_answered_and_the_right_one_confirmed(open_page):
    assert not open_page("positions", p_part="Heatmap").success
    assert "Right: “the first”." in open_page("positions", p_fastest="the first").success[0].value
    assert "Count the stripes" in open_page("positions", p_fastest="the last").info[0].value
    halves = open_page("positions", p_layout="in halves", p_fastest="the first of each half").success[0].value
    assert "Columns 0 and 64 hold pair 0" in halves


def test_rows_0_and_6283_depend_on_the_width(open_page):
    for dim, hands, cosine in (
        (4, "the one other hand stands within a tenth of a turn of the start", "0.991"),
        (8, "of the other 3 hands, 3 stand within a tenth of a turn of the start", "0.996"),
    ):
        told = open_page("positions", p_part="Near positions", p_dim=dim, p_far=near_positions.NEARLY).success[0].value
        assert hands in told and cosine in told
    assert open_page("positions", p_part="Near positions", p_far=near_positions.HARDLY).success


def test_doubling_the_base_is_computed_for_the_chosen_width(open_page):
    app = open_page("positions", p_part="Clocks", p_dim=4, p_double="Just show me")
    assert app.info[-1].value.endswith("pair 0 gets 1.00 times as long, pair 1 1.41 times.")


def test_a_narrower_table_forgets_pairs_that_it_does_not_have(open_page):
    app = open_page("positions", p_part="Clocks")
    app.multiselect(key="p_hands").set_value(["0", "4", "16"]).run()
    app.select_slider(key="p_dim").set_value(6).run()
    assert not app.exception
    assert app.multiselect(key="p_hands").value == ["0"]
    assert "1 of 3 pairs (33 %) never completes a turn" in words(app)


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


@pytest.mark.slow
def test_the_shift_compares_at_some_positions_and_at_all_when_asked(open_page):
    assert "at all 256 positions: the largest" in words(open_page("positions", p_part="Shift"))
    app = open_page("positions", p_part="Shift", p_len=2_000, p_dim=1_024)
    assert "at 32 positions: the largest error" in words(app)
    app.toggle(key="p_every").set_value(True).run()
    assert "at all 2,000 positions" in words(app)


def test_clocks_show_the_pairs_that_are_chosen_and_eight_by_themselves(open_page):
    app = open_page("positions", p_part="Clocks", p_pos=44)
    assert "The hands of pairs 0, 9, 18, 27, 36, 45, 54 and 63 have" in words(app)
    app.multiselect(key="p_hands").set_value(["1", "0"]).run()
    assert "The hands of pairs 0 and 1 have made 7.00 and 6.06 turns since position 0." in words(app)
    app.select_slider(key="p_dim").set_value(4).run()
    assert "The hands of pairs 0 and 1 have made 7.00 and 0.07 turns" in words(app)


def test_the_box_of_hands_says_what_is_shown_while_none_is_chosen(open_page):
    app = open_page("positions", p_part="Clocks")
    assert app.multiselect(key="p_hands").value == []
    assert app.multiselect(key="p_hands").proto.placeholder == f"{HANDS} pairs, spread evenly"
    app = open_page("positions", p_part="Clocks", p_dim=4)
    assert app.multiselect(key="p_hands").proto.placeholder == "All pairs"


def test_a_typed_number_moves_the_slider_between_its_marks_and_the_slider_leaves_it(open_page):
    app = open_page("positions", p_part="Heatmap")
    app.session_state["p_len_typed"] = True
    app.run()
    for name, label in (("len", "Length, 2 to 8,192"), ("dim", "Width, 4 to 1,024"), ("base", "Base, 10 to 1,000,000")):
        box, dial = app.number_input(key=f"_p_{name}_box"), app.select_slider(key=f"p_{name}")
        assert box.label == label
        assert [f"{box.min:.0f}", f"{box.max:.0f}"] == [dial.options[at].replace(",", "") for at in (0, -1)]
    app.number_input(key="_p_len_box").set_value(7_777).run()
    assert "7,777 positions" in words(app)
    assert app.select_slider(key="p_len").value == 7_777
    app.select_slider(key="p_len").set_value(64).run()
    assert "64 positions" in words(app)
    assert app.number_input(key="_p_len_box").value == 64
    app.number_input(key="_p_dim_box").set_value(301).run()
    assert app.select_slider(key="p_dim").value == 300, "a sine and a cosine for each hand"


def test_an_odd_width_of_a_link_is_said_and_not_shown(open_page):
    app = open_page("positions", p_dim="7")
    assert "in this link is not an even number from 4 to 1,024" in app.warning[0].value
    assert app.select_slider(key="p_dim").value == 128


@pytest.mark.parametrize("nonsense", ["many", "-3", "0", "8193", "3.5", "1e400", "nan", "", "²", "🐱"])
def test_a_number_that_a_link_can_not_have_is_said_and_not_shown(open_page, nonsense):
    app = open_page("positions", p_len=nonsense)
    (warning,) = app.warning
    assert warning.value.startswith("“Length (positions)” in this link is not a whole number from ")
    app.run()
    assert app.select_slider(key="p_len").value == 256


def test_a_part_or_a_choice_that_is_not_there_is_said(open_page):
    for asked, message in (
        ({"p_part": "Nowhere"}, "is not a choice of this page"),
        ({"p_layout": "<img>", "p_part": "Heatmap"}, "not one of “alternating”, “in halves”"),
        ({"p_part": "Near positions", "p_measure": "🐱"}, "not one of “cosine”, “dot product”"),
    ):
        assert message in open_page("positions", **asked).warning[0].value
    app = open_page("positions", p_part="Heatmap", p_layout="concatenated")  # the value's name in code
    assert not app.warning and app.segmented_control(key="p_layout").value == "in halves"
    assert not open_page("positions", p_part="Near positions", p_measure="dot product").warning
    assert not open_page("positions", p_part="Clocks", p_hands="9").warning
    assert "instead of “900”" in open_page("positions", p_part="Clocks", p_hands="900").warning[0].value
    assert not open_page("positions", p_part="Heatmap", p_layout="alternating", p_len="256").warning


def test_the_fit_is_drawn_at_once_and_what_lies_beyond_after_the_guess(open_page):
    app = open_page("positions", p_part="Shift", p_fitted="true")
    assert len(pictures(app)) == 4
    assert "Those beyond come later." in words(app)
    assert "R² inside" not in words(app)
    app.radio(key="p_beyond").set_value("worse").run()
    assert "R² inside is 1.000, beyond 0.143" in words(app)
    assert "longer than L, never seen whole: 0.4 (23 pairs)" in words(app)
    app = open_page(
        "positions", p_part="Shift", p_fitted="true", p_seen=128, p_width=16, p_ridge="none", p_beyond="worse"
    )
    app.radio(key="p_beyond").set_value("as well as inside").run()
    assert "Right: “as well as inside”" in app.success[0].value


def test_a_large_fit_waits_for_its_button(open_page):
    app = open_page("positions", p_part="Shift", p_fitted="true", p_beyond="worse")
    app.select_slider(key="p_seen").set_value(1_024).run()
    assert "R² inside" in words(app)  # 1,024 rows of 64 numbers are quick
    app.select_slider(key="p_width").set_value(256).run()
    assert "R² inside" not in words(app)
    app.button(key="p_fit_now").click().run()
    assert "R² inside is 1.000" in words(app)
    app.select_slider(key="p_seen").set_value(64).run()
    app.select_slider(key="p_seen").set_value(1_024).run()
    assert "R² inside is 1.000" in words(app)


def test_a_fit_without_a_ridge_says_so_and_writes_its_rounding_as_a_power(open_page):
    told = words(open_page("positions", p_part="Shift", p_fitted="true", p_ridge="none", p_seen=128, p_width=16))
    assert "by least squares without a [ridge]" in re.sub(r"\[+(ridge)\]+", "[ridge]", told) or "without a" in told
    assert re.search(r"at most \d(\.\d)? × 10⁻\S+ in any wave", told)
    assert "a penalty on large numbers" in words(open_page("positions", p_part="Shift", p_fitted="true", p_ridge="10"))


def test_the_formula_can_be_found_out_and_is_told_only_then(open_page):
    app = open_page("positions", p_part="Near positions", p_near="learned", p_view="Which formula?")
    assert "is 2.0000" in words(app)
    assert "D − 2 the slowest wave" not in words(app)
    app = open_page(
        "positions",
        p_part="Near positions",
        p_near="learned",
        p_view="Which formula?",
        p_try="in halves",
        p_divide="D − 2",
    )
    assert "is 0.0002" in words(app)
    app.radio(key="p_which").set_value("in halves, exponent 2i / (D − 2)").run()
    assert "Right: “in halves, exponent 2i / (D − 2)”" in app.success[0].value


@pytest.mark.parametrize("heads", [1, 8, 12, 32])
def test_alibi_with_any_number_of_heads(open_page, heads):
    app = open_page("positions", p_part="RoPE and ALiBi", p_kind="ALiBi", p_heads=heads, p_head=31)
    assert ("Slope of 1 head:" if heads == 1 else f"Slopes of {heads} heads:") in words(app)
    assert app.number_input(key="p_head").value == (31 if heads == 32 else 0)
    assert ("is not a power of two" in words(app)) == (heads == 12)
    rule = "the first 8 slopes are those of 8 heads, the last 4 are every second slope of 16, the steepest first."
    assert (f"{rule} Steepest of all is head 8." in words(app)) == (heads == 12)


def test_a_large_turn_is_written_out(open_page):
    app = open_page("positions", p_part="RoPE and ALiBi", p_turn=8191)
    assert "the pairs drawn turn by 8,191, " in words(app)
    assert "e+" not in words(app)


def test_the_formula_works_one_number_out_at_the_current_settings(open_page):
    app = open_page("positions", p_part="Heatmap", p_len=64, p_dim=8, p_base=10)
    (formula,) = (element.value for element in app.markdown if element.value.startswith("$$\n"))
    assert r"PE(p,\,2i)=\sin(p\,\omega_i)" in formula
    worked = formula.split("\n\n")[-1]
    assert worked.startswith("At position 3, pair 2")
    assert "10^{-4/8} = 0.316228$" in worked
    assert "Its sine is $0.8126$, its cosine $0.5828$." in worked


@pytest.mark.parametrize(
    ("part", "kind"),
    [*((part, "") for part in PARTS), ("RoPE and ALiBi", "RoPE: the scores"), ("RoPE and ALiBi", "ALiBi")],
)
def test_presenter_mode_runs_in_every_part_and_names_the_sizes_that_its_controls_set(open_page, part, kind):
    app = open_page("positions", p_part=part, present="true", **({"p_kind": kind} if kind else {}))
    assert not app.exception
    held = {control.key: control.value for kind in KINDS for control in app.get(kind)}
    line = presenter_text("positions", held, part_of("positions", part).shown)
    assert line in [text.value for text in app.text]
    if not line.startswith(FORMULA):
        return  # has its own table, tested in tests/ui/frame/test_presenter_model_caption.py or in the part's test
    controls = [control for name in ("slider", "select_slider") for control in app.get(name)]
    sizes = {f"{control.value:,}" for control in controls if not isinstance(control.value, str)}
    message = re.findall(r"(?:D =|positions:|heads:) ([\d,]+)", line)
    assert set(message) <= sizes, f"Part(shown=…) of {part} says “{line}”, and its controls set {sorted(sizes)}"


def test_the_presenter_line_holds_what_the_link_asks_for_from_the_first_moment(open_page):
    app = open_page("positions", p_part="Heatmap", p_cells="8 × 6, with numbers", p_dim=64, p_len=1024, present="true")
    assert "No model: a formula · D = 64 · positions: 1,024" in [text.value for text in app.text]


def test_the_parts_begin_with_counting_and_old_links_to_the_heatmap_still_mean_it(open_page):
    assert open_page("positions").segmented_control(key="p_part").value == "Counting"
    app = open_page("positions", p_len=64)
    assert app.segmented_control(key="p_part").value == "Heatmap"
    assert "64 positions" in words(app)


def test_the_jumps_of_the_dials_are_drawn_after_the_guess_and_a_wrong_guess_gets_a_hint(open_page):
    app = open_page("positions")
    assert "Position 59 reads 0 (hours) and 59 (minutes)." in words(app)
    assert "The jumps come later." in words(app)
    app.radio(key="p_carry").set_value("the first two").run()
    assert "Count the hands that move from 59 to 60." in app.info[0].value
    assert "The jumps come later." in words(app)
    app.radio(key="p_carry").set_value("the two across the carry").run()
    assert "the tips move 0.528 in all, from 0 to 1 only 0.105" in app.success[0].value
    assert "When they jump, 0.105 to 0.528; from 59 to 60 it is 0.528." in words(app)


def test_gliding_dials_stand_between_their_marks(open_page):
    app = open_page("positions", p_kind_of_dial="tens", p_hands_move="glide", p_count=47)
    assert "Position 47 reads 0 (hundreds), 4 (tens) and 7 (ones)." in words(app)
    assert "made 0.047, 0.470 and 4.700 turns" in words(app)


@pytest.mark.parametrize(
    ("position", "answer"), [(1, "one of two positions"), (3, "only the chosen position"), (25, None)]
)
def test_a_sine_alone_is_shared_except_at_the_crest(open_page, position, answer):
    app = open_page("positions", p_part="Sine and cosine", p_place=position)
    if answer is None:
        assert "in this link is not a whole number from 0 to 23." in app.warning[0].value
        return
    app.radio(key="p_twin").set_value(answer).run()
    told = app.success[0].value
    assert ("Positions 1 and 5 both have the sine 0.50. Their cosines differ: 0.87 and −0.87." in told) == (
        position == 1
    )
    assert ("Position 3 stands at the crest" in told) == (position == 3)
    assert "7 different sines, and 12 different pairs" in told


def test_a_position_past_the_turn_stands_where_an_earlier_one_did(open_page):
    app = open_page("positions", p_part="Sine and cosine", p_place=13)
    assert "One turn is over after 12: position 13 stands where 1 stood." in words(app)


def test_two_arrows_say_their_sum_and_why_the_order_of_words_shows(open_page):
    app = open_page("positions", p_part="Two arrows", p_ring="around a circle")
    assert "the word (2.80, 0.60) plus the position (0.87, 0.50) is the sum (3.67, 1.10)" in words(app)
    assert "at position 0 gives (2.80, 1.60), at position 2 (3.67, 1.10), 1.00 apart" in app.success[0].value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "least", "most"),
    [
        ("p_len", 2, LONGEST),
        ("p_dim", 4, WIDEST),
        ("p_base", BASE.low, BASE.high),
        ("p_pos", 0, LONGEST - 1),
        ("p_k", 1, 64),
        ("p_step_k", 1, 8),
        ("p_turn", 0, LONGEST - 1),
    ],
)
def test_what_a_link_may_ask_for_ends_where_the_control_does(open_page, key, least, most):
    parts = {"p_pos": "Clocks", "p_k": "Shift", "p_step_k": "Shift"}
    part = {"p_part": parts.get(key, "RoPE and ALiBi" if key == "p_turn" else "Heatmap")}
    if key == "p_step_k":
        part["p_fitted"] = "true"
    if key == "p_pos" or key == "p_turn":
        part["p_len"] = str(LONGEST)
    for number, refused in ((least - 1, True), (least, False), (most, False), (most + 1, True)):
        app = open_page("positions", **part, **{key: number})
        assert bool(app.warning) == refused == (app.session_state[key] != number), number
