"""Projection of a flat cloud onto a turning line, to introduce projections before hundreds of dimensions."""

from __future__ import annotations

import numpy as np

from explorer.figures.projection import line_projection as figures
from explorer.vectors.line_projection import best_angle, closest_shadows
from explorer.vectors.line_projection import shadow as shadow_on
from explorer.views.formula import Formula
from explorer.views.table import Table
from explorer.views.view import View, picture, real_number, with_question
from explorer.wording import fixed, in_brackets, share
from explorer.words.toy_words import COLUMNS, WORDS, points


@picture(shadow_on, closest_shadows)
def shadow(*, angle: float = 150, rings: bool = True) -> View:
    """Projection of eight words, with two numbers each, onto a line through their mean.

    Args:
        angle: of the line, in degrees from the horizontal.
        rings: whether two words that are far apart and whose shadows meet are ringed.

    >>> shadow(angle=60).table["word"][:2]
    ['horse', 'cat']
    """
    real_number("angle", angle, 0, 180)
    cloud = points()
    found, (one, two, far, near) = shadow_on(cloud, angle), closest_shadows(cloud, angle)
    x, y = cloud[0] - cloud.mean(axis=0)
    return View(
        figures.shadows(cloud, found.feet, WORDS, (one, two) if rings else ()),
        (f"“{WORDS[one]}” and “{WORDS[two]}” lie {fixed(far)} apart, their shadows {fixed(near)}. " if rings else "")
        + f"On the line at {angle:g}° the shadows keep {share(found.share, digits=3)} of the words’ spread. The "
        f"picture shows 2 of GloVe’s 50 numbers, those at {COLUMNS[0]} and {COLUMNS[1]}, counted from 0.",
        lambda: Table(
            {
                "word": list(WORDS),
                "first number": cloud[:, 0],
                "second number": cloud[:, 1],
                "shadow": found.coordinates,
            },
            "shadow",
        ),
        (
            Formula(
                r"s = (x - m_x) \cos\alpha + (y - m_y) \sin\alpha",
                {
                    r"x,\ y": "a word's two numbers",
                    r"m_x,\ m_y": "the means of all words: the middle of the cloud",
                    r"\alpha": f"the line's angle, now {angle:g}°",
                    "s": "where the shadow lies on the line",
                },
                f"{WORDS[0]}: {fixed(x, 4)} · {in_brackets(fixed(np.cos(np.radians(angle)), 4))} + {fixed(y, 4)} · "
                f"{fixed(np.sin(np.radians(angle)), 4)} = {fixed(found.coordinates[0])}.",
            ),
        ),
    )


@picture(shadow_on, best_angle)
def shadow_by_angle(*, angle: float = 150) -> View:
    """Share of the variance that the line keeps, at every angle.

    Args:
        angle: of the line, in degrees.

    >>> view = shadow_by_angle()
    >>> int(view.table["angle, degrees"][view.table["share kept"].argmax()])
    59
    """
    real_number("angle", angle, 0, 180)
    cloud = points()
    angles, best = np.arange(0.0, 181.0), best_angle(cloud)
    shares = np.array([shadow_on(cloud, float(at)).share for at in angles])
    return with_question(
        lambda _, guess: View(
            figures.kept_by_angle(angles, shares, angle, guess),
            f"At {fixed(best, 1)}° the shadow keeps {fixed(100 * shadow_on(cloud, best).share, 1)} % of the variance, "
            f"a quarter turn further {fixed(100 * shadow_on(cloud, best + 90).share, 1)} %: together all of it.",
            lambda: Table({"angle, degrees": angles, "share kept": shares}, "shadow_by_angle"),
        )
    )
