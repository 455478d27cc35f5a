"""What a run sends is handed over together: in order, with few calls of the event loop, and nothing is lost."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner, ScriptRunnerEvent

from explorer.ui.undocumented import together
from explorer.ui.undocumented.together import Waiting


def wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is wrapped be as it was after the test, and wrap anew within it."""
    for kind, name in (
        (AppSession, "_on_scriptrunner_event"),
        (AppSession, "_create_scriptrunner"),
        (AppSession, "_clear_queue"),
        (AppSession, "_enqueue_forward_msg"),
        (ScriptRunner, "_enqueue_forward_msg"),
    ):
        monkeypatch.setattr(kind, name, getattr(kind, name))
    if hasattr(AppSession._on_scriptrunner_event, "before"):
        AppSession._on_scriptrunner_event = AppSession._on_scriptrunner_event.before


class Loop:
    """Keeps what it is to call, and calls it when told to."""

    def __init__(self) -> None:
        self.soon: list[Callable[[], None]] = []
        self.timed: list[Callable[[], None]] = []

    def run(self) -> None:
        while self.soon:
            self.soon.pop(0)()

    def ring(self) -> None:
        while self.timed:
            self.timed.pop(0)()


def test_forty_elements_call_the_loop_twice() -> None:
    loop, seen = Loop(), []
    waiting = Waiting(loop.soon.append, loop.timed.append)
    for number in range(40):
        waiting.add(partial(seen.append, number), at_once=False)
    assert len(loop.soon) == 1 and not seen
    waiting.add(partial(seen.append, "end"), at_once=True)
    assert len(loop.soon) == 2
    loop.run()
    assert seen == [*range(40), "end"]
    loop.ring()
    assert len(seen) == 41


def test_it_is_said_once_that_there_is_something_to_send() -> None:
    loop, seen = Loop(), []
    waiting = Waiting(loop.soon.append, loop.timed.append, lambda: seen.append("taken"))
    for number in range(3):
        waiting.add(partial(seen.append, number), at_once=number == 2)
    loop.run()
    assert seen == [0, 1, 2, "taken"]


def test_a_long_run_shows_what_it_has() -> None:
    loop, seen = Loop(), []
    waiting = Waiting(loop.soon.append, loop.timed.append)
    for number in range(6):
        waiting.add(partial(seen.append, number), at_once=False)
        if number % 2:
            loop.run()
            loop.ring()
            assert seen == [*range(number + 1)]


def test_an_event_that_fails_keeps_back_no_other() -> None:
    def fail() -> None:
        raise ValueError("no")

    loop, seen = Loop(), []
    waiting = Waiting(loop.soon.append, loop.timed.append)
    for event in (partial(seen.append, 1), fail, partial(seen.append, 2)):
        waiting.add(event, at_once=False)
    waiting.add(partial(seen.append, 3), at_once=True)
    with pytest.raises(ValueError, match="no"):
        loop.run()
    loop.run()
    assert seen == [1, 2, 3]


def test_events_of_a_thread_come_in_order_and_all_of_them() -> None:
    """The loop runs while the thread adds: an event is with those that were taken, or asks to be taken."""
    loop, seen = Loop(), []
    waiting = Waiting(loop.soon.append, loop.timed.append)

    def script() -> None:
        for number in range(5_000):
            waiting.add(partial(seen.append, number), at_once=number % 50 == 49)

    thread = threading.Thread(target=script)
    thread.start()
    while thread.is_alive():
        loop.run()
        loop.ring()
    loop.run()
    loop.ring()
    assert seen == list(range(5_000))


def test_the_end_of_a_run_is_handed_over_before_the_next_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit ignores what an earlier run sent once there is a later one."""
    seen: list[str] = []
    wrapped(monkeypatch)
    monkeypatch.setattr(AppSession, "_create_scriptrunner", lambda self, data: seen.append("the next"))
    together.hand_over()
    loop = Loop()
    waiting = Waiting(loop.soon.append, loop.timed.append)
    session = SimpleNamespace(_explorer_waiting=waiting, _scriptrunner="the last", _event_loop=None)
    session._explorer_waiting.add(partial(seen.append, "its end"), at_once=True)
    AppSession._create_scriptrunner(session, None)
    assert seen == ["its end", "the next"]

    waiting = Waiting(loop.soon.append, loop.timed.append)
    given_up = SimpleNamespace(_explorer_waiting=waiting, _scriptrunner=None, _event_loop=None)
    given_up._explorer_waiting.add(partial(seen.append, "of a run that was stopped"), at_once=True)
    AppSession._create_scriptrunner(given_up, None)
    of_loop = SimpleNamespace(call_later=lambda seconds, event: loop.timed.append(event))
    told: list[str] = []
    first = SimpleNamespace(
        _scriptrunner=None,
        _event_loop=of_loop,
        _call_soon_on_event_loop=loop.soon.append,
        _message_enqueued_callback=lambda: told.append("to send"),
    )
    AppSession._create_scriptrunner(first, None)
    assert seen[2:] == ["the next", "the next"]
    first._explorer_waiting.hand_over()
    first._message_enqueued_callback = None  # a session whose visitor has gone
    first._explorer_waiting.hand_over()
    assert told == ["to send"]


def test_a_short_run_that_the_loop_begins_wakes_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call from the script's thread makes both threads wait for one interpreter."""
    wrapped(monkeypatch)
    run = SimpleNamespace(_maybe_handle_execution_control_request=lambda: None)
    monkeypatch.setattr(AppSession, "_create_scriptrunner", lambda self, data: setattr(self, "_scriptrunner", run))
    together.hand_over()
    loop, got = Loop(), []
    session = SimpleNamespace(
        _scriptrunner=None,
        _explorer_waiting=Waiting(loop.soon.append, loop.timed.append),
        _browser_queue=SimpleNamespace(_queue=got),
        _handle_scriptrunner_event_on_event_loop=lambda sender, event, **rest: got.append(event),
    )

    async def begins() -> None:
        session._event_loop = asyncio.get_running_loop()
        AppSession._create_scriptrunner(session, None)

    asyncio.run(begins())
    assert len(loop.timed) == 1, "what a run of some length has made is shown meanwhile"
    element = delta([0, 1])
    AppSession._on_scriptrunner_event(session, run, ScriptRunnerEvent.SCRIPT_STARTED)
    ScriptRunner._enqueue_forward_msg(run, element)
    AppSession._on_scriptrunner_event(session, run, ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS)
    assert not loop.soon and not got
    AppSession._on_scriptrunner_event(session, run, ScriptRunnerEvent.SHUTDOWN)
    assert len(loop.soon) == 1
    loop.run()
    whole = [ScriptRunnerEvent.SCRIPT_STARTED, element, ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS]
    assert got == [*whole, ScriptRunnerEvent.SHUTDOWN]


def test_what_streamlit_puts_in_itself_meanwhile_is_told_of_with_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The words that a run begins and ends are its own: each woke the server's loop."""
    wrapped(monkeypatch)
    together.hand_over()
    told: list[int] = []
    session = SimpleNamespace(_browser_queue=ForwardMsgQueue(), _message_enqueued_callback=lambda: told.append(1))
    put = partial(AppSession._enqueue_forward_msg, session, ForwardMsg(hash="began"))
    put()
    assert len(told) == 1, "not while events are handed over: at once"
    loop = Loop()
    session._explorer_waiting = Waiting(loop.soon.append, loop.timed.append)
    for at_once in (False, True):
        session._explorer_waiting.add(put, at_once=at_once)
    loop.run()
    assert len(told) == 1 and len(session._browser_queue.flush()) == 3
    put()
    assert len(told) == 2


def delta(path: list[int], fragment: str = "", text: str = "") -> ForwardMsg:
    message = ForwardMsg()
    message.metadata.delta_path[:] = path
    message.delta.fragment_id = fragment
    message.delta.new_element.text.body = text
    return message


def test_a_fragment_that_begins_takes_nothing_out_of_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page without the place of a fragment is told that it is whole, and every later place is one off."""
    wrapped(monkeypatch)
    together.hand_over()
    session = SimpleNamespace(_browser_queue=ForwardMsgQueue())
    over = ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
    sent = [delta([0, 3]), delta([0, 4], "f", "of the page's run"), delta([0, 5]), over]
    for message in sent:
        session._browser_queue.enqueue(message)
    AppSession._clear_queue(session, ["f"])
    session._browser_queue.enqueue(delta([0, 4], "f", "of its own run"))
    assert session._browser_queue.flush() == [*sent, delta([0, 4], "f", "of its own run")]

    session._browser_queue.enqueue(delta([0, 3]))
    AppSession._clear_queue(session)  # the page's next run sends all anew
    assert session._browser_queue.is_empty()


def test_elements_of_a_run_that_has_begun_go_to_its_session_without_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    wrapped(monkeypatch)
    as_events: list[ForwardMsg] = []
    monkeypatch.setattr(ScriptRunner, "_enqueue_forward_msg", lambda self, message: as_events.append(message))
    together.hand_over()

    class Run:
        asked = 0

        def _maybe_handle_execution_control_request(self) -> None:
            self.asked += 1

    loop, seen, got = Loop(), [], []
    run = Run()
    session = SimpleNamespace(
        _scriptrunner=run,
        _explorer_waiting=Waiting(loop.soon.append, loop.timed.append),
        _browser_queue=SimpleNamespace(_queue=got),
        _handle_scriptrunner_event_on_event_loop=lambda sender, event, **rest: seen.append(event),
    )
    early, one, late = delta([0, 1]), delta([0, 2]), delta([0, 3])
    ScriptRunner._enqueue_forward_msg(run, early)
    assert as_events == [early]
    AppSession._on_scriptrunner_event(session, run, ScriptRunnerEvent.SCRIPT_STARTED)
    ScriptRunner._enqueue_forward_msg(run, one)
    AppSession._on_scriptrunner_event(session, run, ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS)
    loop.run()
    loop.ring()
    assert got == [one] and run.asked == 1, "each element still asks whether the run is to stop"
    assert seen == [ScriptRunnerEvent.SCRIPT_STARTED, ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS]
    session._scriptrunner = "another run"
    ScriptRunner._enqueue_forward_msg(run, late)
    AppSession._on_scriptrunner_event(session, run, ScriptRunnerEvent.SHUTDOWN)
    loop.run()
    assert got == [one], "what a run sends that was given up is left out"
    ScriptRunner._enqueue_forward_msg(run, late)
    assert as_events == [early, late], "a run that has ended keeps no hold of its session"


def test_streamlit_still_has_the_methods_that_are_used() -> None:
    together.hand_over()
    sends = inspect.getsource(ScriptRunner)
    assert "event=ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, forward_msg=msg" in sends
    assert sends.count("event=ScriptRunnerEvent.ENQUEUE_FORWARD_MSG") == 1
    assert inspect.getsource(AppSession).count("on_event.connect") == 1, "its session alone listens to a run"
    plain = AppSession._on_scriptrunner_event.before  # type: ignore[attr-defined]
    parameters = list(inspect.signature(plain).parameters)
    assert parameters[:3] == ["self", "sender", "event"]
    taken = list(inspect.signature(AppSession._handle_scriptrunner_event_on_event_loop).parameters)
    assert taken == parameters, "what one takes, the other is given"
    assert list(inspect.signature(AppSession._call_soon_on_event_loop).parameters) == ["self", "callback"]
    assert ScriptRunnerEvent.ENQUEUE_FORWARD_MSG
    assert "_delta_index_map" in inspect.getsource(ForwardMsgQueue.clear)
    puts = inspect.getsource(AppSession._enqueue_forward_msg.before)  # type: ignore[attr-defined]
    assert "self._queue.append(msg)" in inspect.getsource(ForwardMsgQueue.enqueue)
    assert "self._browser_queue.enqueue(msg)" in puts and "self._message_enqueued_callback()" in puts
    assert "_clear_queue(fragment_ids_this_run)" in inspect.getsource(AppSession)
    assert "_create_scriptrunner(rerun_data)" in inspect.getsource(AppSession.request_rerun)
