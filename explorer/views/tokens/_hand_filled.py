"""A table filled in by hand, with a row of one's own on top and the other words in the order of their nearness."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.embedding_pipeline.hand_filled_rows import MOST, QUESTIONS, WORDS, ends_said, nearest_first
from explorer.figures import theme
from explorer.figures.figure_spec import Spec
from explorer.figures.tokens.row_cells import rows
from explorer.figures.tokens.row_labels import SELECTED
from explorer.views.setting import Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import fixed, signed

_ANSWERS: Any = [
    Whole(name, 0, -MOST, MOST, key=f"t_hand_{name[:-1]}", about=f"your answer to “{name}”, from not at all to very")
    for name in QUESTIONS
]
PET, BIG, ROYAL, MOVES = _ANSWERS


@picture(nearest_first)
def hand_filled(*, pet: Int = PET, big: Int = BIG, royal: Int = ROYAL, moves: Int = MOVES) -> View:
    """Rows of four numbers chosen by hand, the nearest to one's own row first.

    >>> hand_filled(pet=3, big=-2, moves=1).table["word"][:2]
    ['yours', 'dog']
    """
    mine = (pet, big, royal, moves)
    near = nearest_first(mine)
    names = [name for name, _ in near] or list(WORDS)
    values = np.array([mine, *(WORDS[name] for name in names)], np.float32)
    labels = [f"{SELECTED}yours", *([f"{name} {signed(cosine)}" for name, cosine in near] or names)]
    return View(
        _figure(values, labels),
        (ends_said(near) if near else "A row of zeros points nowhere, so it is near to none.")
        + f" The words’ numbers were chosen by hand, from −{MOST}, not at all, to {MOST}, very.",
        lambda: Table(
            {
                "word": ["yours", *names],
                **{name: values[:, n].astype(int) for n, name in enumerate(QUESTIONS)},
                "cosine": [1.0, *(cosine for _, cosine in near)] if near else [float("nan")] * len(values),
            },
            "hand_filled",
        ),
    )


def _figure(values: NDArray[np.float32], labels: list[str]) -> Spec:
    spec = rows(values, labels)
    names = {"tickvals": list(range(len(QUESTIONS))), "ticktext": list(QUESTIONS), "title": {"text": ""}}
    tints = theme.shades(theme.DIVERGING, (values.ravel() + MOST) / (2 * MOST))
    written = [theme.in_cell(fixed(float(number), 0), tint) for number, tint in zip(values.ravel(), tints, strict=True)]
    spec.data[0] |= {
        "showscale": False,
        "text": np.reshape(written, values.shape).tolist(),
        "texttemplate": "%{text}",
        "textfont": {"size": 15},
    }
    spec.layout["xaxis"] = spec.layout.get("xaxis", {}) | names | {"side": "top"}
    spec.layout["margin"] = spec.layout["margin"] | {"t": 40, "b": 8}  # its names stand on top
    return spec
