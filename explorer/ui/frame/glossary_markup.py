"""Glossary links in the app's own texts: `[[token]]`, or `[[embedding|rows]]` to show other words.

A term becomes a button and its definition a popover of the browser's own: a tap or the keyboard opens it, Escape or a
tap elsewhere closes it, and the pointer resting on it shows it too (term_definitions.js). For the app's own texts only,
never for a visitor's: they are shown as markdown with HTML.
"""

import html
import itertools
import re
import zlib

import streamlit as st

from explorer.content.en.glossary import Entry, find
from explorer.content.term_markup import TERM, plain, terms

__all__ = ["link_terms", "definitions", "plain", "write", "terms"]

_IN_A_WORD = re.compile(r"([(“]*)" + TERM.pattern + r"([^\s\[\]<*_`]*)")
"""A term with the punctuation attached to it: a bracket before, a comma or an “'s” behind."""


def link_terms(text: str) -> str:
    """Replace every term of the glossary by a button with its definition; other terms become plain words."""
    numbers = itertools.count()
    start = f"term-{zlib.crc32(text.encode()):x}"

    def button(match: re.Match[str]) -> str:
        before, after = match[1], match[4]
        entry, words = find(match[2]), match[3] or match[2]
        if entry is None:
            return before + words + after
        made = _button(entry, words, f"{start}-{next(numbers)}")
        # A line may break before and after any button, and a comma could then begin a line.
        return f'<span class="whole">{before}{made}{after}</span>' if before or after else made

    return _IN_A_WORD.sub(button, text)


def _button(entry: Entry, words: str, name: str) -> str:
    where = f" <em>See {html.escape(entry.see)}.</em>" if entry.see else ""
    return (
        f'<button type="button" class="term" popovertarget="{name}">{html.escape(words)}</button>'
        f'<span popover class="definition" id="{name}"><strong>{html.escape(entry.term)}</strong>: '
        f"{html.escape(entry.meaning)} {html.escape(entry.example)}{where}</span>"
    )


def write(text: str) -> None:
    """Show one of the app's own texts (markdown), its terms as buttons."""
    st.markdown(link_terms(text), unsafe_allow_html=True)


def definitions(*names: str) -> str:
    """Definitions of a control's options, for its help text, since an option can't open a popover.

    >>> definitions("SGD")
    '*SGD*: The plainest optimizer: step = learning rate × gradient.'
    """
    entries = [(name, entry) for name in names if (entry := find(name)) is not None]
    return " ".join(f"*{name}*: {entry.meaning}" for name, entry in entries)
