"""Lifespan of the server: warm-up before the first visitor, and the end of all long polls on a stop signal."""

import asyncio
import difflib
import gc
import importlib
import logging
import os
import pkgutil
import re
import signal
import tempfile
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from ipaddress import ip_network
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from explorer import __version__, embedding_pipeline, ui
from explorer.data import DamagedFileError
from explorer.data.memory_mapped_table import VARIABLE, cache_folder, local_table_path, open_table
from explorer.data.uploads import UploadError
from explorer.jobs.redact_errors import SWITCH, WHOLE
from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.rooms import SETTING, UnavailableError, open_backend, place
from explorer.tokenizers import SMALL
from explorer.ui import join
from explorer.ui.frame import base_url, shared_inputs
from explorer.ui.server.safe_requests import FRAMES, wrong_sites


def warm_up() -> None:
    """Import the parts of all pages (0.5 s and 9 MB), and compute Home's first picture with the default sentence."""
    for module in pkgutil.walk_packages(ui.__path__, f"{ui.__name__}."):
        importlib.import_module(module.name)
    text = shared_inputs.DEFAULT_TEXT
    embedding_pipeline.tokenize(text, SMALL, one_sequence=True)
    embedding_pipeline.tokenize(text, shared_inputs.DEFAULT_ENCODING)
    read(ReadingRequest(text))


_log = logging.getLogger(__name__)
CACHE, PROXIES, BASE_PATH = "EXPLORER_CACHE", "FORWARDED_ALLOW_IPS", "STREAMLIT_SERVER_BASE_URL_PATH"
ALLOCATOR = "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_"
STREAMLITS = "STREAMLIT_SERVER_ADDRESS", "STREAMLIT_SERVER_PORT", BASE_PATH
NAMES = (SETTING, VARIABLE, CACHE, FRAMES, SWITCH, PROXIES, *STREAMLITS, *ALLOCATOR)
KUBERNETES = re.compile(r"EXPLORER_(SERVICE_.*|PORT_\d.*)|EXPLORER_PORT=.*://.*")
"""What it sets for a service called "explorer"."""


@asynccontextmanager
async def lifespan(app: Any) -> AsyncGenerator[None]:
    """Check the host's settings, warm up, and exclude what is loaded from later garbage collections (`gc.freeze`)."""
    for problem in (problems := setting_problems()):
        _log.warning("%s", problem)
    try:
        warm_up()
    except DamagedFileError as error:  # the page that needs the damaged file reports it, all others work
        _log.warning("not loaded ahead: %s", error)
    # Once `st.navigation` was called Streamlit no longer lists the files of pages/ by itself, which the first visitor
    # would see until app.py has named them. For its first element it looks up the files of all modules, and for its
    # first one with a sign beyond ASCII it compiles a pattern of all emojis: 0.2 s, longer than a page takes. Called
    # outside of a page both log that they are, as a warning.
    logging.disable(logging.WARNING)
    st.navigation([st.Page(lambda: None, title="None", url_path="none")])
    st.info("Ready …")
    logging.disable(logging.NOTSET)
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 50)  # with the usual (700, 10, 10) it took 5 to 10 % of a change
    print(welcome("none" if any(each.startswith(SETTING) for each in problems) else place()), flush=True)
    with polls_end_first():
        yield


def setting_problems() -> list[str]:
    """What is wrong with the environment variables of whoever runs the server; a page would say it to a class only."""
    problems = []
    if SETTING in os.environ:
        try:
            with closing(open_backend()) as rooms:
                rooms.room_versions()
        except UnavailableError as error:
            at = urlsplit(os.environ[SETTING]).netloc.rpartition("@")[2]  # without a password
            problems.append(f"{SETTING}{at and f' ({at})'}: {str(error).removeprefix(SETTING).strip()}")
    if (table := local_table_path()) is not None:
        try:
            open_table(table, cache_folder())
        except UploadError as error:
            problems.append(f"{error} ({table})")  # in the log alone: a visitor's message has no folders
    if CACHE in os.environ:
        try:
            cache_folder().mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=cache_folder()).close()
        except OSError as error:
            problems.append(f"{CACHE}: expected a folder that this user can write to, got {error}")
    for address in filter(None, map(str.strip, os.environ.get(PROXIES, "").split(","))):
        try:
            ip_network("0.0.0.0/0" if address == "*" else address)
        except ValueError as error:
            problems.append(f"{PROXIES}: expected addresses and networks with commas between, got {error}")
    if os.environ.get(SWITCH, "") not in ("", WHOLE):
        problems.append(f"{SWITCH}: expected {WHOLE}, or nothing, got {os.environ[SWITCH]}")
    if re.search(r"[^A-Za-z0-9._~/-]|\.\.", os.environ.get(BASE_PATH, "")):
        problems.append(f"{BASE_PATH}: expected letters, digits and - _ . ~ /, got {os.environ[BASE_PATH]}")
    if wrong := wrong_sites():
        expected = "expected sites such as https://school.example with spaces between"
        problems.append(f"{FRAMES}: {expected}, got {' '.join(wrong)}; so no other site may show the app in a frame")
    wrong = [name for name in ALLOCATOR if not os.environ.get(name, "0").isdecimal()]
    problems += [f"{name}: expected a whole number, got {os.environ[name]}" for name in wrong]
    for name, value in os.environ.items():
        own = name.startswith("EXPLORER_") and not KUBERNETES.fullmatch(f"{name}={value}")
        meant = difflib.get_close_matches(name, NAMES, 1, cutoff=0.5 if own else 0.9)
        if name not in NAMES and (own or meant):
            problems.append("; did you mean ".join([f"{name} is not read", *(f"{each}?" for each in meant)]))
    return problems


def welcome(rooms: str) -> str:
    """The app's addresses, and where its rooms are. (Streamlit's own asks another host for the public address.)"""
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    host, why = base_url.server_host()
    where = f":{st.get_option('server.port')}/{str(st.get_option('server.baseUrlPath') or '').strip('/')}"
    return (
        f"\n  Embedding Explorer {__version__}, rooms: {rooms}\n\n  On this machine: {scheme}://localhost{where}\n"
        f"  For the class:   {f'{scheme}://{host}{where}' if host else why}\n"
    )


@contextmanager
def polls_end_first() -> Iterator[None]:
    """On a stop signal, answer all long polls, since the server waits for open requests before it ends `lifespan`."""
    loop = asyncio.get_running_loop()
    before: dict[int, Callable[[int, FrameType | None], Any]] = {}

    def on_signal(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(join.end)
        before[number](number, frame)

    if threading.current_thread() is threading.main_thread():  # signal handlers are allowed in the main thread only
        for number in (signal.SIGINT, signal.SIGTERM):
            handler = signal.getsignal(number)
            if callable(handler):
                before[int(number)] = handler
                signal.signal(number, on_signal)
    try:
        yield
    finally:
        for at, handler in before.items():
            signal.signal(at, handler)
