"""Sizes shared by the parts of the page: a log slider and a typed entry with one value, stored in the URL.

The typed entry is bound to the URL and holds the value; the slider shows it and writes to it. The model's name is not
stored: it is derived, as the published model with the current sizes, if there is one.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.memory import (
    FORMATS,
    MODELS,
    OPTIMIZERS,
    OUTPUTS,
    POSITIONS,
    Model,
    Request,
    fields_of,
    model_of,
    parse_count,
)
from explorer.memory.memory_estimate import GRADIENTS
from explorer.ui.frame import text_limit
from explorer.ui.frame.glossary_markup import definitions
from explorer.ui.frame.shared_inputs import widget_or_url

OWN = "Own sizes"
LONGEST = 60
"""Maximum length of a typed size."""


def _stops(low: int, high: int, *extra: int) -> tuple[int, ...]:
    steps = {digit * 10**power for power in range(11) for digit in (1, 2, 5)}
    return tuple(sorted({low, high} | {value for value in steps | set(extra) if low <= value <= high}))


_FILL = (*range(10**5, 10**6, 10**5), *range(10**6, 10**7, 10**6))
"""Rows between which the memory of a phone or a laptop fills up: close together, so that one sees it fill."""
_POWERS = tuple(2**power for power in range(21))
_MODELS = tuple(MODELS.values())


@dataclass(frozen=True)
class Size:
    """A size with slider and typed entry: its label, URL key, default, bounds, and slider stops."""

    label: str
    key: str
    default: int
    low: int
    high: int
    stops: tuple[int, ...]


SIZES = {
    "vocab_size": Size(
        "Vocabulary (rows)",
        "m_v",
        50_257,
        2,
        10**10,
        _stops(2, 10**10, *_FILL, *(model.vocab_size for model in _MODELS)),
    ),
    "embed_dim": Size(
        "Width (numbers per row)",
        "m_d",
        768,
        4,
        65_536,
        tuple(sorted({*_POWERS[2:17], *(model.embed_dim for model in _MODELS)})),
    ),
    "max_seq_len": Size(
        "Longest text (positions)",
        "m_l",
        1024,
        2,
        2**20,
        tuple(sorted({*_POWERS[1:], *(model.context for model in _MODELS)})),
    ),
    "batch": Size("Texts per batch", "m_b", 8, 1, 65_536, _POWERS[:17]),
    "seq_len": Size("Tokens per text", "m_t", 1024, 1, 2**20, _POWERS),
    "layers": Size(
        "Layers", "m_layers", 12, 1, 1000, tuple(sorted({*_stops(1, 1000), *(model.layers for model in _MODELS)}))
    ),
    "kv_width": Size(
        "Key width (numbers per token and layer)",
        "m_kv",
        768,
        4,
        65_536,
        tuple(sorted({*_POWERS[2:17], *(model.kv_width for model in _MODELS)})),
    ),
}


def entry(container: DeltaGenerator, name: str, *, slides: bool = True) -> None:
    """Draw slider and typed entry of a size, with an error message if the entry is not a size.

    `slides`: whether it has a slider; not if the picture has one for this size.
    """
    size = SIZES[name]
    slide = f"{size.key}_slide"
    good, problem = _read_size(size)
    if isinstance(st.session_state.get(size.key), int):
        st.session_state[size.key] = str(good)
    with container.container(horizontal=True, vertical_alignment="bottom", key=f"{size.key}_entry"):
        if slides:
            st.session_state[slide] = f"{good:,}"
            st.select_slider(
                size.label,
                [f"{value:,}" for value in sorted({*size.stops, good})],
                key=slide,
                on_change=_slid,
                args=(size.key, slide),
            )
        st.text_input(
            f"{size.label}, typed",
            str(size.default),
            key=size.key,
            bind="query-params",
            label_visibility="collapsed" if slides else "visible",
            width=132 if slides else "stretch",
            **text_limit.limit_kwargs(size.key, LONGEST),
        )
    if problem:
        # The message quotes what was typed, so it is shown as text and never as markdown.
        with container.container(key=f"{size.key}_problem"):
            st.error("This size cannot be used.")
            st.text(f"{problem} Still showing {good:,}.")


def _read_size(size: Size) -> tuple[int, str]:
    """The value of a size and "", or the last valid value and an error message for the typed one."""
    last = f"_{size.key}_good"
    try:
        value = parse_count(str(widget_or_url(size.key, size.default)), size.low, size.high)
    except ValueError as error:
        return st.session_state.get(last, size.default), str(error)
    st.session_state[last] = value
    return value, ""


def _slid(key: str, slide: str) -> None:
    st.session_state[key] = st.session_state[slide].replace(",", "")


@dataclass(frozen=True)
class Choice:
    """A choice between a few options: its label, URL key, options and default, and the terms that its help defines."""

    label: str
    key: str
    options: tuple[str, ...]
    default: str
    terms: tuple[str, ...] = ()


CHOICES = {
    "number": Choice("Stored as", "m_number", tuple(FORMATS), "FP32", ("FP32", "FP16", "BF16", "INT8")),
    "optimizer": Choice(
        "Optimizer (None: used, not trained)", "m_optimizer", tuple(OPTIMIZERS), "Adam", ("SGD", "momentum", "Adam")
    ),
    "positions": Choice("Positions", "m_positions", POSITIONS, "Learned"),
    "output": Choice("Output layer", "m_output", OUTPUTS, "Tied"),
    "gradients": Choice("Gradient of the token table", "m_gradients", GRADIENTS, "Dense"),
}


def choose(container: DeltaGenerator, name: str) -> None:
    """Draw a choice; `request` reads it."""
    choice = CHOICES[name]
    container.segmented_control(
        choice.label,
        choice.options,
        default=choice.default,
        required=True,
        key=choice.key,
        bind="query-params",
        help=definitions(*choice.terms) or None,
    )


def _choice_value(choice: Choice) -> str:
    value = str(widget_or_url(choice.key, choice.default))
    return value if value in choice.options else choice.default


def begins(*names: str) -> dict[str, str]:
    """Default values of the controls of some sizes and choices, by key."""
    of = {name: (size.key, str(size.default)) for name, size in SIZES.items()}
    of |= {name: (choice.key, choice.default) for name, choice in CHOICES.items()}
    return dict(of[name] for name in names)


def request() -> Request:
    """The request from all sizes and choices, whether this part draws them or not."""
    sizes = {name: _read_size(size)[0] for name, size in SIZES.items()}
    choices = {name: _choice_value(choice) for name, choice in CHOICES.items()}
    return Request(**sizes, **choices)  # type: ignore[arg-type]


def apply_model(model: Model) -> None:
    """Set all sizes to those of `model`; for callbacks, which run before the widgets are drawn."""
    for name, value in fields_of(model).items():
        if name in SIZES:
            st.session_state[SIZES[name].key] = str(value)
        else:
            st.session_state[CHOICES[name].key] = value


def model_box(container: DeltaGenerator, now: Request) -> Model | None:
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
