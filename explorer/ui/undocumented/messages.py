"""What Streamlit does with each element's text before it goes to the browser, by a shorter way with the same result.

A text of one line is searched for an indent as if it had many; one that is to be shown as HTML is searched twice for
style tags, letter by letter, and the app's own style sheet is one of ten thousand; and each message's address is
copied away and back so that its content alone is hashed, also a container's, whose hash nobody reads. Together that was
a twentieth of a page's first run. And what a component is sent is hashed for a name that only a component without a key
has, and once more with its message: for the dots of a map, which the browser has already, that was a tenth of a change.
It wraps names of Streamlit's own, seen in 1.67 (`clean_text` where elements import it, `_html_only_style_tags` in the
module of `st.html`, `populate_hash_if_needed` in that of the run's context, and `calc_hash` in that of components).
"""

from __future__ import annotations

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


STANDS_FOR = b'{"digest": "'
"""How the header of bytes begins that name their own digest: one that tells them from all others (`chart.pack`)."""
_AT, _DIGITS = 4, 24


class Later:
    """The hash of what a component is sent, found when its text is asked for: with a key nobody asks."""

    def __init__(self, content: str | bytes) -> None:
        self._content = content

    def __str__(self) -> str:
        """As Streamlit has it."""
        return calc_hash(self._content)


def named(content: bytes) -> bytes:
    """The digest that bytes for a component name themselves, else none.

    >>> named(b"1234" + STANDS_FOR + b"0123456789abcdef01234567" + b'", "trace": ...'), named(b"{}")
    (b'0123456789abcdef01234567', b'')
    """
    begin = _AT + len(STANDS_FOR)
    return content[begin : begin + _DIGITS] if content[_AT:begin] == STANDS_FOR else b""


@cache
def _smallest() -> int:
    """Bytes from which on the browser keeps a message: a setting of the server, the same for as long as it runs."""
    return int(config.get_option("global.minCachedMessageSize"))


def fill(message: ForwardMsg) -> None:
    """Give a message its hash, by which the browser knows what it has; of elements their content alone is hashed.

    Bytes that name their own digest are known by that alone, and a container by nothing: it is drawn anew each time.
    """
    if message.hash or message.WhichOneof("type") != "delta":
        _fill(message)
        return
    kind = message.delta.WhichOneof("type")
    if kind != "new_element":
        if kind != "add_block":
            _fill(message)
        return
    new = message.delta.new_element
    sent = new.bidi_component.bytes if new.WhichOneof("type") == "bidi_component" else b""
    digest = named(sent)
    if digest:
        new.bidi_component.bytes = digest
    content = message.delta.SerializeToString(deterministic=True)
    message.hash = calc_hash(content)
    if digest:
        new.bidi_component.bytes = sent
    if len(content) + len(sent) - len(digest) >= _smallest():
        message.metadata.cacheable = True


def shorten() -> None:
    """From now on texts are cleaned and messages hashed in fewer steps."""
    for module in (alert, heading, html, markdown, text):
        module.clean_text = cleaned  # type: ignore[attr-defined]
    html._html_only_style_tags = only_style  # type: ignore[assignment]
    mounting.calc_hash = Later  # type: ignore[attr-defined, assignment]
    script_run_context.populate_hash_if_needed = fill  # type: ignore[assignment, attr-defined]
