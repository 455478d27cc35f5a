"""The guided path's open step, and what of a part is drawn in it: one picture, the controls of its task, no folds.

The frame's own functions ask (controls, folds, sentences, badges, toolbars), so that a part draws itself as on its
page, and a step gets a small page of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache

import streamlit as st

from explorer.content import migrate_old_links
from explorer.content.guided_path import Path, Step, StepId

PARAMETER = "guide"
END = "end"
"""Value of `guide` for the page after the last step."""
PAGE = "page_shown"
"""Session key of the name of the page that is open."""


_known: ContextVar[tuple[StepId | None] | None] = ContextVar("known", default=None)


class StepDrawnError(Exception):
    """Ends a part, since the picture of the open step is drawn."""


@lru_cache(maxsize=1)
def path() -> Path:
    """The path's chapters, imported lazily, since they depend on every subject of the app."""
    from explorer.content.en.chapter_order import PATH

    return PATH


def read_step(text: str) -> StepId | None:
    """The step with this address, or that has taken over the one that had it; None where the text is no step's."""
    return migrate_old_links.STEPS.get(text) or StepId.read(text)


def named_step() -> StepId | None:
    """The step that the URL names, whether the path has it or not; None off the path."""
    return read_step(st.query_params.get(PARAMETER, ""))


def at_end() -> bool:
    """Whether the page after the last step is open."""
    return st.query_params.get(PARAMETER) == END


def open_step() -> StepId | None:
    """The step whose page is open."""
    if (known := _known.get()) is not None:
        return known[0]
    at = named_step()
    if at is None or at not in path().step_ids() or path().step(at).page != st.session_state.get(PAGE):
        return None
    return at


@contextmanager
def known() -> Iterator[None]:
    """Look the open step up once for the block: each control asks for it, and to read the address takes 0.05 ms."""
    token = _known.set((open_step(),))
    try:
        yield
    finally:
        _known.reset(token)


def step() -> Step | None:
    """What the open step shows; None off the path, where a part is drawn whole."""
    at = open_step()
    return None if at is None else path().step(at)


def is_answered(at: StepId) -> bool:
    """Whether the step's answer has been given, so that its picture may say it: its guess, or else its act."""
    return bool(st.session_state.get(f"_guide_{'right' if path().step(at).question else 'done'}_{at}"))


def draws(key: str) -> bool:
    """Whether the control `key` is drawn: on a part's page each, in a step those that its task needs."""
    now = step()
    return now is None or key in now.controls


def leaves_out(name: str) -> bool:
    """Whether the open step leaves out `name`, which only a later step explains."""
    now = step()
    return now is not None and name in now.hide


def withholds(name: str = "") -> bool:
    """Whether `name`, or anything of the picture, would give away the answer to the step's open question."""
    at, now = open_step(), step()
    if at is None or now is None or is_answered(at):
        return False
    return name in now.cover if name else any(key.endswith("_figure") for key in now.cover)


def is_picture(key: str) -> bool:
    """Whether the picture `key` is the open step's."""
    now = step()
    return now is not None and (now.mark == key or now.mark.startswith(f"{key}_"))


def end() -> None:
    """End a part in a step, after its picture."""
    if step() is not None:
        raise StepDrawnError


@contextmanager
def until_its_picture() -> Iterator[None]:
    """Draw a part in the block as far as the open step shows it; off the path to its end."""
    with suppress(StepDrawnError):
        yield
