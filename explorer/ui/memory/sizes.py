"""The sizes that the parts of the page share: a log slider and a typed entry in step, with the URL as the one source.

The typed entry is bound to the URL and holds the value; the slider shows it and writes to it. A model's name is not a
state of its own: it is whatever published model has the sizes that are set.
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
from explorer.memory.estimate import GRADIENTS
from explorer.ui.frame import text_limit
from explorer.ui.frame.glossary_markup import definitions
from explorer.ui.frame.user_text import widget_or_url

OWN = "Own sizes"
LONGEST = 60
"""Characters of a size that is typed."""


def _stops(low: int, high: int, *extra: int) -> tuple[int, ...]:
    steps = {digit * 10**power for power in range(11) for digit in (1, 2, 5)}
    return tuple(sorted({low, high} | {value for value in steps | set(extra) if low <= value <= high}))


_POWERS = tuple(2**power for power in range(21))
_MODELS = tuple(MODELS.values())


@dataclass(frozen=True)
class Size:
    """A size that one may slide or type: its label, URL key, default, bounds, and where the slider stops."""

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
        1,
        10**10,
        _stops(1, 10**10, *(model.vocab_size for model in _MODELS)),
    ),
    "embed_dim": Size(
        "Width (numbers per row)",
        "m_d",
        768,
        1,
        65_536,
        tuple(sorted({*_POWERS[:17], *(model.embed_dim for model in _MODELS), 2 * 768})),  # twice GPT-2 small: the path
    ),
    "max_seq_len": Size(
        "Longest text (positions)",
        "m_l",
        1024,
        1,
        2**20,
        tuple(sorted({*_POWERS, *(model.context for model in _MODELS)})),
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
        1,
        65_536,
        tuple(sorted({*_POWERS[:17], *(model.kv_width for model in _MODELS)})),
    ),
}


def entry(container: DeltaGenerator, name: str, *, slides: bool = True) -> None:
    """Show slider and typed entry of a size, and an error message beside it where the typed one is not a size.

    Without a slider of its own (`slides`) where the picture has one, whose values are numbers.
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
    """The value of a size and "", or the last good value and what is wrong with the typed one."""
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
    """One of a few words: its label, URL key, options and default, and the terms that its help explains."""

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
    """Show a choice; `request` reads it."""
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


def request() -> Request:
    """The request that all sizes and choices make, whether this part shows them or not."""
    sizes = {name: _read_size(size)[0] for name, size in SIZES.items()}
    choices = {name: _choice_value(choice) for name, choice in CHOICES.items()}
    return Request(**sizes, **choices)  # type: ignore[arg-type]


def apply_model(model: Model) -> None:
    """Set all sizes to those of `model`. Call it from a callback, before the widgets are drawn."""
    for name, value in fields_of(model).items():
        if name in SIZES:
            st.session_state[SIZES[name].key] = str(value)
        else:
            st.session_state[CHOICES[name].key] = value


def model_box(container: DeltaGenerator, now: Request) -> Model | None:
    """A box that sets all sizes to a published model's, and names the model whose sizes are set.

    Call it after the other controls were drawn (`container` may lie above them), with what they ask for: so it knows
    what a shared link says.
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
