"""The visitor's own text, encoding and selected token, the same on every page (URL: `text`, `encoding`, `token`)."""

import re
from dataclasses import dataclass
from typing import Any

import streamlit as st

from explorer.tokenizers import CHOICES, SMALL, SMALL_SIZE
from explorer.ui.frame import step_size, style, text_limit, url_params
from explorer.wording import count

DEFAULT_TEXT = "The cat sat on the mat"
DEFAULT_ENCODING = "gpt2"
USED_BY = {
    "gpt2": "GPT-2",
    "r50k_base": "GPT-3 (davinci)",
    "p50k_base": "Codex, text-davinci-002 and text-davinci-003",
    "cl100k_base": "GPT-3.5 and GPT-4",
    "o200k_base": "GPT-4o, GPT-4.1, GPT-5, o1 and o3",
}
"""Example models of each tokenizer, from the list in `tiktoken.model`."""
_DIGITS = re.compile("[0-9]{1,9}")
URL_LIMIT = 1_500
"""Maximum length of a text in the URL; browsers and proxies truncate very long addresses."""
LIMIT = 30_000
"""Maximum length of a text. The page sends it with each message, the first time in its address as well: up to 16 bytes
a character of the 500,000 that a message may have (`server.limit_messages`)."""
MOST_TOKENS = 10**9
"""Upper bound of a token number, which no text reaches; the field itself has no maximum that a message could quote."""
STEP_LIVE = "900ms"
"""How long after the last letter a step's text is read: the step judges what is typed, so it waits. Elsewhere the pause
is Streamlit's own, since it reads one with units by pandas, which takes 65 MB and 0.3 s."""
OPT_OUT_KEY = "text_kept_out"
_LINES, _NEXT = "text_in_lines", "text_of_the_next_run"
OPT_OUT_LABEL = "Keep my words out of the address"


@dataclass(frozen=True)
class UserText:
    """The text, the tokenizer's name, and the number of the selected token (from 0; may lie past the end)."""

    text: str
    encoding: str
    token: int


def current() -> UserText:
    """The visitor's sentence on any page, whether or not its widgets are on this page."""
    encoding, token = widget_or_url("encoding", DEFAULT_ENCODING), widget_or_url("token", 0)
    return UserText(
        text=str(widget_or_url("text", DEFAULT_TEXT)),
        encoding=encoding if encoding in CHOICES else DEFAULT_ENCODING,
        token=int(token) if _DIGITS.fullmatch(str(token)) else 0,
    )


def widget_or_url(key: str, start: Any) -> Any:
    """Value of a shared control; before it is first drawn, the link's value, else `start`."""
    state = st.session_state
    return state[key] if key in state else st.query_params.get(key, start)


def is_private(key: str, start: str, *, too_long: bool = False) -> bool:
    """Whether the text of the field `key` is kept out of the URL; called before the field is drawn.

    The switch below the text decides for all fields; a text too long for a URL is always kept out.
    """
    state = st.session_state
    out = too_long or bool(state.get(OPT_OUT_KEY))
    if out != bool(state.get(f"{key}_left_out")):
        # A write through session state removes the value from the URL, or puts it back.
        state[f"{key}_left_out"], state[key] = out, state.get(key, start)
    return out


def text_box(label: str = "Your text", start: str = DEFAULT_TEXT) -> str:
    """Draw the text: one line is read while it is typed, several lines are a batch in an area of their own.

    A long text is kept out of the address, with a note. A page's own `start` is its default text, which the other
    pages then keep.
    """
    if not step_size.draws("text"):
        return current().text
    state = st.session_state
    if start != DEFAULT_TEXT and "text" not in state and "text" not in st.query_params:
        state["text"] = start
    if _NEXT in state:
        state["text"] = state.pop(_NEXT)
    usual = DEFAULT_TEXT if start == DEFAULT_TEXT else ""
    text = str(widget_or_url("text", usual))
    long = len(text) > URL_LIMIT
    how: Any = {"key": "text", "help": f"At most {LIMIT:,} characters.", **text_limit.limit_kwargs("text", LIMIT)}
    if is_private("text", usual, too_long=long):
        how["persist_state"] = "session"
    else:
        how |= {"value": usual, "bind": "query-params"}
    step = step_size.step() is not None
    lines = not step and not {"\n", "\r"}.isdisjoint(text)
    other = lines != state.get(_LINES, lines)
    state[_LINES] = lines
    if other:
        state["text"] = text
    if lines:
        drawn = st.text_area(label, height=68, **how)
    else:
        drawn = st.text_input(label, live=STEP_LIVE if step else True, **how)
    # A widget that is new takes what the address had before this run; in the next run it takes the session's text.
    if other and drawn != text:
        state[_NEXT] = text
        st.rerun()
    drawn = text_limit.truncate(drawn, "text", LIMIT)
    if long:
        st.caption("This text is too long for a link, so this page's link leaves it out.")
    return drawn


def add_line_button() -> None:
    """Draw the button that turns a text of one line into one of several."""
    st.button("Add a line", key="_text_line", on_click=_add_line, help="Each line is a text of its own: a batch.")


def _add_line() -> None:
    st.session_state["text"] = current().text + "\n"


def keep_out_switch() -> None:
    """Draw the switch that keeps the visitor's words out of the URL; not in presenter mode."""
    if not style.presenting():
        st.checkbox(
            OPT_OUT_LABEL,
            key=OPT_OUT_KEY,
            persist_state="session",
            help="The address of a page holds its text and the words in its other fields, so that a link brings them "
            "back: whoever gets the link can read them, and the browser's history keeps them. Kept out, they are with "
            "this open tab alone.",
        )


def encoding_box() -> str:
    """Draw the choice of the encoding."""
    if not step_size.draws("encoding"):
        return current().encoding
    used = "; ".join(f"`{name}`: {models}" for name, models in USED_BY.items())
    sentence = (
        f"Models that read with it, among others: {used}. (From the list of models in tiktoken, OpenAI's tokenizer.) "
        f"`{SMALL}`: our own small language model, with the first {SMALL_SIZE:,} tokens of gpt2."
    )
    return st.selectbox("Tokenizer", CHOICES, key="encoding", bind="query-params", help=sentence, width=160)


def token_box(tokens: int, label: str = "Selected token", help: str | None = None) -> int:
    """Number field for the selected token; a number beyond `tokens` selects the last one."""
    if not step_size.draws("token"):
        return min(current().token, max(tokens - 1, 0))
    url_params.declare("token", label, f"a whole number from 0 to {MOST_TOKENS:,}")
    number = int(st.number_input(label, min_value=0, value=0, step=1, key="token", bind="query-params", help=help))
    if not tokens:
        return 0
    if number < tokens:
        return number
    st.caption(
        f"There is no token {number:,}: the text has {count(tokens, 'token')}, numbered from 0. "
        f"This is read as the last one, {tokens - 1:,}."
    )
    return tokens - 1
