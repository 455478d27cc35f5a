"""Sizes shared by the parts of the page: a log slider and a typed entry with one value, stored in the URL.

The typed entry is bound to the URL and holds the value; the slider shows it and writes to it. The model's name is not
stored: it is derived, as the published model with the current sizes, if there is one.
"""

from contextlib import suppress
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitAPIException

from explorer.memory import MODELS, BillRequest, Model, fields_of, model_of, parse_count
from explorer.ui.frame import text_limit
from explorer.ui.frame.ask import control, value_in
from explorer.ui.frame.shared_inputs import widget_or_url
from explorer.views.memory.settings import OF_REQUEST
from explorer.views.setting import Choice, Whole

OWN = "Own sizes"
USES = ("Training", "Inference")
NO_OPTIMIZER = "None"
LONGEST = 60
"""Maximum length of a typed size."""


def draw(container: DeltaGenerator, name: str, *, slides: bool = True) -> None:
    """Draw the control of a field of `BillRequest`; `request` reads it.

    A size has a slider, unless the picture has one for it (not `slides`), and a typed entry, with an error message if
    what was typed is not a size.
    """
    setting = OF_REQUEST[name]
    if not isinstance(setting, Whole):
        control(setting, container)
        return
    slide = f"{setting.key}_slide"
    good, problem = _read_size(setting)
    if isinstance(st.session_state.get(setting.key), int):
        st.session_state[setting.key] = str(good)
    with container.container(horizontal=True, vertical_alignment="bottom", key=f"{setting.key}_entry"):
        if slides:
            st.session_state[slide] = f"{good:,}"
            st.select_slider(
                setting.label,
                [f"{value:,.0f}" for value in sorted({*setting.stops, good})],
                key=slide,
                on_change=_slid,
                args=(setting.key, slide),
            )
        st.text_input(
            f"{setting.label}, typed",
            str(setting.default),
            key=setting.key,
            bind="query-params",
            label_visibility="collapsed" if slides else "visible",
            width=132 if slides else "stretch",
            **text_limit.limit_kwargs(setting.key, LONGEST),
        )
    if problem:
        # The message quotes what was typed, so it is shown as text and never as markdown.
        with container.container(key=f"{setting.key}_problem"):
            st.error("This size cannot be used.")
            st.text(f"{problem} Still showing {good:,}.")


def _read_size(size: Whole) -> tuple[int, str]:
    """The value of a size and "", or the last valid value and an error message for the typed one."""
    last = f"_{size.key}_good"
    low, high = size.bounds({})
    try:
        value = parse_count(str(widget_or_url(size.key, size.default)), low, high)
    except ValueError as error:
        return st.session_state.get(last, size.default), str(error)
    st.session_state[last] = value
    return value, ""


def _slid(key: str, slide: str) -> None:
    st.session_state[key] = st.session_state[slide].replace(",", "")


def begins(*names: str) -> dict[str, str]:
    """Default values of the controls of some fields, by key."""
    return {OF_REQUEST[name].key: str(OF_REQUEST[name].default) for name in names}


def request() -> BillRequest:
    """The request from all sizes and choices, whether this part draws them or not."""
    found: dict[str, Any] = {}
    for name, setting in OF_REQUEST.items():
        if isinstance(setting, Whole):
            found[name] = _read_size(setting)[0]
        elif isinstance(setting, Choice):
            found[name] = value_in(setting, st.session_state, st.query_params)
    return BillRequest(**found)


def apply_model(model: Model) -> None:
    """Set all sizes to those of `model`; for callbacks, which run before the widgets are drawn."""
    for name, value in fields_of(model).items():
        st.session_state[OF_REQUEST[name].key] = str(value)


def draw_use(container: DeltaGenerator) -> None:
    """Draw the choice between training and inference, which is inference where there is no optimizer."""
    setting = OF_REQUEST["optimizer"]
    assert isinstance(setting, Choice)
    trained = value_in(setting, st.session_state, st.query_params) != NO_OPTIMIZER
    st.session_state["m_use_for"] = USES[not trained]

    def take() -> None:
        trains = st.session_state["m_use_for"] == USES[0]
        st.session_state[setting.key] = setting.default if trains else NO_OPTIMIZER
        if not trains:  # its control is drawn from now on, and until then nothing else writes it into the address
            with suppress(StreamlitAPIException):  # it is drawn already, in the open fold, and writes it itself
                st.query_params[setting.key] = NO_OPTIMIZER

    container.segmented_control("The model's work", USES, key="m_use_for", required=True, on_change=take)


def model_box(container: DeltaGenerator, now: BillRequest) -> Model | None:
    """Draw a select box that sets all sizes to a published model's, and shows the model with the current sizes.

    Call it after the other controls, with their request, so that it includes values from a link; `container` may be
    above them.
    """
    match = model_of(now)
    st.session_state["m_model_box"] = match.name if match else OWN
    container.selectbox(
        "Sizes of a published model",
        [OWN, *MODELS],
        key="m_model_box",
        on_change=_model_chosen,
        help="The sizes below are then set to the published ones. Change any of them and they are your own.",
    )
    return match


def _model_chosen() -> None:
    name = st.session_state["m_model_box"]
    if name in MODELS:
        apply_model(MODELS[name])
