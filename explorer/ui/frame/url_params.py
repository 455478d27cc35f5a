"""Validation of URL parameters, with a warning for values that can't be applied.

Streamlit alone would silently show the default, or fail. Only a page's first run has the visitor's link; later runs
have the URL as the controls have changed it.
"""

import math
import re
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import streamlit as st

from explorer.content import migrate_old_links
from explorer.content.escape_markdown import escape_markdown
from explorer.content.pages import info
from explorer.views.setting import Text, settings_of
from explorer.views.view import views_of

LONGEST_NUMBER = 40
"""Maximum length of a number in a link; Python itself refuses to parse one of more than 4,300 digits."""
FREE = ("text", "example", "own", "guide", "path", "quiz", "lesson", "plan", "screen")
"""Keys with arbitrary values: a visitor's text, and steps of the path, a quiz or a lesson, validated elsewhere."""
WORDS = ("j_find", "j_trained_word")
"""Keys of text fields that no view declares, where “infinity” or “nan” is a word and not a number."""
_NUMBER = re.compile(r"[-+]?[\d_.,]*(e[-+]?\d*)?|[-+]?(inf(inity)?|nan)", re.IGNORECASE)
_PLAIN = re.compile(r"[\w .,()+−-]{1,40}")
_TOLD, _ASKED, _EXPECTED, _CONTAINER = "_link_told", "_link_asked", "_link_expected", "_link_container"
_MOVED = "_link_moved"


def unreadable(value: str) -> bool:
    """Whether a value looks like a number that no control can hold.

    >>> [unreadable(value) for value in ("1e999", "9" * 4500, "nan", "12", "1e3", "a word", "", "infinite")]
    [True, True, True, False, False, False, False, False]
    """
    if not value.strip() or not _NUMBER.fullmatch(value.strip()):
        return False
    if len(value) > LONGEST_NUMBER:
        return True
    try:
        return not math.isfinite(float(value))
    except ValueError:
        return False


def is_applied(params: Sequence[str], holds: Any) -> bool:
    """Whether a control holds what a link asked for.

    >>> is_applied(["TRUE"], True), is_applied(["1", "2"], ["1", "2"]), is_applied(["1,024"], 65)
    (True, True, False)
    """
    held = list(holds) if isinstance(holds, (list, tuple)) else [holds]
    if {value.lower() for value in params} <= {str(value).lower() for value in held}:
        return True
    try:
        return len(params) == len(held) and all(float(a) == float(h) for a, h in zip(params, held, strict=True))
    except (TypeError, ValueError):
        return False


def declare(key: str, label: str, expects: str) -> None:
    """Declare what a control expects, in each run before it is drawn, for the message on a bad link."""
    if _ASKED in st.session_state:
        st.session_state.setdefault(_EXPECTED, {})[key] = label, expects


def rename(key: str, values: list[str]) -> None:
    """Note that a link's values of a control have other names now, by which the control holds them."""
    if key in st.session_state.get(_ASKED, {}):
        st.session_state[_ASKED][key] = values


def named() -> set[str]:
    """Keys in the address or the current link, even with a value that can't be applied; read once for many keys."""
    return {*st.query_params, *st.session_state.get(_ASKED, ())}


def asks_empty(key: str) -> bool:
    """Whether the current link sets this field to empty."""
    return bool(st.session_state.get(_ASKED, {}).get(key) == [""])


def rejected_params(
    params: Mapping[str, Sequence[str]], held: Mapping[str, object], expected: Mapping[str, tuple[str, str]]
) -> list[str]:
    """A message for each URL parameter that the page does not apply; `expected` from `declare`.

    >>> expected = {"x_len": ("Length (positions)", "a whole number from 1 to 512")}
    >>> rejected_params({"x_len": ["1024"], "x_way": ["clamp"]}, {"x_len": 65, "x_way": "clamp"}, expected)
    ['“Length (positions)” in this link is not a whole number from 1 to 512. The page shows 65 instead of “1024”.']
    """
    sentences = []
    for key, values in params.items():
        if key not in held or is_applied(values, held[key]):
            continue
        shown = _value_text(held[key])
        if key in expected:
            wrong = "“{}” in this link is not {}.".format(*expected[key])
        else:
            wrong = "This link asks for something that this page cannot show."
        sentences.append(f"{wrong} The page shows {shown} instead{quote(values)}.")
    return sentences


def quote(values: Sequence[str]) -> str:
    """Quote a link's value; "" if it is long or not plain letters and digits, since the message is markdown.

    >>> quote(["1024"]), quote(["<b>"])
    (' of “1024”', '')
    """
    text = ", ".join(values)
    return f" of “{escape_markdown(text)}”" if _PLAIN.fullmatch(text) else ""


def _value_text(value: object) -> str:
    """A control's value in a message; a visitor's own text is left out, since messages are markdown."""
    if isinstance(value, bool):
        return "it switched on" if value else "it switched off"
    if isinstance(value, (int, float)):
        return f"{value:,}"
    return f"“{escape_markdown(value)}”" if isinstance(value, str) and _PLAIN.fullmatch(value) else "its own"


def validate(page: str) -> None:
    """Validate the URL before any control is drawn: update former names, store the requested values, and remove those
    that no control can read.
    """
    state = st.session_state
    params = {k: st.query_params.get_all(k) for k in st.query_params}
    if (now := migrate_old_links.present(params)) != params:
        st.query_params.from_dict(now)
        st.rerun()
    if (found := migrate_old_links.successor(page, params)) is not None:
        part, former, query = found
        state[_MOVED] = part.page, part.part, part.message(former)
        st.switch_page(info(part.page).path, query_params=query)
    if f"{_TOLD}{page}" in state:
        return
    if _ASKED in state:
        return  # this is the rerun without the unreadable values
    state[_ASKED] = params
    views = views_of(page).values() if find_spec(f"explorer.views.{page}") is not None else ()
    declared = [each for view in views for each in settings_of(view).values()]
    words = (*WORDS, *(each.key for each in declared if isinstance(each, Text)))
    bad = [
        key
        for key, values in params.items()
        if key not in FREE and (values == [""] or (key not in words and any(map(unreadable, values))))
    ]
    for key in bad:
        del st.query_params[key]
    if bad:
        st.rerun()


def make_container() -> None:
    """Container for the warnings."""
    st.session_state[_CONTAINER] = st.container()


def warn_rejected(page: str, prefix: str, moved: frozenset[str] = frozenset()) -> None:
    """Warn above the controls, once all are drawn, of values that can't be applied, until another part is chosen.

    `moved`: keys that the app itself has set to other values than the link's.
    """
    state = st.session_state
    warnings, part = f"{_TOLD}{page}", state.get(f"{prefix}_part")
    if warnings not in state:
        rejected, expected = state.pop(_ASKED, {}), state.pop(_EXPECTED, {})
        held = {key: state[key] for key in rejected.keys() - moved if key in state}
        state[warnings] = part, rejected_params(rejected, held, expected)
    moved_page, moved_part, message = state.get(_MOVED, ("", "", ""))
    if (moved_page, moved_part) == (page, part):
        state[_CONTAINER].info(message)
    elif moved_page == page:  # another part was chosen
        del state[_MOVED]
    where, sentences = state[warnings]
    if where == part:
        for sentence in sentences:
            state[_CONTAINER].warning(sentence)
