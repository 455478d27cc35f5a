"""The map of a table: every row a dot, chosen words as marked and labelled points, in 2D or 3D.

All rows are drawn; nothing is thinned out. Kinds of words differ by shape as well as colour, and found words carry
a ring and their name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.label_text import plain
from explorer.figures.projection.category_styles import look
from explorer.figures.projection.dot_labels import Label, annotation
from explorer.figures.projection.label_placement import brief
from explorer.figures.projection.map_axis_ranges import edges, extent, to_scale
from explorer.figures.projection.point_cloud import Kinds, cloud, key_of, pack_names, part, sorted_into

HEIGHT = 560
SCENE = 520
"""Height of a 3D scene: the picture without the legend above it."""
EYE, AIM = (1.25, 1.25, 0.6), (0.0, 0.0, -0.17)
"""The camera's position at first and what it looks at, in units of the scene's box."""
RING, DIAMOND, CROSS = 20, 11, 6
"""Diameters in pixels of the ring around a found word, of the diamond around a true neighbour, and of the cross on a
row that only the picture draws near: many lie on one spot."""
WIDER, MEET = 12, 0.02
"""What is added to the second of two rings that meet, and the share of the picture's width that is nearer than that."""
BESIDE = 4
"""Pixels from a ring to its word's label, which would else cover it."""
UNNAMED = "", ""
"""Axis titles of a step's picture, which has no numbers at its axes: more room for the map on a phone."""
RINGED = RING // 2 + BESIDE
"""Pixels from a ringed word to its label."""
FEW = 2000
"""Number of rows below which each dot is drawn large."""
MANY = 500
"""Number of rows of a kind from which its marks are rasterized like the dots."""
CLOUD = {"size": 1, "opacity": 0.15}
"""Dots of all rows of a large table in 3D."""
CROWD = 5000
"""Number of rows of a kind from which its marks are smaller and translucent."""
HUGE = 100_000
"""Rows above which dots of one colour are painted by how many lie on one another (explorer/ui/plot/js/rasterize.js)."""
DARKER = (
    " Where dots lie on one another a place is the darker the more they are, by the logarithm; zoom in to see each."
)
"""Sentence for a picture of more rows than that."""


@dataclass(frozen=True, eq=False)
class Marks:
    """Marks drawn on top of the dots.

    Attributes:
        groups: kind of words → row numbers.
        found: searched rows, the first one being examined.
        near: nearest neighbours of the first found row in the original space.
        only_drawn: its nearest dots that are none of them.
        named: whether the legend names the found rows.
        labels: placed labels.
        looks: index of each group's style, if it isn't the group's own index.
        listed: whether the page lists the groups beside the picture, so that the legend has them in saved files only.
    """

    groups: Mapping[str, NDArray[np.int64]]
    found: Sequence[int] = ()
    near: Sequence[int] = ()
    labels: Sequence[Label] = ()
    looks: Sequence[int] = ()
    listed: bool = False
    only_drawn: Sequence[int] = ()
    named: bool = True


LISTED = {"showlegend": False, "legendrank": 999}
"""Legend flag of a trace that the page lists beside the picture; only a saved picture shows it
(explorer/ui/plot/js/point_cloud_canvas.js)."""


def _names(words: Sequence[str], rows: Any) -> list[str]:
    return [plain(words[row]) for row in rows]


def _columns(points: NDArray[np.float32], rows: Any = slice(None)) -> dict[str, NDArray[np.float32]]:
    chosen = points[rows]
    return {axis: np.ascontiguousarray(chosen[:, number]) for number, axis in enumerate("xyz"[: points.shape[1]])}


def all_dots(
    points: NDArray[np.float32],
    names: NDArray[np.uint8],
    values: NDArray[Any] | None = None,
    values_name: str = "",
    kinds: Kinds | None = None,
) -> dict[str, Any]:
    """The trace of all rows, as `word_map` takes it: small and pale dots where there are many.

    >>> all_dots(np.zeros((3, 2), np.float32), pack_names(["a", "b", "c"]))["marker"]["size"]
    8
    """
    dots = cloud(
        points,
        names,
        **_dot_style(points, kinds=kinds is not None, values=values is not None),
        values=values,
        values_name=plain(values_name),
    )
    return dots if kinds is None else of_kinds(points, dots, kinds)


def of_kinds(points: NDArray[np.float32], dots: dict[str, Any], kinds: Kinds) -> dict[str, Any]:
    """The trace of all rows, from `all_dots`, in the colours and shapes of kinds."""
    return sorted_into(dots, kinds, **_dot_style(points, kinds=True))


def _dot_style(points: NDArray[np.float32], *, kinds: bool, values: bool = False) -> dict[str, Any]:
    flat, few = points.shape[1] == 2, len(points) < FEW
    size = 8 if few else 5 if kinds else 3  # shapes of three pixels look alike
    if not (flat or few or kinds or values):
        return CLOUD  # what lies inside is seen through it
    return {
        "size": size if flat else (size + 1) // 2,
        "opacity": 0.9 if few or values else 0.6 if kinds else 0.35,
    }


def word_map(
    points: NDArray[np.float32],
    words: Sequence[str],
    marks: Marks,
    *,
    titles: Sequence[str],
    revision: str,
    names: NDArray[np.uint8] | None = None,
    values: NDArray[Any] | None = None,
    values_name: str = "",
    window: tuple[float, float, float, float] | None = None,
    dots: dict[str, Any] | None = None,
    pale: bool = False,
) -> Spec:
    """The map.

    Args:
        points: (V, 2) or (V, 3) float32.
        words: V names.
        names: the same from `pack_names`, for callers that have them already.
        marks: kinds of words, found words, labels.
        titles: of the two or three axes.
        revision: zoom and camera are kept while this stays the same.
        values: (V,) numbers that colour the dots (NaN: grey), or None.
        values_name: title of the colour bar.
        window: (x0, y0, x1, y1) of the visitor's zoom in 2D. It must be sent along: to keep equal scales Plotly widens
            an axis, then takes the range of the next picture for a change, and would drop the zoom. Or the `extent` of
            the points, for callers that have it already.
        dots: the same from `all_dots`, for callers that have them already.
        pale: draw the dots pale under the marks; many dots under kinds of words on a flat map always are.

    >>> spec = word_map(np.zeros((3, 2), np.float32), ["a", "b", "c"], Marks({}), titles=["1", "2"], revision="r")
    >>> spec.data[0]["type"], len(spec.data[0]["x"])
    ('scattergl', 3)
    """
    flat = points.shape[1] == 2
    if dots is None:
        dots = all_dots(points, pack_names(words) if names is None else names, values, values_name)
    if pale or (flat and marks.groups and len(points) > CROWD):  # kinds are seen before the crowd
        dots = dots | {"marker": dots["marker"] | {"opacity": 0.12}}
    numbers = marks.looks or range(len(marks.groups))
    groups = zip(numbers, marks.groups.items(), strict=True)
    listed = LISTED if marks.listed else {}
    kinds = [_kind(points, words, *kind) | listed for kind in groups if len(kind[1][1])]
    notes = [annotation(points[label.row], label) for label in marks.labels]
    sides = to_scale(window or extent(points)) if flat else {}
    if titles is UNNAMED:
        sides = {axis: sides.get(axis, {}) | {"showticklabels": False, "ticks": ""} for axis in ("xaxis", "yaxis")}
    made = layout(titles[0], titles[1], HEIGHT, legend=True, x=sides.get("xaxis"), y=sides.get("yaxis"))
    # Names are annotations, since the browser draws text of traces underneath dots that come from WebGL; it hides a
    # name that would cover an earlier one.
    made |= {"uirevision": revision, "meta": {"labels": True}}
    # The picture's own legend is a key, not a switch: clicking it would need a mouse.
    made["legend"] |= {"itemclick": False, "itemdoubleclick": False}
    if flat:
        made["annotations"] = notes
        if len(points) > HUGE:
            # Without this, Plotly measures every tick label at every step of a drag, and frames are lost.
            for name in ("xaxis", "yaxis"):
                made[name] = made[name] | {"ticklabeloverflow": "allow", "automargin": False}
    else:
        ranges = np.stack(edges(points), axis=1).tolist()
        axes = zip("xyz", titles, ranges, strict=True)
        camera = {name: dict(zip("xyz", point, strict=True)) for name, point in (("eye", EYE), ("center", AIM))}
        made["scene"] = {
            # Without the share and the ticks' numbers: on a phone the titles would be cut off.
            **{
                f"{axis}axis": {"title": {"text": t.partition(" (")[0]}, "range": ends, "showticklabels": False}
                for axis, t, ends in axes
            },
            "aspectmode": "data",
            "camera": camera,
            "annotations": notes,
        }
        made["margin"] = {"l": 0, "r": 0, "t": HEIGHT - SCENE, "b": 0}
        made["legend"] |= {"itemsizing": "constant"}
    key = [] if kinds else [entry | LISTED for entry in key_of(dots)]
    return Spec([dots, *kinds, *_rings(points, words, marks), *key], made)


def _kind(
    points: NDArray[np.float32], words: Sequence[str], number: int, kind: tuple[str, NDArray[np.int64]]
) -> dict[str, Any]:
    name, rows = kind
    flat = points.shape[1] == 2
    style = look(number)
    symbol = style["symbol" if flat else "symbol3d"]
    size = 8 if flat else 4
    if len(rows) > MANY:
        return part(
            rows,
            len(points),
            size=size - 2 if len(rows) < CROWD else size - 4,
            opacity=0.9 if len(rows) < CROWD else 0.5,
            color=style["color"],
            symbol=symbol,
            name=plain(name),
            flat=flat,
        )
    return {
        "type": "scatter" if flat else "scatter3d",
        **_columns(points, rows),
        "mode": "markers",
        "marker": {"size": size, "symbol": symbol, "color": style["color"]},
        "text": _names(words, rows),
        "customdata": np.asarray(rows, np.int32),
        "hovertemplate": f"%{{text}}<extra>{plain(name)}</extra>",
        "name": plain(name),
    }


def ring_sizes(points: NDArray[np.float32], found: Sequence[int]) -> list[int]:
    """Diameters of the rings of found rows: a ring around an earlier one, where both would look like one.

    >>> ring_sizes(np.array([[0, 0], [0.01, 0], [1, 1]], np.float32), [0, 1, 2])
    [20, 32, 20]
    """
    spots = points[list(found)]
    meet = MEET * max(map(float, map(np.ptp, points.T)))
    earlier = [sum(np.abs(spots[:at] - spot).max(axis=1) < meet) for at, spot in enumerate(spots)]
    return [RING + WIDER * min(int(each), 2) for each in earlier]


def _rings(points: NDArray[np.float32], words: Sequence[str], marks: Marks) -> list[dict[str, Any]]:
    flat = points.shape[1] == 2
    widths = ring_sizes(points, marks.found)
    # The legend names them too: in a crowd a word may find no room for its own name.
    found = brief(f"found: {', '.join(words[row] for row in marks.found)}")
    rings: tuple[tuple[str, Sequence[int], str, str, list[int]], ...] = (
        ("truly near", marks.near, theme.INK, "diamond-open", [DIAMOND] * len(marks.near)),
        ("near only here", marks.only_drawn, theme.INK, "x-thin", [CROSS] * len(marks.only_drawn)),
        (found, marks.found, theme.INK, "circle-open", widths),
    )
    halo = {
        "type": "scatter",
        **_columns(points, list(marks.found)),
        "mode": "markers",
        "marker": {
            "size": widths,
            "opacity": 1,
            "symbol": "circle-open",
            "color": theme.PAPER,
            "line": {"width": 7, "color": theme.PAPER},
        },
        "hoverinfo": "skip",
        "showlegend": False,
        "name": "halo",
    }
    # On a flat map a ring is seen among the marks of a kind, whatever their colour.
    return [halo] * bool(flat and marks.found) + [
        {
            "type": "scatter" if flat else "scatter3d",
            **_columns(points, list(rows)),
            "mode": "markers",
            "marker": {
                "size": sizes if flat else [size / 2 for size in sizes],
                "opacity": 1,  # sizes of their own would make them pale
                "symbol": symbol,
                "color": colour,
                "line": {"width": 2.5, "color": colour},
            },
            "text": _names(words, rows),
            "customdata": np.asarray(rows, np.int32),
            "hovertemplate": f"%{{text}}<extra>{name.partition(':')[0]}</extra>",
            "name": plain(name),
            "showlegend": marks.named or name != found,
            "meta": {
                "clear": max(sizes) / 2 if name == found else 0
            },  # no label covers it (hide_overlapping_labels.js)
        }
        for name, rows, colour, symbol, sizes in rings
        if len(rows)
    ]
