"""The gate: so many runs at a time, in the order of asking, and none that waits for ever."""

from __future__ import annotations

import inspect
import threading

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from explorer.ui.undocumented.gate import Gate


def test_places_are_given_in_the_order_of_asking() -> None:
    gate, order = Gate(at_once=1, patience=60), []
    assert gate.enter()

    def visitor(number: int) -> None:
        assert gate.enter()
        order.append(number)
        gate.leave()

    threads = []
    for number in range(5):
        threads.append(threading.Thread(target=visitor, args=(number,)))
        threads[-1].start()
        while len(gate._line) <= number:
            pass
    assert not order
    gate.leave()
    for thread in threads:
        thread.join(60)
    assert order == [0, 1, 2, 3, 4]


def test_who_has_waited_long_goes_on_and_the_line_moves_up() -> None:
    gate = Gate(at_once=2, patience=0.02)
    assert [gate.enter() for _ in range(3)] == [True, True, False]
    assert not gate._line
    gate.leave()
    assert gate.enter()


def test_streamlit_still_has_the_method_that_is_wrapped() -> None:
    assert list(inspect.signature(inspect.unwrap(ScriptRunner._run_script)).parameters) == ["self", "rerun_data"]
