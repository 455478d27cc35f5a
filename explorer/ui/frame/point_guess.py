"""Point guess: tap a point in the picture, or move two sliders; in a room the whole class does so."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from explorer.figures.figure_spec import Spec
from explorer.figures.point_guess import Marks, Spot
from explorer.questions import POINT, Question
from explorer.ui import room
from explorer.ui.frame import part_containers
from explorer.ui.plot.chart import Point
from explorer.ui.plot.picture_with_sentence import show
from explorer.views.view import View
from explorer.wording import count, fixed


@dataclass(frozen=True)
class Axis:
    """One of the two directions of a picture: its name, its ends, and by how much a slider moves."""

    name: str
    low: float
    high: float
    step: float

    @cached_property
    def values(self) -> tuple[float, ...]:
        """All values of the slider.

        >>> Axis("sine", -0.1, 0.1, 0.1).values
        (-0.1, 0.0, 0.1)
        """
        steps = round((self.high - self.low) / self.step)
        return tuple(round(self.low + at * self.step, 6) for at in range(steps + 1))

    @property
    def start(self) -> float:
        """Start value of the slider, which counts as no guess."""
        return self.values[len(self.values) // 2]

    def nearest(self, value: object) -> float | None:
        """Nearest slider value to a browser's number; None for anything but a number within the picture.

        >>> side = Axis("sine", -1, 1, 0.5)
        >>> side.nearest(0.4), side.nearest(7), side.nearest("0.4"), side.nearest(float("nan"))
        (0.5, None, None, None)
        """
        if isinstance(value, bool) or not isinstance(value, int | float) or not self.low <= value <= self.high:
            return None
        return min(self.values, key=lambda known: abs(known - value))


def ask_point(
    key: str,
    question: str,
    sides: tuple[Axis, Axis],
    truth: Spot,
    draw: Callable[[Marks], Spec],
    *,
    because: str,
) -> None:
    """Ask for a point and draw the guess; `because` is shown once the true point is revealed."""
    names = f"{key}_x", f"{key}_y"
    low, high = tuple(side.low for side in sides), tuple(side.high for side in sides)
    if (tapped := st.session_state.pop(f"_{key}_tapped", None)) is not None:
        for name, value in zip(names, tapped, strict=True):
            st.session_state[name] = value
    with part_containers.in_place(), st.container(border=True, key=f"{key}_where"):
        of = room.ask(
            Question(question, (), truth, key=key, form=POINT, low=low, high=high),
            lambda: room.sketch(draw(Marks()), low, high),
        )
        if of is None or not of.instead:
            st.markdown(f"**{room.opening_words(1) if of is None else of.opening_words}** {question}")
        spot = st.container()  # above the sliders, though the picture needs their values
        guess = _sliders(names, sides) if of is None else None
        if of is None:
            with st.container(key=f"{key}_shown_guess_box"):
                shown = st.toggle("Show where it is", key=f"{key}_shown", bind="query-params")
        else:
            shown = of.revealed
            room.explain(of, because)
        cloud = tuple((one[0], one[1]) for one in of.curves) if of is not None else ()
        grid = None if shown or of is not None else (sides[0].values, sides[1].values)
        with spot:
            marks = Marks(grid, guess, cloud, truth if shown else None)
            event = show(key, View(draw(marks), because if shown else _ask(of)), events=("click",))
            if shown:
                st.markdown(_compare(guess, cloud, truth))
    if grid is not None and event.click is not None:
        _take(key, sides, event.click)


def _sliders(names: tuple[str, str], sides: tuple[Axis, Axis]) -> Spot | None:
    columns = st.columns(2)
    values = []
    for column, name, side in zip(columns, names, sides, strict=True):
        with column.container(key=f"{name}_guess_box"):  # this name marks the values of a link that are a guess
            value = st.slider(
                f"Your guess, {side.name}", side.low, side.high, side.start, side.step, key=name, bind="query-params"
            )
            values.append((value, side.start))
    return None if all(value == start for value, start in values) else (values[0][0], values[1][0])


def _ask(class_question: room.ClassQuestion | None) -> str:
    if class_question is None:
        return "Tap a point in the picture, or move the sliders. The true point is covered until you ask for it."
    if class_question.instead:
        return "The true point is covered."
    return "Everybody taps a point on their own screen. You see how many have, then all points at once."


def _compare(guess: Spot | None, cloud: tuple[Spot, ...], truth: Spot) -> str:
    sentences = []
    if guess is not None:
        sentences.append(f"Your guess lies {fixed(math.dist(guess, truth))} away from it.")
    if cloud:
        misses = sorted(math.dist(one, truth) for one in cloud)
        sentences.append(
            f"The class tapped {count(len(cloud), 'point')}: the nearest lies {fixed(misses[0])} away, the farthest "
            f"{fixed(misses[-1])}."
        )
    return " ".join(sentences) or "You gave no guess. Cover it again to give one first."


def _take(key: str, sides: tuple[Axis, Axis], click: Point) -> None:
    """Move the sliders to the tapped point; a widget's value can be set only before it is drawn."""
    spot = sides[0].nearest(click.x), sides[1].nearest(click.y)
    now = st.session_state.get(f"{key}_x"), st.session_state.get(f"{key}_y")
    if None not in spot and spot != now:
        st.session_state[f"_{key}_tapped"] = spot
        st.rerun(scope="fragment")
