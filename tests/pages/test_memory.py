"""The Memory page by AppTest: every part, every control, invalid input, both ends."""

import pytest
from streamlit.testing.v1 import AppTest

from explorer.memory import MODELS, Request, bill, both, wider_and_deeper
from explorer.memory.memory_benchmarks import Allocate, Growth, Looked, Timed
from explorer.ui.memory import memory_bill as bill_part
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.views.memory.settings import OF_REQUEST
from explorer.wording import byte_unit
from tests.support import parts_of, plain_texts, tables_in

PARTS = tuple(parts_of("memory"))
TRIES = {
    "Real models": ("m_gpt3", "20 %", "5 %"),
    "Fewer bits": ("m_int8", "None stays", "All ten stay"),
}


def charts(app: AppTest) -> list[object]:
    """The pictures of the part; the frame's own components have keys of their own."""
    return [chart for chart in app.get("bidi_component") if chart.key.startswith(("g_", "m_"))]


def texts(app) -> str:
    assert not app.exception
    return "\n".join(plain_texts(app))


@pytest.mark.parametrize("part", PARTS)
def test_the_picture_is_there_before_any_guess_or_measurement(open_page, part):
    app = open_page("memory", m_part=part)
    assert len(charts(app)) == 1
    assert texts(app)


@pytest.mark.parametrize("part", TRIES)
def test_a_wrong_guess_gets_a_hint_and_the_answer_comes_with_the_second(open_page, part):
    key, first, second = TRIES[part]
    app = open_page("memory", m_part=part)
    before = texts(app)
    app.radio(key=key).set_value(first).run()
    assert "A hint:" in app.info[0].value
    assert texts(app) == before
    app.radio(key=key).set_value(second).run()
    assert "The answer:" in app.info[0].value
    assert texts(app) != before


def test_the_bill_is_that_of_the_request(open_page):
    app = open_page("memory")
    result = bill(Request(50_257, 768))
    said = texts(app)
    assert f"The token table takes {both(result['Token table'].bytes)}; with all that it brings along" in said
    assert f"(the pieces of the bar) {both(result.total)}." in said
    # The sizes are those of GPT-2 small, so its layers can be said.
    assert "The layers of GPT-2 small are not in it: their 85,056,000 parameters take 1.36 GB (1.27 GiB) more, " in said
    assert "through the lookup at most 8,192 of 50,257 rows get a gradient (16 %), through the tied output all" in said
    own = texts(open_page("memory", m_d="700", m_output="Untied"))
    assert "The layers between embedding and output are not in it." in own
    assert "through the lookup at most 8,192 of 50,257 rows get a gradient (16 %). Written as zeros with" in own


def test_gpt3_in_use_does_not_fit_a_card_though_its_embedding_does(open_page):
    app = open_page("memory", m_d="12288", m_l="2048", m_t="2048", m_b="32", m_layers="96", m_kv="12288",
                    m_optimizer="None")  # fmt: skip
    said = texts(app)
    assert "The smallest machine here that holds that: Phone of 6 GB (6.44 GB)." in said
    assert (
        "The layers of GPT-3 are not in it: their 173,961,535,488 parameters take 695.8 GB (648.1 GiB) more. " in said
    )
    assert "Both together: none, the largest here (Card, H100, sold as 80 GB) has 85.5 GB." in said


def test_an_encoder_keeps_no_keys_and_values(open_page):
    app = open_page("memory", m_bill_data="true")
    assert "KV cache" in tables_in(app)[0]["item"]
    app.selectbox(key="m_model_box").set_value("BERT base").run()
    assert "KV cache" not in tables_in(app)[0]["item"]


def test_a_link_sets_slider_entry_and_bill(open_page):
    app = open_page("memory", m_v="1.5M", m_d="512", m_number="INT8", m_optimizer="None")
    assert app.select_slider(key="m_v_slide").value == "1,500,000"
    assert app.text_input(key="m_d").value == "512"
    assert f"takes {both(1_500_000 * 514)}" in texts(app)
    assert app.selectbox(key="m_model_box").value == size_controls.OWN


def test_rarer_controls_are_drawn_when_their_fold_is_open_or_one_of_them_is_changed(open_page):
    app = open_page("memory")
    keys = set(bill_part.BEGINS)
    drawn = lambda: keys & {each.key for each in [*app.text_input, *app.toggle, *app.segmented_control]}  # noqa: E731
    assert not drawn()
    closed = texts(app)
    app.session_state["m_bill_more"] = True
    app.run()
    assert drawn() == keys and texts(app) == closed
    app.text_input(key="m_b").set_value("16").run()
    app.session_state["m_bill_more"] = False
    app.run()
    assert drawn() == keys and app.text_input(key="m_b").value == "16" and texts(app) != closed
    app.text_input(key="m_b").set_value("8").run()
    assert not drawn() and texts(app) == closed
    assert app.query_params == open_page("memory").query_params


def test_sliding_writes_the_entry_and_typing_moves_the_slider(open_page):
    app = open_page("memory")
    app.select_slider(key="m_v_slide").set_value("100,000").run()
    assert app.text_input(key="m_v").value == "100000"
    assert f"takes {both(100_000 * 768 * 4)}" in texts(app)
    app.text_input(key="m_v").set_value("12,345").run()
    assert app.select_slider(key="m_v_slide").value == "12,345"
    assert f"takes {both(12_345 * 768 * 4)}" in texts(app)


@pytest.mark.parametrize("typed", ["many", "", "-1", "1", "1e12", "NaN", "2.5", "<script>", "**bold**"])
def test_nonsense_gets_a_message_and_keeps_the_last_picture(open_page, typed):
    app = open_page("memory", m_v="1000")
    app.text_input(key="m_v").set_value(typed).run()
    assert [error.value for error in app.error] == ["This size cannot be used."]
    assert f"from 2 to 10,000,000,000, got {typed!r}" in texts(app)
    assert "Still showing 1,000." in texts(app)
    assert f"takes {both(1000 * 768 * 4)}" in texts(app)
    app.text_input(key="m_v").set_value("2000").run()
    assert not app.error


@pytest.mark.slow
@pytest.mark.parametrize("part", ["The bill", "Time"])
@pytest.mark.parametrize("end", [0, -1])
def test_both_ends_of_every_slider(open_page, part, end):
    app = open_page("memory", m_part=part)
    for slider in list(app.select_slider):
        app.select_slider(key=slider.key).set_value(slider.options[end]).run()
        assert not app.exception
    assert texts(app)


def test_a_table_of_ten_terabytes_is_computed_and_not_allocated(open_page):
    app = open_page("memory", m_v="1e10", m_d="256")
    assert not [button for button in app.button if button.key == "m_alloc_run"]
    assert [note for note in app.caption if "10.2 TB (9.31 TiB)" in note.value]
    view = views.growth(vocab_size=10**10, embed_dim=256)
    assert "10.2 TB (9.31 TiB)" in view.sentence and view.table.rows == 0


def test_the_axis_counts_in_either_unit_and_each_has_its_question(open_page):
    assert open_page("memory").radio[0].key == "m_double"
    app = open_page("memory", m_unit="MiB", m_mib="Both are right, in different units")
    assert "102.4 MB" in app.success[0].value and "97.7 MiB" in app.success[0].value
    assert " in GiB, of 1,073,741,824 bytes each." in texts(app)


@pytest.mark.parametrize("name", ["GPT-3", "T5 base", "Qwen2.5 7B", "DeepSeek-V3", "BERT base"])
def test_a_model_sets_all_sizes_and_any_change_makes_them_ones_own(open_page, name):
    app = open_page("memory")
    app.selectbox(key="m_model_box").set_value(name).run()
    model = MODELS[name]
    assert app.text_input(key="m_v").value == str(model.vocab_size)
    assert app.text_input(key="m_d").value == str(model.embed_dim)
    assert f"takes {both(model.token_table * 4)}" in texts(app)
    assert app.selectbox(key="m_model_box").value == name
    app.text_input(key="m_d").set_value("100").run()
    assert app.selectbox(key="m_model_box").value == size_controls.OWN


def test_sizes_stay_from_part_to_part(open_page):
    app = open_page("memory", m_v="1000")
    app.segmented_control(key="m_part").set_value("Time").run()
    app.segmented_control(key="m_part").set_value("The bill").run()
    assert "The token table takes 3.07 MB" in texts(app)


def test_row_sparse_under_a_tied_output_is_explained(open_page):
    assert "stays dense" in texts(open_page("memory", m_gradients="Row-sparse"))
    assert "stays dense" not in texts(open_page("memory", m_gradients="Row-sparse", m_output="None"))


def test_texts_longer_than_the_position_table_are_pointed_out(open_page):
    said = "texts of 2,048 tokens are longer than the position table (1,024 rows)"
    assert said in texts(open_page("memory", m_t="2048"))
    assert said not in texts(open_page("memory", m_t="2048", m_positions="Sinusoidal"))


def test_the_courses_step_is_one_button_away(open_page):
    app = open_page("memory", m_part="Time")
    app.button(key="m_course").click().run()
    assert "32 texts × 2,048 tokens = 65,536 lookups" in texts(app)
    assert "10.5 ms (DDR5-4800 module)" in texts(app)


def test_gpt3_share_is_corrected_in_place(open_page):
    app = open_page("memory", m_part="Real models", m_look="GPT-3")
    assert texts(app) == "GPT-3 joins the picture after your guess."
    assert not [m for m in app.markdown if "No rule of thumb" in m.value or "617,558,016" in m.value]
    for guess in ("20 %", "5 %"):
        app.radio(key="m_gpt3").set_value(guess).run()
    assert "The answer: **0.35 %**" in app.info[0].value
    assert "GPT-3: 617,558,016 numbers in the token table and 25,165,824 in the position table, of" in texts(app)
    assert [m for m in app.markdown if "50,257 × 12,288 = 617,558,016" in m.value], "the formula comes with the answer"
    rule = next(m.value for m in app.markdown if "No rule of thumb" in m.value)
    assert (
        "As published, token table" in rule
        and "between 0.28 % and 54 % of the parameters; 1 model of 23 lies between 30 and 40 %." in rule
    )
    pairs = wider_and_deeper()
    assert f"in {pairs.smaller} of the {pairs.all} pairs" in rule
    assert "In 4 the smaller one is DeepSeek-V3, whose layers hold many experts." in rule
    reads = next(m.value for m in app.markdown if "What a step reads" in m.value)
    assert "As published, 12 of these 23 models have a tied output" in reads
    assert "8 have an output matrix of their own" in reads and "The other 3, BERT base, BERT large and MiniLM" in reads
    assert "DeepSeek-V3 uses 9 of the 257 experts in a layer for one token" in reads
    assert "In 22 of 23 no matrix of the layers is larger than the token table (not so in T5 11B)." in reads
    app.button(key="m_use").click().run()
    app.segmented_control(key="m_part").set_value("The bill").run()
    assert app.selectbox(key="m_model_box").value == "GPT-3"


def test_all_models_can_be_shown_tied_and_untied(open_page):
    guessed = {"m_part": "Real models", "m_gpt3": "0.35 %", "m_look": "Llama 3 8B"}
    assert "525,336,576 in the output matrix, of 8,030,261,248 parameters" in texts(open_page("memory", **guessed))
    tied = texts(open_page("memory", **guessed, m_tying="All tied"))
    assert "numbers in the token table, of 7,504,924,672 parameters" in tied
    gpt2 = texts(open_page("memory", **guessed | {"m_look": "GPT-2 small"}, m_tying="All untied"))
    assert "38,597,376 in the output matrix, of 163,037,184 parameters" in gpt2
    bert = texts(open_page("memory", **guessed | {"m_look": "BERT base"}, m_tying="All untied"))
    assert "of 109,482,240 parameters" in bert  # the encoder has no output over the vocabulary


def test_the_cards_say_one_thing_in_bar_and_sentence(open_page):
    app = open_page("memory", m_see="Does it fit?", m_v="10000000000", m_d="256", m_card="80 GB", m_cards_data="true")
    row = 256 * 4 * 4  # the number, its gradient, and Adam's two
    fit = 81_559 * 2**20 // row
    needed = -(-(10**10) // fit)
    assert f"That needs {needed:,} machines of the kind Card, H100 (sold as 80 GB" in texts(app)
    assert tables_in(app)[0]["cards, rows as set"][-1] == str(needed)
    total = bill(Request(10**10, 256)).total
    assert f"cut evenly it would take {-(-total // (81_559 * 2**20)):,} such machines." in texts(app)
    assert not open_page("memory", m_see="Does it fit?", m_card="").exception


def test_a_bill_that_fits_is_said_to_fit(open_page):
    assert "is more than the rows; it fits on one such machine." in texts(open_page("memory", m_see="Does it fit?"))


@pytest.mark.parametrize("optimizer", OF_REQUEST["optimizer"].options)
@pytest.mark.parametrize("gradients", OF_REQUEST["gradients"].options)
@pytest.mark.parametrize("number", OF_REQUEST["number"].options)
@pytest.mark.parametrize("output", OF_REQUEST["output"].options)
def test_the_whole_bill_is_never_less_than_the_rows(optimizer, gradients, number, output):
    request = Request(50_257, 768, 2, 1, 1, number, "None", output, optimizer, gradients)
    settings = {name: value for name, value in vars(request).items() if name not in ("layers", "kv_width")}
    said = views.cards(**settings, card="80 GB").sentence
    assert ("gradient" in said.partition(" takes")[0]) == (request.training and not request.sparse)


def test_cards_follow_a_link_to_choices_that_another_part_shows(open_page):
    said = texts(open_page("memory", m_see="Does it fit?", m_output="None", m_gradients="Row-sparse"))
    assert "A row with its optimizer state takes 9.22 kB" in said
    assert "The whole bill (the gradient is row-sparse: it holds the rows of a batch), 551.4 MB" in said


def test_twice_as_wide_is_said_of_fp32_and_integers_are_told_apart(open_page):
    told = {"m_double": "Both double"}
    for query, row in (
        ({"m_number": "INT8"}, "from 770 bytes to 1,538 bytes"),
        ({"m_number": "INT4", "m_d": "4"}, "from 4 bytes to 6 bytes"),
    ):
        said = open_page("memory", **query, **told).success[0].value
        assert f"a row goes {row}: less than twice, since its scales" in said
    for number in ("FP32", "INT4"):
        said = open_page("memory", m_number=number, **told).success[0].value
        assert "goes from 154.4 MB to 308.8 MB" in said and "less than twice" not in said


def test_one_row_gets_a_gradient(open_page):
    assert "at most 1 of 50,257 rows gets a gradient" in texts(open_page("memory", m_b="1", m_t="1"))


def test_the_caches_compare_what_this_run_measured(open_page):
    from explorer.ui.memory import lookup_time as view

    def looked(rows, nanoseconds):
        timed = Timed(4 * nanoseconds, nanoseconds, nanoseconds * 1.5)
        return Looked(1, 1, rows, rows * 256, timed, timed)

    bounds = (11.5, view.SAME), (12.0, view.LONGER), (20.0, view.LONGER), (20.5, view.TWICE)
    for large, option in ((10.5, view.SAME), *bounds, (40.0, view.TWICE)):
        records = (looked(16, 9.0), looked(1024, 10.0), looked(2**19, large))
        assert view.answer(records) == option
        said = views.lookup_curve(records=records).sentence
        assert f"By the median that is {large / 10:.2f} times as long" in said
        assert (
            "1,024 rows take 10.0 ns at best, 15.0 at the median (first run, with other data in the caches: 40.0)"
            in said
        )


@pytest.mark.parametrize(("first", "last"), [(-4096, 4096), (4096, -4096), (-1, -1)])
def test_a_process_that_shrank_meanwhile_has_not_grown(first, last):
    told = {True: "0 bytes", False: both(4096)}
    records = [Growth(step, 2, 4 * step, 1024, 1024, grown) for step, grown in ((0, first), (2, last))]
    said = views.growth(vocab_size=8, embed_dim=32, records=tuple(records)).sentence
    assert f"Right after the allocation the process had grown by {told[first < 0]}; " in said
    assert f"of the rows written it had grown by {told[last < 0]}. " in said


@pytest.mark.slow
def test_a_measurement_runs_once_and_shows_its_result(open_page):
    from explorer.jobs.job_queue import queue
    from explorer.memory.memory_benchmarks import allocate

    app = open_page("memory", m_v="20k", m_d="100")
    assert len(charts(app)) == 1
    app.button(key="m_alloc_run").click().run()
    job = queue().find(allocate, Allocate(20_000, 100, "FP32"))
    assert job is not None and job.wait(60) == "done"
    app.run()
    assert "nbytes 8 MB (7.63 MiB), which equals the formula to the byte" in texts(app)
    assert "with 100 % of the rows written it had grown by" in texts(app)
    other = open_page("memory", m_v="20k", m_d="100")
    assert "which equals the formula to the byte" in texts(other)
    started = job.started
    other.button(key="m_alloc_again").click().run()
    assert job.wait(60) == "done"
    assert job.started > started
    assert "which equals the formula to the byte" in texts(other.run())


def test_data_and_code_open_from_a_link(open_page):
    app = open_page("memory", m_bill_data="true", m_bill_code="true")
    assert "memory.bill(" in app.code[0].value
    assert tables_in(app)[0]["item"][:2] == ["Token table", "Position table"]


@pytest.mark.parametrize(("power", "name"), [*enumerate(("bytes", "kB", "MB", "GB", "TB", "PB", "EB"))])
def test_each_unit_is_a_thousand_of_the_one_before(power, name):
    assert byte_unit(1000**power) == byte_unit(999 * 1000**power) == (name, 1000**power)
