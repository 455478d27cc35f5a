"""Toy training: the rows of a small table in a fixed plane, at one step of a run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from explorer.data.cache import cached
from explorer.excerpt import Excerpt, ranges
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.figures.gradients.matrix_panels import LONGEST, Floats
from explorer.figures.label_text import plain, sides
from explorer.gradients import toy_training
from explorer.views.formula import Formula
from explorer.views.setting import Choice, Float, Int, Real, Text, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture, with_question
from explorer.wording import count, fixed, in_brackets, listed, number

STEPS = 300
STRIDE = STEPS // toy_training.FRAMES
TEXT: Any = Text(
    "Text to learn from",
    toy_training.TEXT,
    1500,
    key="g_text",
    height=110,
    about="training text, split into words at spaces",
)
Optimizer = Literal["Adam", "SGD"]
Output = Literal["a table of its own", "the same table (tied)"]
OPTIMIZER: Any = Choice(
    "Optimizer", "Adam", get_args(Optimizer), key="g_toy_optimizer", terms=("SGD", "Adam"), about="that makes the steps"
)
OUTPUT: Any = Choice(
    "Scores of the next word come from",
    toy_training.SEPARATE,
    toy_training.OUTPUTS,
    key="g_output",
    about="the output table",
)
RATES = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
RATE: Any = Real("Step length (learning rate)", 0.03, 0.003, 1.0, RATES, key="g_toy_lr", about="the learning rate")
STEP: Any = Whole("Step", STEPS, 0, STEPS, about="after which step: any of the first 30, then a multiple of 5")


@picture(toy_training.train, toy_training.backward)
def learning(
    *, text: str = TEXT, optimizer: Optimizer = OPTIMIZER, output: Output = OUTPUT, rate: Float = RATE, step: Int = STEP
) -> View:
    """Rows of a table that learns which word comes next, after some of 300 steps.

    Raises:
        ValueError: an unknown setting, or fewer than two words.

    >>> learning(text="a b a b", step=0).sentence[:22]
    'Nothing is learned yet'
    """
    if step != stored(step):
        raise ValueError(f"Expected step to be at most {toy_training.EARLY} or a multiple of {STRIDE}, got {step}")
    request = toy_training.ToyRequest(text, optimizer, output, STEPS, rate)
    run = trained(request)
    frame = int(np.searchsorted(run.steps, step, side="right")) - 1

    def draw(answered: bool, _: object) -> View:
        drawn = _figure(run, frame, answered)
        names = [name for trace in drawn.data for name in trace.get("text", ())]
        # The others would cover these, or the first frame has only those that are told of.
        named = Excerpt("word", [*filter(None, names)], len(names), how="touch a dot for its name")
        return View(
            drawn,
            _sentence(run, frame, answered),
            (lambda: _table(run, frame)) if answered else Table({}, "toy_training"),
            (_formula(request, run),),
            f"{ranges('Named', named)} {ranges('Learned from', run.taken)}".strip(),
            _details(run, frame, answered),
        )

    return with_question(draw)


def stored(step: int) -> int:
    """The last step up to this one whose state is stored.

    >>> stored(7), stored(37)
    (7, 35)
    """
    return step if step <= toy_training.EARLY else step - step % STRIDE


@cached(8, expires=True)
def trained(request: toy_training.ToyRequest) -> toy_training.Run:
    """Run the training once and cache all its steps."""
    return toy_training.train(request)


def _figure(run: toy_training.Run, frame: int, unseen: bool) -> Spec:
    # Words that never occur would reveal the answer, so they are left out until the guess.
    shown = np.ones(len(run.words), bool) if unseen else run.seen
    words = [word for word, is_shown in zip(run.words, shown, strict=True) if is_shown]
    named = [word for one, other, _ in run.together[: toy_training.TOLD] for word in (one, other)]
    named += [run.words[row] for row in (*run.alike, *np.flatnonzero(~run.seen)[:1])]
    first = np.isin(run.words, named)
    return plane(run.points[:, shown], frame, words, run.seen[shown], first[shown], run.steps % STRIDE == 0)


def _sentence(run: toy_training.Run, frame: int, answered: bool) -> str:
    never = [word for word, seen in zip(run.words, run.seen, strict=True) if not seen]
    text = "part of the text that is read" if run.taken.cut else "text"
    if not never:
        unseen = f"All of {listed(toy_training.UNSEEN)} are in the text, so every row is read. "
    elif not answered:
        unseen = f"In the table but not in the {text}: {listed(never)}; they are drawn after your guess. "
    else:
        farthest = float(run.distance[~run.seen].max())
        unseen = f"In the table but not in the {text}: {listed(never)}; " + (
            f"by the end their rows have moved by up to {number(farthest)}. " if farthest else "their rows never move. "
        )
    ran = toy_training.say_together(run).partition("; ")[0] if frame == len(run.steps) - 1 else ""
    begun = "" if frame else "Nothing is learned yet: press Play. "
    return f"{begun}{_alike(run, frame)}{f'In the picture {ran}. ' if ran else ''}{unseen}".strip()


def _details(run: toy_training.Run, frame: int, answered: bool) -> str:
    touched = f"One step touches at most {run.most_at_once} of the {len(run.words)} rows. " if answered else ""
    loss, blind = float(run.loss[frame]), float(np.log(len(run.words)))
    first = (
        f"After step {run.steps[frame]:,} the loss is {fixed(loss)}; at the start it was {fixed(run.loss[0])}"
        if frame
        else f"The loss is {fixed(loss)}"
    )
    return (
        f"{first}, and a blind guess among the {len(run.words)} words has {fixed(blind)}. {touched}"
        f"The plane, two directions of {toy_training.WIDTH}, stays the same. The text is read in a circle."
    )


def _alike(run: toy_training.Run, frame: int) -> str:
    if not run.alike:
        return ""
    one, other = (run.words[word] for word in run.alike)
    others = f" (and {count(run.as_alike - 1, 'other pair')})" * (run.as_alike > 1)
    return (
        f"“{one}” and “{other}”{others} have the most similar words around them: the cosine of their rows is "
        f"{fixed(run.cosines[frame])}{f' (at the start {fixed(run.cosines[0])})' if frame else ''}. "
    )


def _formula(request: toy_training.ToyRequest, run: toy_training.Run) -> Formula:
    first, adam = run.first, request.optimizer == "Adam"
    word = run.words[first.row]
    whose = f"“{word}”" if word.isalnum() else "the word read first"  # shown as markdown
    before, slope = fixed(first.before, 6), number(first.gradient, 4)
    # Computed from the rounded numbers, so that the written sum is right to the last digit.
    move = request.lr * (np.sign(first.gradient) if adam else float(f"{first.gradient:.4g}"))
    after = fixed(round(first.before, 6) - move, 4)
    symbols = {
        "x": f"a number of a [[row]]; the first one of {whose}, at the start: {before}",
        r"\eta": f"the step length: {request.lr:g}",
        "g": f"its [[gradient]], how fast the loss grows with x: {slope}",
    }
    if adam:
        symbols |= {
            r"\hat m,\ \hat v": r"running means of $g$ and of $g^2$; at the first step they are $g$ and $g^2$",
            r"\epsilon": "a tiny number that keeps the divisor from 0",
        }
    factor = in_brackets(slope)
    over = f" / √({factor}²)" * adam
    return Formula(
        r"x \leftarrow x - \eta\, " + (r"\frac{\hat m}{\sqrt{\hat v} + \epsilon}" if adam else "g"),
        symbols,
        f"The first step: {before} − {request.lr:g} · {factor}{over} = {after}. "
        + (
            f"The size of g cancels: at the first step every number with a gradient moves by about {request.lr:g}."
            if adam
            else "The gradient says which way the loss grows, and x goes the other way."
        ),
    )


def _table(run: toy_training.Run, frame: int) -> Table:
    return Table(
        {
            "word": run.words,
            "in the text": run.seen,
            "x": run.points[frame, :, 0],
            "y": run.points[frame, :, 1],
            "moved in all, at the end": run.distance,
        },
        "toy_training",
    )


NARROW, HEIGHT, MARGIN = 260, 220, 64  # pixels of the plane on a phone, in the path, and of its right margin
WIDER = 4.0
"""Factor by which the plane is wider on a projector, in letters of presenter mode; its height is about the same."""
EVERY = 3
"""Step between the frames that a trajectory is drawn through: fine enough to show how it bends."""


ORDERS = 20
"""Orders in which names are placed on trial; with 10 one of the 19 names of the first text is missing at its end."""
SPARE = 100
"""Square pixels of a name, measured in large letters, that may cover another or a mark."""


@lru_cache(maxsize=16)
def _beside(on_phone: bytes, names: tuple[str, ...], first: int) -> NDArray[Any]:
    """Side of each name in each frame, (F, V); "" where it would cover others, which stand closest at the start.

    Names are placed one after the other. In the last frame some orders are tried, drawn at random, until one leaves out
    no name, or else the one is taken that leaves out fewest of the `first` names, then of all. From there back to the
    first frame a name keeps its side as long as it can. `on_phone` are positions in pixels, (F, V, 2) as float64.
    """
    *earlier, last = np.frombuffer(on_phone).reshape(-1, len(names), 2)

    def sides_in(points: NDArray[np.float64], order: NDArray[np.int64], before: NDArray[Any]) -> NDArray[Any]:
        xs, ys = points[order].T.tolist()
        # A name may reach into the margin at the right.
        wide: dict[str, Any] = {"width": NARROW + MARGIN, "marks": [6] * len(names), "stretched": WIDER}
        found = before.copy()
        found[order] = sides(
            xs, ys, [names[row] for row in order], **wide, every=False, spare=SPARE, before=before[order].tolist()
        )
        return found

    rng, least = np.random.default_rng(0), (len(names) + 1, 0)
    orders = [rng.permutation(len(names)) for _ in range(ORDERS)]
    orders += [np.concatenate([order[order < first], order[order >= first]]) for order in orders] if first else []
    for tried in orders:
        at_end = sides_in(last, tried, np.full(len(names), "", object))
        missing = int((at_end[:first] == "").sum()), int((at_end == "").sum())
        if missing < least:
            least, order, found = missing, tried, [at_end]
        if not missing[1]:
            break
    before, order = found[0], np.concatenate([order[order < first], order[order >= first]])
    for points in reversed(earlier):
        found.append(sides_in(points, order, before))
        before = np.where(found[-1] == "", before, found[-1])
    return np.array(found[::-1], object)


def plane(
    points: Floats,
    frame: int,
    words: Sequence[str],
    seen: NDArray[np.bool_],
    first: NDArray[np.bool_] | None = None,
    placed: NDArray[np.bool_] | None = None,
) -> Spec:
    """Rows in a fixed plane: a line for each word's trajectory up to `frame`, and a mark at its end.

    Args:
        points: (F, V, 2), all frames, from which the axes are computed.
        frame: the one to draw, from 0.
        words: (V,) names.
        seen: (V,) whether the word occurs in the text (a circle) or not (a square).
        first: (V,) whether the word's name is bold, placed before the others, and alone in the first frame, where dots
            stand in a heap; None: of those never seen.
        placed: (F,) frames in which names are placed, the first among them; they stay there until the next. None: all.
    """
    low, high = points.reshape(-1, 2).min(axis=0), points.reshape(-1, 2).max(axis=0)
    span = np.maximum(high - low, 1e-6)
    names = np.array([plain(word, LONGEST) for word in words], object)
    on_phone = (points - low) / span * [NARROW, -HEIGHT] + [0, HEIGHT]
    heap = frame == 0 and first is not None and bool(first.any())
    first = ~seen if first is None else first
    order = np.argsort(~first, kind="stable")
    beside = np.full(len(names), "", object)
    placed = np.ones(len(points), bool) if placed is None else placed
    at = int(placed[: frame + 1].sum()) - int(placed.sum()) - 1  # from the end, before which nothing needs to be placed
    looked_at = on_phone[placed][-1 if at == -1 else 0 :, order].astype(np.float64).tobytes()
    beside[order] = _beside(looked_at, tuple(names[order]), int(first.sum()))[at]
    if heap:
        beside[~first] = ""
    written = np.where(first, "<b>" + names + "</b>", names)  # where names stand close, weight tells whose they are
    legend = bool(seen.any() and not seen.all())  # one kind alone needs no name
    traces = []
    for chosen, at, title in ((seen, 0, "in the text"), (~seen, 3, "never in the text")):
        look = {"color": theme.OKABE_ITO[at], "symbol": "circle" if at == 0 else "square"}
        passed = [*range(0, frame, EVERY), frame]
        ways = points[passed][:, chosen].transpose(1, 0, 2)
        gap = np.full((len(ways), 1, 2), np.nan, np.float32)
        trail = np.concatenate([ways, gap], axis=1).reshape(-1, 2).astype(np.float32)
        traces.append(
            {
                "type": "scatter",
                "x": trail[:, 0],
                "y": trail[:, 1],
                "mode": "lines",
                "line": {"color": look["color"], "width": 1.5},
                "opacity": 0.5,
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
        traces.append(
            {
                "type": "scatter",
                "x": points[frame, chosen, 0].astype(np.float32),
                "y": points[frame, chosen, 1].astype(np.float32),
                "mode": "markers+text",
                "text": np.where(beside == "", "", written)[chosen].tolist(),
                "textposition": np.where(beside == "", "top center", beside)[chosen].tolist(),
                "hovertext": names[chosen].tolist(),
                "textfont": {"color": theme.INK},
                "cliponaxis": False,
                "marker": {"size": np.where(first, 12, 7)[chosen].tolist(), **look},  # whose name it is, in a heap
                "name": title,
                "showlegend": legend,
                "hovertemplate": "<b>%{hovertext}</b><extra></extra>",
            }
        )
    bare = {"showticklabels": False, "showgrid": False, "ticks": "", "showline": False, "zeroline": False}
    pad = 0.06 * span
    across = {"range": [float(low[0] - pad[0]), float(high[0] + pad[0])], **bare}
    upward = {"range": [float(low[1] - pad[1]), float(high[1] + pad[1])], **bare}
    margin = {"l": 16, "r": MARGIN, "t": 56 if legend else 24, "b": 16}
    return Spec(traces, layout("", "", 560, legend=legend, x=across, y=upward, margin=margin))
