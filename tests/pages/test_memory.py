"""The Memory page through Streamlit's test driver: every part, every control, wrong input, both ends."""

import pytest

from explorer.memory import MODELS, Request, bill, both
from explorer.ui.memory import sizes

PARTS = ("The bill", "Real models", "Cards", "Time", "Caches", "Checked", "Fewer bits", "MB or MiB")
GUESSED = {
    "m_gpt3": "20 %",
    "m_indep": "The same time",
    "m_int8": "None",
    "m_mib": "97.7 MB",
}


def texts(app) -> str:
    assert not app.exception
    return "\n".join(text.value for text in app.text)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_opens_from_a_link_with_its_picture_and_sentence(open_page, part):
    app = open_page("memory", m_part=part, **GUESSED)
    assert len(app.get("bidi_component")) == 1
    assert texts(app)
    assert not app.error


@pytest.mark.parametrize("part", ["Real models", "Caches", "Fewer bits", "MB or MiB"])
def test_the_answer_comes_after_the_guess(open_page, part):
    app = open_page("memory", m_part=part)
    assert not app.get("bidi_component")
    assert len(app.radio) == 1


def test_the_bill_is_that_of_the_request(open_page):
    app = open_page("memory")
    result = bill(Request(50_257, 768))
    assert f"The token table takes {both(result['Token table'].bytes)}" in texts(app)
    assert f"everything together takes {both(result.total)}" in texts(app)
    assert "rows touched: at most 8,192 of 50,257 (16.30%)" in texts(app)


def test_a_link_sets_slider_entry_and_bill(open_page):
    app = open_page("memory", m_v="1.5M", m_d="512", m_number="INT8", m_optimizer="None")
    assert app.select_slider(key="m_v_slide").value == "1,500,000"
    assert app.select_slider(key="m_d_slide").value == "512"
    assert f"takes {both(1_500_000 * 514)}" in texts(app)
    assert app.selectbox(key="m_model_box").value == sizes.OWN


def test_sliding_writes_the_entry_and_typing_moves_the_slider(open_page):
    app = open_page("memory")
    app.select_slider(key="m_v_slide").set_value("100,000").run()
    assert app.text_input(key="m_v").value == "100000"
    assert f"takes {both(100_000 * 768 * 4)}" in texts(app)
    app.text_input(key="m_v").set_value("12,345").run()
    assert app.select_slider(key="m_v_slide").value == "12,345"
    assert f"takes {both(12_345 * 768 * 4)}" in texts(app)


@pytest.mark.parametrize("typed", ["many", "", "-1", "0", "1e12", "NaN", "2.5", "<script>", "**bold**"])
def test_nonsense_gets_a_message_and_keeps_the_last_picture(open_page, typed):
    app = open_page("memory", m_v="1000")
    app.text_input(key="m_v").set_value(typed).run()
    assert [error.value for error in app.error] == ["This size cannot be used."]
    assert f"from 1 to 10,000,000,000, got {typed!r}" in texts(app)
    assert "Still showing 1,000." in texts(app)
    assert f"takes {both(1000 * 768 * 4)}" in texts(app)
    app.text_input(key="m_v").set_value("2000").run()
    assert not app.error


@pytest.mark.parametrize("part", ["The bill", "Cards", "Time", "Checked"])
@pytest.mark.parametrize("end", [0, -1])
def test_both_ends_of_every_slider(open_page, part, end):
    app = open_page("memory", m_part=part)
    for slider in list(app.select_slider):
        app.select_slider(key=slider.key).set_value(slider.options[end]).run()
        assert not app.exception
    assert texts(app)


def test_a_table_of_ten_terabytes_is_computed_and_not_allocated(open_page):
    app = open_page("memory", m_part="Checked", m_v="1e10", m_d="256")
    assert "This table takes 10.2 TB (9.31 TiB)." in app.warning[0].value
    assert not [button for button in app.button if "Allocate" in button.label]
    assert "10.2 TB (9.31 TiB) by the formula. It is not allocated." in texts(app)


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
    assert app.selectbox(key="m_model_box").value == sizes.OWN


def test_sizes_stay_from_part_to_part(open_page):
    app = open_page("memory", m_v="1000")
    app.button(key="_m_part_Checked").click().run()
    assert "1,000 × 768 in FP32 takes 3.07 MB" in texts(app)


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
    app = open_page("memory", m_part="Real models", m_gpt3="20 %", m_look="GPT-3")
    assert "The answer: **0.35 %**" in app.info[0].value
    assert "617,558,016 numbers in the token table" in texts(app)
    assert "between 0.28% and 54.0% of the parameters (1 of 23 lie between 30 and 40 %)" in app.markdown[-2].value
    app.button(key="m_use").click().run()
    app.segmented_control(key="m_part").set_value("The bill").run()
    assert app.selectbox(key="m_model_box").value == "GPT-3"


def test_a_measurement_runs_once_and_shows_its_result(open_page):
    from explorer.jobs.board import board
    from explorer.memory.measure import Allocate, allocate

    app = open_page("memory", m_part="Checked", m_v="20k", m_d="100")
    assert "Nothing has been allocated yet: nbytes and the growth of the process will appear here." in texts(app)
    app.button(key="m_alloc_run").click().run()
    job = board().find(allocate, Allocate(20_000, 100, "FP32"))
    assert job is not None and job.wait(60) == "done"
    app.run()
    assert "nbytes 8 MB (7.63 MiB), which equals the formula to the byte" in texts(app)
    assert "With 100% of the rows written it had grown by" in texts(app)
    other = open_page("memory", m_part="Checked", m_v="20k", m_d="100")
    assert "which equals the formula to the byte" in texts(other)
    started = job.started
    other.button(key="m_alloc_again").click().run()
    assert job.wait(60) == "done"
    assert job.started > started
    assert "which equals the formula to the byte" in texts(other.run())


def test_data_and_code_open_from_a_link(open_page):
    app = open_page("memory", m_bill_data="true", m_bill_code="true")
    assert "from explorer.memory import Request, bill, both" in app.code[0].value
    assert list(app.dataframe[0].value["item"])[:2] == ["Token table", "Position table"]
