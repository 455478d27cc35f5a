"""The shorter ways give what Streamlit's own give, whatever the text; a message's hash tells contents apart."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit import string_util
from streamlit.components.v2.bidi_component.main import BidiComponentMixin
from streamlit.elements import alert, heading, html, markdown, text
from streamlit.elements.lib.utils import _compute_element_id, compute_and_register_element_id
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner_utils import script_run_context

from explorer.ui.frame import style
from explorer.ui.undocumented import messages

TEXTS = [
    "",
    " ",
    "\t\n ",
    " one line ",
    "\u00a0x\u2003",
    "  two\n  lines\n",
    "a\r  b",
    "\x0b x",
    "  \u2028 y",
    "\n\n",
    3,
]


@pytest.mark.parametrize("body", TEXTS)
def test_a_text_is_cleaned_as_streamlit_does(body: object) -> None:
    assert messages.cleaned(body) == string_util.clean_text(body)  # type: ignore[arg-type]


STYLE = "<style>p {}</style>"


@pytest.mark.parametrize(
    "body",
    [
        *("", " ", STYLE, f" {STYLE}\n", f"{STYLE}{STYLE}", f"{STYLE}<p>", f"<p>{STYLE}", "<style>p {}", "</style>"),
        *("<!-- x -->", f"<!-- x -->{STYLE}", f"<!-- <p> {STYLE}", "<STYLE>p</STYLE>", "<style id=a></style>", "<sty"),
        *("<style></style><!--</style>", "<style><!--</style>--></style>", "<styles></styles>", "x", "<"),
        f"<style>{style._USUAL}</style>",
    ],
)
def test_html_is_told_from_a_style_sheet_as_streamlit_does(body: str) -> None:
    assert messages.only_style(body) == messages._only_style(body)


def message(body: str, path: list[int], fragment: str = "") -> ForwardMsg:
    made = ForwardMsg()
    made.metadata.delta_path[:] = path
    made.metadata.active_script_hash = "page"
    made.delta.fragment_id = fragment
    made.delta.new_element.text.body = body
    return made


def test_a_hash_is_of_the_content_and_not_of_its_place() -> None:
    one, same, other, elsewhere = (
        message("a", [0, 1]),
        message("a", [0, 2]),
        message("b", [0, 1]),
        message("a", [0], "f"),
    )
    for made in (one, same, other, elsewhere):
        messages.fill(made)
    assert one.hash == same.hash and len({one.hash, other.hash, elsewhere.hash}) == 3
    assert list(same.metadata.delta_path) == [0, 2] and same.metadata.active_script_hash == "page"
    kept = one.hash
    one.delta.new_element.text.body = "changed"
    messages.fill(one)
    assert one.hash == kept, "a message that has a hash keeps it"


@pytest.mark.parametrize("size", [10, 9_000, 11_000, 200_000])
def test_the_browser_keeps_the_messages_that_it_keeps_by_streamlit(size: int) -> None:
    ours, theirs = message("x" * size, [0]), message("x" * size, [0])
    messages.fill(ours)
    messages._fill(theirs)
    assert ours.metadata.cacheable is theirs.metadata.cacheable is (size > 10_000)
    assert ours.delta == theirs.delta and ours.metadata.delta_path == theirs.metadata.delta_path
    block, as_it_was = ForwardMsg(), ForwardMsg()
    for made in (block, as_it_was):
        made.delta.add_block.id = "x" * size
    messages.fill(block)
    assert block == as_it_was, "nobody asks for a container's hash, and no browser keeps one"


def test_the_browser_looks_at_the_hash_of_an_element_alone() -> None:
    """`applyDelta` has it as its last value and hands it on to `addElement`."""
    scripts = (Path(st.__file__).parent / "static" / "static" / "js").glob("*.js")
    (takes,) = [
        found
        for path in scripts
        for found in re.findall(r"applyDelta\((?:\w,){3}\w\)\{.*?default:throw", path.read_text())
    ]
    last = takes[takes.index(")") - 1]
    (element,), (block,) = (re.findall(name + r"\(([^)]*)\)", takes) for name in ("addElement", "addBlock"))
    assert element.split(",")[-1] == last and last not in block.split(",")


def component(content: bytes) -> ForwardMsg:
    made = ForwardMsg()
    made.delta.new_element.bidi_component.bytes = content
    return made


def test_bytes_with_a_name_are_known_by_it_and_go_where_they_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[int] = []
    plain = messages.calc_hash
    monkeypatch.setattr(messages, "calc_hash", lambda content: (hashed.append(len(content)), plain(content))[1])
    known: set[str] = set()
    monkeypatch.setattr(
        script_run_context, "get_script_run_ctx", lambda **_: SimpleNamespace(cached_message_hashes=known)
    )

    def sent(name: bytes, whole: bytes) -> ForwardMsg:
        made = component(name)
        with messages.standing_for(whole):
            messages.fill(made)
        return made

    large, small = b"x" * 40_000, b"x" * 40
    first, other, short = sent(b"name", large), sent(b"another", large), sent(b"name", small)
    assert first.hash == short.hash != other.hash and max(hashed) < 200
    assert first.metadata.cacheable and not short.metadata.cacheable
    known.add(first.hash)
    again, never_kept = sent(b"name", large), sent(b"name", small)
    assert again.hash == first.hash and again.metadata.cacheable
    given = [made.delta.new_element.bidi_component.bytes for made in (first, other, short, again, never_kept)]
    assert given == [large, large, small, b"name", small], "the browser is told the hash, and takes what it has"
    after = component(large)
    messages.fill(after)
    assert hashed[-1] > 40_000, "bytes without a name are hashed themselves"


def test_a_run_without_a_browser_is_sent_everything() -> None:
    made = component(b"name")
    with messages.standing_for(b"x" * 40_000):
        messages.fill(made)
    assert len(made.delta.new_element.bidi_component.bytes) == 40_000


@pytest.mark.parametrize("content", [b"bytes", "text"])
def test_a_component_without_a_key_has_the_name_that_streamlit_gives_it(content: bytes | str) -> None:
    assert str(messages.Later(content)) == messages.calc_hash(content)
    of_theirs, of_ours = (
        _compute_element_id("component", None, bytes=digest)
        for digest in (messages.calc_hash(content), messages.Later(content))
    )
    assert of_theirs == of_ours


def test_what_is_no_element_is_hashed_by_streamlit() -> None:
    over = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
    same = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
    messages.fill(over)
    messages._fill(same)
    assert over == same and over.hash


def test_streamlit_still_has_what_is_shortened() -> None:
    assert messages._clean is string_util.clean_text
    assert "textwrap.dedent(str(text)).strip()" in inspect.getsource(messages._clean)
    for module in (alert, heading, html, markdown, text):
        assert hasattr(module, "clean_text")
    assert "re.DOTALL | re.IGNORECASE" in inspect.getsource(messages._only_style)
    assert 'msg.ClearField("metadata")' in inspect.getsource(messages._fill)
    enqueues = inspect.getsource(script_run_context.ScriptRunContext.enqueue)
    assert "populate_hash_if_needed(msg)" in enqueues and "msg.hash in self.cached_message_hashes" in enqueues
    mounts = inspect.getsource(BidiComponentMixin._build_bidi_identity_kwargs)
    assert 'identity["bytes"] = calc_hash(proto.bytes)' in mounts
    assert "kwargs_to_use = {} if ignore_command_kwargs" in inspect.getsource(compute_and_register_element_id)
    assert "h.update(str(v).encode" in inspect.getsource(_compute_element_id)
