"""The visitor's tokenized text and selected token, and their controls above every part of the page."""

import json
import re
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

import numpy as np
import streamlit as st

from explorer import embedding_pipeline, tokenizers, ui, wording
from explorer.embedding_pipeline import Tokens
from explorer.excerpt import first_of
from explorer.figures.theme import token_color
from explorer.ui.frame import part_containers, step_size
from explorer.ui.frame.ask import begins, value_in
from explorer.ui.frame.upload_box import REFUSED, upload_box
from explorer.ui.plot import assets
from explorer.views import tokens as views
from explorer.views.tokens.settings import SEQUENCE, SPECIAL
from explorer.wording import count, decimal

LARGEST_FILE = 1_000_000
"""Maximum size of an uploaded text in bytes; Streamlit's box takes whole megabytes."""
BEGINS = begins(views.strip, "allow_special", "one_sequence") | {"token": 0, ui.shared_inputs.OPT_OUT_KEY: False}


@dataclass(frozen=True)
class TokenizedText:
    """State shared by all parts of the page."""

    text: str
    encoding: str
    token: int
    allow_special: bool
    one_sequence: bool

    def settings(self) -> dict[str, Any]:
        """Settings for the views of this page."""
        return vars(self).copy()

    def tokens(self) -> Tokens:
        """The text's tokens."""
        return embedding_pipeline.tokenize(
            self.text, self.encoding, allow_special=self.allow_special, one_sequence=self.one_sequence
        )


def describe(_: Mapping[str, Any]) -> str:
    """Presenter line of a part that shows ids and no rows."""
    encoding = ui.shared_inputs.current().encoding
    table = embedding_pipeline.table_for(encoding)
    return f"Tokenizer: {encoding} · V = {table.vocab_size:,} · its rows, in other parts: D = {table.embed_dim}"


def current() -> TokenizedText:
    """Current text and selection; the selected token exists in the text (0 for a text without tokens)."""
    sentence = ui.shared_inputs.current()
    typed = TokenizedText(
        sentence.text,
        sentence.encoding,
        sentence.token,
        value_in(SPECIAL, st.session_state),
        value_in(SEQUENCE, st.session_state),
    )
    last = max(len(typed.tokens()) - 1, 0)
    return TokenizedText(typed.text, typed.encoding, min(typed.token, last), typed.allow_special, typed.one_sequence)


def _keep_selection() -> None:
    """Update the selection, before its widget is drawn, if the text or the encoding has changed."""
    state = st.session_state
    now = current()
    seen: TokenizedText | None = state.get("t_seen")
    if seen is None or ui.shared_inputs.current().token != seen.token:
        return
    if replace(now, token=0) == replace(seen, token=0):
        return
    before, after = seen.tokens(), now.tokens()
    state["token"] = follow(before, seen.token, after)
    if now.text != seen.text and step_size.is_picture("t_chips"):  # in the new text no box was pressed
        state["token"] = 0


def _upload() -> None:
    """Put an uploaded text into the text area; an error message is shown beside the upload."""
    state = st.session_state
    state.pop("t_problem", None)
    file = state.get("t_file")
    if file is None:
        return
    if file.size > LARGEST_FILE:
        state["t_problem"] = (
            f"Expected a text of at most {decimal(LARGEST_FILE)}, got {decimal(file.size)}. Cut it shorter."
        )
        return
    data = file.getvalue()
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        state["t_problem"] = (
            f"Expected a text in UTF-8, but byte {error.start:,} is {data[error.start]:#04x}. "
            "Save the file as UTF-8 and try again."
        )
        return
    if len(text) > ui.shared_inputs.LIMIT:
        state["t_problem"] = (
            f"Expected a text of at most {ui.shared_inputs.LIMIT:,} characters, got {len(text):,}. Cut it shorter."
        )
        return
    state["text"] = text


def show() -> TokenizedText:
    """Draw the controls, the token strip, and notes on the text; returns the state for the parts."""
    try:
        return _draw_controls()
    except tokenizers.VocabularyError as problem:
        st.error(str(problem))
        st.stop()


def _draw_controls() -> TokenizedText:
    _keep_selection()
    if step_size.step() is not None:
        ui.shared_inputs.text_box("Type here")
    else:
        _all_controls()
    typed = current()
    st.session_state["t_seen"] = typed
    on_stage = ui.style.presenting() and not ui.style.is_embedded() and step_size.step() is None
    if not on_stage:  # there it is the picture of one part
        show_strip(typed)
    return typed


def _all_controls() -> None:
    with ui.controls("t_typed"), ui.row("bottom"):
        ui.shared_inputs.text_box("Type here")
        ui.shared_inputs.encoding_box()
        more = ui.lazy_expander(st.popover, "More", "t_typed_more", BEGINS)
        if more is not None:
            with more:
                _more()


def _more() -> None:
    with st.container():
        ui.shared_inputs.add_line_button()
        upload_box(
            "Upload a .txt file",
            type=["txt"],
            key="t_file",
            on_change=_upload,
            max_upload_size=LARGEST_FILE // 1_000_000,
            help=REFUSED,
        )
        if problem := st.session_state.get("t_problem"):
            st.error(problem)
        counted = "Counted from 0 over all lines. A click on a token does the same."
        ui.shared_inputs.token_box(len(current().tokens()), help=counted)
        ui.ask(views.strip)
    ui.shared_inputs.keep_out_switch()


def show_strip(typed: TokenizedText) -> None:
    """Draw the token strip, and notes on the text."""
    tokens = typed.tokens()
    if tokens.replaced:
        st.warning(
            f"The text has {count(tokens.replaced, 'lone surrogate')}. UTF-8 can't hold half a character; it is read "
            "as the replacement character U+FFFD."
        )
    if not len(tokens):
        st.info("Nothing typed yet. Type a word, such as your name: its tokens appear here.")
        return
    if step_size.leaves_out("t_chips"):
        return
    drawn = embedding_pipeline.draw(tokens)
    # Where the picture is all boxes, none stands out until one is pressed.
    large = step_size.is_picture("t_chips")
    whole = large or part_containers.free("stage")
    with st.container(key="t_chips_large") if large else nullcontext():
        draw_strip(drawn, typed.token if typed.token or not whole else None)
    if drawn.shown < drawn.total:
        st.caption(f"Shown: {first_of('token', range(drawn.total), drawn.shown)}. All of them are counted.")


_COMPARED = 4_000
"""Maximum bytes of an edit that is compared letter by letter; a larger one counts as all new."""
_WORD = re.compile(rb"[\w\x80-\xff]+")
"""A word in UTF-8: outside of ASCII every character counts as a letter."""


def follow(before: Tokens, token: int, after: Tokens) -> int:
    """Index of the selected token after a change of the text or the encoding.

    An edit before the token moves it, an edit behind it doesn't.

    >>> from explorer.embedding_pipeline import tokenize
    >>> old = tokenize("The cat sat", "gpt2")
    >>> follow(old, 1, tokenize("Look! The cat sat down", "gpt2")), follow(old, 1, tokenize("The cat", "cl100k_base"))
    (3, 1)
    """
    if token >= len(before) or not len(after):
        return 0
    first, last = before.span(token)
    piece = before.data[first:last]
    byte = first + len(piece) - len(piece.lstrip()) if piece.strip() else first
    return after.at(min(map_offset(before.data, byte, after.data), len(after.data) - 1))


def map_offset(old: bytes, byte: int, new: bytes) -> int:
    """Offset in `new` of a byte of `old`; of a deleted byte, the offset of the deletion.

    >>> map_offset(b"the cat", 4, b"see the cat"), map_offset(b"the cat", 6, b"the")
    (8, 3)
    """
    a, b = np.frombuffer(old, np.uint8), np.frombuffer(new, np.uint8)
    shorter = min(len(a), len(b))
    prefix = _agreeing(a[:shorter], b[:shorter])
    suffix = _agreeing(a[len(a) - shorter + prefix :][::-1], b[len(b) - shorter + prefix :][::-1])
    if byte < prefix:
        return byte
    if byte >= len(old) - suffix:
        return byte + len(new) - len(old)
    left, right = old[prefix : len(old) - suffix], new[prefix : len(new) - suffix]
    offset = 0
    if max(len(left), len(right)) <= _COMPARED:
        for block in SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks():
            if block.a > byte - prefix:
                break
            offset = block.b + min(byte - prefix - block.a, block.size)
    return prefix + offset


def _agreeing(a: np.ndarray, b: np.ndarray) -> int:
    differ = np.flatnonzero(a != b)
    return int(differ[0]) if differ.size else len(a)


_component = assets.register("token_strip", __file__)
_LONGEST = 32


def shorten(label: str) -> str:
    """Shorten a label to fit a chip; the length of a long one is appended.

    >>> shorten("a" * 100)
    'aaaaaaaaaaaaaaaaaaaaaaaa… (100)'
    """
    return label if len(label) <= _LONGEST else f"{label[:24]}… ({len(label):,})"


def component_data(strip: embedding_pipeline.Strip, selected: int | None) -> dict[str, Any]:
    """Data of the component; `selected` None: no token stands out."""
    lines = []
    languages = {sentence: language for language, sentence in embedding_pipeline.SCRIPTS.items()}
    for number, line in enumerate(strip.lines, start=1):
        count = sum(len(group.pieces) for group in line)
        name = languages.get("".join(group.text for group in line), f"line {number}")
        tokens = f": {wording.count(count, 'token')}" if strip.shown == strip.total else ""
        lines.append(
            {
                "name": f"{name}{tokens}" if len(strip.lines) > 1 else "",
                "padding": strip.width - count,
                "groups": [
                    {
                        "text": shorten(tokenizers.visible(group.text)),
                        "pieces": [
                            {
                                "n": piece.number,
                                "id": piece.id,
                                "color": token_color(piece.data),
                                "label": shorten(tokenizers.token_label(piece.data)),
                                "bytes": shorten(piece.data.hex(" ").upper()),
                            }
                            for piece in group.pieces
                        ],
                    }
                    for group in line
                ],
            }
        )
    return {
        "lines": lines,
        "selected": selected,
        "count": f"{wording.count(strip.total, 'box', 'boxes')}. Scroll to see all.",
        "label": wording.count(strip.total, "token")
        + (f", token {selected} is selected" if selected is not None else ""),
    }


def draw_strip(strip: embedding_pipeline.Strip, selected: int | None) -> None:
    """Draw the strip; picking a token sets the app's selected token."""

    def on_pick() -> None:
        token = picked_token(st.session_state["t_chips"].get("pick"), strip.total)
        if token is not None:
            st.session_state["token"] = token

    # As bytes: Streamlit converts a dict through pandas, whose import takes time and 60 MB.
    data = json.dumps(component_data(strip, selected)).encode()
    _component(key="t_chips", data=data, height="content", on_pick_change=on_pick)


def picked_token(message: Any, total: int) -> int | None:
    """Validate the token in a message from the browser, which may be forged; None unless the strip has it.

    >>> picked_token(2, 6), picked_token(6, 6), picked_token("2", 6), picked_token(True, 6)
    (2, None, None, None)
    """
    return message if type(message) is int and 0 <= message < total else None
