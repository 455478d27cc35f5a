"""Right point of a teacher's own question: tapped in the sketch of the step's picture, or set by its sliders."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from explorer.content.lesson.field_validation import WITHIN, LessonError, point_from_plain
from explorer.content.lesson.lesson_steps import LessonStep
from explorer.ui.plot import assets
from explorer.ui.room.teacher_question import SKETCH
from explorer.wording import share

NEAR = (0.05, WITHIN, 0.2)
"""Tolerances of a point, in shares of the axes."""
_CSS = """
:host {--grey: var(--explorer-line); --strong: var(--explorer-strong); --mark: var(--explorer-mark);
  --paper: var(--explorer-paper);}
.mark {max-width: 30rem;}
"""
_picture = st.components.v2.component(
    "explorer_lesson_point",
    js=assets.component("correct_point"),
    css=_CSS + (Path(__file__).parents[1] / "join" / "picture_sketch.css").read_text("utf-8"),
    isolate_styles=True,
)


def show(step: LessonStep, keep: Callable[[LessonStep], None], name: str) -> None:
    """Draw the picture to tap with its sliders, and the tolerance."""
    sides, within = step.point or (), step.within or WITHIN

    def set_point(point: Any, near: float = within) -> None:
        with suppress(LessonError):  # a forged message
            keep(replace(step, point=point_from_plain(point, "The right point"), within=near))

    with st.container(border=True, key="l_point"):
        st.markdown("**The right point:** tap it in the picture, as phones draw it, or move the sliders.")
        mark = "&" if "?" in step.link else "?"
        data = {"screen": f"{step.link}{mark}embed=true&{SKETCH}=true", "point": [side[2] for side in sides]}
        _picture(
            key="l_right",
            data=json.dumps(data).encode(),
            height="content",
            on_mark_change=lambda: set_point(st.session_state["l_right"].get("mark")),
        )
        st.radio(
            "Right is also a point that is off by at most this share of an axis",
            NEAR,
            NEAR.index(within) if within in NEAR else 1,
            format_func=share,
            key=f"_l_near_{name}",
            horizontal=True,
            on_change=lambda: set_point([list(side) for side in sides], st.session_state[f"_l_near_{name}"]),
        )
