"""What a run sends is handed over together, not one element at a time.

Streamlit's script thread wakes the server's event loop for each element that it makes: forty times in a run of a page
of ours, and each time both threads wait for one interpreter. Here the elements of `SECONDS` are handed over at once,
with the word that the run has begun, and the rest with the end of the run (the word that a script has stopped waits
for the one that its thread ends, which follows it); and once a run has begun, its elements need not be sent as events
to whoever may listen, since its session alone does. It wraps five methods of Streamlit's own, seen in 1.67
(`AppSession._on_scriptrunner_event`, `_create_scriptrunner`, `_enqueue_forward_msg` and `_clear_queue`, and
`ScriptRunner._enqueue_forward_msg`).

Streamlit forgets what a run has sent, and the loop has not yet taken, when the next request finds that run ended and
begins another one: the browser then misses the end of a page, and fails over the first element that belongs in it.
So what waits is handed over before a new run begins. And when a fragment's run begins, it takes out of the queue what
the page's own run had sent for that fragment, but not the word that this run is over: the browser then takes the
fragment's place out of the page, and all that follows is one place off. So nothing is taken out then
(`AppSession._clear_queue`).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner, ScriptRunnerEvent

from explorer.ui.undocumented.sending import tell

SECONDS = 0.02
"""For how long an element may wait for others; a screen shows the next picture after 0.017."""

Event = Callable[[], None]


class Waiting:
    """Events of one session on their way to its event loop, in the order in which they came.

    `later` asks the loop to call something once, soon; `after` to call it after some seconds; `taken` is called when
    events have been handed over. `busy` is true while they are.
    """

    def __init__(
        self, later: Callable[[Event], object], after: Callable[[Event], object], taken: Event = lambda: None
    ) -> None:
        self._later, self._after, self._taken = later, after, taken
        self._events: deque[Event] = deque()
        self._called = self.busy = False

    def add(self, event: Event, *, at_once: bool) -> None:
        """Add an event from any thread; with `at_once` it and all before it are handed over now."""
        self._events.append(event)
        if at_once:
            self._later(self.hand_over)
        elif not self._called:
            self._called = True
            self._later(self.expect)

    def expect(self) -> None:
        """On the loop's thread, where a run is about to begin: what it adds needs not ask first to be taken."""
        self._called = True
        self._after(self.hand_over)

    def hand_over(self) -> None:
        """On the loop's thread: all events that wait."""
        # First: whoever adds an event from now on calls again, and whoever added one before finds it taken.
        self._called, self.busy = False, True
        try:
            while self._events:
                self._events.popleft()()
        finally:
            self.busy = False
            self._taken()
            if self._events:  # one of them failed: the loop tells of it, and the others come next
                self._later(self.hand_over)


def _put(session: AppSession, sender: object, message: ForwardMsg) -> None:
    """On the loop's thread: one element into the queue; it replaces none that waits there, as it goes soon anyway."""
    if sender is session._scriptrunner:
        session._browser_queue._queue.append(message)


def _waiting(session: AppSession) -> Waiting:
    known: Waiting | None = session.__dict__.get("_explorer_waiting")
    if known is None:
        after = partial(session._event_loop.call_later, SECONDS)
        waiting = Waiting(session._call_soon_on_event_loop, after, partial(tell, session))
        known = session.__dict__.setdefault("_explorer_waiting", waiting)
    return known


def hand_over() -> None:
    """From now on the elements of a run go together."""
    if hasattr(AppSession._on_scriptrunner_event, "before"):
        return

    def take(self: AppSession, sender: Any, event: ScriptRunnerEvent, *rest: Any, **named: Any) -> None:
        waiting = _waiting(self)
        if event == ScriptRunnerEvent.SCRIPT_STARTED:
            sender.__dict__["_explorer_goes_to"] = waiting, self
        elif event == ScriptRunnerEvent.SHUTDOWN:
            sender.__dict__.pop("_explorer_goes_to", None)
        if event == ScriptRunnerEvent.ENQUEUE_FORWARD_MSG and set(named) == {"forward_msg"} and not rest:
            waiting.add(partial(_put, self, sender, named["forward_msg"]), at_once=False)
            return
        handle = partial(self._handle_scriptrunner_event_on_event_loop, sender, event, *rest, **named)
        waiting.add(handle, at_once=event == ScriptRunnerEvent.SHUTDOWN)

    send = ScriptRunner._enqueue_forward_msg

    def enqueue(self: ScriptRunner, message: ForwardMsg) -> None:
        known = self.__dict__.get("_explorer_goes_to")
        if known is None:  # not begun, or a run without a session of ours, such as a test's
            send(self, message)
            return
        self._maybe_handle_execution_control_request()
        waiting, session = known
        waiting.add(partial(_put, session, self, message), at_once=False)

    ScriptRunner._enqueue_forward_msg = enqueue  # type: ignore[assignment, method-assign]
    create = AppSession._create_scriptrunner

    def begin(self: AppSession, *rest: Any, **named: Any) -> None:
        waiting = _waiting(self)
        if self._scriptrunner is not None:  # it has ended; one that is given up is None here
            waiting.hand_over()
        if asyncio._get_running_loop() is self._event_loop:
            waiting.expect()
        create(self, *rest, **named)

    AppSession._create_scriptrunner = begin  # type: ignore[method-assign]
    put = AppSession._enqueue_forward_msg

    def put_or_tell(self: AppSession, message: ForwardMsg) -> None:
        known = self.__dict__.get("_explorer_waiting")
        if known is None or not known.busy:
            put(self, message)
        else:  # whoever hands over tells of it, once, at the end
            self._browser_queue.enqueue(message)

    put_or_tell.before = put  # type: ignore[attr-defined]
    AppSession._enqueue_forward_msg = put_or_tell  # type: ignore[assignment, method-assign]
    clear = AppSession._clear_queue

    def keep(self: AppSession, fragment_ids_this_run: list[str] | None = None) -> None:
        if fragment_ids_this_run:
            self._browser_queue._delta_index_map = {}  # what comes now is not to replace what an earlier run has sent
        else:
            clear(self, fragment_ids_this_run)

    AppSession._clear_queue = keep  # type: ignore[method-assign]
    # The session whose run imports this listens by the method as it was, and holds it weakly: it must not be lost.
    take.before = AppSession._on_scriptrunner_event  # type: ignore[attr-defined]
    AppSession._on_scriptrunner_event = take  # type: ignore[method-assign]
