"""A flat cloud and its shadow on a line that turns: what a projection is, before hundreds of numbers."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.figures.projection import shadow as figures
from explorer.scripts import projection as scripts
from explorer.ui.frame.badge import BADGES
from explorer.vectors.shadow import best_angle, meeting, shadow
from explorer.wording import fixed, share
from explorer.words.flat import COLUMNS, WORDS, points

_GLOVE = BADGES["glove"]

PART = ui.Part(
    "Shadow",
    why="A picture of a table is a shadow, since a [[projection]] throws the words onto fewer directions: here two "
    "numbers per word become one, so that you can see all of it happen.",
    look="The two ringed words lie further apart than half of all pairs do. How near are their shadows? Turn the line "
    "and watch what it keeps.",
    shown=f"{_GLOVE.name} · some of V = {_GLOVE.rows:,} words · 2 of D = {_GLOVE.width} numbers · whole words",
)

KEY = "j_shadow"
GUESSES = dict(zip(questions.LONGEST.options, (0.0, 60.0, 90.0, 150.0), strict=True))


def show() -> None:
    """The cloud with its line, the slider that turns it, and how much of the spread the shadow keeps."""
    with ui.controls(KEY):
        ui.badge("glove")
        angle = st.slider("Angle of the line, degrees", 0, 175, 150, 5, key="j_angle", bind="query-params")
    cloud = points()
    found, (one, two, far, near) = shadow(cloud, angle), meeting(cloud, angle)
    ui.picture(
        KEY,
        figures.shadows(cloud, found.feet, WORDS, (one, two)),
        summary=(
            f"{len(WORDS)} words of GloVe by two of their 50 numbers (numbers {COLUMNS[0]} and {COLUMNS[1]}, counted "
            f"from 0). On the line at {angle}° their shadows keep {share(found.share, digits=3)} of the variance, the "
            f"spread about the middle. {WORDS[one]} and {WORDS[two]} lie {fixed(far)} apart, their shadows "
            f"{fixed(near)}."
        ),
        table=lambda: ui.Table(
            {"word": list(WORDS), "first number": cloud[:, 0], "second number": cloud[:, 1], "shadow": found.places},
            "shadow",
        ),
        script=lambda: scripts.shadow(WORDS, COLUMNS, angle),
    )
    best = best_angle(cloud)
    longest = min(GUESSES, key=lambda name: min(abs(GUESSES[name] - best), 180 - abs(GUESSES[name] - best)))
    guess = ui.predict(
        *questions.LONGEST,
        answer=longest,
        hint="look along which direction the cloud is longest, and turn the line there.",
        because=f"It is {fixed(best, 1)}°, the cloud's first principal component: PCA finds it without trying angles.",
    )
    if guess:
        angles = np.arange(0.0, 181.0)
        shares = np.array([shadow(cloud, float(at)).share for at in angles])
        tried = [GUESSES[name] for name in guess.tries if name in GUESSES]
        ui.picture(
            "j_turned",
            figures.kept(angles, shares, angle, tried[0] if tried else None),
            summary=f"At {fixed(best, 1)}° the shadow keeps {share(shadow(cloud, best).share, digits=3)} of the "
            f"variance, a quarter turn further {share(shadow(cloud, best + 90).share, digits=3)}: together all of it.",
            script=lambda: scripts.shadow(WORDS, COLUMNS, angle),
        )
    x, y = cloud[0] - cloud.mean(axis=0)
    ui.formula(
        KEY,
        r"s = (x - m_x) \cos\alpha + (y - m_y) \sin\alpha",
        {
            r"x,\ y": "a word's two numbers",
            r"m_x,\ m_y": "the means of all words: the middle of the cloud",
            r"\alpha": f"the line's angle, now {angle}°",
            "s": "where the shadow lies on the line",
        },
        f"{WORDS[0]}: {fixed(x, 3)} · {fixed(np.cos(np.radians(angle)), 3)} + {fixed(y, 3)} · "
        f"{fixed(np.sin(np.radians(angle)), 3)} = {fixed(found.places[0], 3)}.",
    )
