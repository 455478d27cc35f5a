"""The choice of models that several parts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import step_size
from explorer.ui.frame.ask import control
from explorer.views.setting import Several


def choice(setting: Several, step: Sequence[str], hidden: str, at: DeltaGenerator) -> tuple[str, ...]:
    """Draw the choice of models, which may be empty; `step` are those that a step of the path compares.

    `hidden` is what that step hides.
    """
    if step_size.leaves_out(hidden):
        setting = replace(setting, options=step, default=(), help="")
    return tuple(control(replace(setting, least=0), at, {}))
