"""What is done before the server answers."""

from __future__ import annotations

import pytest

from explorer.lm.model import load_lm
from explorer.serve.before import before
from explorer.ui.frame import ahead


def test_it_is_done_before_the_server_answers() -> None:
    done = []

    async def run() -> None:
        async with before(lambda: done.append("loaded"))(None):
            assert done == ["loaded"]

    with pytest.raises(StopIteration):  # nothing here waits in a loop, and a browser test may have one running
        run().send(None)
    assert done == ["loaded"]


def test_what_cannot_be_loaded_does_not_keep_the_server_from_answering(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> None:
        raise OSError("the file is cut")

    async def run() -> None:
        async with before(fails)(None):
            pass

    with pytest.raises(StopIteration):
        run().send(None)
    assert "not loaded ahead: the file is cut" in caplog.text


def test_home_finds_its_model_loaded() -> None:
    load_lm.cache_clear()
    ahead.load()
    assert len(load_lm) == 1
