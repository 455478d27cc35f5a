"""What is done while the server already answers."""

from __future__ import annotations

import threading

import pytest

from explorer.lm.model import load_lm
from explorer.serve.meanwhile import meanwhile
from explorer.ui.frame import ahead


def test_the_server_does_not_wait_for_it() -> None:
    go, done = threading.Event(), threading.Event()

    def work() -> None:
        go.wait(60)
        done.set()

    async def run() -> None:
        async with meanwhile(work)(None):
            assert not done.is_set()
            go.set()
            assert done.wait(60)

    with pytest.raises(StopIteration):  # nothing here waits in a loop, and a browser test may have one running
        run().send(None)


def test_home_finds_its_model_loaded() -> None:
    load_lm.cache_clear()
    ahead.load()
    assert load_lm.cache_info().currsize == 1
