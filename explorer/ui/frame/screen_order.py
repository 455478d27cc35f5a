"""The containers of a part in the order of the screen; a view fills them in any order.

The picture comes first at every width, though what it shows is known when its controls have been drawn. In presenter
mode the question stands above it, and the controls below its sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

P = ParamSpec("P")
R = TypeVar("R")
_containers: ContextVar[dict[str, DeltaGenerator] | None] = ContextVar("containers", default=None)
BEFORE, BEHIND = ("why", "choice", "above", "picture"), ("sentence", "look", "question", "line")
USUAL = (*BEFORE, "controls", "run", "more", "shared", *BEHIND)
"""`choice`: of what a part shows; `above`: the controls of two pictures side by side; `run`: what acts on the picture;
`shared`: what all parts of the page have."""
FRAMED = (*BEFORE, "controls", "run", "shared", "question", "more", "sentence", "look", "line")
"""In a frame of another page, which is low: what a visitor can do comes before what is said."""
ON_SCREEN = ("choice", "question", "picture", "sentence")
BELOW = ("controls", "run", "more", "shared", "why", "look", "line")
"""Presenter mode: what the screen shows, its picture as high as there is room, and what stands below it."""


KEYS = {"why": "part_words", "look": "part_look"}
"""Keys of the containers whose one text has a style of its own; the others are called by their names."""


@contextmanager
def containers(
    *, fill: bool = False, framed: bool = False, rest: str | None = "part_rest", without: Sequence[str] = ()
) -> Iterator[None]:
    """Make the containers of a part, and let `take` give them out inside of the block.

    `fill`: choice, question, picture and sentence fill the screen together (style.py). `framed`: the screen is a frame
    of another page. `rest`: key of what comes below, and the others have keys too (None, for a part within a part: none
    has). `without`: those that nothing is drawn into; each costs every rerun.
    """
    if fill:
        screen = st.container(key="part_screen")
        with screen:
            made = {name: st.container(height="stretch" if name == "picture" else "content") for name in ON_SCREEN}
        made |= {"screen": screen} | {name: st.container(key=KEYS.get(name)) for name in BELOW if name not in without}
    else:
        order = [name for name in (FRAMED if framed else USUAL) if name not in without]
        made = {name: st.container(key=rest and KEYS.get(name, f"stage-{name}")) for name in order}
    with st.container(key=rest), _set(made):
        yield


@contextmanager
def _set(made: dict[str, DeltaGenerator] | None) -> Iterator[None]:
    token = _containers.set(made)
    try:
        yield
    finally:
        _containers.reset(token)


def in_place() -> AbstractContextManager[None]:
    """Suspend the order: inside the block, pictures, controls and questions appear where they are called."""
    return _set(None)


def end() -> None:
    """Stop reordering: what a part draws from here on belongs to another picture than its first."""
    if made := _containers.get():
        for name in made.keys() - {"look"}:
            del made[name]


def free(name: str) -> bool:
    """Whether the container `name` is there and nobody has taken it."""
    return name in (_containers.get() or ())


def is_divided() -> bool:
    """Whether `beside` divided the first picture's container; a single picture takes its sentence's container too."""
    return free("sentence") and not free("picture")


def take(name: str) -> AbstractContextManager[Any]:
    """Give out the container `name` once; later callers, and those outside a part, get a container where they call."""
    made = _containers.get()
    return made.pop(name) if made and name in made else nullcontext()


def nothing_to_see(why: str) -> None:
    """Warn that there is no picture, and why, instead of saying where to look."""
    with take("look"):
        st.warning(why)


def into(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorator: the function draws into the container `name`, as `take` gives it."""

    def decorate(draw: Callable[P, R]) -> Callable[P, R]:
        @wraps(draw)
        def wrapper(*args: P.args, **how: P.kwargs) -> R:
            with take(name):
                return draw(*args, **how)

        return wrapper

    return decorate


def beside(widths: int | Sequence[float]) -> list[DeltaGenerator]:
    """Columns for pictures side by side, in the container of a part's first picture."""
    with take("picture"):
        return st.columns(widths)


def fragment(draw: Callable[[], object], run_every: float | None) -> None:
    """Run `draw` as a fragment where the first picture stands, every `run_every` seconds, in containers of its own.

    Streamlit lets a fragment draw no widgets into a container from outside of it.
    """

    def draw_in_containers() -> None:
        with containers(rest=None):
            draw()

    with take("picture"):
        st.fragment(draw_in_containers, run_every=run_every)()
