"""The chain as one picture: a column for each token, from its bytes to the vector that the model receives."""

import base64
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import streamlit as st

from explorer import tokenizers, wording
from explorer.figures.theme import token_color
from explorer.lm.complete_word import guess_label
from explorer.lm.look_back import spans_of
from explorer.lm.predict_next_token import Reading
from explorer.tokenizers import SMALL
from explorer.ui.plot import assets
from explorer.vectors.quantile import quantile

_component = assets.register("pipeline_picture", __file__)
_BYTES = 9


@dataclass(frozen=True)
class Line:
    """A line below the chain, about what the model does with its last vector.

    Attributes:
        name: of the line, with a note below it.
        begins: text before the boxes.
        boxes: a token each, as its label, its colour and perhaps its share in words (`box`).
        goes_on: text after `begins`.
        past: text after a mark of where training ended; "" without.
        lacks: what the line says of words that it leaves out; "" without.
    """

    name: str
    note: str
    begins: str = ""
    boxes: Sequence[dict[str, str]] = ()
    goes_on: str = ""
    past: str = ""
    lacks: str = ""


def boxes(tokens: Sequence[int]) -> list[dict[str, str]]:
    """Boxes of a text's tokens; one box for a character of several tokens, and words behind one that is cut."""
    pieces = tokenizers.token_bytes(tokens, SMALL)
    found = []
    for start, end in spans_of(pieces):
        piece = b"".join(pieces[start:end])
        shown, cut = tokenizers.token_label(piece), piece.decode("utf-8", "ignore") == ""
        box = {"label": "new line" if shown == "↵" else shown, "color": token_color(pieces[start])}
        found.append({**box, "share": "part of a character" * cut})
    return found


def guesses(reading: Reading, count: int) -> list[dict[str, str]]:
    """Boxes of the likeliest next tokens, with their shares."""
    return [
        {
            "label": guess_label(reading.ids, token).removeprefix("↵ "),
            "color": token_color(tokenizers.token_bytes([token], SMALL)[0]),
            "share": wording.share(float(reading.probabilities[token])),
        }
        for token in reading.best(count).tolist()
    ]


def component_data(
    reading: Reading,
    selected: int,
    changed: Collection[int] = (),
    lines: Sequence[Line] = (),
    only: Collection[str] = (),
) -> dict[str, Any]:
    """What the component draws, as plain data; the vectors' numbers as base64 of one byte each.

    Rows, positions and sums share one scale, so that a column shows an addition: 128 is 0, and the 99th percentile of
    all absolute values reaches an end.
    """
    _, seq_len, width = reading.stream.shape
    numbers = np.stack([reading.rows, reading.position_rows, reading.vectors[0]], axis=1)  # (T, 3, D)
    bound = quantile(np.abs(numbers), 0.99) or 1.0
    scaled = np.clip(np.rint(128 + 127 * numbers / bound), 0, 255).astype(np.uint8)
    look = reading.look_back
    pieces = tokenizers.token_bytes(reading.ids, SMALL)
    spans = spans_of(pieces)
    characters = [
        {"tokens": end - start, "text": b"".join(pieces[start:end]).decode() if end - start > 1 else ""}
        for start, end in spans
    ]
    vocabulary = len(reading.probabilities)
    data = {
        "label": f"{wording.count(seq_len, 'token')} on the way through the model, a column each",
        "selected": selected,
        "lines": [asdict(line) for line in lines],
        "width": width,
        "numbers": base64.b64encode(scaled.tobytes()).decode(),
        "steps": [
            *([{"kind": "text", "name": "0  Characters", "note": "of several tokens"}] if len(spans) < seq_len else []),
            {"kind": "bytes", "name": "1  Bytes", "note": "digits 0 to 9, A to F"},
            {"kind": "token", "name": "2  Tokens", "note": "bytes, joined"},
            {"kind": "id", "name": "3  Ids", "note": f"0 to {vocabulary - 1:,}"},
            {"kind": "row", "name": "4  Rows", "note": f"{width} numbers each, learned"},
            {"kind": "position", "name": "5  + positions", "note": "a row for each position"},
            {"kind": "sum", "name": "6  = sums", "note": f"{seq_len} × {width} numbers"},
            {
                "kind": "look",
                "name": "7  Looks back",
                "note": f"shares that “{_token_box(int(reading.ids[-1]))['label']}” takes",
            },
        ],
        "characters": characters,
        "hidden": None if reading.hidden is None else _token_box(reading.hidden),
        "tokens": [
            {
                "n": n,
                **_token_box(int(reading.ids[n])),
                "position": int(reading.positions[n]) if len(reading.positions) else None,
                "look": float(look[n]),
                "lookText": wording.share(float(look[n])),
                "changed": n in changed,
            }
            for n in range(seq_len)
        ],
    }
    if only:
        drawn = [each for each in data["steps"] if each["kind"] in only]
        data["steps"] = [{**each, "name": f"{n}  {each['name'][3:]}", "note": ""} for n, each in enumerate(drawn, 1)]
    return data


def _token_box(token: int) -> dict[str, Any]:
    (piece,) = tokenizers.token_bytes([token], SMALL)
    written = piece[:_BYTES].hex(" ").upper() + ("…" if len(piece) > _BYTES else "")
    return {"id": token, "label": tokenizers.token_label(piece), "bytes": written, "color": token_color(piece)}


def show(
    reading: Reading,
    selected: int,
    changed: Collection[int],
    *,
    select: Callable[[int], None],
    key: str = "h_flow",
    lines: Sequence[Line] = (),
    only: Collection[str] = (),
) -> None:
    """Draw the chain; choosing a token calls `select` with its number.

    With `lines` below it, it plays as a film. `only`: the kinds of its steps that are drawn, without notes; () for all.
    """

    def on_pick() -> None:
        pick = st.session_state[key].get("pick")
        if type(pick) is int and 0 <= pick < len(reading.ids):  # anybody can write what a browser tells
            select(pick)

    data = json.dumps(component_data(reading, selected, changed, lines, only)).encode()
    _component(key=key, data=data, height="content", on_pick_change=on_pick)
