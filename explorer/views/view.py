"""View: a picture as an object with its spec, its sentence, its numbers, its formula, and the call that makes it.

Modelled on scikit-learn's `*Display` objects and Plotly Express: one call returns everything that belongs to a picture.
Controls, layout and themes are left to the page (`explorer.ui`).
"""

from __future__ import annotations

import difflib
import functools
import html
import importlib
import inspect
import operator
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, cast

import numpy as np

from explorer.content.pages import PAGES
from explorer.figures.figure_spec import Spec
from explorer.views.animation_frames import Frames, frames_of, value_of
from explorer.views.formula import Formula
from explorer.views.setting import Real, Switch, Whole, document, resolve, settings_of, shown, signature_of
from explorer.views.table import Table

if TYPE_CHECKING:  # Plotly is slow to import, and the pages don't need it
    from explorer.views.plotly_figures import NotebookFigure

P = ParamSpec("P")
WIDTH = 88
"""Line length of the displayed call, unless a single value is longer."""
OTHER_NAMES = {
    "num_embeddings": ("vocab_size",),
    **dict.fromkeys(("embedding_dim", "hidden_size", "d_model", "n_embd"), ("embed_dim", "dim")),
    **dict.fromkeys(("theme", "template"), ("dark=True",)),
    "width": ("pixels=600", "embed_dim", "dim"),
}
"""Names of PyTorch, its models and Plotly for settings that have other ones here."""
PIXELS = Whole("", None, 100, 10_000, optional=True)
LONGEST = 2_000
"""Maximum length of a text in the displayed call; a longer one is read from a file."""


@dataclass(frozen=True, eq=False)
class View:
    """One picture with everything that belongs to it.

    Attributes:
        spec: the Plotly picture as plain dicts, sent unchanged by the page; None if the picture is a list of numbers
            or a component of the page, drawn from `table`.
        says: the sentence, without `left_out`.
        numbers: the table, or a function that makes it on demand.
        formulas: in the order of the picture; () without one.
        left_out: sentence on data that is not drawn or computed; "" if all is. It is part of `sentence`, so that a
            truncated picture can't be shown without it.
        details: further sentences, which a page folds away below the others; "" without any.
        made_by: the function that made it, with its settings (set by `picture`); None of a view put together by hand.
        drawn: makes the picture for a notebook, where the page draws `table` as a component of its own.
        at_answer: draws the view of a page's question (`at_question`); None without one.
    """

    spec: Spec | None
    says: str
    numbers: Table | Callable[[], Table] = field(default_factory=lambda: Table({}, "empty"))
    formulas: tuple[Formula, ...] = ()
    left_out: str = ""
    details: str = ""
    made_by: Call | None = None
    drawn: Callable[[], Spec] | None = None
    at_answer: Callable[[bool, Any], View] | None = None

    @property
    def sentence(self) -> str:
        """The sentence under the picture, including `left_out` and `details`.

        >>> View(None, "The first 8 of 20 lines.", left_out="12 lines are not drawn.").sentence
        'The first 8 of 20 lines. 12 lines are not drawn.'
        """
        return f"{self.summary} {self.details}".strip()

    @property
    def summary(self) -> str:
        """The sentence without `details`."""
        return f"{self.says} {self.left_out}".strip()

    @functools.cached_property
    def table(self) -> Table:
        """The numbers behind the picture, a dict of columns."""
        return self.numbers() if callable(self.numbers) else self.numbers

    @property
    def call(self) -> Call:
        """The call of one of `explorer.views` that made it.

        Raises:
            ValueError: it was put together by hand.
        """
        if self.made_by is None:
            raise ValueError("Expected a view that a function of explorer.views made, got one put together by hand")
        return self.made_by

    @property
    def formula(self) -> Formula | None:
        """The first formula; None without one."""
        return self.formulas[0] if self.formulas else None

    def figure(self, *, dark: bool = False, pixels: int | None = None) -> NotebookFigure:
        """The picture, or without a spec its table, as a Plotly figure on white or `dark`, so many pixels wide."""
        from explorer.views.plotly_figures import figure_of

        PIXELS.check("pixels", pixels, {})
        spec = self.drawn() if self.drawn else self.spec
        figure = figure_of(spec, self.table if spec is None else Table({}, ""), dark)
        figure.update_layout(width=pixels)
        return figure

    def animate(self, **values: Iterable[Any]) -> NotebookFigure:
        """Animate the picture over one setting: a `plotly.graph_objects.Figure` with frames, a slider and Play.

        Args:
            values: values of one setting, such as `position=range(12)`; the others are unchanged.

        Raises:
            ValueError: not exactly one setting, or pictures with different traces.

        Example:
            >>> from explorer.views import positions
            >>> figure = positions.arrows(word="man").animate(position=range(3))
            >>> len(figure.frames), [step.label for step in figure.layout.sliders[0].steps]
            (3, ['0', '1', '2'])
        """
        from explorer.views.plotly_figures import animated_figure

        frames = self._frames(values)  # refuses a view without a picture
        return animated_figure(cast(Spec, self.spec), frames, value_of(self.call, frames.setting))

    def _frames(self, values: Mapping[str, Iterable[Any]]) -> Frames:
        """Make the frames over the only setting with values."""
        if len(values) != 1:
            got = " and ".join(values) or "none"
            raise ValueError(f"Expected the values of one setting, such as embed_dim=[64, 256], got {got}")
        ((setting, given),) = values.items()
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise ValueError(f"Expected several values of {setting}, such as [{given!r}], got {given!r}")
        return frames_of(self.made_by, setting, tuple(map(plain, given)))

    def save(
        self,
        path: str | Path,
        *,
        offline: bool = True,
        seconds: float = 0.5,
        pixels: int | None = None,
        dark: bool = False,
        formula: bool = False,
        **values: Iterable[Any],
    ) -> Path:
        """Save the picture with its sentence as a file; returns its path.

        Args:
            path: its name. It ends in ".html", ".png", ".svg", ".pdf" or ".gif"; for images
                `pip install kaleido pillow`.
            offline: whether a page holds plotly.js (5 MB) and opens without a network; False: it loads it, and without
                a network shows the sentence alone.
            seconds: duration of a picture of a GIF, or of a page with a slider.
            pixels: width at which a picture is laid out, with letters of 14: fewer make them larger. A page is scaled
                to its frame (None: the frame's own width), an image has twice as many (None: 900).
            dark: light letters on black, for a dark slide.
            formula: whether a page without a slider has the formula, too; for it `pip install latex2mathml`.
            values: values of one setting, as in `animate`: a page with a slider, or the pictures of a GIF.

        Raises:
            ValueError: another ending, a folder that does not exist, or a GIF without values.
            TypeError: values of what is no setting.
            ImportError: an image without Kaleido, or a formula without latex2mathml.
            RuntimeError: an image, without Chrome.
        """
        from explorer.views.plotly_figures import animated_figure, page, save, with_sentence

        if not isinstance(path, (str, Path)):
            raise TypeError(f"Expected a file's name, such as 'picture.html', got {path!r}")
        path = Path(path)
        if not path.parent.is_dir():
            raise ValueError(f"Expected a folder that exists, got {str(path.parent)!r}")
        PIXELS.check("pixels", pixels, {})
        Real("", 0.5, 0.01, 60).check("seconds", seconds, {})
        for name, switch in (("offline", offline), ("dark", dark), ("formula", formula)):
            Switch("", False).check(name, switch, {})
        if self.made_by is not None:
            known = inspect.signature(self.call.function).parameters
            _check_names(
                "save", [*known, "dark=True", "pixels=600", "seconds=2", "offline=False", "formula=True"], values
            )
        ending = path.suffix.lower()
        if values and ending not in (".html", ".gif"):
            raise ValueError(
                f"Expected a name that ends in .html or .gif for pictures of several {' and '.join(values)}, "
                f"got {path.name}: one image shows one"
            )
        if formula and (values or ending != ".html"):
            raise ValueError(
                "Expected formula=True for a page of one picture, a name that ends in .html without values"
            )
        frames = self._frames(values) if values else None
        below = "".join(each.html() for each in self.formulas) if formula else ""
        if ending == ".html":
            if frames is not None:
                now, names = value_of(self.call, frames.setting), map(str, frames.values)
                said = dict(zip(names, frames.sentences, strict=True))
                silent = replace(frames, sentences=("",) * len(said))  # the page says them, at any width
                figure = animated_figure(cast(Spec, self.spec), silent, now, dark, seconds)
                text = page(said.get(str(now), frames.sentences[0]), figure, offline, dark, pixels or 0, said)
            elif self.spec is None and self.drawn is None:
                text = page(self.sentence, self._table_as_html() + below, dark=dark)
            else:
                text = page(self.sentence, self.figure(dark=dark), offline, dark, pixels or 0, formula=below)
            path.write_text(text, encoding="utf-8")
            return path
        if ending == ".gif" and not values:
            raise ValueError(
                f"Expected values of a setting for a GIF, such as embed_dim=[64, 256], got none: {path.name}"
            )
        views, says, pixels = [self], [self.sentence], pixels or 900
        if frames is not None:
            views = [self.call.again(**{frames.setting: value}) for value in frames.values]
            moved = zip(frames.values, views, strict=True)
            says = [f"{frames.setting} = {value}. {view.sentence}" for value, view in moved]
        pictures = [
            with_sentence(view.figure(dark=dark), said, says, pixels) for view, said in zip(views, says, strict=True)
        ]
        save(pictures, path, seconds, pixels)
        return path

    def at_question(self, answered: bool = True, guess: Any = None) -> View:
        """The view as a page's question shows it: without what would answer it, or with a visitor's guess drawn in.

        A view that no question is about stays as it is.
        """
        if self.at_answer is None or self.made_by is None or self.call.question == (answered, guess):
            return self
        call = replace(self.call, question=(answered, guess))
        return replace(self.at_answer(answered, guess), made_by=call, at_answer=self.at_answer)

    def show(self) -> None:
        """Open the picture in a browser or a notebook, and print its sentence."""
        self.figure().show()
        print(self.sentence)

    def _ipython_display_(self) -> None:
        """In a notebook: the figure, or the table of a view without one, and its sentence as a text of any width."""
        from IPython.display import display

        said = f"<p>{html.escape(self.sentence)}</p>"
        if self.spec is None and self.drawn is None:
            said = self._table_as_html()
        else:
            self.figure().show()
        display({"text/html": said, "text/plain": self.sentence}, raw=True)  # type: ignore[no-untyped-call]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None, **more: Any) -> Any:
        """MIME bundle for notebooks without IPython: the figure, or a table, with its sentence in it."""
        if self.spec is None and self.drawn is None:
            return {"text/html": self._table_as_html(), "text/plain": self.sentence}
        from explorer.views.plotly_figures import with_sentence

        bundle = with_sentence(self.figure(), self.sentence)._repr_mimebundle_(include, exclude)
        return {**bundle, "text/plain": self.sentence}

    def _table_as_html(self) -> str:
        return f"{self.table._repr_html_()}<p>{html.escape(self.sentence)}</p>"

    def __repr__(self) -> str:
        return f"<View: {self.sentence}>"


@dataclass(frozen=True, eq=False)
class Call:
    """The call that made a view: its function and settings.

    Attributes:
        function: one of `explorer.views`.
        settings: its keyword arguments, in the order of its signature.
        computed_by: the functions of the core and the subjects that compute the picture; "Code" shows their source.
        given: arguments that are not displayed (see `picture`).
        question: whether the answer to a page's question is shown, and the guess that is drawn; not displayed either.
    """

    function: Callable[..., View]
    settings: Mapping[str, Any]
    computed_by: tuple[Callable[..., Any], ...] = ()
    given: tuple[str, ...] = ()
    question: tuple[bool, Any] = (True, None)

    def again(self, **changes: Any) -> View:
        """The view with other settings, at the same moment of a page's question."""
        return self.function(**{**self.settings, **changes}).at_question(*self.question)

    def code(self) -> str:
        """The call as a program of at most eight lines that draws the picture and prints its sentence.

        Settings equal to the function's defaults are written if the call fits into three lines.
        """
        package, views, page, *_ = self.function.__module__.split(".")
        starts = {name: parameter.default for name, parameter in inspect.signature(self.function).parameters.items()}
        head = f"view = {page}.{self.function.__name__}("
        written = _arguments(head, self.settings)
        if written.count("\n") > 2:
            changed = {
                key: value
                for key, value in self.settings.items()
                if type(value) is not type(starts[key]) or value != starts[key]
            }
            written = _arguments(head, changed)
        return f"from {package}.{views} import {page}\n\n{written}\nview.show()\n"

    def source(self) -> str:
        """Source of the functions that compute the picture, each under the name of its module."""
        pieces = []
        for function in self.computed_by or (self.function,):
            plain = inspect.unwrap(function)
            pieces.append(f"# {plain.__module__}\n{textwrap.dedent(inspect.getsource(plain)).strip()}\n")
        return "\n\n".join(pieces)


def picture(
    *computed_by: Callable[..., Any], given: Sequence[str] = ()
) -> Callable[[Callable[P, View]], Callable[P, View]]:
    """Decorator for a function that returns a `View`: it checks the declared settings and stores the call in the view.

    A `Setting` in the place of a keyword's default is replaced by its own default, and adds its line to the docstring.

    Args:
        computed_by: the functions of the core and of the subjects that compute the picture, the most important first.
        given: arguments without a literal form, left out of the displayed call: records of a measurement or a training,
            which the function makes itself if it is called without them.

    >>> @picture(sorted)
    ... def ranks(*, values: tuple[int, ...] = (3, 1)) -> View:
    ...     return View(None, f"The smallest is {sorted(values)[0]}.")
    >>> ranks(values=(5, 4)).sentence
    'The smallest is 4.'
    >>> ranks(values=(5, 4)).call.settings
    {'values': (5, 4)}
    """

    def wrap(function: Callable[P, View]) -> Callable[P, View]:
        signature, declared = signature_of(function), settings_of(function)
        parameters = signature.parameters.values()
        wrong = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY or p.default is p.empty]
        if wrong:
            raise TypeError(f"Expected keyword-only settings with defaults, got {wrong} in {function.__qualname__}")

        @functools.wraps(function)
        def made(*args: P.args, **settings: P.kwargs) -> View:
            if args:
                first = next(iter(signature.parameters), "") or "none"
                raise TypeError(f"Expected the settings of {function.__name__} by name: {first}={shown(args[0])}")
            settings = {  # type: ignore[assignment]
                name: declared[name].taken(plain(value)) if name in declared else plain(value)
                for name, value in settings.items()
            }
            _check_names(function.__name__, signature.parameters, settings, given)
            view = function(*args, **{**settings, **dict(resolve(declared, settings))})
            ordered = {name: settings[name] for name in signature.parameters if name in settings}
            displayed = {name: value for name, value in ordered.items() if name not in given}
            hidden = tuple(name for name in given if ordered.get(name) is not None)
            call = Call(made, displayed, computed_by, hidden)
            return _Undrawn(view.at_answer, call) if isinstance(view, _Undrawn) else replace(view, made_by=call)

        made.__signature__ = signature  # type: ignore[attr-defined]
        made.__doc__ = document(function.__doc__ or "", declared)
        return made

    return wrap


def with_question(draw: Callable[[bool, Any], View]) -> View:
    """The view that `draw` makes with its answer; `View.at_question` makes it without, or with a guess.

    Args:
        draw: from whether the answer is shown, and a visitor's guess or None, to a view.

    >>> bag = with_question(lambda answered, guess: View(None, "Both sums are equal." if answered else "One sum."))
    >>> bag.sentence, bag.at_answer(False, None).sentence
    ('Both sums are equal.', 'One sum.')
    """
    return _Undrawn(draw)


class _Undrawn(View):
    """A view that is drawn, with its answer, once something of it is read: a page shows its question first."""

    def __init__(self, draw: Callable[[bool, Any], View] | None, made_by: Call | None = None) -> None:
        vars(self).update(at_answer=draw, made_by=made_by)

    @functools.cached_property
    def _answered(self) -> View:
        return cast(Callable[[bool, Any], View], self.at_answer)(True, None)


_Undrawn.__name__ = "View"  # which a message names
for _name in ("spec", "says", "numbers", "formulas", "left_out", "details", "drawn"):
    setattr(_Undrawn, _name, property(operator.attrgetter(f"_answered.{_name}")))


def plain(value: Any) -> Any:
    """NumPy's numbers as Python's, and lists and one-dimensional arrays as tuples, which can be cached and displayed.

    >>> plain(np.int64(3)), plain(np.arange(2)), plain(["a", np.float32(0.5)]), plain("text")
    (3, (0, 1), ('a', 0.5), 'text')
    """
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and value.ndim == 0):
        return value.item()
    if isinstance(value, list) or (isinstance(value, np.ndarray) and value.ndim == 1):
        return tuple(map(plain, value))
    return value


def _check_names(name: str, every: Iterable[str], settings: Mapping[str, Any], given: Sequence[str] = ()) -> None:
    known = [each for each in every if each not in given]
    for setting in settings.keys() - set(every):
        meant = [each for each in OTHER_NAMES.get(setting, ()) if each in known]
        meant = meant or difflib.get_close_matches(setting, known, 1)
        hint = f"; did you mean {meant[0]}?" if meant else f"; it has {', '.join(known) or 'none'}"
        raise TypeError(f"Expected a setting of {name}, got {setting}{hint}")


def _arguments(head: str, settings: Mapping[str, Any]) -> str:
    """Format `head` with its keyword arguments, as many per line as fit."""
    pieces = [f"{name}={_literal(value)}" for name, value in settings.items()]
    if len(line := f"{head}{', '.join(pieces)})") <= WIDTH:
        return line
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(piece) + 6 > WIDTH:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{piece},"
    return "\n".join([head, *(f"    {line}" for line in lines), ")"])


def _literal(value: Any) -> str:
    """A setting as a Python literal: whole numbers from ten thousand on with underscores."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10_000:
        return f"{value:_}"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return f"{int(value):_}.0" if abs(value) >= 10_000 else repr(value)
    if isinstance(value, str) and len(value) > LONGEST:  # saved as it was typed, with its own line ends
        return 'open("text.txt", encoding="utf-8", newline="").read()'
    if isinstance(value, np.ndarray) or hasattr(value, "to_parquet"):  # by its name, as a notebook would hold it
        return "table"
    return repr(value)


def views_of(module: str) -> dict[str, Callable[..., View]]:
    """The functions of a module of `explorer.views` that make views, by name, in the order of the file."""
    found = vars(importlib.import_module(f"explorer.views.{module}"))
    return {name: each for name, each in found.items() if inspect.isfunction(each) and hasattr(each, "__wrapped__")}


def gallery(page: str | None = None) -> Table:
    """Every view in the order of the pages, or those of one page: its call, what it shows, and its settings.

    >>> gallery()["view"][0], gallery().rows > 60
    ('home.next_token', True)
    >>> set(gallery("memory")["view"]) < set(gallery()["view"])
    True
    """
    pages = [each.name for each in PAGES if (Path(__file__).parent / each.name).is_dir()]
    if page is not None and page not in pages:
        raise ValueError(f"Expected a page, one of {', '.join(pages)}, got {page!r}")
    pages = pages if page is None else [page]
    found = [(page, function) for page in pages for function in views_of(page).values()]
    return Table(
        {
            "view": [f"{page}.{function.__name__}" for page, function in found],
            "shows": [(inspect.getdoc(function) or "").split("\n")[0] for _, function in found],
            "settings": [", ".join(inspect.signature(function).parameters) for _, function in found],
        },
        "views",
    )
