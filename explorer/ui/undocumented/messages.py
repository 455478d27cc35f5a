"""What Streamlit does with the text of each element before it goes to the browser, by a shorter way with the same end.

A text of one line is searched for an indent as if it had many; one that is to be shown as HTML is searched twice for
style tags, letter by letter, and the app's own style sheet is one of ten thousand; and each message's address is
copied away and back so that its content alone is hashed. Together that was a twentieth of a page's first run. It wraps
names of Streamlit's own, seen in 1.67 (`clean_text` where elements import it, `_html_only_style_tags` in the module of
`st.html`, and `populate_hash_if_needed` in that of the run's context).
"""

from __future__ import annotations

from typing import Any

from streamlit import config, string_util
from streamlit.elements import alert, heading, html, markdown, text
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import populate_hash_if_needed
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.util import calc_hash

_SMALLEST = "global.minCachedMessageSize"

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


def fill(message: ForwardMsg) -> None:
    """Give a message its hash, by which the browser knows what it has; of elements their content alone is hashed."""
    if message.hash or message.WhichOneof("type") != "delta":
        _fill(message)
        return
    content = message.delta.SerializeToString(deterministic=True)
    message.hash = calc_hash(content)
    if message.delta.WhichOneof("type") == "new_element":
        message.metadata.cacheable = len(content) >= int(config.get_option(_SMALLEST))


def shorten() -> None:
    """From now on texts are cleaned and messages hashed in fewer steps."""
    for module in (alert, heading, html, markdown, text):
        module.clean_text = cleaned  # type: ignore[attr-defined]
    html._html_only_style_tags = only_style  # type: ignore[assignment]
    script_run_context.populate_hash_if_needed = fill  # type: ignore[assignment, attr-defined]
