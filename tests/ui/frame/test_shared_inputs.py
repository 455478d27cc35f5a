"""The visitor's text: its limit, and the switch that keeps it out of the URL."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest
from tiktoken.model import MODEL_TO_ENCODING

from explorer.tokenizers import ENCODINGS
from explorer.ui.frame import shared_inputs
from explorer.ui.home.write_sentence_with_model import EXAMPLES
from tests.support import numbers_in


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
    home.checkbox(key=shared_inputs.KEPT_OUT).check().run()
    assert not bound(home) and home.text_input(key="text").value == "secret words" and not sends(home)
    home.text_input(key="text").set_value("other secret words").run()
    assert not bound(home) and "other secret words" not in str(home.query_params)
    home.switch_page("pages/tokens.py").run()
    assert not bound(home) and home.text_input(key="text").value == "other secret words"
    assert home.checkbox(key=shared_inputs.KEPT_OUT).value and "text" not in home.query_params
    home.checkbox(key=shared_inputs.KEPT_OUT).uncheck().run()
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
