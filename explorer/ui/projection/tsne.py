"""t-SNE beside PCA, twice: the same points with two seeds, and what of the two pictures agrees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import ui
from explorer.figures.projection import training as figures
from explorer.figures.projection.axes import extent
from explorer.figures.projection.named import Label
from explorer.figures.projection.placing import place_labels, to_scale
from explorer.figures.spec import Spec
from explorer.scripts import projection as scripts
from explorer.ui.frame.progress import job_panel
from explorer.ui.projection.comparing import sample
from explorer.ui.projection.formulas import tsne as tsne_formula
from explorer.ui.projection.on_map import legend
from explorer.ui.projection.table import near as nearness
from explorer.ui.projection.table import source
from explorer.vectors import tsne
from explorer.vectors.distortion import distortion
from explorer.vectors.islands import agreement_of_distances, most_changed
from explorer.vectors.nearness import Near
from explorer.views.projection.source import Source, queue_of, remembered
from explorer.wording import count, fixed, share
from explorer.words.categories import NAMES, members

PART = ui.Part(
    "t-SNE",
    why="[[PCA]] is a shadow; [[t-SNE]] bends the space instead and gives up distances to keep each word beside its "
    "nearest neighbours: run it twice, and see what of the picture is the table's.",
    look="The same kinds of words in both pictures: which stay together, and which islands change places?",
)

KEY = "j_tsne"
SIZES = ((480.0, 330.0), (560.0, 330.0))
EXAMINED = 1000
MANY = ["the kinds of words", "500", "1000", "2000", "5000"]


@remembered
def _rows(where: Source, rows: tuple[int, ...], meant: Near) -> NDArray[np.float32]:
    """The chosen rows in all numbers, for cosines each of length 1: what "near" is measured in."""
    return sample.truth_of(where, rows, meant)


def kept(truth: NDArray[np.float32], points: NDArray[np.float32], meant: Near) -> str:
    """What a picture of these rows keeps, as part of a sentence."""
    k = min(10, (len(truth) - 1) // 3)
    found = distortion(truth, points, k=k, sample=EXAMINED, measure=meant.measure)
    some = (
        f"; {len(found.examined):,} of them examined, ± {fixed(100 * found.margin, 1)} points" if found.margin else ""
    )
    return (
        f"{share(found.share, digits=2)} of each word's {k} nearest kept (by {nearness.by(meant)} in all "
        f"{truth.shape[1]:,} numbers, among the points drawn{some})"
    )


@remembered
def _chosen(where: Source, many: str) -> tuple[tuple[int, ...], int]:
    """The rows that are drawn, and how many of the table's first words are among them."""
    table = where.table
    rows = list(dict.fromkeys(int(row) for group in members(table.find, NAMES).values() for row in group))
    first = int(many) if many != MANY[0] else 0 if len(rows) >= 20 else 500
    whole = np.flatnonzero(table.whole) if table.whole.sum() >= 20 else np.arange(len(table.words))
    return tuple(dict.fromkeys([*rows, *whole[:first].tolist()]))[: tsne.LARGEST], first


@remembered
def _reduced(where: Source, rows: tuple[int, ...], meant: Near) -> tsne.TsneRequest:
    """What all perplexities share: the rows' first principal components."""
    return tsne.request_for(_rows(where, rows, meant), perplexity=1.0)


@remembered
def _different(where: Source, rows: tuple[int, ...], meant: Near) -> int:
    return _reduced(where, rows, meant).different


@remembered
def _flat_words(where: Source, rows: tuple[int, ...], meant: Near) -> str:
    """What the flat PCA keeps; it takes longer than all the rest of the part."""
    flat = _reduced(where, rows, meant).array()[:, :2]
    return f"PCA of the same points: {kept(_rows(where, rows, meant), flat, meant)}."


def show() -> None:
    """The map by PCA beside two runs of t-SNE, a guess, and what of the two runs agrees."""
    with ui.controls(KEY):
        line = ui.line("bottom")
        where = source.choose(line, nearness=True)
        if where is None:
            return
        many = line.selectbox("Points: kinds of words, and first words", MANY, key="j_points", bind="query-params")
        perplexity = line.slider(
            "Perplexity",
            5,
            100,
            30,
            key="j_perplexity",
            bind="query-params",
            help="About how many neighbours each point listens to.",
        )
    table, meant = where.table, source.meant(where)
    rows, first = _chosen(where, many)
    different = _different(where, rows, meant)
    if perplexity >= different:
        equal = "" if different == len(rows) else f" (of {len(rows):,} rows, equal ones counted once)"
        st.warning(f"The perplexity must stay below the number of points, {different:,}{equal}.")
        return
    request = replace(_reduced(where, rows, meant), perplexity=float(perplexity))
    runs = queue_of(where)
    job = runs.find(tsne.run, request)
    st.caption(
        f"{len(rows):,} points. t-SNE reads {count(request.width, 'number')} of each, its first principal components "
        f"({nearness.read(meant)}); what is kept is counted against all {table.vectors.shape[1]:,}."
        f"{sample.equal(len(rows), different)}"
    )

    def script() -> str:
        return scripts.tsne(where.loaded, first, float(perplexity), meant)

    def flat() -> str:
        return scripts.tsne_pca(where.loaded, first, float(perplexity), meant)

    if st.button("Run t-SNE twice", type="primary", key="j_tsne_go") or job is not None:
        job_panel(
            runs.submit(tsne.run, request),
            lambda records: _draw(where, rows, meant, request, records, script, flat),
            key="j_tsne_run",
            every=2.0,
            label="t-SNE",
        )
    else:
        _pca(where, rows, meant, flat)
        tsne_formula.formula(KEY, where, rows, request)


def _pca(where: Source, rows: tuple[int, ...], meant: Near, script: Callable[[], str]) -> None:
    flat, said = _reduced(where, rows, meant).array()[:, :2], _flat_words(where, rows, meant)
    figure, kinds = _flat_figure(where, rows, meant), partial(_kinds, where, rows)
    _show(where, rows, flat, figure, "j_tsne_pca", said, script, kinds)


@remembered
def _flat_figure(where: Source, rows: tuple[int, ...], meant: Near) -> Spec:
    return _figure(where, rows, _reduced(where, rows, meant).array()[:, :2], "PCA")


def _draw(
    where: Source,
    rows: tuple[int, ...],
    meant: Near,
    request: tsne.TsneRequest,
    records: tuple[tsne.TsneRecord, ...],
    script: Callable[[], str],
    flat: Callable[[], str],
) -> None:
    done = [(record.seed, record.divergence, record.points) for record in records if record.points is not None]
    truth = _rows(where, rows, meant)
    if done:
        _kinds(where, rows)
    boxes = st.columns(2)
    for number, (seed, divergence, points) in enumerate(done):
        with boxes[number % 2]:
            _show(
                where,
                rows,
                points,
                _figure(where, rows, points, f"t-SNE, seed {seed}"),
                f"j_tsne_{number}",
                f"t-SNE with seed {seed}: divergence {fixed(divergence, 3)}, {kept(truth, points, meant)}.",
                script,
            )
    if len(done) == 2:
        _compare(where, rows, truth, request.array()[:, :2], [points for _, _, points in done])
    _pca(where, rows, meant, flat)
    tsne_formula.formula(KEY, where, rows, request, [(seed, divergence) for seed, divergence, _ in done])


def _compare(
    where: Source,
    rows: tuple[int, ...],
    truth: NDArray[np.float32],
    flat: NDArray[np.float32],
    runs: list[NDArray[np.float32]],
) -> None:
    groups = _groups(where, rows)
    if len(groups) < 3:
        return
    names, ids = list(groups), list(groups.values())
    between, pairs = agreement_of_distances(runs[0], runs[1], ids)
    first, second, shadow = (agreement_of_distances(truth, picture, ids)[0] for picture in (*runs, flat))
    one, two, factor = most_changed(runs[0], runs[1], ids)
    st.text(
        f"Take the middles of the {len(names)} kinds of words and the {pairs} distances between them. From one run to "
        f"the other, the distance between {names[one]} and {names[two]} changes by a factor of {factor:.1f} against "
        f"the average distance. The order of the distances agrees between the runs with a rank correlation of "
        f"{fixed(between)} (1: the same order, 0: none), and with the true distances, in all {truth.shape[1]:,} "
        f"numbers, of {fixed(first)} and {fixed(second)}; the flat PCA's agrees with them at {fixed(shadow)}."
    )


def _groups(where: Source, rows: tuple[int, ...]) -> dict[str, NDArray[np.int64]]:
    place = {row: at for at, row in enumerate(rows)}
    groups = members(where.table.find, NAMES)
    found = {name: np.array([place[r] for r in ids.tolist() if r in place], np.int64) for name, ids in groups.items()}
    return {name: ids for name, ids in found.items() if len(ids) >= 3}


def _kinds(where: Source, rows: tuple[int, ...]) -> None:
    """What the colours and shapes mean; on a phone the pictures' own legend would be higher than they are."""
    if names := list(_groups(where, rows)):
        st.html(legend.row_of(names, "Kinds of words and their colours and shapes"))


def _figure(where: Source, rows: tuple[int, ...], points: NDArray[np.float32], name: str) -> Spec:
    words = [where.table.words[row] for row in rows]
    groups = _groups(where, rows)
    box = extent(points)
    order = [int(ids[turn]) for turn in range(6) for ids in groups.values() if turn < len(ids)]
    placed = place_labels(points[order], [words[at] for at in order], sizes=to_scale(SIZES, box), bounds=box, limit=20)
    labels = [Label(order[label.index], words[order[label.index]], label.place) for label in placed]
    return figures.frame(
        points,
        words,
        groups,
        labels,
        box=box,
        titles=(f"{name}: first axis", "second axis"),
        height=520,
        listed=True,
        revision=f"{where.key}{len(rows)}{name}",
    )


def _show(
    where: Source,
    rows: tuple[int, ...],
    points: NDArray[np.float32],
    figure: Spec,
    key: str,
    summary: str,
    script: Callable[[], str],
    above: Callable[[], None] | None = None,
) -> None:
    words = [where.table.words[row] for row in rows]
    ui.picture(
        key,
        figure,
        summary=summary,
        table=lambda: ui.Table({"word": words, "across": points[:, 0], "up": points[:, 1]}, key.removeprefix("j_")),
        script=script,
        above=above,
    )
