"""ALiBi: scores lowered by the distance, with nothing added or turned."""

from typing import Any

from explorer import ui
from explorer.nn import attention_bias
from explorer.questions import Question
from explorer.training.findings.shipped_model_losses import FAMOUS, TRAIN_LEN, first_line, inside
from explorer.ui.frame.ask import value_in
from explorer.ui.frame.presenter_model_caption import FORMULA
from explorer.ui.positions import table_controls
from explorer.views import positions as views
from explorer.views.extrapolation.loss_sentences import reach_sentence
from explorer.views.positions.alibi import HEADS
from explorer.wording import fixed, number

PART = ui.Part(
    "ALiBi",
    question="Do all heads forget far words alike?",
    why="[[ALiBi]] adds no vector, turns none and learns nothing: where [[attention]] compares two tokens, each "
    "[[head]] lowers their score by the distance times a slope of its own.",
    look="A line is what one head takes off, from near words on the left to far ones on the right.",
    shown=lambda state: f"{FORMULA} · heads: {value_in(HEADS, state)} · {table_controls.current_length(state)}",
)

ALIKE, OTHERS = "Yes, all alike", "No, some hardly at all"


def show() -> None:
    """Draw what the heads take off over the distance; in a fold RoPE beside them."""
    with ui.controls("p_after"):
        settings = ui.ask(views.alibi_slopes)
    view = views.alibi_slopes(**settings)
    if settings["heads"] > 1:
        view = _ask_others(settings).draw_in(view)
    moves = ui.moves(views.alibi_slopes, "head", range(settings["heads"]), play=True)
    ui.show("p_alibi", view, moves=moves, formulas=True)
    ui.later("p_both_more", "RoPE beside ALiBi: which would one take?", _beside_rope, settings["length"])


def _ask_others(settings: dict[str, Any]) -> ui.Guess:
    slopes, head, far = attention_bias.alibi_slopes(settings["heads"]), settings["head"], settings["length"] - 1
    steep, flat = int(slopes.argmax()), int(slopes.argmin())
    taken = [number(float(slopes[each]) * far, 3) for each in (head, steep, flat)]
    return ui.predict(
        Question(
            f"Head {head} takes {taken[0]} off the score of a word {far:,} positions back. Do the other heads take off "
            "as much?",
            (ALIKE, OTHERS),
            key="p_guess_heads",
        ),
        answer=OTHERS if slopes[steep] > slopes[flat] else ALIKE,
        because=f"**No: {far:,} positions back head {steep} takes {taken[1]} off it, head {flat} only {taken[2]}.** So "
        " some heads look near and some look far, by one rule that holds at any length.",
        hint="Would a model want to forget all far words?",
    )


def _beside_rope(length: int) -> None:
    best = min((first_line(name) for name in FAMOUS), key=inside)
    ui.show("p_both_rope", views.rope_over_distance(length=length))
    ui.write(
        "RoPE turns [[query]] and [[key]], and the two then decide how much a far token counts. ALiBi takes off the "
        f"more, the farther a token is. {reach_sentence([first_line(name) for name in FAMOUS])} Within {TRAIN_LEN}, "
        f"{best.label} reads best (loss {fixed(inside(best))}). These are our own small models; *Extrapolation* draws "
        "their curves."
    )
