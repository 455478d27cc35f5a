"""Uses the app from all sides: every page, a room, a job and its stop, an upload. Prints what it has done."""

import io
import os
import sys
import time
from pathlib import Path

import numpy as np
from streamlit.testing.v1 import AppTest

from explorer import rooms
from explorer.data.uploads import read_table
from explorer.jobs.job_queue import Queue
from explorer.questions import Question

ROOT = Path(__file__).resolve().parents[2]


def pages() -> list[str]:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300).run()
    assert not app.exception, app.exception
    found = sorted((ROOT / "pages").glob("*.py"))
    for page in found:
        app.switch_page(f"pages/{page.name}").run()
        assert not app.exception, (page.name, app.exception)
    return [page.stem for page in found]


def room() -> list[rooms.Answer]:
    store = rooms.RoomStore(rooms.open_backend())
    code, secret = store.open()
    store.ask(code, secret, {"a-question": Question("How many?", ("one", "two", "three"), "two")})
    store.submit_answer(code, store.join(code), "a-question", 2)
    found = list(store.answers_by_seat(code, "a-question", 1).values())
    store.end(code, secret)
    store.close()
    return found


def jobs() -> tuple[str, str]:
    sys.path.insert(0, str(ROOT / "tests" / "jobs"))
    from job_generators import Count, count

    queue = Queue()
    whole = queue.submit(count, Count(steps=3))
    ended = whole.wait(60)
    endless = queue.submit(count, Count(steps=3, gate="a file that never comes"))
    while not endless.records:
        time.sleep(0.01)
    process = endless._process
    endless.stop()
    stopped = endless.wait(60)
    assert process is not None and process.wait(60) != 0
    return f"{ended} {len(whole.records)}", stopped


def upload() -> tuple[int, ...]:
    out = io.BytesIO()
    np.savez(out, vectors=[[1.0, 3.0], [2.0, 1.0], [3.0, 2.0]], words=["a", "b", "c"])
    return read_table("a.npz", out.getvalue()).vectors.shape


if __name__ == "__main__":
    print("lacking", not hasattr(os, "getuid"), "resource" not in sys.modules)
    print("room", room())
    print("jobs", *jobs())
    print("upload", upload())
    print("pages", *pages())
