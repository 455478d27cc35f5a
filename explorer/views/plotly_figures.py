"""Plotly figures of views, for notebooks and scripts; the pages send the plain dicts without Plotly."""

from __future__ import annotations

import base64
import gzip
import html
import importlib.util
import json
import tempfile
import textwrap
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import plotly.io
from plotly.offline import get_plotlyjs

from explorer.excerpt import ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec
from explorer.figures.projection.dot_labels import Label
from explorer.figures.projection.label_placement import SIDES, TALL, WIDE, place_labels
from explorer.figures.projection.point_cloud import unpacked
from explorer.views.animation_frames import Frames, changing, only_named
from explorer.views.notebook_progress import shell
from explorer.views.table import Table, as_list, rounded

PLOTLY = "application/vnd.plotly.v1+json"
LIGHT = {theme.INK: "#14202B", theme.PAPER: "#FFFFFF"}
DARK = {theme.INK: "#E6EDF3", theme.PAPER: "#111111"}
"""Placeholder colours of `theme` and their replacements on white, and on a dark slide."""
ROWS = 100
"""Maximum rows of a table drawn in place of a picture."""
BOTTOM = 64
"""Room below the axes for their title and numbers, in pixels."""
LINE, EDGE = 16, 12
"""Height of a line in such a table, and what a row has above and below its lines, in pixels."""
LONG = 45
"""Letters of a text in a table from which on its column grows no wider."""
WIDTH = 110
"""Letters in a line of a table that is drawn in place of a picture."""
NARROW, LETTER = 500, 7
"""Width of the narrowest notebook in which a sentence is whole, and of its letters, in pixels."""
AROUND, BESIDE = 120, 8
"""Height of what surrounds a map's axes, and how near a mark stands to a name that it seems to have, in pixels."""
SLIDER = 90
"""Height of a slider between a figure and its sentence, in pixels."""
AT_ONCE = {"mode": "immediate", "frame": {"duration": 0, "redraw": True}, "transition": {"duration": 0}}
HEIGHT = 450
"""Height of a figure that names none, in pixels."""
BUTTONS = ["zoom", "pan", "select", "lasso", "zoomin", "zoomout", "autoscale", "sendChartToCloud"]
"""Removed ones: mouse and double click do the same, the others cover less, and no numbers leave the machine."""
ENDINGS = (".html", ".png", ".svg", ".pdf", ".gif")
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>body {{ margin: 0; background: {paper}; color: {ink}; font-family: sans-serif }} td, th {{ padding: 4px 8px }}
p {{ margin: 8px 12px }} td {{ border-top: 1px solid silver; vertical-align: top; text-align: right }}</style>
{picture}
</html>
"""
"""A saved picture: of one colour to its edge, also in a frame on a slide of another."""
FULL = """<style>#all, #all > div, #all > div > div {{ display: flex; flex-direction: column; flex: 1 }}
#all {{ position: absolute; transform-origin: 0 0; flex-direction: column-reverse; justify-content: flex-end }}
#all .plotly-graph-div {{ flex: 1 0 {low}px; min-height: 0 }}</style>
<div id="all"><script>{{
  const fit = () => {{
    const {{ clientWidth: width, clientHeight: height }} = document.documentElement
    const by = {pixels} ? Math.min(width / {pixels}, Math.max(1, height / ({low} + {room}))) : 1
    const style = {{ transform: `scale(${{by}})`, width: width / by + "px", minHeight: height / by + "px" }}
    Object.assign(document.getElementById("all").style, style)
  }}
  addEventListener("resize", fit)
  fit()
}}</script>
<section>{formula}</section>
<p><span id="says">{says}</span><span id="why"><br>The picture is drawn by plotly.js, {where}.</span></p>
<div role="img" aria-labelledby="says">{drawn}</div></div>
<script>if (window.Plotly) {{
  const frames = {frames}, picture = document.querySelector(".plotly-graph-div")
  picture.on("plotly_animatingframe", ({{ name }}) => document.getElementById("says").textContent = frames[name])
  document.getElementById("why").remove()
}} else document.querySelector("[role=img]").remove()</script>"""
"""A picture as high as its frame, and its sentence, the moving one’s at each frame; without plotly.js, the reason."""
LOW, ROOM = 0.5, 110
"""Part of their own height to which axes shrink in a low frame, and room for a sentence below, in pixels.

A formula takes twice as much room. Letters grow in a frame until what surrounds the axes, without a slider, takes half
of it.
"""


class NotebookFigure(go.Figure):  # type: ignore[misc]
    """A Plotly figure that is also in a notebook's export to HTML, offline too.

    Jupyter's own renderer of Plotly shows a figure in the notebook alone. This one adds HTML, of which an exported
    notebook holds plotly.js once.
    """

    def show(self, *args: Any, **how: Any) -> None:
        """Show the figure as Plotly does; in a notebook as the last line of a cell would."""
        if args or how or plotly.io.renderers.default != "plotly_mimetype":
            super().show(*args, **how)
        else:
            from IPython.display import display

            display(self._repr_mimebundle_(), raw=True)  # type: ignore[no-untyped-call]

    def _ipython_display_(self) -> None:
        self.show()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, **more: Any) -> Any:
        bundle = super()._repr_mimebundle_(include, exclude, **more) or {}
        return {**bundle, "text/html": _as_html(self)} if set(bundle) == {PLOTLY} else bundle


_script_at: tuple[Any, ...] = ()
"""The cell whose output holds plotly.js, and when it ran."""


def _holds_script() -> bool:
    """Whether the present output is to hold plotly.js: a notebook's first, and again when that cell runs again."""
    global _script_at
    parent: dict[str, Any] = getattr(shell(), "get_parent", dict)()
    cell = parent.get("metadata", {}).get("cellId")
    now = cell, getattr(shell(), "execution_count", 0)
    if _script_at and (cell is None or cell != _script_at[0] or now == _script_at):
        return False
    _script_at = now
    return True


def _as_html(figure: go.Figure) -> str:
    """The figure as a part of a page; until it is drawn, or where scripts don't run, its sentence stands there."""
    place, says = f"explorer-{uuid.uuid4()}", figure.layout.title.text or ""
    drawn = figure.to_json().replace("<", "\\u003c")
    packed = base64.b64encode(gzip.compress(get_plotlyjs().encode())).decode() if _holds_script() else ""
    return f"""<div id="{place}">{says}<p>The picture is drawn by a script. If it is missing in an export, run the whole
notebook again and export it then.</p></div>
<script>
{SCRIPT.format(packed=packed) if packed else ""}{{
  const draw = () => window.explorerPlotly?.then(() => {{
    const place = document.getElementById("{place}")
    place.replaceChildren()
    const displayModeBar = matchMedia("(hover: hover)").matches && "hover"  // else it stood there always
    return Plotly.newPlot(place, {{ ...{drawn}, config: {{ displayModeBar, responsive: true }} }})
  }})
  document.readyState === "complete" ? draw() : addEventListener("load", draw)
}}
</script>"""


SCRIPT = """window.explorerPlotly ??= (async () => {{
  const bytes = Uint8Array.from(atob("{packed}"), (letter) => letter.charCodeAt(0))
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))
  const code = await new Response(unpacked).text()
  document.head.append(Object.assign(document.createElement("script"), {{ textContent: code }}))
}})()
"""


def figure_of(spec: Spec | None, table: Table, dark: bool = False) -> NotebookFigure:
    """Convert a view to a Plotly figure, on white or dark; without a picture, the table's first rows."""
    colours = DARK if dark else LIGHT
    if spec is None:
        columns = {name: list(map(rounded, as_list(column[:ROWS]))) for name, column in table.items()}
        part = ranges("Shown", table.first(ROWS))
        widths = [min(max(len(str(cell)) for cell in (name, *cells)) + 6, LONG) for name, cells in columns.items()]
        sides = ["left" if column[:1] and isinstance(column[0], str) else "right" for column in table.values()]
        cells = {
            "columnwidth": widths,
            "header": {"values": list(columns), "align": sides},
            "cells": {"values": list(columns.values()), "align": sides},
        }
        letters = [max(4, width * WIDTH // sum(widths) - 1) for width in widths]  # in a line of each column
        lines = [
            max(len(textwrap.wrap(str(cell), many)) for cell, many in zip(row, letters, strict=True))
            for row in zip(*columns.values(), strict=True)
        ]
        most, room = LINE * sum(lines) + EDGE * (len(lines) + 2), {"t": 60 if part else 20, "b": 24, "l": 20, "r": 20}
        figure = NotebookFigure({"data": [{"type": "table", **cells}]})
        figure.update_layout(height=most + room["t"] + room["b"], margin=room)
        if part:
            figure.add_annotation(text=part, showarrow=False, x=0, xref="paper", y=1, yref="paper", yanchor="bottom")
    else:
        layout = _with_room(_with_own_names(spec))
        figure = NotebookFigure(data=_coloured(_traces(spec.data), colours), layout=_coloured(layout, colours))
    ground = {"paper_bgcolor": colours[theme.PAPER], "plot_bgcolor": colours[theme.PAPER]}  # on any page
    template = "plotly_dark" if dark else "plotly_white"
    figure.update_layout(template=template, font={"color": colours[theme.INK]}, modebar={"remove": BUTTONS}, **ground)
    return figure


def _with_room(layout: Mapping[str, Any]) -> Mapping[str, Any]:
    """The layout of a scene without names that lie on earlier ones as it opens; on the page the browser hides them."""
    scene = layout.get("scene", {})
    notes = scene.get("annotations", ())
    if not notes:
        return layout
    ends = np.array([scene[f"{axis}axis"]["range"] for axis in "xyz"])
    spans = np.ptp(ends, axis=1)
    spots = np.array([[note[axis] for axis in "xyz"] for note in notes]) - ends.mean(axis=1)
    eye, aim = (np.array([scene["camera"][name][axis] for axis in "xyz"]) for name in ("eye", "center"))
    ahead = (aim - eye) / np.linalg.norm(aim - eye)
    right = np.cross(ahead, (0, 0, 1)) / np.linalg.norm(np.cross(ahead, (0, 0, 1)))
    seen = spots / np.prod(spans) ** (1 / 3) - eye  # as Plotly scales a scene with aspectmode "data"
    flat = seen @ np.array([right, np.cross(right, ahead)]).T / (seen @ ahead)[:, None]
    reach = np.tan(np.pi / 8)  # of a picture that is 45° high
    texts = [note["text"] for note in notes]
    size = [(layout["height"] - layout["margin"]["t"],) * 2]
    kept = place_labels(flat, texts, sizes=size, bounds=(-reach, -reach, reach, reach), sides=SIDES[:1], gap=Label.gap)
    return {**layout, "scene": scene | {"annotations": [notes[each.index] for each in kept]}}


def _with_own_names(spec: Spec) -> Mapping[str, Any]:
    """The layout of a flat map without names that stand beside a mark of another kind, which they would seem to name.

    On the page a mark that is pointed at tells its name; a picture on paper has the names alone. Found words, in their
    rings, keep theirs.
    """
    layout, notes = spec.layout, spec.layout.get("annotations", ())
    marks = [trace for trace in spec.data[1:] if trace["type"] == "scatter" and trace.get("mode") == "markers"]
    marks = [trace for trace in marks if isinstance(trace["x"], np.ndarray)]  # without entries of the legend alone
    if not (notes and marks and layout.get("meta", {}).get("labels")):
        return layout
    scale = (layout["height"] - AROUND) / np.ptp(layout["yaxis"]["range"])  # pixels of a unit
    kept = []
    for note in notes:
        if "xshift" not in note or "yanchor" not in note:  # no name of a row
            kept.append(note)
            continue
        half = np.array([WIDE * len(note["text"]), TALL]) * theme.FONT_SIZE / 2
        ends = {"left": 1, "bottom": 1, "right": -1, "top": -1}  # where its middle lies from its anchor
        middle = half * [ends.get(note.get(f"{axis}anchor"), 0) for axis in "xy"] + [
            note["xshift"],
            note.get("yshift", 0),
        ]
        other = ringed = False
        for trace in marks:
            away = np.stack([trace["x"] - note["x"], trace["y"] - note["y"]], axis=1) * scale
            is_kind, has_it = np.ndim(trace["marker"]["size"]) == 0, bool((np.abs(away).max(axis=1) < 1).any())
            ringed |= has_it and not is_kind
            beside = (np.abs(away - middle) < half + np.array([BESIDE, 0])).all(axis=1).any()
            other |= bool(is_kind and not has_it and beside)
        if ringed or not other:
            kept.append(note)
    return {**layout, "annotations": kept}


def _traces(data: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Traces that Plotly draws alone: unpacked, and named in the legend if the page lists them beside the picture."""
    return [trace | {"showlegend": True} if trace.get("legendrank") == 999 else trace for trace in unpacked(data)]


def with_sentence(
    figure: NotebookFigure, sentence: str, others: Sequence[str] = (), pixels: int = NARROW
) -> NotebookFigure:
    """Add the sentence below a figure of so many pixels across, with room for the longest of it and `others`."""
    titles, _ = _titles_below(figure, [sentence, *others], pixels)
    figure.update_layout(title=titles[0])
    return figure


def page(
    sentence: str,
    picture: NotebookFigure | str,
    offline: bool = True,
    dark: bool = False,
    pixels: int = 0,
    frames: Mapping[str, str] | None = None,
    formula: str = "",
) -> str:
    """A page with a figure (and with plotly.js, if it is to work offline), or with HTML that is complete.

    Args:
        sentence: stands below the figure.
        picture: the figure or the HTML.
        offline: whether plotly.js is in the page.
        dark: light letters on black.
        pixels: width at which the figure is laid out and from which it is scaled; 0 for that of the window.
        frames: sentence of each frame of a moving figure, by its name.
        formula: as HTML, stands below the sentence.
    """
    if not isinstance(picture, str):
        if not frames:
            _titles_below(picture, [""])
        height, margin = picture.layout.height, picture.layout.margin
        around = (margin.t or 0) + margin.b
        low = round(max(height - (1 - LOW) * (height - around), 2 * (around - SLIDER * bool(frames)) + ROOM))
        picture.update_layout(height=None, autosize=True)
        how = {"displayModeBar": False, "responsive": True}
        drawn = picture.to_html(how, full_html=False, include_plotlyjs=True if offline else "cdn", auto_play=False)
        where = "a script in this file" if offline else "which this page loads from cdn.plot.ly: it needs a network"
        says = json.dumps(frames or {}).replace("<", "\\u003c")
        sized = {"low": low, "room": 3 * ROOM if formula else ROOM, "pixels": pixels}
        picture = FULL.format(
            says=html.escape(sentence), drawn=drawn, where=where, frames=says, formula=formula, **sized
        )
    title = html.escape(textwrap.shorten(sentence, 70, placeholder=" …"))
    colours = DARK if dark else LIGHT
    return PAGE.format(title=title, ink=colours[theme.INK], paper=colours[theme.PAPER], picture=picture)


def save(figures: Sequence[NotebookFigure], path: str | Path, seconds: float, pixels: int) -> None:
    """Save figures of so many pixels across: one as an image, several as a .gif with so many seconds each.

    Raises:
        ValueError: another ending.
        ImportError: a package that an image needs is not installed; the message names it.
        RuntimeError: Chrome isn't.
    """
    at = Path(path)
    ending = at.suffix.lower()
    if ending not in ENDINGS:
        raise ValueError(f"Expected a name that ends in {', '.join(ENDINGS)}, got {at.name!r}")
    missing = [
        name for name in ("kaleido", *(["PIL"] if ending == ".gif" else [])) if not importlib.util.find_spec(name)
    ]
    if missing:
        names = " ".join(missing).replace("PIL", "pillow")
        raise ImportError(f"A {ending} needs a package more: pip install {names} (Kaleido uses an installed Chrome)")
    with tempfile.TemporaryDirectory() as folder:
        suffix = ".png" if ending == ".gif" else ending
        paths = [Path(folder) / f"{number}{suffix}" for number in range(len(figures))]
        try:
            height = max(figure.layout.height or HEIGHT for figure in figures)
            plotly.io.write_images(figures, paths, width=pixels, height=height, scale=2)  # by one start of the browser
        except RuntimeError as error:
            raise RuntimeError(
                f"Expected Chrome, by which Kaleido draws a {ending}; it gave no picture. Install Chrome, name another "
                f"Chromium by the environment variable BROWSER_PATH, or run plotly_get_chrome in a terminal "
                f"(!plotly_get_chrome -y in a cell); a .html needs none"
            ) from error
        if ending != ".gif":
            at.write_bytes(paths[0].read_bytes())
            return
        from PIL import Image

        first, *others = [Image.open(path).convert("RGB") for path in paths]
        first.save(at, save_all=True, append_images=others, duration=round(1000 * seconds), loop=0)


def animated_figure(spec: Spec, frames: Frames, value: Any, dark: bool = False, seconds: float = 0.5) -> NotebookFigure:
    """Make an animated figure with Play and a slider that begins at `value`, and the frame's sentence below it.

    `seconds`: duration of a frame while it plays.
    """
    figure, colours = figure_of(spec, Table({}, ""), dark), DARK if dark else LIGHT
    titles, bottom = _titles_below(figure, frames.sentences, slider=SLIDER)
    now = frames.values.index(value) if value in frames.values else 0
    steps = [{"method": "animate", "label": str(v), "args": [[str(v)], AT_ONCE]} for v in frames.values]
    drawn: list[go.Frame] = []
    moments = [dict(zip(frames.traces, data, strict=True)) for data in frames.data]
    whole = [_traces([old | new.get(n, {}) for n, old in enumerate(spec.data)]) for new in moments]
    names = {n: changing([own, *(traces[n] for traces in whole)]) for n, own in enumerate(_traces(spec.data))}
    moving = [n for n in names if names[n]]
    for data, changes, title in zip(whole, _of_equal_lengths(frames.layout), titles, strict=True):
        layout = _coloured(changes, colours) | {"title": title}
        traces = [{"type": figure.data[n].type, **_coloured(only_named(data[n], names[n]), colours)} for n in moving]
        drawn.append(go.Frame(name=str(frames.values[len(drawn)]), data=traces, traces=moving, layout=layout))
    figure.frames = drawn
    play = {**AT_ONCE, "frame": {"duration": round(1000 * seconds), "redraw": True}, "fromcurrent": True}
    buttons = [
        {"label": "Play", "method": "animate", "args": [None, play]},
        {"label": "Stop", "method": "animate", "args": [[None], AT_ONCE]},
    ]
    under = {"x": 0, "xanchor": "left", "y": 0, "yanchor": "top", "pad": {"t": bottom + 20}}
    figure.update_layout(
        drawn[now].layout,
        updatemenus=[{"type": "buttons", "direction": "left", "showactive": False, "buttons": buttons, **under}],
        sliders=[
            {
                "active": now,
                "steps": steps,
                "pad": {"t": bottom, "l": 130},  # beside the buttons
                "currentvalue": {"prefix": f"{frames.setting} "},
            }
        ],
    )
    for number, first in zip(moving, drawn[now].data, strict=True):
        figure.data[number].update(first)
    return figure


def _of_equal_lengths(layouts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Layouts whose lists of notes and shapes are filled up with hidden ones: Plotly merges them item by item.

    >>> _of_equal_lengths([{"shapes": [{"x0": 1}]}, {"shapes": None}])
    [{'shapes': [{'visible': True, 'x0': 1}]}, {'shapes': [{'visible': False}]}]
    """
    made = [dict(layout) for layout in layouts]
    for name in ("annotations", "shapes"):
        lists = [layout.get(name) or [] for layout in layouts]
        most = max(map(len, lists))
        for layout, items in zip(made, lists, strict=True) if most else ():
            layout[name] = [{"visible": True, **item} for item in items] + [{"visible": False}] * (most - len(items))
    return made


def _titles_below(
    figure: Any, sentences: Sequence[str], pixels: int = NARROW, slider: int = 0
) -> tuple[list[dict[str, Any]], int]:
    """Make a figure higher by the longest sentence and a slider; returns titles at its foot and the margin it had.

    A title is placed by the figure's edges, a note by the axes, which begin further right where their labels are long.
    """
    said = [textwrap.wrap(sentence, (pixels - 2 * EDGE) // LETTER) for sentence in sentences]
    lines = max(map(len, said))
    room = 20 * lines + 24 if lines else 0
    bottom = max(figure.layout.margin.b or 0, EDGE if figure.layout.xaxis.visible is False else BOTTOM)
    height = (figure.layout.height or HEIGHT) + slider + room
    under = figure.layout.legend.orientation == "h" and (figure.layout.legend.y or 0) <= 0
    if under:  # Plotly makes room for its lines
        figure.update_layout(legend={"y": (room + 4) / height, "yref": "container", "yanchor": "bottom"})
    figure.update_layout(height=height, margin={"b": bottom + slider + room})
    for trace in figure.data:  # a bar at the figure's bottom stays above the sentence
        if "colorbar" in trace and trace.colorbar.yref == "container":
            trace.colorbar.y = (slider + room) / height
    place = {"x": 0, "xref": "container", "xanchor": "left", "y": room / height, "yref": "container", "yanchor": "top"}
    look = {"font": {"size": theme.FONT_SIZE}, "pad": {"l": EDGE, "t": EDGE}}
    titles = [{"text": "<br>".join(map(html.escape, lines)), **place, **look} for lines in said]
    return titles, int(min(bottom, BOTTOM) if under else bottom)


def _coloured(node: Any, colours: Mapping[str, str]) -> Any:
    if isinstance(node, str):
        for standing, colour in colours.items():
            node = node.replace(standing, colour)
        return node
    if isinstance(node, dict):
        return {name: _coloured(value, colours) for name, value in node.items()}
    return [_coloured(value, colours) for value in node] if isinstance(node, list | tuple) else node
