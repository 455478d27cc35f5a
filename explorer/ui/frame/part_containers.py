"""Containers of a part in screen order; a view fills them in any order.

The picture is at the left with its controls below it, though it is drawn after them, since it needs their values; the
words, the guess and the answer stand beside it; on a phone they follow it, and it stays in sight above them. On the
stage (presenter mode) the question is above both, what the class says beside the picture, and the controls are behind
one button.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

P = ParamSpec("P")
R = TypeVar("R")
_containers: ContextVar[dict[str, Any] | None] = ContextVar("containers", default=None)
LEFT, MARGIN = ("shared", "picture", "controls", "more"), ("why", "look", "question", "sentence")
"""Order on a page: the picture with its controls, its toolbar and what is folded, and the words beside it. `shared`:
what all parts of the page have. Few parts have more at the left, which is created when taken: above the picture
`choice`, of what a part shows, and `above`, the button of a run; below the controls `run`, what acts on the picture."""
COLUMN = (
    "why",
    "choice",
    "above",
    "picture",
    "controls",
    "run",
    "shared",
    "look",
    "question",
    "more",
    "sentence",
    "line",
)
"""Order in one column: on a page without pictures, and in an embedded frame, which is low."""
STEP, BELOW = ("above", "picture", "controls"), ("sentence",)
"""Order in a step of the path, beside which stand its own words; it has no folds. On a phone the first ones, with what
a part draws in place, stay in sight above its words, and the other comes below these (style.py)."""
TOOLS = ("choice", "above", "shared", "controls", "run", "more")
"""What the stage keeps behind the button “Controls”; it has no place for `why`, `look` and `line`."""

KEYS = {"why": "part_words", "look": "part_look"}
"""Keys of containers whose text has its own style; the others are named after their container."""


@contextmanager
def containers(
    *,
    stage: bool = False,
    step: bool = False,
    margin: bool = False,
    rest: str | None = "part_rest",
    without: Sequence[str] = (),
) -> Iterator[None]:
    """Create the containers of a part, which `take` returns inside the block.

    `stage`: question, picture and result fill a projector's screen (style.py). `step`: it is a step of the path.
    `margin`: the words stand beside the picture. `rest`: key of the last container, and all others have keys too
    (None, for a part within a part: no keys). `without`: containers left out because nothing is drawn into them; each
    adds to the time of every rerun.
    """
    made: dict[str, Any]
    foot: Any = st
    if stage:
        with st.container(key="stage"):
            made = {"heading": st.container(key="stage_heading")}
            with st.container(horizontal=True, key="stage_row"):
                made["picture"] = made["stage"] = st.container(key="stage_picture", height="stretch")
                with st.container(key="stage_result", height="stretch"):
                    made |= {name: st.container() for name in ("question", "sentence")}
        if tools := [name for name in TOOLS if name not in without]:
            with st.popover("Controls", key="stage_tools"):
                made |= {name: st.container() for name in tools}
    else:
        places: list[tuple[Any, Sequence[str]]] = [(st, COLUMN)]
        if step:
            foot = st.container(key="step_pane")
            places = [(foot, STEP), (st, BELOW)]
        if margin:
            with st.container(key="part_columns"):
                places = list(zip(st.columns([3, 2]), (LEFT, MARGIN), strict=True))
                foot = st.container(key=rest)
        made = {
            name: place.container(key=rest and KEYS.get(name, f"stage-{name}"))
            for place, names in places
            for name in names
            if name not in without
        }
        if margin:
            made["margin"] = places[1][0]
            above = made["picture"]  # which is drawn after them
            made["line"] = made["more"]  # the toolbar, which is drawn after the folds
            rare = {"choice": above, "above": above, "run": made["controls"]}
            made |= {name: partial(where.container, key=f"stage-{name}") for name, where in rare.items()}
    with foot if margin else foot.container(key=rest), _set(made):
        yield


@contextmanager
def _set(made: dict[str, Any] | None) -> Iterator[None]:
    token = _containers.set(made)
    try:
        yield
    finally:
        _containers.reset(token)


def in_place() -> AbstractContextManager[None]:
    """Suspend the order: inside the block, pictures, controls and questions appear where they are drawn."""
    return _set(None)


def free(name: str) -> bool:
    """Whether the container `name` exists and has not been taken."""
    return name in (_containers.get() or ())


def margin() -> DeltaGenerator:
    """A container below the words beside a part's picture; where there is none, in place."""
    made: DeltaGenerator = (_containers.get() or {}).get("margin", st).container()
    return made


def take(name: str) -> AbstractContextManager[Any]:
    """Return the container `name` once; later callers, and callers outside a part, get a new one in place."""
    found = (_containers.get() or {}).pop(name, None)
    return nullcontext() if found is None else found() if isinstance(found, partial) else found


def into(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorator: the function draws into the container `name` from `take`."""

    def decorate(draw: Callable[P, R]) -> Callable[P, R]:
        @wraps(draw)
        def wrapper(*args: P.args, **how: P.kwargs) -> R:
            with take(name):
                return draw(*args, **how)

        return wrapper

    return decorate


def fragment(draw: Callable[[], object], run_every: float | None) -> None:
    """Run `draw` as a fragment in the first picture's container, every `run_every` seconds, with its own containers.

    Its own, because a Streamlit fragment can't draw widgets into outside containers.
    """

    def draw_in_containers() -> None:
        with containers(rest=None):
            draw()

    with take("picture"):
        st.fragment(draw_in_containers, run_every=run_every)()
