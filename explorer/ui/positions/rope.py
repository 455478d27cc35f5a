"""RoPE: query and key turned by their positions, with nothing added to the token's row."""

from typing import Any

from explorer import ui
from explorer.positional_encodings.rope_alibi_scores import RotaryRequest, score_at
from explorer.questions import Question
from explorer.training.train_transformer import CopyRun
from explorer.ui.frame.presenter_model_caption import FORMULA
from explorer.ui.positions import table_controls
from explorer.views import positions as views
from explorer.views.positions.settings import LONGEST
from explorer.wording import count, fixed

PART = ui.Part(
    "RoPE",
    question="Place or distance: what counts today?",
    why="Most newer models add nothing to the token and bring the position in later, where [[attention]] compares the "
    "[[query]] of one token with the [[key]] of another: [[RoPE]] turns both, each by its position.",
    look="A circle is one pair of numbers of query and key. What counts is the angle between the turned hands.",
    shown=lambda state: f"{FORMULA} · {table_controls.current_width(state)}",  # one position, which its slider shows
)

FALLS, STAYS, RISES = "it falls", "it stays the same", "it rises"
MOVED = 5
NEAR = 65
"""Positions on the slider under the rotation; any other can be typed."""


def show() -> None:
    """Draw query and key turned by their positions; in folds the scores of all positions, and models that copy."""
    with ui.controls("p_after"):
        settings = ui.ask(views.rope_turn)
    _ask_both_moved(settings)
    view = views.rope_turn(**settings)
    moves = ui.moves(views.rope_turn, "position", range(NEAR), play=True, glide=True)
    ui.show("p_rope", view, moves=moves, formulas=True)
    table = {name: settings[name] for name in ("dim", "base")}
    ui.later("p_scores_more", "The scores at all positions", _scores, table, opened_by=("p_len",))
    ui.later("p_copying_more", "What does a model know of distances? It copies from four places back", _copying)


def _ask_both_moved(settings: dict[str, Any]) -> None:
    request = RotaryRequest(2, settings["dim"], settings["base"])
    query, key = settings["position"], settings["key"]
    before, after = score_at(request, query, key), score_at(request, query + MOVED, key + MOVED)
    change = after - before
    ui.predict(
        Question(
            f"Two words move {MOVED} positions on together, so query and key both turn. What does their score do?",
            (FALLS, STAYS, RISES),
            key="p_guess_rope",
        ),
        answer=STAYS if abs(change) < 1e-6 else FALLS if change < 0 else RISES,
        because=f"**The distance: at any place, two words as far apart have the same score, here {fixed(before, 3)} "
        f"before the move and {fixed(after, 3)} after.** Both turn equally further, so the angle between them stays.",
        shows={"p_turn": query + MOVED, "p_turn_key": key + MOVED} if max(query, key) + MOVED < LONGEST else None,
        hint="Two hands turn by the same angle. What happens to the angle between them?",
    )


def _scores(table: dict[str, Any]) -> None:
    settings = ui.ask(views.rope_scores, given=table)
    ui.show("p_rope_scores", views.rope_scores(**settings))
    curve = views.rope_over_distance(**settings)
    ui.show("p_rope_curve", curve)
    ui.formulas("p_rope_scores", curve.formulas)


def _copying() -> None:
    view = views.copying()
    ui.show("p_copying", view)
    run, model = CopyRun(), CopyRun().config
    ui.write(
        f"Small models ({count(model.n_layers, '[[block]]', '[[block|blocks]]')}, width {model.embed_dim}) were "
        f"trained on {run.train_len} random symbols, to say again the one {run.k} positions back. *learned*: a table "
        f"of {run.train_len} rows, whose last row stands for all that follow. *none*: no positions. Each number is "
        "right answers in percent, in the second half of the sequences: the mean of three [[seed|seeds]], ± half of "
        "their range. The first row is the length in training."
    )
    ui.formulas("p_copying", view.formulas)
