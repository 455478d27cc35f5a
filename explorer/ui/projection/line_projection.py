"""Projection of a flat cloud onto a turning line, to introduce projections before hundreds of dimensions."""

from dataclasses import replace

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.ui.frame.model_badge import BADGES
from explorer.vectors.line_projection import best_angle
from explorer.vectors.line_projection import shadow as shadow_on
from explorer.views import projection as views
from explorer.views.setting import settings_of
from explorer.wording import fixed, share
from explorer.words.toy_words import points

_GLOVE = BADGES["glove"]

PART = ui.Part(
    "Shadow",
    question="Which shadow keeps most?",
    why="A picture of a table is a shadow: a [[projection]] throws the words onto fewer directions. Here two numbers "
    "per word become one, so that you can see all of it happen.",
    look="Each word falls at a right angle onto the line. Turn it.",
    shown=f"{_GLOVE.name} · some of V = {_GLOVE.rows:,} words · 2 of D = {_GLOVE.width} numbers · whole words",
)

KEY = "j_shadow"
SECOND = 200
"""Pixels of the curve beside the cloud."""
GUESSES = dict(zip(shared_page_questions.LONGEST.choices, (0.0, 60.0, 90.0, 150.0), strict=True))


def show() -> None:
    """Draw the cloud with its line, which is turned by dragging, and the share of the variance that the line keeps."""
    with ui.controls(KEY):
        ui.badge("glove")
        settings = ui.ask(views.shadow)
    view = views.shadow(**settings)
    moves = ui.moves(views.shadow, "angle", play=True, glide=True)
    ui.show(KEY, view, moves=moves)
    best = best_angle(points())
    kept = shadow_on(points(), best).share
    longest = min(GUESSES, key=lambda name: min(abs(GUESSES[name] - best), 180 - abs(GUESSES[name] - best)))
    guess = ui.predict(
        shared_page_questions.LONGEST,
        answer=longest,
        shows={settings_of(views.shadow)["angle"].key: round(best)},
        hint="look along which direction the cloud is longest, and turn the line there.",
        because=f"**The shadow along the cloud, at {fixed(best, 1)}°: it keeps {share(kept, digits=3)} of the words’ "
        "spread.** This direction is the first principal component: PCA finds it without trying angles.",
    )
    if guess:
        tried = [GUESSES[name] for name in guess.tries if name in GUESSES]
        curve = views.shadow_by_angle(**settings).at_question(guess=tried[-1] if tried else None)
        with ui.margin():
            ui.show("j_turned", curve, height=SECOND, moves=replace(moves, slider=False, drag=False))
    ui.formulas(KEY, view.formulas)
