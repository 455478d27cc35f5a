"""Values that no widget of ours can read are refused: a forged message must not spoil a session.

Streamlit takes a browser's message as it is, and reads a widget's value where the script asks for it: broken JSON for a
component, or a text where a slider stands, raises there, at this run and at every later one, since the value is kept.
So each value is read once when it arrives, by the widget's own reader, and forgotten if that fails; the widget then
keeps what it had. A value for a widget that this session has not drawn yet (a browser that comes back sends all of
them) is read when it is drawn. An address may change in the middle of a session too: "inf" for a whole number, which
raises in Streamlit's reader of addresses, is cleared, as it clears other invalid values. A file whose name has an
ending that its box doesn't take raises in the box's reader, which alone knows the name: it is as no file. It wraps four
methods of Streamlit's own, seen in 1.67 (`AppSession._handle_rerun_script_request`, `WStates.set_widget_metadata`,
`SessionState._seed_widget_from_url` and `FileUploaderSerde.deserialize`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from streamlit.elements.widgets.file_uploader import FileUploaderSerde
from streamlit.errors import StreamlitAPIException
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.state.common import WidgetMetadata, unpack_widget_state_value
from streamlit.runtime.state.session_state import Serialized, SessionState, WStates

_log = logging.getLogger(__name__)
_NOT_READ = ("file_uploader_state_value",)  # its reader asks for the file itself

_OWN_KIND_ALONE = ("string_value", "file_uploader_state_value")
"""Readers of these take whatever comes; the others fail over what is not theirs."""

_NEVER_NONE = ("TextInputSerde", "TextAreaSerde", "_SingleSelectButtonGroupSerde")
"""Readers of ours whose value is never None: an empty field holds an empty text, and a row of choices that begins with
one of them always has one. (A row that begins with none of them may have none again.)"""

SECONDS = 60.0
"""Between two lines in the log: thousands of forged messages are as good as one there."""

_BEGINS = "$$"
"""How the name of each of Streamlit's widgets begins."""


def readable(state: Any, known: Mapping[str, WidgetMetadata[Any]]) -> bool:
    """Whether the widget that a value is for can read it; of none that is `known`, whether it may be a widget's."""
    if not state.id.startswith(_BEGINS):
        return False  # it would stand among the keys of the session's own state
    field, widget = state.WhichOneof("value"), known.get(state.id)
    if widget is not None and widget.value_type in _OWN_KIND_ALONE and field not in (None, widget.value_type):
        return False
    if widget is not None and field != widget.value_type and str(field).endswith("trigger_value"):
        return False  # Streamlit takes a press back after the run, and what isn't a button would be without a value
    if field in _NOT_READ:
        return widget is None or field == widget.value_type
    try:
        value = unpack_widget_state_value(state)
        if widget is not None:
            if widget.value_type == "json_value" and not isinstance(value, dict | None):
                return False  # a component's values have names; its reader would write a traceback into the log
            found = widget.deserializer(value)
            reader = getattr(widget.deserializer, "__self__", None)
            begins = getattr(reader, "default_option_index", 0) is not None
            if found is None and begins and type(reader).__name__ in _NEVER_NONE:
                return False
            if field is not None and field != widget.value_type:
                _write(field, widget.serializer(found))
    except Exception:
        return False
    return True


def _write(field: str, value: Any) -> None:
    """Write a value into the field that it came in, as Streamlit will from now on; raises where that can't be."""
    state = WidgetState()
    if field.endswith("_array_value"):
        getattr(state, field).data.extend(value)
    elif field in ("string_trigger_value", "chat_input_value"):
        getattr(state, field).CopyFrom(value)
    elif field not in ("json_value", "json_trigger_value"):
        setattr(state, field, value)


class Tally:
    """Counts what is left out, and logs it once in `SECONDS`, however many sessions send it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._count, self._next = 0, 0.0

    def add(self, count: int) -> None:
        """So many more."""
        with self._lock:
            self._count += count
            if not count or (now := self._clock()) < self._next:
                return
            total, self._count, self._next = self._count, 0, now + SECONDS
        _log.warning("left out %d values that no widget can read", total)


_tally = Tally()


def leave_out(states: Any, known: Mapping[str, WidgetMetadata[Any]]) -> int:
    """Take the values that can't be read out of a message's states; how many they were."""
    good = [state for state in states.widgets if readable(state, known)]
    gone = len(states.widgets) - len(good)
    if gone:
        kept = [state.SerializeToString() for state in good]
        del states.widgets[:]
        for state in kept:
            states.widgets.add().ParseFromString(state)
    return gone


def watch() -> None:
    """From now on every message is checked."""
    plain = AppSession._handle_rerun_script_request
    if hasattr(plain, "checks"):
        return

    def handle(self: AppSession, client_state: Any = None) -> None:
        if client_state is not None:
            known = self.session_state._new_widget_state.widget_metadata
            _tally.add(leave_out(client_state.widget_states, known))
        plain(self, client_state)

    meet = WStates.set_widget_metadata

    def drawn(self: WStates, widget_meta: WidgetMetadata[Any]) -> None:
        kept = self.states.get(widget_meta.id)
        # A value of a widget that was known has been read when it came, unless Streamlit forgot it just in that moment.
        if (
            isinstance(kept, Serialized)
            and (widget_meta.id not in self.widget_metadata or kept.value.WhichOneof("value") != widget_meta.value_type)
            and not readable(kept.value, {widget_meta.id: widget_meta})
        ):
            del self.states[widget_meta.id]
            _tally.add(1)
        meet(self, widget_meta)

    seed = SessionState._seed_widget_from_url

    def seeded(self: SessionState, metadata: WidgetMetadata[Any], key: str, widget: str, value: Any) -> bool:
        try:
            return seed(self, metadata, key, widget, value)
        except OverflowError:
            self._clear_url_param(key)
            return False

    files = FileUploaderSerde.deserialize

    def read(self: FileUploaderSerde, ui_value: Any) -> Any:
        try:
            return files(self, ui_value)
        except StreamlitAPIException:
            _tally.add(1)
            return files(self, None)

    FileUploaderSerde.deserialize = read  # type: ignore[method-assign]
    SessionState._seed_widget_from_url = seeded  # type: ignore[assignment, method-assign]
    WStates.set_widget_metadata = drawn  # type: ignore[method-assign]
    handle.checks = True  # type: ignore[attr-defined]
    AppSession._handle_rerun_script_request = handle  # type: ignore[method-assign]
