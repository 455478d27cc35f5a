"""The Memory page by AppTest: typed sizes, models and guesses; the pictures are the views' tests."""

import pytest

from explorer.memory import MODELS, BillRequest, bill, both, fields_of, wider_and_deeper
from explorer.ui.memory import memory_bill as bill_part
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.views.memory.settings import OF_REQUEST
from tests.support import numbers_in, open_folds, plain_texts, tables_in


def texts(app) -> str:
    assert not app.exception
    return "\n".join(plain_texts(app))


def test_a_link_sets_slider_entry_and_bill(open_page):
    app = open_page("memory", m_v="1.5M", m_d="512", m_number="INT8", m_optimizer="None")
    assert app.select_slider(key="m_v_slide").value == "1,500,000"
    assert app.text_input(key="m_d").value == "512"
    assert both(1_500_000 * 514) in texts(app)
    assert app.selectbox(key="m_model_box").value == size_controls.OWN


def test_rarer_controls_are_drawn_when_their_fold_is_open_or_one_of_them_is_changed(open_page):
    app = open_page("memory", m_all="Just show me")
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
    assert app.query_params == open_page("memory", m_all="Just show me").query_params


@pytest.mark.parametrize("typed", ["many", "", "-1", "1", "1e12", "NaN", "2.5", "<script>", "**bold**"])
def test_nonsense_gets_a_message_and_keeps_the_last_picture(open_page, typed):
    app = open_page("memory", m_v="1000")
    app.text_input(key="m_v").set_value(typed).run()
    assert len(app.error) == 1
    assert {2, 10**10} <= numbers_in(texts(app)) and repr(typed) in texts(app)
    assert both(1000 * 768 * 4) in texts(app)
    app.text_input(key="m_v").set_value("2000").run()
    assert not app.error


@pytest.mark.parametrize("name", ["GPT-3", "T5 base", "Qwen2.5 7B", "DeepSeek-V3", "BERT base"])
def test_a_model_sets_all_sizes_and_any_change_makes_them_ones_own(open_page, name):
    app = open_page("memory")
    app.selectbox(key="m_model_box").set_value(name).run()
    model = MODELS[name]
    assert app.text_input(key="m_v").value == str(model.vocab_size)
    assert app.text_input(key="m_d").value == str(model.embed_dim)
    assert both(model.token_table * 4) in texts(app)
    assert app.selectbox(key="m_model_box").value == name
    app.text_input(key="m_d").set_value("100").run()
    assert app.selectbox(key="m_model_box").value == size_controls.OWN


def test_gpt3_share_is_corrected_in_place(open_page):
    app = open_page("memory", m_part="Real models", m_look="GPT-3")
    shown = lambda: numbers_in("\n".join([texts(open_folds(app, "_formula")), *(m.value for m in app.markdown)]))  # noqa: E731
    answer = {617_558_016, 25_165_824, 12_288}  # in the sentence and in the formula
    assert not answer & shown()
    for guess in ("20 %", "5 %"):
        app.radio(key="m_gpt3").set_value(guess).run()
    assert 0.35 in numbers_in(app.info[0].value) and answer <= shown()
    assert "5 %" in app.info[0].value and "your guess for GPT-3: 5 %" in texts(app), "box and picture name one guess"
    pairs = wider_and_deeper()
    (rule,) = (m.value for m in app.markdown if f"{pairs.smaller} of the {pairs.all}" in m.value)
    assert {0.28, 54, 1, 23, 30, 40} <= numbers_in(rule)
    (reads,) = (m.value for m in app.markdown if {12, 23, 8, 3, 9, 257, 22} <= numbers_in(m.value))
    assert reads != rule
    app.button(key="m_use").click().run()
    app.segmented_control(key="m_part").set_value("The bill").run()
    assert app.selectbox(key="m_model_box").value == "GPT-3"


def test_the_cards_say_one_thing_in_bar_and_sentence(open_page):
    app = open_page("memory", m_see="Does it fit?", m_v="10000000000", m_d="256", m_card="80 GB", m_cards_data="true")
    row = 256 * 4 * 4  # the number, its gradient, and Adam's two
    needed = -(-(10**10) // (81_559 * 2**20 // row))
    evenly = -(-bill(BillRequest(10**10, 256)).total // (81_559 * 2**20))
    assert {needed, evenly} <= numbers_in(texts(app))
    assert tables_in(app)[0]["cards, rows as set"][-1] == str(needed)
    assert not open_page("memory", m_see="Does it fit?", m_card="").exception


def test_bars_and_sentence_count_the_whole_model_or_its_rows_alone():
    sizes = fields_of(MODELS["GPT-3"])
    for whole, needed in ((True, "109 needed"), (False, None)):
        view = views.cards(**sizes, optimizer="None", card="6 GB", whole=whole)
        frame, _, full = view.spec.data
        assert (full["x"][1] == 100) == whole == ("not fit" in view.says)
        assert frame["y"][1].removeprefix("<b>").removesuffix("</b>") in view.says
        assert (needed in [note["text"] for note in view.spec.layout["annotations"]]) == whole
    wider = views.cards(**sizes | {"vocab_size": 100_000}, optimizer="None", card="6 GB", whole=True)
    assert "GPT-3 with 100,000 rows" in wider.says, "its layers do not depend on its rows"


@pytest.mark.parametrize("drawn", [False, True])
def test_inference_is_in_the_address_whether_its_fold_has_been_drawn_or_not(open_page, drawn):
    app = open_page("memory", m_all="Just show me")
    if drawn:
        open_folds(app, "_more")
    app.segmented_control(key="m_use_for").set_value("Inference").run()
    assert not app.exception
    assert app.query_params["m_optimizer"] in ("None", ["None"])
    told = texts(app)
    app.segmented_control(key="m_use_for").set_value("Training").run()
    assert texts(app) != told


def test_an_encoder_keeps_no_keys_and_values(open_page):
    app = open_page("memory", m_bill_data="true", m_all="Just show me")
    assert "KV cache" in tables_in(app)[0]["item"]
    app.selectbox(key="m_model_box").set_value("BERT base").run()
    assert "KV cache" not in tables_in(app)[0]["item"]


def test_sliding_writes_the_entry_and_typing_moves_the_slider(open_page):
    app = open_page("memory")
    app.select_slider(key="m_v_slide").set_value("100,000").run()
    assert app.text_input(key="m_v").value == "100000" and both(100_000 * 768 * 4) in texts(app)
    app.text_input(key="m_v").set_value("12,345").run()
    assert app.select_slider(key="m_v_slide").value == "12,345" and both(12_345 * 768 * 4) in texts(app)


@pytest.mark.parametrize("optimizer", OF_REQUEST["optimizer"].options)
@pytest.mark.parametrize("gradients", OF_REQUEST["gradients"].options)
@pytest.mark.parametrize("number", ["FP32", "INT8"])
def test_a_row_of_the_cards_has_a_gradient_where_one_is_kept(optimizer, gradients, number):
    request = BillRequest(50_257, 768, 2, 1, 1, number, "None", optimizer=optimizer, gradients=gradients)
    settings = {name: value for name, value in vars(request).items() if name not in ("layers", "kv_width")}
    said = views.cards(**settings, card="80 GB").sentence
    assert ("gradient" in said.partition(" take ")[0]) == (request.training and not request.sparse)
