"""RoPE and ALiBi: positions that change the attention scores, with nothing added to the token's row."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from explorer import ui
from explorer.positional_encodings.rope_alibi_scores import RotaryRequest, score_at
from explorer.questions import Question
from explorer.training.copy_task import SYMBOLS
from explorer.training.findings.shipped_model_losses import FAMOUS, TRAIN_LEN, first_line, inside
from explorer.training.train_transformer import CopyRun
from explorer.ui.frame import part_containers
from explorer.ui.frame.ask import value_in
from explorer.ui.frame.presenter_model_caption import FORMULA
from explorer.ui.positions import table_controls
from explorer.views import positions as views
from explorer.views.extrapolation.loss_sentences import reach_sentence
from explorer.views.positions.alibi import HEADS
from explorer.views.positions.settings import LONGEST
from explorer.views.setting import Choice
from explorer.wording import count, fixed

TURN, SCORES, ALIBI, BOTH, COPYING = "RoPE: the turn", "RoPE: the scores", "ALiBi", "Side by side", "Copying"
KIND = Choice("Method", TURN, (TURN, SCORES, ALIBI, BOTH, COPYING), key="p_kind")

PART = ui.Part(
    "RoPE and ALiBi",
    question="Place or distance: what counts today?",
    why="Most newer models add nothing to the token and bring the position in later, where [[attention]] compares the "
    "[[query]] of one token with the [[key]] of another: [[RoPE]] turns both, [[ALiBi]] subtracts their distance.",
    look="A circle is one pair of numbers of query and key. What counts is the angle between the turned hands.",
    looks={
        ("p_kind", BOTH): "From left to right grows the distance of two tokens: what does it do to their score?",
        ("p_kind", SCORES): "In the square follow a diagonal: one offset, one colour.",
        ("p_kind", ALIBI): "Each line is one head: the steeper it falls, the less do far tokens count for that head.",
        ("p_kind", COPYING): "The first row is the length in training. Orange is right, white is not.",
    },
    shown=lambda state: _presenter_line(str(state.get("p_kind", "")), state),
)

SECOND = 260
"""Pixels of the picture below the words."""
SCORE, MOVED = ("it falls", "it stays the same", "it rises"), 5
NEAR = 65
"""Positions on the slider under the rotation; any other can be typed."""


def _presenter_line(kind: str, state: Mapping[str, Any]) -> str:
    if kind == ALIBI:  # ALiBi has no width
        return f"{FORMULA} · heads: {value_in(HEADS, state)} · {table_controls.current_length(state)}"
    if kind == BOTH:
        return f"{FORMULA} · {table_controls.current_length(state)}"
    if kind == SCORES:
        return table_controls.table_badge(state)
    if kind == COPYING:
        return f"Our own small models · {SYMBOLS} symbols"
    return f"{FORMULA} · {table_controls.current_width(state)}"  # one position, which its slider shows


def show() -> None:
    """Draw RoPE or ALiBi: what it does to query and key, and the resulting scores."""
    with ui.controls("p_after"):
        kind = ui.control(KIND)
        if kind == BOTH:
            settings = ui.ask(views.alibi_slopes, "length")
        elif kind == ALIBI:
            settings = ui.ask(views.alibi_slopes)
        elif kind == SCORES:
            settings = ui.ask(views.rope_scores)
        elif kind != COPYING:
            settings = ui.ask(views.rope_turn)
    if kind == BOTH:
        _side_by_side(settings)
    elif kind == COPYING:
        _copying()
    elif kind == ALIBI:
        _alibi(settings)
    elif kind == SCORES:
        _show_scores(settings)
    else:
        with part_containers.take("question") if part_containers.free("margin") else ui.margin():
            st.markdown(f"**{_reach()}**")
            guess = _ask_both_moved(settings)
        if guess:
            ui.margin().markdown(
                "RoPE takes the clock hands of the sinusoidal table, and instead of adding them to the token it "
                "turns the pairs of every query and key by them. Their score knows only how far apart they are "
                "and which comes first. (The hands here start anywhere and turn against the clock.)"
            )
        view = views.rope_turn(**settings)
        moves = ui.moves(views.rope_turn, "position", range(NEAR), play=True, glide=True)
        ui.show("p_rope", view, moves=moves, formulas=True)


def _ask_both_moved(settings: dict[str, Any]) -> ui.Guess:
    request = RotaryRequest(2, settings["dim"], settings["base"])
    query, key = settings["position"], settings["key"]
    before, after = score_at(request, query, key), score_at(request, query + MOVED, key + MOVED)
    change = after - before
    return ui.predict(
        Question(
            f"Two words move {MOVED} positions on together, so query and key both turn. What does their score do?",
            SCORE,
            key="p_guess_rope",
        ),
        answer=SCORE[1] if abs(change) < 1e-6 else SCORE[0 if change < 0 else 2],
        because=f"It is {fixed(before, 3)} before and {fixed(after, 3)} after: both turn equally further, so the angle "
        "between them stays. Only the distance counts.",
        shows={"p_turn": query + MOVED, "p_turn_key": key + MOVED} if max(query, key) + MOVED < LONGEST else None,
        hint="Two hands turn by the same angle. What happens to the angle between them?",
    )


def _reach() -> str:
    """How far past its trained length each of our small models reads as well."""
    return reach_sentence([first_line(name) for name in FAMOUS])


def _why_one_would() -> str:
    """What our small models gain and lose with each encoding, within their trained length and past it."""
    best = min((first_line(name) for name in FAMOUS), key=inside)
    return (
        f"**{_reach()}** Within {TRAIN_LEN}, {best.label} reads best (loss {fixed(inside(best))}). These "
        "are our own small models; *Extrapolation* draws their curves."
    )


def _side_by_side(settings: dict[str, Any]) -> None:
    turned = views.rope_over_distance(length=settings["length"])
    ui.show("p_both_rope", turned)
    with ui.margin():
        ui.write(
            "RoPE (the first picture) turns [[query]] and [[key]]; the two then decide how much a far token counts. "
            "ALiBi (the second) takes off the more, the farther a token is, by one rule at any length.\n\n"
            + _why_one_would()
        )
        ui.show("p_both_alibi", views.alibi_slopes(**settings), height=SECOND)
    ui.formulas("p_both", turned.formulas)


def _show_scores(settings: dict[str, Any]) -> None:
    ui.margin().markdown(
        "Two vectors that turn alike keep their dot product. The query turns with its position, the key with its own, "
        "so their score depends on the offset alone: how far apart they are, and which of the two comes first."
    )
    curve = views.rope_over_distance(**settings)
    ui.show("p_rope_scores", views.rope_scores(**settings))
    with ui.margin():
        ui.show("p_rope_curve", curve, height=SECOND)
    ui.formulas("p_rope_scores", curve.formulas)


def _copying() -> None:
    view = views.copying()
    ui.show("p_copying", view)
    run, model = CopyRun(), CopyRun().config
    ui.write(
        f"What does a model know of distances? Small models ({count(model.n_layers, '[[block]]', '[[block|blocks]]')}, "
        f"width {model.embed_dim}) were trained for this on {run.train_len} random symbols, to say again the one "
        f"{run.k} positions back. *learned*: a table of {run.train_len} rows, whose last row stands for all that "
        "follow. *none*: no positions. Each number is right answers in percent, in the second half of the sequences: "
        "the mean of three [[seed|seeds]], ± half of their range."
    )
    ui.formulas("p_copying", view.formulas)


def _alibi(settings: dict[str, Any]) -> None:
    with ui.margin(), st.container(key="p_alibi_words"):
        ui.write(
            "ALiBi adds no vector and learns nothing: it lowers each score by the distance times a slope. Every "
            "[[head]] has its own slope: a steep one lowers far tokens more than a flat one does. There is no width "
            "and no base."
        )
    slopes = views.alibi_slopes(**settings)
    moves = ui.moves(views.alibi_slopes, "head", range(settings["heads"]), play=True)
    ui.show("p_alibi", slopes, moves=moves)
    with ui.margin():
        square = views.alibi_bias(**settings)
        ui.show("p_alibi_bias", square, height=SECOND, moves=replace(moves, slider=False))
    ui.formulas("p_alibi", slopes.formulas)
