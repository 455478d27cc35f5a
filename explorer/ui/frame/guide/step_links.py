"""Links to the path's steps, to their screens off the path, and to the page after the last one."""

from collections.abc import Mapping
from typing import Any

from explorer.content.guided_path import Step, StepId, address, query
from explorer.content.pages import info
from explorer.ui.frame import shared_inputs
from explorer.ui.frame.ask import held
from explorer.ui.frame.guide import carried_text
from explorer.ui.frame.step_size import END, PARAMETER, path
from explorer.views.setting import settings_of
from explorer.views.view import views_of

LEFT, FRIEND, AGAIN = "path", "friend", "again"
"""Parameter of a screen that the path has led to: the step to go back to, or `END`; and its value on a step that was
sent to somebody, or to which the last page led for oneself. With `END` or `FRIEND` a step begins fresh: nothing is
restored. With `END` or `AGAIN` it leads back to the last page.
"""
FIRST_PART = {
    "tokens": "Tokens",
    "positions": "Counting",
    "projection": "Map",
    "extrapolation": "Is there a row?",
    "gradients": "Blackboard",
    "memory": "The bill",
}
"""The part with which a page opens."""


def link(at: StepId, *, own: str = "") -> str:
    """The address of a step, relative to any page, with the visitor's sentence `own`.

    >>> link(StepId(2, 1), own="a b")
    './tokens?guide=2a&text=a+b&own=a+b'
    """
    step = path().step(at)
    query = query_of(step, at)
    if own and step.is_own and "text" in step.state:
        query |= without_usual(step.page, {"text": own})
    return carried_text.carry(address(step.page, query), own)


def query_of(step: Step, at: StepId | None) -> dict[str, Any]:
    """The query parameters that open a step; without `at`, the same screen off the path.

    On the path only controls that the step draws are in the URL: it knows the rest itself.
    """
    if at is None:
        return without_usual(step.page, query(step, None, f"{info(step.page).prefix}_part"))
    drawn = {key: value for key, value in step.state.items() if key in step.controls}
    return {PARAMETER: str(at)} | without_usual(step.page, drawn)


def without_usual(page: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a link to `page` that differ from what its controls have anyway.

    Streamlit removes the others from the URL, with a history entry for each: Back would stay on the page.
    """
    usual: dict[str, Any] = {f"{info(page).prefix}_part": FIRST_PART.get(page), "j_find": "king"}
    usual |= {"text": shared_inputs.DEFAULT_TEXT, "token": "0"} if page != "home" else {}
    for setting in (each for view in views_of(page).values() for each in settings_of(view).values()):
        if setting.key in parameters and not callable(setting.default):
            usual[setting.key] = in_link(held(setting, setting.default, {}))
    return {key: value for key, value in parameters.items() if usual.get(key) != value}


def in_link(value: Any) -> str | list[str]:
    """A control's value as a link has it."""
    if isinstance(value, list):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def shown_link(at: StepId, *, on_path: bool = True) -> str:
    """The address of a step's screen for somebody else, relative to any page: a name is theirs to type.

    >>> shown_link(StepId(1, 1))
    './tokens?guide=1a&text='
    """
    from explorer.content.en.chapter_order import NAMED  # imported lazily, as the path is

    step = path().step(at)
    query = query_of(step, at if on_path else None)
    return address(step.page, {**query, "text": ""} if at == NAMED else query)


def start_link() -> str:
    """Address of the first step, relative to any page, for "Start here" links."""
    return link(StepId(1, 1))


def after_last(own: str = "") -> str:
    """Address of the page after the last step, with the visitor's sentence.

    >>> after_last("a b")
    './?guide=end&text=a+b'
    """
    return address("home", {PARAMETER: END, **({"text": own} if own else {})})


def aside(href: str, at: str, own: str = "") -> str:
    """URL of a screen off the path, with a parameter that leads back to the step it was opened from.

    >>> aside("./check?k_part=Games", END, "a b")
    './check?k_part=Games&path=end&own=a+b'
    """
    return carried_text.carry(f"{href}{'&' if '?' in href else '?'}{LEFT}={at}", own)
