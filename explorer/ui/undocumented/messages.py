"""What Streamlit does with each element's text before it goes to the browser, by a shorter way with the same result.

A text of one line is searched for an indent as if it had many; one that is to be shown as HTML is searched twice for
style tags, letter by letter, and the app's own style sheet is one of ten thousand; and each message's address is
copied away and back so that its content alone is hashed, also a container's, whose hash nobody reads. Together that was
a twentieth of a page's first run. And what a component is sent is copied five times, hashed for a name that only a
component without a key has, and once more with its message: for the dots of a map, which the browser has already, that
was a fifth of a change. It wraps names of Streamlit's own, seen in 1.67 (`clean_text` where elements import it,
`_html_only_style_tags` in the module of `st.html`, `populate_hash_if_needed` in that of the run's context, and
`calc_hash` in that of components).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from streamlit import config, string_util
from streamlit.components.v2.bidi_component import main as mounting
from streamlit.elements import alert, heading, html, markdown, text
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import populate_hash_if_needed
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.util import calc_hash

_clean = string_util.clean_text
_only_style = html._html_only_style_tags
_fill = populate_hash_if_needed


def cleaned(body: Any) -> str:
    r"""The text without its indent and the spaces around it.

    >>> cleaned("  one line "), cleaned("  two\n  lines")
    ('one line', 'two\nlines')
    """
    said = str(body)
    return _clean(said) if "\n" in said else said.strip()


def only_style(body: str) -> bool:
    """Whether HTML has style tags and comments, and nothing else.

    >>> only_style("<style>p {}</style>"), only_style("<style></style><p>"), only_style("<p><style></style>")
    (True, False, False)
    """
    begins = body.lstrip()[:6].lower()
    if begins and begins != "<style" and not begins.startswith("<!--"):
        return False
    if body.startswith("<style>") and body.find("</style>") == len(body) - len("</style>") and "<!--" not in body:
        return True
    return _only_style(body)


_whole: ContextVar[bytes | None] = ContextVar("whole", default=None)
"""What the name that is mounted now stands for (`standing_for`)."""


@contextmanager
def standing_for(whole: bytes) -> Iterator[None]:
    """Within, a component is mounted with a name of its bytes, such as their digest: the bytes take the name's place.

    They do so only where the message goes to a browser that does not have it: to copy 200 kB five times, and then send
    their hash alone, was a tenth of a change.
    """
    before = _whole.set(whole)
    try:
        yield
    finally:
        _whole.reset(before)


class Later:
    """The hash of what a component is sent, found when its text is asked for: with a key nobody asks."""

    def __init__(self, content: str | bytes) -> None:
        self._content = content

    def __str__(self) -> str:
        """As Streamlit has it."""
        return calc_hash(self._content)


@cache
def _smallest() -> int:
    """Bytes from which on the browser keeps a message: a setting of the server, the same for as long as it runs."""
    return int(config.get_option("global.minCachedMessageSize"))


def _has(message: ForwardMsg) -> bool:
    """Whether the browser that a run is for has said that it has a message."""
    context = script_run_context.get_script_run_ctx(suppress_warning=True)
    return context is not None and message.hash in context.cached_message_hashes


def fill(message: ForwardMsg) -> None:
    """Give a message its hash, by which the browser knows what it has; of elements their content alone is hashed.

    Bytes for a component are known by their name, where they have one, and a container by nothing: it is drawn anew
    each time.
    """
    if message.hash or message.WhichOneof("type") != "delta":
        _fill(message)
        return
    kind = message.delta.WhichOneof("type")
    if kind != "new_element":
        if kind != "add_block":
            _fill(message)
        return
    content = message.delta.SerializeToString(deterministic=True)
    message.hash = calc_hash(content)
    size, whole = len(content), _whole.get()
    if whole is not None:
        size += len(whole)
    if size >= _smallest():
        message.metadata.cacheable = True
    if whole is not None and not (message.metadata.cacheable and _has(message)):
        message.delta.new_element.bidi_component.bytes = whole


def shorten() -> None:
    """From now on texts are cleaned and messages hashed in fewer steps."""
    for module in (alert, heading, html, markdown, text):
        module.clean_text = cleaned  # type: ignore[attr-defined]
    html._html_only_style_tags = only_style  # type: ignore[assignment]
    mounting.calc_hash = Later  # type: ignore[attr-defined, assignment]
    script_run_context.populate_hash_if_needed = fill  # type: ignore[assignment, attr-defined]
