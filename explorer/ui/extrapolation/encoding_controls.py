"""The choice of models that several parts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import guide
from explorer.ui.frame.ask import control
from explorer.views.setting import Several


def choice(setting: Several, step: Sequence[str], hidden: str, at: DeltaGenerator) -> tuple[str, ...]:
    """Draw the choice of models, which may be empty; `step` are those that a step of the path compares.

    `hidden` is what that step hides.
    """
    if guide.is_hidden(hidden):
        default = tuple(name for name in setting.default if name in step)
        setting = replace(setting, options=step, default=default, help="")
    return tuple(control(replace(setting, least=0), at, {}))
