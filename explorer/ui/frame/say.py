"""Texts with terms that open their definition in place: `[[token]]`, or `[[embedding|rows]]` to show other words.

A term becomes a button and its definition a popover of the browser's own: a tap or the keyboard opens it, Escape or a
tap elsewhere closes it, and the pointer resting on it shows it too (terms.js). For the app's own texts only, never for
a visitor's: they are shown as markdown with HTML.
"""

from __future__ import annotations

import html
import itertools
import re
import zlib

import streamlit as st

from explorer.content.en.glossary import Entry, find
from explorer.content.marks import TERM, plain, terms

__all__ = ["marked", "plain", "say", "terms"]


def marked(text: str) -> str:
    """Markdown in which every term that the glossary has is a button with its definition; others are plain words."""
    numbers = itertools.count()
    start = f"term-{zlib.crc32(text.encode()):x}"

    def button(match: re.Match[str]) -> str:
        entry, words = find(match[1]), match[2] or match[1]
        return words if entry is None else _button(entry, words, f"{start}-{next(numbers)}")

    return TERM.sub(button, text)


def _button(entry: Entry, words: str, name: str) -> str:
    where = f" <em>See {html.escape(entry.see)}.</em>" if entry.see else ""
    return (
        f'<button type="button" class="term" popovertarget="{name}">{html.escape(words)}</button>'
        f'<span popover class="definition" id="{name}"><strong>{html.escape(entry.term)}</strong>: '
        f"{html.escape(entry.meaning)} {html.escape(entry.example)}{where}</span>"
    )


def say(text: str) -> None:
    """Show one of the app's own texts (markdown), its terms as buttons."""
    st.markdown(marked(text), unsafe_allow_html=True)
