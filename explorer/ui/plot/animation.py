"""Animated pictures: a setting that is moved by a slider or a drag, and the frames that the browser asks for.

A part with one main number has a number field for it instead of a slider, and animates the picture over it:

    settings = ui.ask(views.dials)
    ui.show("p_dials", views.dials(**settings), moves=ui.moves(views.dials, "position", play=True))

The chart then has a slider of its own under the picture (js/animation_player.js), and a drag in the picture does the
same: to the right, or round a dial (`Dial`), whose hand follows pointer and finger. A run sends the picture alone. When
a hand comes near (pointer, focus, touch, Play), the browser asks for the frames of all pictures of that control, and
gets them from a fragment of their own (`answer`), which runs nothing else; they are made once for all visitors with the
same settings, and asked for again only after another setting has changed. The browser then draws each frame with its
sentence; on release it sends the value to the server once, where it becomes the control's, as if it had been typed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable, Sequence
from dataclasses import astuple, dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import streamlit as st

from explorer.data.cache import Cache
from explorer.ui.plot import assets
from explorer.ui.plot.serialize_figure import pack
from explorer.views.animation_frames import Frames, frames_of, value_of
from explorer.views.view import Call, View
from explorer.wording import number

MOST_BYTES = 300_000
"""Maximum bytes of a picture's frames; beyond it, every second frame is left out until they fit."""


@dataclass(frozen=True)
class Dial:
    """Circle of radius 1 in a picture, whose hand turns clockwise with the setting and points up at 0.

    Attributes:
        x: of its middle, in the picture's axes.
        y: likewise.
        turn: how much the setting grows in a whole turn.
    """

    x: float
    y: float
    turn: float


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
        dials: whose hands follow a press or a drag on them, if the values are numbers at equal distances and a whole
            turn is among them. Elsewhere in the picture a drag to the right counts.
        slider: whether the picture has its own; otherwise it moves with the other pictures of its control.
        frames: makes them, if calls of the view's function can't.
    """

    setting: str
    values: Sequence[Any]
    key: str
    label: str
    play: bool = False
    glide: bool = False
    drag: bool = True
    dials: Sequence[Dial] = ()
    slider: bool = True
    frames: Callable[[], Frames] | None = None

    def of(self, view: View) -> tuple[dict[str, Any], Asked]:
        """The chart's animation data, and what makes the frames when they are asked for."""
        call, values = view.call, tuple(self.values)
        now = value_of(call, self.setting)
        if now not in values:
            values = tuple(sorted((*values, now)))
        wanted = Asked(call, self.setting, values, values.index(now), self.frames)
        spec = {
            "now": wanted.now,
            "count": len(values),
            "text": _text(now),
            "of": self.key,
            "label": self.label,
            "slider": self.slider,
            "play": self.play,
            "glide": self.glide,
            "drag": self.drag,
            "dials": _in_frames(self.dials, values),
        }
        return spec, wanted


def _in_frames(dials: Sequence[Dial], values: Sequence[Any]) -> list[tuple[float, ...]]:
    """Each dial's middle, frames in a turn, and frames from the setting's 0 to the first value.

    >>> _in_frames([Dial(0, 0, 12), Dial(2, 0, 100)], range(6, 60, 2))
    [(0, 0, 6.0, 3.0)]
    """
    if not dials or len(values) < 2 or len(apart := {after - value for value, after in pairwise(values)}) > 1:
        return []
    step = apart.pop()
    turned = ((*astuple(dial)[:2], dial.turn / step, values[0] / step) for dial in dials)
    return [each for each in turned if each[2] <= len(values)]


@dataclass(frozen=True)
class Asked:
    """Frames that a browser may ask for.

    Attributes:
        call: of the view.
        setting: that is animated.
        values: of the setting, a frame each.
        now: number of the view's own value among them.
        frames: as in `Moves`.
    """

    call: Call
    setting: str
    values: tuple[Any, ...]
    now: int
    frames: Callable[[], Frames] | None = None

    @cached_property
    def of(self) -> Hashable:
        """All that the frames depend on, whatever the setting's own value is."""
        others = tuple((name, value) for name, value in self.call.settings.items() if name != self.setting)
        return self.call.function, self.setting, self.values, others, self.call.question

    def made(self) -> dict[str, Any]:
        """The frames as bytes (`packed`): every `step`-th, from number `first` on, so that `now` is one of them."""
        step = 1
        while (packed := self._packed(step)) is None:
            step *= 2
        return {"packed": packed, "step": step, "first": self.now % step}

    def _packed(self, step: int) -> np.ndarray | None:
        first = self.now % step
        return _packed.get((self.of, step, first), lambda: pack_frames(self._frames(), step, first))

    def _frames(self) -> Frames:
        return self.frames() if self.frames is not None else frames_of(self.call, self.setting, self.values)


_packed: Cache[np.ndarray | None] = Cache(64, expires=True)
"""Packed frames by what they depend on: a class moves through a few dozen values."""


def pack_frames(frames: Frames, step: int, first: int) -> np.ndarray | None:
    """Every `step`-th frame from number `first` as bytes; None if there are several in more than `MOST_BYTES`."""
    some = frames.only(range(first, len(frames.values), step))
    rest = {name: getattr(some, name) for name in ("traces", "data", "layout", "sentences")}
    packed = np.frombuffer(pack({"texts": [*map(_text, some.values)], **rest}, once=True), np.uint8)
    return packed if len(packed) <= MOST_BYTES or step >= len(frames.values) else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else number(value)


_ASKED, _KEY = "_frames_asked", "explorer_frames"
MOST_ASKED = 8
"""Pictures of one control that may ask at once."""
_component = st.components.v2.component("explorer_frames", js=assets.component("chart", "frames"), isolate_styles=False)


def announce(key: str, wanted: Asked) -> str:
    """Let the browser ask for the frames of the picture `key`; returns their name, the same as long as they are."""
    known: dict[str, tuple[Asked, str]] = st.session_state.setdefault(_ASKED, {})
    before, name = known.get(key, (None, ""))
    if before is None or before.of != wanted.of:
        name = secrets.token_hex(4)  # also unlike those of a server before this one
    known[key] = wanted, name
    return name


def begin() -> None:
    """Begin a page: forget the pictures of the last one, and draw the fragment that sends frames when asked."""
    st.session_state[_ASKED] = {}
    st.fragment(_answer)()


def _answer() -> None:
    found = (st.session_state.get(_KEY) or {}).get("asked")
    known, keys = st.session_state.get(_ASKED, {}), found[:MOST_ASKED] if isinstance(found, list) else ()
    wanted = [known[key] for key in keys if isinstance(key, str) and key in known]
    sent = [{"name": name, **each.made()} for each, name in wanted]
    _component(key=_KEY, data=pack({"frames": sent, "answers": bool(keys)}), on_asked_change=lambda: None)
