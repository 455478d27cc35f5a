"""Animated pictures: a setting that is moved by a slider or a drag, and the frames sent to the browser for it.

A part with one main number has a number field for it instead of a slider, and animates the picture over it:

    position = ui.number("Position", 0, 127, 59, key="p_count")
    view = views.dials(position=position)
    ui.show("p_dials", view, moves=ui.Moves("position", range(128), "p_count", "Position", play=True))

The chart then has a slider of its own under the picture (js/animation_player.js), and a drag in the picture does the
same. The browser draws each frame with its sentence; on release it sends the value to the server once, where it
becomes the control's, as if it had been typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import streamlit as st

from explorer.data.cache import Cache, cached
from explorer.ui.frame.int_controls import number as number_field
from explorer.ui.plot.serialize_figure import pack
from explorer.views.animation_frames import Frames, frames_of, value_of
from explorer.views.view import Call, View
from explorer.wording import number

MOST_BYTES = 300_000
"""Maximum bytes of a picture's frames; beyond it, every second frame is left out until they fit."""


@dataclass(frozen=True)
class Moves:
    """Setting over which a picture is animated, and how.

    Attributes:
        setting: of its view.
        values: of the setting, a frame each; the view's own value is added if it is not among them.
        key: of the control that holds the setting's value.
        label: of the slider.
        play: whether there are buttons to play the frames and to step forward and back.
        glide: whether Play interpolates between two frames.
        drag: whether a drag in the picture changes the setting; it then can't zoom.
        begin: whether it plays by itself, once, as soon as it is drawn.
        slider: whether the picture has its own; otherwise it moves with the other pictures of its control.
        frames: of these values, if they are cached elsewhere; None: made by calls of the view's function.
    """

    setting: str
    values: Sequence[Any]
    key: str
    label: str
    play: bool = False
    glide: bool = False
    drag: bool = True
    begin: bool = False
    slider: bool = True
    frames: Frames | None = None

    def of(self, view: View) -> tuple[dict[str, Any], tuple[Any, ...]]:
        """The chart's animation data, and the setting's value at each frame."""
        now, values = value_of(view, self.setting), tuple(self.values)
        if now not in values:
            values = tuple(sorted((*values, now)))
        step = 1
        while (packed := self._packed(view, values, step, values.index(now) % step)) is None:
            step *= 2
        kept = values[values.index(now) % step :: step]
        spec = {
            "packed": packed,
            "now": kept.index(now),
            "of": self.key,
            "label": self.label,
            "slider": self.slider,
            "play": self.play,
            "glide": self.glide,
            "drag": self.drag,
            "begin": self.begin,
        }
        return spec, kept

    def _packed(self, view: View, values: tuple[Any, ...], step: int, first: int) -> np.ndarray | None:
        """Every `step`-th frame as bytes; None if these are too many."""
        if self.frames is not None:
            return pack_frames(self.frames, step, first)
        call = cast(Call, view.call)
        others = tuple((name, value) for name, value in call.settings.items() if name != self.setting)
        key = call.function, self.setting, values, others, step, first, call.question
        return _of_views.get(key, lambda: pack_frames.__wrapped__(frames_of(view, self.setting, values), step, first))


def steps(setting: str, most: int, label: str, *, key: str) -> tuple[int, Moves]:
    """Draw a number field for a step of a process, and return its animation; the start is the last step.

    Args:
        setting: the view's, from 0 to `most`.
        most: the last step.
        label: of field and slider.
        key: of the field.
    """
    was = st.session_state.get(f"_{key}_most", most)
    if was != most and st.session_state.get(key) == was:
        st.session_state[key] = most
    st.session_state[f"_{key}_most"] = most
    done = number_field(label, 0, most, most, key=key, width=160)
    return done, Moves(setting, range(most + 1), key, label, play=True, glide=True, drag=False)


_of_views: Cache[np.ndarray | None] = Cache(64, expires=True)
"""Packed frames by a view's settings: a class moves through a few dozen values, and the frames take most of a rerun."""


@cached(8, expires=True)
def pack_frames(frames: Frames, step: int, first: int) -> np.ndarray | None:
    """Every `step`-th frame from number `first` as bytes; None if there are several in more than `MOST_BYTES`."""
    some = frames.only(range(first, len(frames.values), step))
    texts = [value if isinstance(value, str) else number(value) for value in some.values]
    rest = {name: getattr(some, name) for name in ("traces", "data", "layout", "sentences")}
    packed = np.frombuffer(pack({"texts": texts, **rest}, once=True), np.uint8)
    return packed if len(packed) <= MOST_BYTES or step >= len(frames.values) else None
