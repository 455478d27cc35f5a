"""One optimizer step of SGD or Adam: how far each row moved."""

from explorer import ui
from explorer.gradients import optimizer_step as steps
from explorer.questions import Question
from explorer.ui.frame import presenter_model_caption
from explorer.ui.gradients.text_controls import ask_text
from explorer.views import gradients as views
from explorer.views.gradients.optimizer_step import GUESSES, MOVE, WIDTH

PART = ui.Part(
    "One step",
    question="Does a row move that the step did not read?",
    why="A [[gradient]] says where a row should go; the [[optimizer]] decides how far. First “"
    f"{steps.EARLIER}” moved the table by a step, now your text moves it by another (gradients drawn at random).",
    look="Below the rows of your text stand those that only the earlier sentence read.",
    shown=lambda _: presenter_model_caption.drawn_at_random({"g_width": WIDTH}),
)


def show() -> None:
    """Draw how far each row goes, with a sparse and a dense gradient."""
    with ui.controls("g_step"):
        batch = ask_text()
        settings = ui.ask(views.step_distances, "optimizer", "lr")
    if batch is None:
        return
    sentence = ui.shared_inputs.current()
    settings |= {"text": sentence.text, "encoding": sentence.encoding}
    guess = ui.predict(
        Question(
            f"With Adam a step has read “{steps.EARLIER}”. Now it reads your text, and the gradient of every other row "
            "is 0. What do the rows do that only the earlier sentence read?",
            GUESSES,
            key="g_guess_step",
        ),
        answer=MOVE,
        because=f"**Yes, with Adam it moves on{', not with SGD, drawn here' * (settings['optimizer'] == 'SGD')}: its "
        "gradient is 0 now, but the running mean of its gradients is not.** "
        "Only where the gradient is kept for the read rows alone, as PyTorch’s sparse ones are, the running mean of "
        "such a row is not even looked at, and the row rests. Plain SGD has no memory: no difference.",
        hint="Adam steps by a running mean of the gradients. Is that mean 0 as soon as one gradient is?",
    )
    moves = ui.moves(views.step_distances, "lr")
    ui.show("g_moved", guess.draw_in(views.step_distances(**settings)), moves=moves, formulas=True)
