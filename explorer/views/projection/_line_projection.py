"""Projection of a flat cloud onto a turning line, to introduce projections before hundreds of dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain, sides
from explorer.figures.projection.map_axis_ranges import to_scale
from explorer.vectors.line_projection import best_angle, closest_shadows
from explorer.vectors.line_projection import shadow as shadow_on
from explorer.views.formula import Formula
from explorer.views.setting import Int, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import fixed, in_brackets, share
from explorer.words.toy_words import COLUMNS, WORDS, points

Floats = NDArray[np.floating]
NARROW = 178  # pixels on a small projector, at the usual letter size: what fits there fits everywhere
EDGE = 9  # pixels that a label may reach over the picture's edge: it is measured at a projector's letter size
RING = 18
LINE = 18  # pixels of a line of text
NEAR = 60  # degrees from the guess within which the two names would touch
_PAD = "\u2002"  # as wide as the ring reaches beyond its dot
ANGLE: Any = Whole(
    "Angle of the line, degrees", 150, 0, 179, key="j_angle", typed=True, about="from the horizontal; 180 would be 0"
)
MEET = 0.1
"""Shadows that meet are at most this share as far apart as their words."""


@picture(shadow_on, closest_shadows)
def shadow(*, angle: Int = ANGLE) -> View:
    """Projection of eight words, with two numbers each, onto a line through their mean.

    >>> shadow(angle=60).table["word"][:2]
    ['horse', 'cat']
    """
    cloud = points()
    found, (one, two, far, near) = shadow_on(cloud, angle), closest_shadows(cloud, angle)
    x, y = cloud[0] - cloud.mean(axis=0)
    meet = near <= MEET * far
    return View(
        shadows(cloud, found.feet, WORDS, (one, two) if meet else ()),
        f"“{WORDS[one]}” and “{WORDS[two]}” lie {fixed(far)} apart, their shadows {fixed(near)}. "
        * meet
        + f"On the line at {angle}° the shadows keep {share(found.share, digits=3)} of the words’ spread. The "
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
                    r"\alpha": f"the line's angle, now {angle}°",
                    "s": "where the shadow lies on the line",
                },
                f"{WORDS[0]}: {fixed(x, 4)} · {in_brackets(fixed(np.cos(np.radians(angle)), 4))} + {fixed(y, 4)} · "
                f"{fixed(np.sin(np.radians(angle)), 4)} = {fixed(found.coordinates[0])}.",
            ),
        ),
    )


@picture(shadow_on, best_angle)
def shadow_by_angle(*, angle: Int = ANGLE) -> View:
    """Share of the variance that the line keeps, at every angle.

    >>> view = shadow_by_angle()
    >>> int(view.table["angle, degrees"][view.table["share kept"].argmax()])
    59
    """
    cloud = points()
    angles, best = np.arange(0.0, 181.0), best_angle(cloud)
    shares = np.array([shadow_on(cloud, float(at)).share for at in angles])
    return with_question(
        lambda _, guess: View(
            kept_by_angle(angles, shares, angle, guess),
            f"At {fixed(best, 1)}° the shadow keeps {fixed(100 * shadow_on(cloud, best).share, 1)} % of the variance, "
            f"a quarter turn further {fixed(100 * shadow_on(cloud, best + 90).share, 1)} %: together all of it.",
            lambda: Table({"angle, degrees": angles, "share kept": shares}, "shadow_by_angle"),
        )
    )


def shadows(points: Floats, feet: Floats, words: Sequence[str], met: tuple[int, ...]) -> Spec:
    """Each word as a dot (n, 2), its shadow on the line (n, 2), and a thread between.

    `met`: numbers of two words that are far apart and whose shadows meet, which are ringed; () for none.

    >>> spec = shadows(np.eye(2), np.zeros((2, 2)), ["a", "b"], (0, 1))
    >>> [trace["name"] for trace in spec.data]
    ['line', 'threads', 'words', 'shadows', 'two that meet']
    """
    middle = points.mean(axis=0)
    reach = 1.1 * float(np.linalg.norm(points - middle, axis=1).max())
    gap = feet[int(np.linalg.norm(feet - middle, axis=1).argmax())] - middle
    along = gap / max(float(np.linalg.norm(gap)), 1e-12)
    if along[1] < -1e-9 or (along[1] < 1e-9 and along[0] < 0):
        along = -along  # the same end comes first at every angle from 0° to 179°, else it would cross over as it turns
    ends = np.stack([middle - reach * along, middle + reach * along])
    threads = np.full((3 * len(points), 2), np.nan)
    threads[0::3], threads[1::3] = points, feet
    blue, green = theme.OKABE_ITO[0], theme.OKABE_ITO[2]
    chosen = list(met)
    data: list[dict[str, Any]] = [
        _trace(ends, "line", mode="lines", line={"color": theme.INK, "width": 2}, showlegend=False),
        _trace(threads, "threads", mode="lines", line={"color": green, "width": 1, "dash": "dot"}, showlegend=False),
        _trace(
            points,
            "words",
            mode="markers+text",
            text=[f"{_PAD}{plain(word)}{_PAD}" if at in met else plain(word) for at, word in enumerate(words)],
            textposition=_sides(points, feet, words, chosen, reach),
            textfont={"size": theme.FONT_SIZE, "color": theme.INK},
            marker={"size": 10, "color": blue},
            cliponaxis=False,
            showlegend=False,  # each has its name
            hovertemplate="%{text}<extra></extra>",
        ),
        _trace(feet, "shadows", mode="markers", marker={"size": 8, "color": green, "symbol": "diamond"}),
        _trace(
            np.concatenate([points[chosen], feet[chosen]]),
            "two that meet",
            mode="markers",
            marker={
                "size": RING,
                "symbol": "circle-open",
                "color": theme.FOUND,
                "line": {"width": 3, "color": theme.FOUND},
            },
            hoverinfo="skip",
        ),
    ]
    low, high = (middle - reach).tolist(), (middle + reach).tolist()
    axes = to_scale((low[0], low[1], high[0], high[1]), fitting=True)
    made = layout("one of its numbers", "another", 540, legend=True, x=axes["xaxis"], y=axes["yaxis"])
    return Spec(data, made | {"uirevision": "shadow"})


def _sides(points: Floats, feet: Floats, words: Sequence[str], ringed: Sequence[int], reach: float) -> list[str]:
    """Side of each word's label, so that it covers no other word, dot, shadow or ring."""
    unit = NARROW / (2 * reach)
    xs, ys = ((np.concatenate([points, feet]) - points.mean(axis=0)) * (unit, -unit) + NARROW / 2).T.tolist()
    marks = [RING / 2 if each in ringed else 5.0 for each in range(len(points))] * 2
    half = NARROW / 2  # a mark above the picture and one below it, so that no label stands on the axis' numbers
    xs, ys, marks = [*xs, half, half], [*ys, -half - EDGE, NARROW + half + EDGE], [*marks, half, half]
    return sides(xs, ys, [*words, *[""] * (len(xs) - len(words))], width=NARROW, marks=marks)[: len(points)]


def kept_by_angle(angles: Floats, shares: Floats, at: float, guess: float | None) -> Spec:
    """Share that the line keeps against its angle, the angle now, and the one that was guessed.

    >>> len(kept_by_angle(np.array([0.0, 90.0]), np.array([0.8, 0.2]), 0, 90).layout["shapes"])
    2
    """
    curve = {
        "type": "scatter",
        "mode": "lines",
        "x": angles.astype(np.float32),
        "y": (100 * shares).astype(np.float32),
        "line": {"color": theme.OKABE_ITO[0], "width": 2.5},
        "hovertemplate": "%{x:.0f}°: %{y:.1f} %<extra></extra>",
    }
    marks = [(at, theme.INK, "solid", "now")] + ([] if guess is None else [(guess, theme.FOUND, "dash", "your guess")])
    tall = {"yref": "paper", "y0": 0, "y1": 1}
    shapes = [
        {"type": "line", "x0": x, "x1": x, **tall, "line": {"color": color, "dash": dash, "width": 2}}
        for x, color, dash, _ in marks
    ]
    notes = [
        {"x": x, "y": 1, "yref": "paper", "yanchor": "bottom", "text": text, "showarrow": False}
        for x, _, _, text in marks
    ]
    for note, (x, *_) in zip(notes, marks, strict=True):  # a name ends where the axis does
        note["xanchor"] = "left" if x < NEAR else "right" if x > 180 - NEAR else "center"
    if guess is not None and abs(guess - at) < NEAR:  # one would lie on the other
        notes[1]["yshift"] = LINE
    made = layout("angle, degrees", "kept, %", 240, x={"range": [0, 180]}, y={"range": [0, 100]})
    return Spec([curve], made | {"shapes": shapes, "annotations": notes})


def _trace(points: Floats, name: str, **more: Any) -> dict[str, Any]:
    x, y = (np.ascontiguousarray(points[:, side], dtype=np.float32) for side in (0, 1))
    return {"type": "scatter", "x": x, "y": y, "name": name, **more}
