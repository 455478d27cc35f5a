"""Embedding share of published models, counted to the parameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal, get_args

from explorer.content.en import shared_page_questions
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, guessed, layout
from explorer.figures.memory.memory_bill import hatching
from explorer.memory import MODELS, Model
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Switch
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import listed, number, share

Tying = Literal["As published", "All tied", "All untied"]
PUBLISHED, ALL_TIED, ALL_UNTIED = get_args(Tying)
OUTPUTS = {PUBLISHED: "", ALL_TIED: "Tied", ALL_UNTIED: "Untied"}
GPT3 = "GPT-3"
MODEL: Any = Choice(
    "Model",
    "GPT-2 small",
    tuple(sorted(MODELS, key=lambda name: -MODELS[name].token_share)),
    key="m_look",
    listed=True,
    about="the subject of the sentence",
)
OUTPUT: Any = Choice(
    "Output layer", PUBLISHED, tuple(OUTPUTS), key="m_tying", about="the output matrix, as published or another way"
)
FEW: Any = Switch("Few models", False, about="whether every second model is left out, for a projector's large type")
GUESSES = dict(zip(shared_page_questions.TABLE_SHARE.choices, (20.0, 5.0, 0.35, 0.01), strict=True))


@picture(Model)
def shares(*, model: str = MODEL, output: Tying = OUTPUT, few: bool = FEW) -> View:
    """Share of token table, position table and output matrix in all parameters of published models.

    >>> shares(model="GPT-3").formula.worked.split(";")[0]
    '50,257 × 12,288 = 617,558,016'
    """
    chosen = next(each for each in _models(output) if each.name == model)

    def draw(answered: bool, guess: str | None) -> View:
        shown = answered or model != GPT3
        says = [f"The token table is {share(chosen.token_share)} of {chosen.name}."] * shown + [
            "GPT-3 joins after your guess."
        ] * (not answered)
        star = [f"The star is your guess for GPT-3: {guess}."] if guess else []
        return View(
            _figure(model, output, not answered, few, GUESSES[guess] if guess else None),
            " ".join([*says, *star]),
            (lambda: _table(output)) if answered else Table({}, "embedding_shares"),
            (_formula(chosen),) * shown,
            details=" ".join([_details(chosen)] * shown + ["Every second model is left out of the picture."] * few),
        )

    return with_question(draw)


def _models(tying: str) -> list[Model]:
    output = OUTPUTS[tying]
    models = [
        replace(model, output=output) if output and model.output != "None" else model for model in MODELS.values()
    ]
    return sorted(models, key=lambda model: -model.token_share)


def _pieces(model: Model) -> str:
    """Text behind a bar: the share of each of its pieces.

    >>> _pieces(MODELS["Qwen2.5 7B"]), _pieces(MODELS["GPT-2 small"]), _pieces(MODELS["Qwen2.5 0.5B"])
    ('7.2 + 7.2 %', '31 + 0.63 %', '28 %')
    """
    sizes = (model.token_table, model.output_layer, model.position_table)
    return " + ".join(share(size, model.parameters).removesuffix(" %") for size in sizes if size) + " %"


@lru_cache(maxsize=64)
def _figure(chosen: str, tying: str, hide: bool, few: bool, guess: float | None) -> Spec:
    models = [
        model
        for at, model in enumerate(_models(tying))
        if not (hide and model.name == GPT3) and (not few or at % 2 == 0 or model.name in (chosen, GPT3))
    ]
    parts = {
        "token table": [100 * model.token_table / model.parameters for model in models],
        "output layer of its own": [100 * model.output_layer / model.parameters for model in models],
        "position table": [100 * model.position_table / model.parameters for model in models],
    }
    names = [model.name for model in models]
    at = names.index(chosen) if chosen in names else -1
    star = None if guess is None else (names.index(GPT3), guess)
    return _draw_shares(names, parts, [_pieces(model) for model in models], at, guess=star)


def _table(tying: str) -> Table:
    models = _models(tying)
    return Table(
        {
            "model": [model.name for model in models],
            "output": [model.output for model in models],
            "vocabulary": [model.vocab_size for model in models],
            "width": [model.embed_dim for model in models],
            "token table": [model.token_table for model in models],
            "position table": [model.position_table for model in models],
            "output layer": [model.output_layer for model in models],
            "all parameters": [model.parameters for model in models],
            "token share, %": [100 * model.token_share for model in models],
            "embedding share, %": [100 * model.embedding_share for model in models],
            "largest matrix of its layers": [model.largest_matrix for model in models],
            "source": [f"{model.source}, {model.url}" for model in models],
        },
        "embedding_shares",
    )


def _details(model: Model) -> str:
    ratio = model.token_table / model.largest_matrix
    tables = [f"{model.token_table:,} numbers in the token table"]
    if model.position_table:
        tables.append(f"{model.position_table:,} in the position table")
    if model.output_layer:
        tables.append(f"{model.output_layer:,} in the output matrix")
    more = f", together {share(model.embedding_share)}" if len(tables) > 1 else ""
    return (
        f"Of {model.parameters:,} parameters there are {listed(tables)}{more}. The token table has {number(ratio)} "
        f"times as many numbers as the largest matrix of the layers. {model.note}".strip()
    )


def _formula(model: Model) -> Formula:
    return Formula(
        r"s = \frac{V \cdot D}{N}",
        {
            "V": f"rows of the token table of {model.name}: {model.vocab_size:,}",
            "D": f"numbers per row: {model.embed_dim:,}",
            "N": f"all [[parameters]] of the model: {model.parameters:,}",
            "s": "the token table's share of them",
        },
        f"{model.vocab_size:,} × {model.embed_dim:,} = {model.token_table:,}; over {model.parameters:,} that is "
        f"{share(model.token_share)}. Rows twice as long make the table twice as large, and a matrix of D × D in the "
        "layers four times.",
    )


TITLE = "share of all parameters, %"


def _draw_shares(
    names: Sequence[str],
    parts: Mapping[str, Sequence[float]],
    texts: Sequence[str],
    chosen: int,
    *,
    guess: tuple[int, float] | None = None,
) -> Spec:
    """Stacked bars of percentages, one per model, with `texts` behind the bars and a frame around the `chosen` one.

    `guess`: index of a model and its guessed share, a star between its bar and its text.
    """
    words = [f" {text}" for text in texts]
    totals = [sum(values[at] for values in parts.values()) for at in range(len(names))]
    ends = list(totals)
    if guess is not None:
        at, share = guess
        ends[at], words[at] = max(totals[at], share), f"\u2002{words[at]}"  # wide enough for half a star
    traces: list[dict[str, Any]] = [
        {
            "type": "bar",
            "orientation": "h",
            "y": list(names),
            "x": list(values),
            "name": part,
            "legendgroup": part,
            "marker": {"color": theme.OKABE_ITO[index], "pattern": hatching(index)},
            "hovertemplate": "%{y}, %{fullData.name}: %{x:.3~g} %<extra></extra>",
        }
        for index, (part, values) in enumerate(parts.items())
    ]
    traces.append(_words(ends, names, words))
    across = {"range": [0, max(totals) * 1.1], "showgrid": True}
    # Every model is named.
    upward = {"categoryorder": "array", "ticks": "", "showgrid": False, "tickmode": "linear", "dtick": 1}
    upward |= {} if guess is None else {"ticklabelstandoff": 12}  # so that a star at 0 covers no name
    sides = {"l": 8, "r": 72, "t": 40, "b": 48}
    first = upward | {"categoryarray": list(names[::-1])}
    made = layout(TITLE, "", 110 + 24 * len(names), legend=True, x=across, y=first, margin=sides)
    made["legend"]["traceorder"] = "normal"
    # A shape instead of other names, so that another choice redraws nothing else.
    row = len(names) - 1 - chosen
    corners = {"xref": "x domain", "x0": 0, "x1": 1, "yref": "y", "y0": row - 0.48, "y1": row + 0.48}
    frame = {"type": "rect", **corners, "line": {"color": theme.INK, "width": 1.5}, "visible": chosen >= 0}
    spec = Spec(traces, made | {"shapes": [frame], "barmode": "stack", "bargap": 0.3})
    return spec if guess is None else guessed(spec, share, names[at], mode="markers", showlegend=True)


def _words(x: Sequence[float], y: Sequence[str], texts: Sequence[str]) -> dict[str, Any]:
    behind = {"type": "scatter", "x": list(x), "y": list(y), "mode": "text", "text": list(texts)}
    return behind | {"textposition": "middle right", "showlegend": False, "hoverinfo": "skip", "cliponaxis": False}
