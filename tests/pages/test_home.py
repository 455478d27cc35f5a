"""Home by AppTest: the chain and its prediction, every intervention, and every state of the input."""

import base64
import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer import wording
from explorer.content.en.chapter_order import PATH
from explorer.content.pages import info
from explorer.data import CORPORA, load_corpus
from explorer.lm.compare_predictions import repeated, swapped, total_variation
from explorer.lm.look_back import label
from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.lm.shipped_model import load_lm, load_report
from explorer.ui.home.pipeline_links import GROUPS, Link
from explorer.views import home as views
from explorer.views.home._next_token import EXPECTED, KNOWN, LINE, NEVER_READ
from explorer.views.home.change_model_input import CHANGES, Settings, trial
from explorer.views.home.settings import BEGINS, FAILS, TRAINED
from tests.support import bare, numbers_in, plain_texts, slips_in, text_field

OpenPage = Callable[..., AppTest]
TEXT = "The cat sat on the mat"


def words(app: AppTest) -> str:
    kinds = [*app.markdown, *app.code, *app.info, *app.warning, *app.header, *app.caption, *app.title]
    links = (link.proto.label for link in app.get("page_link"))
    return " ".join([*plain_texts(app), *(str(element.value) for element in kinds), *links]).replace(
        "\N{NO-BREAK SPACE}", " "
    )


def said_on(app: AppTest) -> set[float]:
    """All numbers of the page's texts."""
    return numbers_in(words(app))


def drawn(app: AppTest, name: str) -> dict:
    """Data of a component of the page: "explorer_pipeline_picture" or "explorer_next_token_bars"."""
    for component in app.get("bidi_component"):
        if component.proto.component_name.endswith(name):
            return json.loads(component.proto.bytes)
    raise AssertionError(f"no component {name}")


def test_it_says_what_one_will_be_able_to_explain_and_how_long_that_takes(open_page: OpenPage) -> None:
    minutes = PATH.minutes
    told = [numbers_in(bare(element.proto.body)) for element in open_page("home").get("html")]
    assert any(
        len(PATH.chapters) in each and min(abs(number - minutes) for number in each) <= 2.5 for each in told if each
    )


def test_the_first_guess_of_all_is_right_and_the_one_that_fails_is_one_tap_away(open_page: OpenPage) -> None:
    app = open_page("home")
    assert text_field(app).value == "To be, or not to"
    assert drawn(app, "next_token_bars")["tokens"][0]["label"] == "␣be"
    app.button(key="_h_other").click().run()
    assert TEXT.startswith(text_field(app).value)
    assert "␣mat" not in [token["label"] for token in drawn(app, "next_token_bars")["tokens"]]
    reading = read(ReadingRequest("The cat sat on the"))
    assert wording.share(float(reading.probabilities[2603])) in words(app) and {1_332, 4_096} <= said_on(app)
    app.button(key="_h_other").click().run()
    assert drawn(app, "next_token_bars")["tokens"][0]["label"] == "␣be"


def test_what_no_newcomer_needs_is_behind_one_door_and_a_link_to_it_opens_it(open_page: OpenPage) -> None:
    app = open_page("home")
    assert "h_try" not in app.session_state
    app.session_state["h_more"] = True
    app.run()
    assert app.session_state["h_try"] == "As it is"
    for link in ({"h_more": "true"}, {"h_try": "Too long"}, {"h_chain_data": "true"}):
        app = open_page("home", **link)
        assert app.session_state["h_more"] and "h_try" in app.session_state


def test_one_back_takes_the_last_token_away(open_page: OpenPage) -> None:
    app = open_page("home", text="one two", h_hide="false")
    app.button(key="_h_back").click().run()
    assert text_field(app).value == "one" and app.button(key="_h_back").disabled
    text_field(app).set_value("a👍").run()
    app.button(key="_h_back").click().run()
    assert text_field(app).value == "a"


def test_what_a_try_says_is_the_views(open_page: OpenPage) -> None:
    for change in CHANGES:
        view = views.next_token(text=TEXT, change=change)
        assert view.sentence in words(open_page("home", text=TEXT, h_try=change))
        assert all(said in view.sentence for said in trial(Settings(TEXT, change=change)).sentences)


def test_the_chain_of_the_sentence_is_the_models(open_page: OpenPage) -> None:
    app = open_page("home", text=TEXT, h_hide="true")
    reading = read(ReadingRequest(TEXT, hide_last=True))
    chain = drawn(app, "pipeline_picture")
    assert [token["label"] for token in chain["tokens"]] == ["The", "␣cat", "␣sat", "␣on", "␣the"]
    assert [token["id"] for token in chain["tokens"]] == [464, 3797, 3332, 319, 262]
    assert chain["hidden"]["label"] == "␣mat"
    assert any({5, 128} <= numbers_in(step["note"]) for step in chain["steps"])
    assert len(base64.b64decode(chain["numbers"])) == 5 * 3 * 128
    said = words(app)
    assert {5, 1, 128, 640} <= said_on(app)
    for row in (
        reading.rows[0],
        reading.position_rows[0],
        reading.rows[0].round(2) + reading.position_rows[0].round(2),
    ):
        assert " ".join(wording.fixed(float(x)) for x in row[:4]) in said


def test_a_word_of_several_tokens_or_none(open_page: OpenPage) -> None:
    app = open_page("home", text=TEXT, h_hide="true", h_try="Another row", h_word="xylophone")
    assert "xylophone" in words(app)
    app.text_input(key="h_word").set_value("castle").run()
    assert "castle in 2" in words(app)
    app.text_input(key="h_word").set_value(" ").run()
    assert app.warning


@pytest.mark.parametrize(
    ("query", "position"), [({"h_try": "Swap two tokens", "h_a": 9}, 9), ({"h_try": "Another row", "h_row": 60}, 60)]
)
def test_a_position_that_the_text_has_not_is_said(open_page: OpenPage, query: dict, position: int) -> None:
    app = open_page("home", text=TEXT, h_hide="true", **query)
    assert {5, 0, 4, position} <= numbers_in(app.warning[0].value)
    assert len(drawn(app, "next_token_bars")["names"]) == 1


def test_one_position_is_neither_a_range_nor_two(open_page: OpenPage) -> None:
    app = open_page("home", text=TEXT, h_hide="true", h_try="Swap two tokens", h_a=0, h_b=0)
    assert not slips_in(words(app)) and 0 in said_on(app)
    app = open_page("home", h_try="Swap two tokens", text="a", h_hide="false")
    assert numbers_in(app.warning[0].value) == {0, 1} and not slips_in(app.warning[0].value)


def test_past_the_trained_length(open_page: OpenPage) -> None:
    app = open_page("home", text=TEXT, h_hide="true", h_try="Too long")
    text, times = repeated(TEXT, 65)
    last = read(ReadingRequest(text, hide_last=True))
    assert last.total > 64
    said = words(app)
    assert {times, last.total} <= said_on(app) and f"Sequence length {last.total} exceeds maximum 64" in said
    assert len(drawn(app, "pipeline_picture")["tokens"]) == 64
    report = load_report()
    for losses in (report["last 64"], report["clamp"][64:], report["wrap"][64:], report["clamp"][32:64]):
        assert wording.fixed(float(np.mean(losses))) in said
    for way, past in (("Give the rest the last position", "clamp"), ("Begin again at position 0", "wrap")):
        app = open_page("home", text=TEXT, h_hide="true", h_try="Too long", h_past=way)
        after = read(ReadingRequest(text, past=past, hide_last=True))
        assert wording.share(total_variation(last, after)) in words(app)
        assert len(drawn(app, "pipeline_picture")["tokens"]) == last.total
        assert drawn(app, "pipeline_picture")["tokens"][64]["position"] == (63 if past == "clamp" else 0)


def test_the_selected_token_is_found_again_where_this_vocabulary_cuts_otherwise(open_page: OpenPage) -> None:
    """GPT-2 splits the first word into two tokens, this model into three: GPT-2's token 2 is the fourth here."""
    app = open_page("home", text=" transformers sat on", token=2, h_hide="false")
    chain = drawn(app, "pipeline_picture")
    assert [token["label"] for token in chain["tokens"]][-2:] == ["␣sat", "␣on"]
    assert chain["tokens"][chain["selected"]]["label"] == "␣sat" and chain["selected"] > 1


def test_every_link_opens_a_part_that_exists_with_text_and_token_kept(open_page: OpenPage) -> None:
    app = open_page("home", text="Hello there, world", token=2, h_more="true")
    links = [link.proto for link in app.get("page_link")]
    parts = {}
    for link in links:
        for key, values in parse_qs(link.query_string).items():
            if key.endswith("_part"):
                parts[link.page] = [*parts.get(link.page, []), (key, values[0])]
    assert sum(map(len, parts.values())) == sum(bool(link.part) for links in GROUPS.values() for link in links)
    for page, asked in parts.items():
        for key, part in asked:
            opened = open_page(page.strip("/"), text="Hello there, world", token=2, **{key: part})
            assert opened.session_state[key] == part
            # A part without the sentence's controls reads them from the address, which stays as it was.
            address = {name: v if isinstance(v, str) else v[0] for name, v in opened.query_params.items()}
            state = opened.session_state
            text, token = (state[name] if name in state else address[name] for name in ("text", "token"))
            assert (text, int(token)) == ("Hello there, world", 2)


def test_what_a_teacher_needs_to_know_is_behind_i_teach(open_page: OpenPage) -> None:
    app = open_page("home", text=TEXT, h_hide="true")
    app.session_state["h_teach"] = True
    app.run()
    assert any("teach" in link.proto.page for link in app.get("page_link"))


def test_how_small_it_is_is_said(open_page: OpenPage) -> None:
    app = open_page("home", text=TEXT, h_honest="true")
    said, report = words(app), load_report()
    assert load_lm().config.train_len == TRAINED
    assert {1_123_200, 50_257, 768, 384, 38.6} <= said_on(app) and 50_257 * 768 == 38_597_376
    losses = report["by_position"]
    assert {round(losses[0], 2), round(float(np.mean(losses[32:])), 2)} <= said_on(app)
    assert all(
        CORPORA[text].title in said for text, loss in report["by_text"].items() if loss["trigram"] < loss["model"]
    )
    for name in ("unigram", "bigram", "trigram", "model"):
        nats, bits = report["nats"][name], report["bits_per_character"][name]
        assert f"| {wording.fixed(nats, 3)} | {wording.fixed(bits, 3)} |" in said


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_text_says_what_to_do(open_page: OpenPage, text: str) -> None:
    app = open_page("home", text=TEXT, h_hide="true")
    text_field(app).set_value(text).run()
    assert not app.exception
    if not text:
        assert app.info and app.get("page_link"), "the other pages are there without a text, too"


TRIES = ["As it is", "No positions", "Swap two tokens", "Another row", "Too long"]
TEXTS = ["👩‍👩‍👧 日本", "x", "שלום", "a\x00b", "   ", "\n", "[x](http://e.com) ![i](j) $x$ <b>", "word " * 5_000]


@pytest.mark.parametrize("choice", TRIES)
def test_any_text_gives_a_prediction_under_every_try(open_page: OpenPage, choice: str) -> None:
    app = open_page("home", text=TEXT, h_hide="true", h_try=choice)
    for text in TEXTS:
        text_field(app).set_value(text).run()
        assert not app.exception and drawn(app, "next_token_bars")["tokens"], text


def test_an_example_becomes_the_text(open_page: OpenPage) -> None:
    app = open_page("home", text=TEXT)
    example = "The President of the United"
    next(box for box in app.button_group if box.key == "_h_examples").set_value(example).run()
    assert app.session_state["text"] == example
    assert next(box for box in app.button_group if box.key == "_h_examples").value is None  # to be chosen again
    assert drawn(app, "next_token_bars")["tokens"][0]["label"] == "␣States"


def test_why_it_fails_is_said_where_it_fails_alone() -> None:
    failing = "The cat sat on the"
    others = ({"hide_last": True}, {"text": "the cat"}, {"change": "No positions"}, {"change": "Too long"})
    told = [views.next_token(**{"text": failing, **other}).sentence.count(NEVER_READ) for other in ({}, *others)]
    assert told == [1, 0, 0, 0, 0]


def test_the_picture_marks_the_selected_token_or_says_which_it_marks(open_page: OpenPage) -> None:
    app = open_page(
        "home", text=TEXT, h_hide="true", h_try="Too long", token=5
    )  # ten copies, of which the last 64 tokens are read
    chain = drawn(app, "pipeline_picture")
    assert chain["tokens"][chain["selected"]]["label"] == "␣mat"
    app = open_page("home", text="internationalization of it", token=1, h_more="true")
    chain = drawn(app, "pipeline_picture")
    assert {1, chain["selected"]} <= said_on(app)


def test_a_single_token_has_nothing_to_look_back_at(open_page: OpenPage) -> None:
    def said(**query: str) -> list[str]:
        query["h_more"] = "true"
        return [str(each.key) for each in open_page("home", **query).expander if str(each.key).endswith("_formula")]

    assert said() == ["h_next_formula", "h_look_formula"]
    assert said(text="a") == ["h_next_formula"]


@pytest.mark.slow
def test_no_text_says_what_the_sentence_that_fails_ends_with() -> None:
    texts = [" ".join(load_corpus(name).lower().split()) for name in CORPORA]
    assert (FAILS + EXPECTED).endswith(NEVER_READ)
    assert not any(re.search(rf"\b{NEVER_READ}\b", text) for text in texts)
    assert any(re.search(r"\bon the material\b", text) for text in texts), "nothing would be found whatever is there"
    assert sum(text.count(LINE) for text in texts) == 1
    assert 11.8 in numbers_in(views.next_token(text=BEGINS + KNOWN).sentence)


@pytest.mark.parametrize(
    "link", [link for links in GROUPS.values() for link in links if link.page in ("projection", "memory")]
)
def test_the_title_behind_a_link_asks_the_question_of_the_link(open_page: OpenPage, link: Link) -> None:
    app = open_page(link.page, **{f"{info(link.page).prefix}_part": link.part}, **link.settings)
    assert [title.value for title in app.title] == [link.question]


def test_on_a_step_of_the_path_the_bars_stand_first(open_page: OpenPage) -> None:
    app = open_page("home", guide="3b", text="A dog bites a man")
    assert not app.header  # no heading over what it leaves out
    assert "h_try" in app.session_state  # what its task changes is in sight


def test_positions_off(open_page: OpenPage) -> None:
    plain = ReadingRequest(TEXT, hide_last=True)
    before, after = read(plain), read(ReadingRequest(TEXT, positions=False, hide_last=True))
    app = open_page("home", text=TEXT, h_hide="true", h_try="No positions")
    assert wording.share(total_variation(before, after)) in words(app)
    assert {token["position"] for token in drawn(app, "pipeline_picture")["tokens"]} == {None}
    for token in drawn(app, "next_token_bars")["tokens"]:
        assert len(token["shares"]) == 2
    assert drawn(app, "next_token_bars")["names"] == ["with positions", "without"]


def test_a_swap_says_what_moves_with_positions_and_without(open_page: OpenPage) -> None:
    facts = swapped(ReadingRequest(TEXT, swap=(1, 2), hide_last=True))
    app = open_page("home", text=TEXT, h_hide="true", h_try="Swap two tokens")
    said = words(app)
    assert wording.share(facts.with_positions) in said and wording.share(facts.without) in said
    assert facts.first_block < 1e-5
    chain = drawn(app, "pipeline_picture")["tokens"]
    assert [token["label"] for token in chain[:3]] == ["The", "␣sat", "␣cat"]
    assert [token["n"] for token in chain if token["changed"]] == [1, 2]


def test_a_row_makes_way_for_anothers(open_page: OpenPage) -> None:
    after = read(ReadingRequest("The dog sat on the mat", hide_last=True))
    app = open_page("home", text=TEXT, h_hide="true", h_try="Another row")
    assert "␣cat" in words(app) and "␣dog" in words(app)
    bars = {token["label"]: token["shares"][1] for token in drawn(app, "next_token_bars")["tokens"]}
    for i in after.best(5):
        assert bars[label(i)] == pytest.approx(float(after.probabilities[i]), rel=1e-5)


def test_a_long_text_is_read_from_its_end_and_it_is_said(open_page: OpenPage) -> None:
    app = open_page("home", text=TEXT, h_hide="true")
    text_field(app).set_value("one two three " * 40).run()
    reading = read(ReadingRequest("one two three " * 40, hide_last=True))
    assert {64, reading.total} <= said_on(app)
    assert [token["id"] for token in drawn(app, "pipeline_picture")["tokens"]] == reading.ids.tolist()


def test_tokens_that_no_text_gives_are_other_than_those_of_the_text_that_reads_like_them() -> None:
    """“the years” is [the][ years]."""
    assert read(ReadingRequest("the years are here", hide_last=False)).ids[1] != read(ReadingRequest("the year")).ids[1]
