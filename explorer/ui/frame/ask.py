"""Controls of declared settings: `ask` draws them, bound to the address, and returns their values."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.ui.frame import step_size, text_inputs, url_params
from explorer.ui.frame.glossary_markup import definitions
from explorer.ui.frame.layout import lazy_expander, row
from explorer.ui.plot.animation import Moves
from explorer.views.setting import Choice, Number, Others, Real, Setting, Several, Switch, Text, Whole, settings_of
from explorer.views.setting import at as at_settings
from explorer.views.view import View

TYPED = "Type numbers"
FIELD = 160
"""Width in pixels of a number field."""
MOST_STEPS = 2_000
"""Values on a slider without stops; a number with more of them is typed into a field."""


def ask(
    view: Callable[..., View],
    *names: str,
    at: DeltaGenerator | None = None,
    given: Others | None = None,
    folded: tuple[str, str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Draw a control for each declared setting of `view` that has a key, and return the values by name.

    Args:
        view: a function of `explorer.views`.
        names: the settings to draw, if not all; the others have their defaults where bounds depend on them.
        at: where to draw; None for a row of their own.
        given: values of settings that are drawn elsewhere or fixed; they are part of the result.
        folded: key and label of an expander for them (`layout.lazy_expander`): while it is closed and all have their
            defaults, none is drawn.
        more: for each control, such as `on_change`.
    """
    declared, values = settings_of(view), dict(given or {})
    drawn = [name for name in names or declared if name not in values and declared[name].key]
    if folded is not None and step_size.step() is None:
        key, label = folded
        fold = lazy_expander(st.expander, label, f"{key}_more", begins(view, *drawn, given=values))
        if fold is None:
            return values | undrawn(view, *drawn, given=values)
        at = fold.container(horizontal=True, vertical_alignment="bottom")
    at = at or row("bottom")
    known: dict[str, Any] = {}
    for name, setting in declared.items():
        if name in drawn:
            values[name] = control(setting, at, known, **more)
        known[name] = values.get(name) if name in values else setting.begin(known)
    sliders = [each for name in drawn if isinstance(each := declared[name], Number) and each.has_gaps]
    if sliders and step_size.step() is None:
        _number_boxes(at, sliders, known)
    return values


def starts(view: Callable[..., View], given: Others) -> dict[str, Any]:
    """All settings of a view: those given, and the defaults of the others."""
    known: dict[str, Any] = {}
    for name, setting in settings_of(view).items():
        known[name] = given.get(name) if name in given else setting.begin(known)
    return known


def undrawn(view: Callable[..., View], *names: str, given: Others | None = None) -> dict[str, Any]:
    """Values of settings whose controls are not drawn, by name: what the session's state holds, or their defaults."""
    declared, known = settings_of(view), starts(view, given or {})
    return {name: value_in(declared[name], st.session_state, others=known) for name in names}


def begins(view: Callable[..., View], *names: str, given: Others | None = None) -> dict[str, Any]:
    """What the session's state holds for the controls of some settings at their defaults, by key."""
    found, known = {}, starts(view, given or {})
    for setting in map(settings_of(view).__getitem__, names):
        chosen_later = isinstance(setting, Several) and callable(setting.default)
        found[setting.key] = [] if chosen_later else held(setting, setting.begin(known), known)
    return found


def moves(view: Callable[..., View], name: str, values: Sequence[Any] = (), **how: Any) -> Moves:
    """The animation of a view over a declared setting.

    Args:
        view: a function of `explorer.views`.
        name: the setting's.
        values: if not all of its slider.
        how: as in `Moves`.
    """
    known, setting = starts(view, {}), settings_of(view)[name]
    if not values and isinstance(setting, Number):
        low, high = setting.bounds(known)
        values = setting.stops or range(low, high + 1, int(setting.step))
    elif not values and isinstance(setting, Choice):
        values = tuple(setting.labels(known))
    return Moves(name, values, setting.key, setting.label.partition(" (")[0], **how)


def step_field(setting: str, most: int, label: str, *, key: str) -> tuple[int, Moves]:
    """Draw a number field for a step of a process, and return its animation; the start is the last step."""
    was = st.session_state.get(f"_{key}_most", most)
    if was != most and st.session_state.get(key) == was:
        st.session_state[key] = most
    st.session_state[f"_{key}_most"] = most
    done = control(Whole(label, most, 0, most, key=key, typed=True))
    return done, Moves(setting, range(most + 1), key, label, play=True, glide=True, drag=False)


def value_in(setting: Setting, *places: Any, others: Others | None = None) -> Any:
    """Value of the control of a setting, whether it is drawn or not.

    From the first of `places` (the session's state, the address) that has it; its default if none has an allowed one.
    `others`: the settings before it, if its bounds depend on them.
    """
    known = others or {}
    for place in places:
        if setting.key in place and setting.allows(value := _read(setting, place[setting.key], known), known):
            return value
    return setting.begin(known)


def _read(setting: Setting, held: Any, others: Others) -> Any:
    """The value that a control's state or a link stands for."""
    if isinstance(setting, Several):
        chosen = {held} if isinstance(held, str) else {*held}
        return tuple(each for each, label in setting.labels(others).items() if {label, str(each)} & chosen)
    if isinstance(setting, Choice):
        return next((each for each, label in setting.labels(others).items() if held in (label, str(each))), None)
    if isinstance(held, str) and isinstance(setting, Number):
        try:
            return float(held) if isinstance(setting, Real) else int(held)
        except ValueError:
            return held
    return held == "true" if isinstance(held, str) and isinstance(setting, Switch) else held


def control(setting: Setting, at: Any = st, others: Others | None = None, **more: Any) -> Any:
    """Draw the control of one setting, and return its value; where a step draws none, the value that the step has."""
    others = others or {}
    if not step_size.draws(setting.key):
        value = value_in(setting, st.session_state, others=others)
        st.session_state.setdefault(setting.key, held(setting, value, others))
        return value
    url_params.declare(setting.key, setting.label, setting.expects_on_page(others))
    draw = next(_DRAWN[kind] for kind in type(setting).__mro__ if kind in _DRAWN)
    help = " ".join(filter(None, (setting.help, definitions(*setting.terms))))
    return draw(setting, at, others, {"key": setting.key, "help": help or None, **more})


def held(setting: Setting, value: Any, others: Others) -> Any:
    """What the session's state holds for a control with this value."""
    if not isinstance(setting, Choice):
        return value
    labels = setting.labels(others)
    return [labels[each] for each in value] if isinstance(setting, Several) else labels[value]


def _number(setting: Number, at: DeltaGenerator, others: Others, bound: dict[str, Any]) -> Any:
    (low, high), start, key = setting.bounds(others), setting.begin(others), setting.key
    kind = float if isinstance(setting, Real) else int
    kept = st.session_state.get(key)
    if isinstance(kept, int | float) and not low <= kept <= high:  # another control moved the bounds past it
        st.session_state[key] = min(max(kept, low), high)
    bound["bind"] = "query-params"
    if setting.stops:
        wanted = {st.session_state.get(key), _parsed(st.query_params.get(key, ""))} if setting.between else set()
        between = {each for each in wanted if each is not None and setting.allows(kind(each), others)}
        options = sorted({start, *(each for each in setting.stops if low <= each <= high), *between})
        return kind(at.select_slider(setting.label, options, start, **bound))
    if setting.typed or low == high or (kind is int and (high - low) / setting.step > MOST_STEPS):
        bound.setdefault("width", FIELD)
        return kind(at.number_input(setting.label, low, high, start, step=kind(setting.step), **bound))
    return kind(at.slider(setting.label, low, high, start, step=kind(setting.step), **bound))


def _parsed(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _number_boxes(at: DeltaGenerator, settings: Sequence[Number], known: Others) -> None:
    """Draw a button that opens number fields, one per slider, for values between its stops."""
    panel = at.popover(TYPED, key=f"{settings[0].key}_typed", on_change="rerun", help="Type exact numbers")
    if not panel.open:
        return
    for setting in settings:
        (low, high), step = setting.bounds(known), int(setting.step)
        box = f"_{setting.key}_box"
        st.session_state[box] = int(st.session_state[setting.key])

        def move(key: str = setting.key, box: str = box, step: int = step) -> None:
            st.session_state[key] = st.session_state[box] // step * step

        label = f"{setting.label.partition(' (')[0]}, {low:,} to {high:,}"
        panel.number_input(label, int(low), int(high), step=step, key=box, on_change=move)


def _choice(setting: Choice, at: DeltaGenerator, others: Others, bound: dict[str, Any]) -> Any:
    labels, start = setting.labels(others), setting.start(others)
    _use_labels(setting, labels)
    values = {label: value for value, label in labels.items()}
    if (kept := st.session_state.get(setting.key, labels[start])) not in values:
        # An animation stopped at this value, or another control took the option away.
        st.session_state[setting.key] = labels.get(kept, labels[start])
    bound["bind"] = "query-params"
    index = list(labels).index(start)
    if setting.listed:
        chosen = at.selectbox(setting.label, list(values), index, **bound)
    elif setting.radio:
        chosen = at.radio(setting.label, list(values), index, horizontal=True, **bound)
    else:
        chosen = at.segmented_control(setting.label, list(values), default=labels[start], required=True, **bound)
    return values.get(chosen, start)  # a forged message may leave the choice empty


def _use_labels(setting: Choice, labels: Mapping[Any, str]) -> None:
    """Let a link name an option's value, or a label that it once had."""
    params = st.query_params.get_all(setting.key)
    if not params or setting.key in st.session_state or set(params) <= set(labels.values()):
        return
    names = {str(value): label for value, label in labels.items()}
    names |= {label: labels[value] for label, value in setting.former.items() if value in labels}
    if set(params) <= {*names, *labels.values()}:
        now = [names.get(each, each) for each in params]
        url_params.rename(setting.key, now)
        st.session_state[setting.key] = now if isinstance(setting, Several) else now[0]


def _several(setting: Several, at: DeltaGenerator, others: Others, bound: dict[str, Any]) -> Any:
    labels, start, key = setting.labels(others), setting.start(others), setting.key
    _use_labels(setting, labels)
    values, more = {label: value for value, label in labels.items()}, bound | {"bind": "query-params"}
    kept = [label for label in st.session_state.get(key, ()) if label in values]
    if kept != st.session_state.get(key, kept):  # other settings have taken options away
        st.session_state[key] = kept
    label = f"{setting.label} (up to {setting.most})" if setting.most < len(values) else setting.label
    default = [] if callable(setting.default) else [labels[each] for each in start]
    if setting.pills:
        chosen = at.pills(label, list(values), selection_mode="multi", default=default, **more)
    else:
        most, empty = min(setting.most, len(values)), at_settings(setting.placeholder, others) or None
        chosen = at.multiselect(label, list(values), default, max_selections=most, placeholder=empty, **more)
    found = tuple(values[label] for label in values if label in chosen)
    return found if len(found) >= setting.least else start


def _switch(setting: Switch, at: DeltaGenerator, others: Others, bound: dict[str, Any]) -> bool:
    return bool(at.toggle(setting.label, setting.start(others), bind="query-params", **bound))


def _text(setting: Text, at: DeltaGenerator, others: Others, bound: dict[str, Any]) -> str:
    kind, more = ("text_area", {"height": setting.height}) if setting.height else ("text_input", {})
    how = {"placeholder": setting.placeholder or None, **more, **bound}
    return text_inputs.field(getattr(at, kind), setting.label, setting.start(others), most=setting.most, at=at, **how)


_DRAWN: Mapping[type, Callable[..., Any]] = {
    Several: _several,
    Choice: _choice,
    Number: _number,
    Switch: _switch,
    Text: _text,
}
"""How each kind of setting is drawn, and the kinds made from it."""
