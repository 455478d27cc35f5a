"""Simulated visitor without a browser, over Streamlit's WebSocket (seen in 1.67)."""

from __future__ import annotations

import random
import re
import socket
import time
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from benchmarks.app_server import ROOT


@dataclass
class Widget:
    """A widget: its kind, its fragment, and its possible values."""

    kind: str
    id: str
    key: str
    label: str
    fragment: str
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    options: list[str] = field(default_factory=list)

    def values(self, seed: int = 7) -> Iterator[Any]:
        """Infinite iterator of values: all options in turn, or spread over the range, without repetition in a row.

        Another `seed` makes other texts, and begins elsewhere.
        """
        wanderer = random.Random(seed)  # noqa: S311 - the same walk each time
        turn = seed - 7
        while True:
            turn += 1
            if self.options:
                yield self.options[turn % len(self.options)]
            elif self.kind in ("checkbox", "toggle"):
                yield bool(turn % 2)
            elif self.kind == "text_area":
                yield " ".join(wanderer.sample(WORDS, 6))
            elif self.kind == "text_input":  # a field for one word
                yield WORDS[turn % len(WORDS)]
            else:
                steps = min(MOST_STEPS, int((self.high - self.low) / self.step + 0.5))
                yield self.low + self.step * (int(steps * (turn * 0.6180339887)) % (steps + 1))


WORDS = """
the a cat dog mat river stone blue old small sat ran fell sings under over on with and then king queen man
woman house tree water fire bread milk apple horse bird fish ship road city garden window door table chair
book letter music song dance summer winter night morning green red black white young great little good bad new
first last north south east west paris london rome france england spain monday friday january august seven
eight hundred walked walking speaks spoken happy angry brother sister mother father teacher doctor school
church market bridge island mountain
""".split()  # noqa: SIM905
_MAIN = ("slider", "text_area", "text_input", "number_input", "selectbox", "button_group", "radio", "checkbox")
_CHANGED = (*_MAIN, "toggle")
_MOVED = re.compile(rb'"moves": \{.*?"of": "(\w+)"')
"""The control that a picture moves, in the header of its chart's bytes."""
_NOT_OF_A_PART = re.compile(r".*_part(_as_list)?|present|.*_(data|code|claims)|guide.*")


PICTURE = "Picture"
"""Label of the control with which a part's pictures are chosen (`explorer.ui.Pictures`)."""
MOST_STEPS = 1_000
"""Values that are tried of a control, from its lowest on."""


class FailedPageError(RuntimeError):
    """A page does not exist, shows an error box, or does not compile."""


class Visitor:
    """One open page: finds its widgets, changes them, and counts the data received.

    Attributes:
        widgets: by key, or by label without one.
        received, elements, blocks: bytes, elements and containers of the last run.
        ids: all ids of elements so far, with their fragments.
        components: ids of components among them.
        fragments: since the last full run; messages for others are ignored.
        moved: keys of the widgets that animated pictures move.
        texts: of the last run's text elements, captions, alerts and code.
    """

    def __init__(self, port: int, page: str, query: dict[str, str] | None = None, patience: float = 120) -> None:
        self.patience = patience
        # Without pings: a server that answers late is waited for until `patience`, not until a ping's 20 s.
        where = f"ws://127.0.0.1:{port}/_stcore/stream"
        self._line = connect(where, subprotocols=["streamlit"], max_size=None, ping_interval=None)
        self.socket = self._line.__enter__()
        self.port, self.session = port, ""
        self.page, self.query, self.hash = page, urllib.parse.urlencode(query or {}), ""
        self.widgets: dict[str, Widget] = {}
        self.received = self.elements = self.blocks = 0
        self.texts: list[str] = []
        self.ids: dict[str, str] = {}
        self.components: dict[str, None] = {}
        self.moved: dict[str, None] = {}
        self.fragments: set[str] = set()
        self._known: list[str] = []
        try:
            self.ask()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._line.__exit__(None, None, None)

    def main(self) -> Widget | None:
        """The widget that a visitor of this part changes first (`controls_of`)."""
        return next(iter(self.controls()), None)

    def controls(self) -> list[Widget]:
        """The part's widgets, as in `controls_of`."""
        return controls_of(self.widgets.values(), self.moved)

    def ask(self, widget: Widget | str | None = None, value: Any = None) -> float:
        """Rerun the page, or set a widget; returns the wall time in seconds until the script has finished.

        Raises:
            FailedPageError: the page shows an error box.
        """
        if widget is None:
            return self.send(self.message().SerializeToString())
        widget = self.widgets[widget] if isinstance(widget, str) else widget
        message = self.message(widget.fragment)
        set_value(message.rerun_script.widget_states.widgets.add(id=widget.id), widget, value)
        return self.send(message.SerializeToString())

    def message(self, fragment: str = "") -> BackMsg:
        """Message that requests a run of the page, or of a fragment, without changes."""
        return run_again(self.page, self.query, self.hash, self._known, fragment)

    def upload(self, key: str, name: str, content: bytes) -> float:
        """Upload a file as a browser does: request a URL, PUT the file, notify the page.

        Keys of uploaders have a session number as a suffix. XSRF protection must be off.
        """
        asked = BackMsg()
        asked.file_urls_request.request_id, asked.file_urls_request.session_id = "visitor", self.session
        asked.file_urls_request.file_names.append(name)
        self.socket.send(asked.SerializeToString())
        answer = ForwardMsg()
        while answer.WhichOneof("type") != "file_urls_response":
            answer.ParseFromString(bytes(self.socket.recv(timeout=self.patience)))
        (url,) = answer.file_urls_response.file_urls
        edge = "of-one-visitor"
        head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={edge}"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{url.upload_url}", body, kind, method="PUT")
        urllib.request.urlopen(request, timeout=self.patience).close()  # noqa: S310 - http
        identity = next(identity for identity in self.ids if f"-{key}_" in identity)
        message = self.message(self.ids[identity])
        state = message.rerun_script.widget_states.widgets.add(id=identity)
        file = state.file_uploader_state_value.uploaded_file_info.add()
        file.name, file.size, file.file_id = name, len(content), url.file_id
        file.file_urls.CopyFrom(url)
        return self.send(message.SerializeToString())

    def send(self, message: bytes) -> float:
        """Send a message; returns the wall time in seconds until a script has finished.

        Raises:
            FailedPageError: the page shows an error box.
        """
        self.received = self.elements = self.blocks = 0
        self.texts = []
        begin = time.perf_counter()
        self.socket.send(message)
        while not self._finished():
            pass
        return time.perf_counter() - begin

    def _finished(self) -> bool:
        if hasattr(socket, "TCP_QUICKACK"):
            # Without quick ACKs the server waits 40 ms between small messages (delayed acknowledgements).
            self.socket.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        raw = self.socket.recv(timeout=self.patience)
        self.received += len(raw)
        message = ForwardMsg()
        message.ParseFromString(bytes(raw))
        if message.metadata.cacheable and message.hash:
            self._known = [*self._known[-50:], message.hash]
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.hash, self.session = message.new_session.page_script_hash, message.new_session.initialize.session_id
            if not message.metadata.run.fragment_ids:
                self.fragments = set()
        elif kind == "navigation":
            self.hash = message.navigation.page_script_hash or self.hash
        elif kind == "page_not_found":
            raise FailedPageError(f"there is no page {self.page!r}")
        elif kind == "delta":
            self.fragments.add(message.delta.fragment_id)
            if message.delta.WhichOneof("type") == "new_element":
                self.elements += 1
                self._see(message.delta.new_element, message.delta.fragment_id)
            self.blocks += message.delta.WhichOneof("type") == "add_block"
        if kind != "script_finished":
            return False
        if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            raise FailedPageError("the page does not compile")
        # A page that reruns itself ends early; the second run counts.
        return message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN

    def _see(self, element: Any, fragment: str) -> None:
        kind = element.WhichOneof("type")
        seen = getattr(element, kind)
        if kind == "exception":
            raise FailedPageError(f"{seen.type}: {seen.message}")
        if identity := getattr(seen, "id", ""):
            self.ids[identity] = fragment
            if kind == "bidi_component":
                self.components[identity] = None
                self.moved |= moved_by(seen)
        if kind in ("text", "markdown", "alert", "code", "html"):
            self.texts.append(getattr(seen, "body", "") or getattr(seen, "code_text", ""))
        widget = as_widget(element, fragment)
        if widget is not None:
            self.widgets[widget.key] = widget


def moved_by(component: Any) -> dict[str, None]:
    """The key of the control that a chart's own slider moves, if it has one."""
    found = _MOVED.search(component.bytes)
    return {found[1].decode(): None} if found else {}


def controls_of(widgets: Iterable[Widget], moved: Iterable[str] = ()) -> list[Widget]:
    """The widgets of a part: those that a picture moves, then sliders, then the others, each as on the page."""
    own = [w for w in widgets if not _NOT_OF_A_PART.fullmatch(w.key) and len(w.options) != 1]
    shown = [w for w in own if w.kind not in ("slider", "number_input") or w.options or w.high > w.low]
    by_kind = [w for kind in _CHANGED for w in shown if w.kind == kind]
    return sorted(by_kind, key=lambda w: w.key not in moved)


def run_again(page: str, query: str, page_hash: str, known: Iterable[str], fragment: str) -> BackMsg:
    """Message that requests a run of a page, or of a fragment, without changes.

    Args:
        page: name in the URL.
        query: query string.
        page_hash: the server's id of the page.
        known: hashes of cached messages.
        fragment: "" for the whole page.
    """
    message = BackMsg()
    rerun = message.rerun_script
    rerun.query_string, rerun.page_name, rerun.page_script_hash = query, page, page_hash
    rerun.cached_message_hashes.extend(known)
    rerun.fragment_id = fragment
    return message


def as_widget(element: Any, fragment: str) -> Widget | None:
    """Widget of an element, if a visitor can change it."""
    kind = element.WhichOneof("type")
    seen = getattr(element, kind)
    if kind not in (*_MAIN, "menu_button", "button"):
        return None
    if kind == "checkbox" and seen.type == seen.TOGGLE:
        kind = "toggle"
    key = seen.id.split("-", 2)[-1] if seen.id.startswith("$$") else ""
    key = key if key != "None" else ""
    widget = Widget(kind, seen.id, key or getattr(seen, "label", ""), getattr(seen, "label", ""), fragment)
    widget.options = [str(getattr(o, "content", o)) for o in getattr(seen, "options", [])]
    if kind in ("slider", "number_input"):
        widget.low, widget.high, widget.step = seen.min, seen.max, seen.step or 1
    return widget


def set_value(state: Any, widget: Widget, value: Any) -> None:
    """Set a widget's value in the protocol's message."""
    if widget.kind in ("checkbox", "toggle"):
        state.bool_value = value
    elif widget.kind == "number_input":
        state.double_value = value
    elif widget.kind == "button":
        state.trigger_value = True
    elif widget.kind == "menu_button":
        state.string_trigger_value.data = value
    elif widget.kind == "slider" and not widget.options:
        state.double_array_value.data.append(value)
    elif widget.kind in ("slider", "button_group"):
        state.string_array_value.data.append(value)
    else:
        state.string_value = value


def parts(port: int) -> list[tuple[str, str, dict[str, str]]]:
    """Page, part and query of every part, as listed by the running pages; "" for a page without parts.

    A part with several pictures is one for each of them: the first has its name, the others name the picture too.
    """
    found = []
    for file in sorted((ROOT / "pages").glob("*.py")):
        name = "" if file.stem == "home" else file.stem
        with Visitor(port, name) as visitor:
            rows = [key for key in visitor.widgets if re.fullmatch(r"[a-z]_part", key)]
            if not rows:
                found.append((name, "", {}))
            every = [(key, part) for key in rows for part in visitor.widgets[key].options]
        for key, part in every:
            found.append((name, part, {key: part}))
            with Visitor(port, name, {key: part}) as visitor:
                choice = next((each for each in visitor.widgets.values() if each.label == PICTURE), None)
            if choice is not None:
                found += [(name, f"{part}, {each}", {key: part, choice.key: each}) for each in choice.options[1:]]
    return found
