"""The visitor's text and smaller fields: limits, what the address holds, and the switch that keeps words out of it."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from tiktoken.model import MODEL_TO_ENCODING

from explorer.tokenizers import ENCODINGS
from explorer.ui.frame import shared_inputs, text_inputs
from explorer.ui.home.write_sentence_with_model import EXAMPLES
from tests.support import numbers_in

ROOT = Path(__file__).resolve().parents[3]
NOT_WORDS = {
    "frame/text_inputs.py": "the fields that are meant here",
    "memory/size_controls.py": "sizes: whole numbers",
}


def binds(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("text_input", "text_area", "draw") and any(word.arg == "bind" for word in call.keywords)


@pytest.mark.slow
def test_no_other_field_for_words_is_in_the_address() -> None:
    folder = ROOT / "explorer" / "ui"
    found = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and binds(node)
    }
    assert found == set(NOT_WORDS), (
        "declare it as a Text and draw it with ui.control, or say here why it holds no words"
    )


@pytest.fixture
def order(open_page: Callable[..., AppTest]) -> AppTest:
    return open_page("tokens", t_part="Dog bites man")


def first(app: AppTest) -> tuple[str, bool]:
    """The field's value, and whether it is bound to the URL."""
    field = app.text_input(key="t_bag_first")
    return field.value, field.proto.query_param_key == "t_bag_first"


def test_the_switch_keeps_the_words_of_smaller_fields_out_too(order: AppTest) -> None:
    order.session_state["t_typed_more"] = True
    order.run()
    assert text_inputs.SAID in order.text_input(key="t_bag_first").help
    assert order.checkbox(key=shared_inputs.OPT_OUT_KEY).label in text_inputs.SAID
    order.text_input(key="t_bag_first").set_value("my own words").run()
    assert first(order) == ("my own words", True)
    order.checkbox(key=shared_inputs.OPT_OUT_KEY).check().run()
    assert first(order) == ("my own words", False)
    assert order.text_input(key="t_bag_first").help == text_inputs.KEPT
    order.text_input(key="t_bag_first").set_value("other words of mine").run()
    assert first(order) == ("other words of mine", False)
    order.switch_page("pages/positions.py").run()
    order.switch_page("pages/tokens.py").run()
    assert first(order) == ("other words of mine", False), "kept with this tab, as the text is"
    order.checkbox(key=shared_inputs.OPT_OUT_KEY).uncheck().run()
    assert first(order) == ("other words of mine", True)
    assert order.text_input(key="t_bag_first").help == text_inputs.SAID
    assert not order.exception


def _fields() -> None:
    import streamlit as st

    from explorer.ui.frame import text_limit

    left, right = st.columns(2)
    with left:
        one = st.text_input("One", "cat", key="one", bind="query-params", **text_limit.limit_kwargs("one", 5))
        one = text_limit.truncate(one, "one", 5)
    two = right.text_area("Two", key="two", **text_limit.limit_kwargs("two", 1_000))
    st.text(f"{one}|{len(text_limit.truncate(two, 'two', 1_000, right))}")


@pytest.fixture
def fields() -> AppTest:
    return AppTest.from_function(_fields)


def warnings_of(app: AppTest) -> list[str]:
    assert not app.exception
    return [warning.value for warning in app.warning]


def test_what_fits_is_read_without_a_word(fields: AppTest) -> None:
    assert not warnings_of(fields.run()) and fields.text[0].value == "cat|0"
    fields.text_input(key="one").set_value("horse").run()
    assert not warnings_of(fields) and fields.text[0].value == "horse|0"


def test_what_is_pasted_and_too_long_is_cut_and_said_until_something_else_is_typed(fields: AppTest) -> None:
    fields.run().text_input(key="one").set_value("caterpillar").run()
    (told,) = warnings_of(fields)
    assert numbers_in(told) == {5, 11} and fields.text[0].value == "cater|0"
    assert fields.text_input(key="one").value == "cater"
    assert fields.main.children[0].children[0].warning[0].value == told, "beside its own field"
    fields.text_area(key="two").set_value("x" * 1_234).run()
    assert len(warnings_of(fields)) == 2 and {1_000, 1_234} <= numbers_in(warnings_of(fields)[1])
    fields.text_input(key="one").set_value("").run()
    assert len(warnings_of(fields)) == 1 and fields.text[0].value == "|1000"
    fields.text_area(key="two").set_value("").run()
    assert not warnings_of(fields)


def test_what_a_link_brings_stays_in_the_field_and_is_not_read_to_its_end(fields: AppTest) -> None:
    fields.query_params["one"] = "caterpillar"
    assert [numbers_in(told) for told in warnings_of(fields.run())] == [{5, 11}]
    assert fields.text[0].value == "cater|0" and fields.text_input(key="one").value == "caterpillar"


@pytest.mark.slow
def test_no_field_leaves_it_to_the_browser() -> None:
    """With `max_chars` the browser silently ignores a longer text that is pasted."""
    for path in (ROOT / "explorer").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                assert "max_chars" not in {word.arg for word in node.keywords}, (
                    f"{path}: use explorer.ui.frame.text_limit"
                )


@pytest.fixture
def home(open_page: Callable[..., AppTest]) -> AppTest:
    return open_page()


def bound(app: AppTest) -> bool:
    """Whether the field's value is bound to the URL."""
    return app.text_input(key="text").proto.query_param_key == "text"


def test_the_limit_stands_beside_the_field_and_more_is_cut_with_a_word(
    home: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert home.text_input(key="text").help == f"At most {shared_inputs.LIMIT:,} characters."
    monkeypatch.setattr(shared_inputs, "LIMIT", 50)
    home.run()
    home.text_input(key="text").set_value("cat and " * 10).run()
    assert home.text_input(key="text").value == ("cat and " * 10)[:50]
    assert [numbers_in(warning.value) for warning in home.warning] == [{50, 80}]
    home.button_group(key="_h_examples").set_value(EXAMPLES[0]).run()
    assert home.text_input(key="text").value == EXAMPLES[0] and not home.warning, "another text, not typed"
    home.text_input(key="text").set_value("a dog").run()
    assert not home.warning


def sends(home: AppTest) -> bool:
    return any("Your turn" in html.proto.body for html in home.get("html"))


def test_what_was_written_can_be_sent_to_a_friend_but_not_what_home_suggests(home: AppTest) -> None:
    assert not sends(home)
    home.text_input(key="text").set_value(f"{EXAMPLES[0]} dogs").run()
    assert sends(home)
    home.text_input(key="text").set_value(EXAMPLES[0]).run()
    assert not sends(home)


def test_the_switch_takes_the_text_out_of_the_address_and_back(home: AppTest) -> None:
    home.session_state["h_more"] = True  # behind Home's door
    home.text_input(key="text").set_value("secret words").run()
    assert bound(home) and sends(home)
    home.checkbox(key=shared_inputs.OPT_OUT_KEY).check().run()
    assert not bound(home) and home.text_input(key="text").value == "secret words" and not sends(home)
    home.text_input(key="text").set_value("other secret words").run()
    assert not bound(home) and "other secret words" not in str(home.query_params)
    home.switch_page("pages/tokens.py").run()
    assert not bound(home) and home.text_input(key="text").value == "other secret words"
    assert home.checkbox(key=shared_inputs.OPT_OUT_KEY).value and "text" not in home.query_params
    home.checkbox(key=shared_inputs.OPT_OUT_KEY).uncheck().run()
    assert bound(home) and home.text_input(key="text").value == "other secret words"


@pytest.mark.parametrize(
    ("model", "called"),
    [
        ("gpt2", "GPT-2"),
        ("davinci", "GPT-3 (davinci)"),
        ("davinci-codex", "Codex"),
        ("text-davinci-002", "text-davinci-002"),
        ("text-davinci-003", "text-davinci-003"),
        ("gpt-3.5", "GPT-3.5"),
        ("gpt-4", "GPT-4"),
        ("gpt-4o", "GPT-4o"),
    ],
)
def test_which_models_read_with_a_tokenizer_is_what_tiktoken_says(model: str, called: str) -> None:
    assert called in shared_inputs.USED_BY[MODEL_TO_ENCODING[model]]
    assert tuple(shared_inputs.USED_BY) == ENCODINGS


def test_a_number_beyond_the_last_token_says_so_beside_the_field(home: AppTest) -> None:
    told = lambda: {99_999, 3, 0, 2} in [numbers_in(caption.value) for caption in home.caption]  # noqa: E731
    home.session_state["h_more"] = True
    home.text_input(key="text").set_value("a cat sat").run()
    home.number_input(key="token").set_value(99_999).run()
    assert told()
    home.number_input(key="token").set_value(2).run()
    assert not told()
    home.number_input(key="token").set_value(99_999).run()
    home.text_input(key="text").set_value("").run()
    assert not any(99_999 in numbers_in(caption.value) for caption in home.caption), "no text, no last token"


def test_a_text_of_several_lines_has_a_field_of_several_lines(home: AppTest) -> None:
    home.text_input(key="text").set_value("one").run()
    home.session_state["text"] = "one\ntwo"
    home.run()
    assert not home.exception and home.text_area(key="text").value == "one\ntwo"
    home.text_area(key="text").set_value("three").run()
    assert not home.exception and home.text_input(key="text").value == "three"
    assert bound(home) and not [field for field in home.text_area if field.key == "text"]
