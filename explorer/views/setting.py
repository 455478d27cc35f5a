"""A setting of a picture, declared once beside the views that use it.

It stands as the default of a keyword argument, as `Field` does in pydantic, and `picture` reads it there:

    LENGTH: Any = Whole("Length (positions)", 256, 2, 8192, key="p_len", about="positions of the table")

    @picture()
    def heatmap(*, length: Int = LENGTH) -> View: ...

Those that several views share are annotations of a `TypedDict`, as in `length: Annotated[Int, LENGTH]`, which a view
takes as `**shared: Unpack[…]`.

From it follow the argument's default, its check with the message for a bad value, its line in the docstring, the
control on the page (`explorer.ui.ask`), that control's bounds in the address, and the cases of the tests' sweep.
"""

from __future__ import annotations

import difflib
import functools
import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args, get_type_hints

Others = Mapping[str, Any]
"""Values by name of the settings that stand before one in its view's signature; its own bounds may depend on them."""
if TYPE_CHECKING:  # a caller gives what has the method; in a view's body it is, by Any, the number that `picture` made

    class _Given(Protocol, Any): ...  # type: ignore[misc]

    class _Whole(_Given, Protocol):
        def __index__(self) -> int: ...

    class _Real(_Given, Protocol):
        def __float__(self) -> float: ...

    class _Array(_Given, Protocol):
        def __array__(self) -> Any: ...

    Int = int | _Whole
    Float = float | _Real
    Ints = Sequence[Int] | _Array
else:
    Int, Float, Ints = int, float, Sequence[int]
"""A view's arguments that may be Python's numbers or NumPy's, such as `position=scores.argmax()`."""


@dataclass(frozen=True)
class Setting(ABC):
    """What all kinds of settings have.

    Attributes:
        label: beside the control.
        default: its value; a function of the settings before it if it depends on these.
        key: of the control and in the address; "" for one that no control shows.
        about: what it is, for the documentation of each view that has it; it completes the line "`name`: …".
        help: explains the control, opened by a small question mark.
        terms: of the glossary, whose definitions stand in the control's help too.
        optional: whether it may be None, which `about` then explains.
    """

    label: str
    default: Any
    _: KW_ONLY
    key: str = ""
    about: str = ""
    help: str = ""
    terms: tuple[str, ...] = ()
    optional: bool = False

    def start(self, others: Others) -> Any:
        """The default, given the settings before it."""
        return self.default(others) if callable(self.default) else self.default

    def begin(self, others: Others) -> Any:
        """The value at which its control begins."""
        return self.start(others)

    @abstractmethod
    def expects(self, others: Others) -> str:
        """The values that it may have, in words that complete "Expected length to be …"."""

    def expects_on_page(self, others: Others) -> str:
        """The same in the words of the page, for the message on a link."""
        return self.expects(others)

    @abstractmethod
    def allows(self, value: Any, others: Others) -> bool:
        """Whether it may have this value."""

    def ends(self, others: Others) -> Sequence[Any]:
        """Its extreme values, at which tests try each view."""
        return [self.start(others)]

    def taken(self, value: Any) -> Any:
        """A value as a call may give it, in the type that is checked."""
        return value

    def read(self, value: Any) -> Any:
        """A checked value as the view gets it, and as the bounds of later settings see it."""
        return value

    def check(self, name: str, value: Any, others: Others) -> None:
        """Raise an error if it can't have this value.

        Raises:
            ValueError: it can't.

        >>> Whole("Length", 256, 2, 8192).check("length", 1, {})
        Traceback (most recent call last):
        ValueError: Expected length to be a whole number from 2 to 8,192, got 1
        """
        if not (self.optional and value is None) and not self.allows(value, others):
            meant = self.meant(value, others)
            raise ValueError(f"Expected {name} to be {self.expects(others)}, got {shown(value)}{meant}")

    def meant(self, value: Any, others: Others) -> str:
        """What a refused value may stand for, as the end of the message; "" if nothing is like it."""
        return ""


def shown(value: Any) -> str:
    """A value in a message: a table by its shape, a long one by its beginning.

    >>> shown(range(3)), shown(memoryview(b"abc")), shown(memoryview), len(shown("a" * 1_000))
    ('range(0, 3)', 'memoryview of shape (3,)', "<class 'memoryview'>", 200)
    """
    shape = () if isinstance(value, type) else getattr(value, "shape", ())
    text = f"{type(value).__name__} of shape {shape}" if shape else repr(value)
    return text if len(text) <= 200 else f"{text[:198]} …"


MOST_LISTED = 12
"""Options named in a message."""
Bound = float | Callable[[Others], Any]


def at(bound: Any, others: Others) -> Any:
    """A bound or a list of options, which may depend on the settings before it."""
    return bound(others) if callable(bound) else bound


@dataclass(frozen=True)
class Number(Setting):
    """A number from `low` to `high`.

    Attributes:
        low: the lowest value.
        high: the highest value.
        stops: of its slider; () for every step. Numbers between stops can be typed, and come from links.
        between: whether they can; else the page offers the stops alone.
        step: distance between two values of a whole number.
        typed: whether its control is a field to type into, without a slider.
    """

    low: Bound = 0
    high: Bound = 1
    stops: Sequence[float] = ()
    _: KW_ONLY
    between: bool = True
    step: float = 1
    typed: bool = False

    @functools.cached_property
    def has_gaps(self) -> bool:
        """Whether whole numbers between its stops can be chosen too."""
        stops = self.stops
        if not (stops and self.between):
            return False
        return all(float(each).is_integer() for each in stops) and stops[-1] - stops[0] >= len(stops)

    def bounds(self, others: Others) -> tuple[Any, Any]:
        """Lowest and highest value."""
        return at(self.low, others), at(self.high, others)

    def begin(self, others: Others) -> Any:
        """The default, or the bound next to it: a setting before this one may have moved the bounds past it.

        >>> Whole("Rows", 8, 1, lambda others: others["length"]).begin({"length": 4})
        4
        """
        (low, high), start = self.bounds(others), self.start(others)
        return start if start is None else min(max(start, low), high)

    def expects_on_page(self, others: Others) -> str:
        """Bounds, or the stops where the page offers no other values.

        >>> Whole("Steps", 600, 1, 5000, (150, 600), between=False).expects_on_page({})
        'one of 150, 600'
        """
        return self.expects(others) if self.between else f"one of {', '.join(f'{stop:,}' for stop in self.stops)}"

    def ends(self, others: Others) -> Sequence[Any]:
        """Lowest and highest value, and None where it may be that."""
        return [*dict.fromkeys(self.bounds(others)), *([None] if self.optional else [])]


@dataclass(frozen=True)
class Whole(Number):
    """A whole number; with `step` 2, an even one."""

    def expects(self, others: Others) -> str:
        """Bounds, in words.

        >>> Whole("Width", 128, 4, 1024, step=2).expects({})
        'an even number from 4 to 1,024'
        """
        low, high = self.bounds(others)
        kind = (
            "a whole number" if self.step == 1 else "an even number" if self.step == 2 else f"a multiple of {self.step}"
        )
        return f"{kind} from {low:,} to {high:,}"

    def taken(self, value: Any) -> Any:
        """A whole float, such as 1e6, as an int."""
        return int(value) if isinstance(value, float) and value.is_integer() else value

    def allows(self, value: Any, others: Others) -> bool:
        """Whether it is a whole number within the bounds."""
        low, high = self.bounds(others)
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return bool(low <= value <= high and (self.step == 1 or value % self.step == 0))


@dataclass(frozen=True)
class Real(Number):
    """Any number between two bounds."""

    def expects(self, others: Others) -> str:
        """Bounds, in words.

        >>> Real("Base", 10_000.0, 10, 1e6).expects({})
        'a number from 10 to 1e+06'
        """
        low, high = self.bounds(others)
        return f"a number from {low:g} to {high:g}"

    def allows(self, value: Any, others: Others) -> bool:
        """Whether it is a number within the bounds."""
        low, high = self.bounds(others)
        return not isinstance(value, bool) and isinstance(value, int | float) and bool(low <= value <= high)

    def read(self, value: Any) -> float | None:
        """A whole number as a float."""
        return None if value is None else float(value)


@dataclass(frozen=True)
class Choice(Setting):
    """One of several options.

    Attributes:
        options: values, or values with their labels on the page; a function of the settings before it if it depends on
            these. Links hold the label, and a value in its place is understood too, so that renaming a label breaks no
            link that the app makes.
        former: labels that an option had once, with its value: older links still hold them.
        listed: whether the control is a list to open instead of buttons side by side.
        radio: whether it is a row of round buttons, which stand apart.
        also: what else a call in a notebook may give, in words, such as the path of a file; the view checks it.
    """

    options: Sequence[Any] | Mapping[Any, str] | Callable[[Others], Any] = ()
    _: KW_ONLY
    former: Mapping[str, Any] = field(default_factory=dict)
    listed: bool = False
    radio: bool = False
    also: str = ""

    def labels(self, others: Others) -> dict[Any, str]:
        """Label of each option."""
        options = at(self.options, others)
        return dict(options) if isinstance(options, Mapping) else {each: str(each) for each in options}

    def expects(self, others: Others) -> str:
        """The options.

        >>> Choice("Layout", "rows", ("rows", "columns")).expects({})
        "one of 'rows', 'columns'"
        """
        return f"one of {', '.join(map(repr, self.labels(others)))}{self.also and f', or {self.also}'}"

    def expects_on_page(self, others: Others) -> str:
        """The labels of the options.

        >>> Choice("Layout", "rows", {"rows": "in rows", "columns": "in columns"}).expects_on_page({})
        'one of “in rows”, “in columns”'
        """
        labels = [f"“{label}”" for label in self.labels(others).values()]
        return f"one of {', '.join(labels)}" if len(labels) <= MOST_LISTED else f"one of its {len(labels):,} choices"

    def allows(self, value: Any, others: Others) -> bool:
        """Whether it is one of the options."""
        try:
            return bool(self.also) or value in self.labels(others)
        except TypeError:  # a list or a table, which is no option
            return False

    def meant(self, value: Any, others: Others) -> str:
        """The option that a text is like.

        >>> Choice("Optimizer", "Adam", ("SGD", "Adam")).meant("adam", {})
        "; did you mean 'Adam'?"
        """
        return "".join(f"; did you mean {each!r}?" for each in self.like(value, others))

    def like(self, value: Any, others: Others) -> list[str]:
        """The option that a text is like, if any."""
        options = {each.casefold(): each for each in self.labels(others) if isinstance(each, str)}
        if not isinstance(value, str | None) or value == "":
            return []
        text = str(value).casefold()
        near = difflib.get_close_matches(text, options, 1) or [each for each in options if text in each][:1]
        return [options[each] for each in near]

    def ends(self, others: Others) -> Sequence[Any]:
        """Every option."""
        return list(self.labels(others))


@dataclass(frozen=True)
class Several(Choice):
    """Some of several options, as a tuple in the order of the options.

    Attributes:
        most: how many at most.
        least: how many at least.
        pills: whether all options are shown, as buttons to press.
        placeholder: shown in the empty field, which stands for a default that depends on other settings.
    """

    _: KW_ONLY
    pills: bool = False
    most: int = 10**9
    least: int = 1
    placeholder: str | Callable[[Others], str] = ""

    def expects(self, others: Others) -> str:
        """How many of which options.

        >>> Several("Pairs", (0,), range(64), most=5).expects({})
        'a tuple of 1 to 5 different numbers from 0 to 63, growing'
        """
        options = list(self.labels(others))
        if options == list(range(len(options))):
            what = f"different numbers from 0 to {len(options) - 1:,}, growing"
        else:
            what = f"different ones of {', '.join(map(repr, options))}, in this order"
        many = f"{self.least} to {min(self.most, len(options))}"
        return f"a tuple of {many} {what}"

    def meant(self, value: Any, others: Others) -> str:
        """The option that a text without its tuple is like.

        >>> Several("Topics", (), ("Memory", "Order")).meant("Memory", {})
        "; did you mean ('Memory',)?"
        """
        parts = value if isinstance(value, tuple) else (value,)
        known = self.labels(others)
        meant = tuple(
            near
            for each in parts
            for near in ([each] if isinstance(each, str | int) and each in known else self.like(each, others))
        )
        return f"; did you mean {meant!r}?" if meant and len(meant) == len(parts) and meant != value else ""

    def allows(self, value: Any, others: Others) -> bool:
        """Whether it is a tuple of different options in their order."""
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        ranks = {each: rank for rank, each in enumerate(self.labels(others))}
        found = [ranks.get(each, -1) if not isinstance(each, bool) else -1 for each in value]
        return -1 not in found and found == sorted(set(found))

    def ends(self, others: Others) -> Sequence[Any]:
        """As few and as many as it may have."""
        options = tuple(self.labels(others))
        return [options[: self.least], options[-self.most :]]


@dataclass(frozen=True)
class Switch(Setting):
    """True or False."""

    def expects(self, others: Others) -> str:
        """Its two values."""
        return "True or False"

    def allows(self, value: Any, others: Others) -> bool:
        """Whether it is one of them."""
        return isinstance(value, bool)

    def ends(self, others: Others) -> Sequence[Any]:
        """Both."""
        return [False, True]


@dataclass(frozen=True)
class Text(Setting):
    """A text.

    Attributes:
        most: how many characters at most.
        height: of its field in pixels; 0 for one line.
        placeholder: shown in the empty field.
    """

    most: int = 1_000_000
    _: KW_ONLY
    height: int = 0
    placeholder: str = ""

    def expects(self, others: Others) -> str:
        """Its longest length."""
        return f"a text of at most {self.most:,} characters"

    def allows(self, value: Any, others: Others) -> bool:
        """Whether it is a text that isn't too long."""
        return isinstance(value, str) and len(value) <= self.most

    def meant(self, value: Any, others: Others) -> str:
        """How texts become the lines of one, for a field of several lines."""
        texts = self.height and isinstance(value, tuple) and all(isinstance(each, str) for each in value)
        return '; did you mean one text with a line for each, "\\n".join(…)?' if texts else ""


@dataclass(frozen=True)
class Own(Setting):
    """A setting with a check of its own, and no control that could be drawn from its declaration.

    Attributes:
        right: whether it may have a value, given the settings before it.
        says: what it expects, in words that complete "Expected points to be …"; a function if these depend on others.
    """

    right: Callable[[Any, Others], bool] = lambda value, others: True
    says: str | Callable[[Others], str] = ""

    def expects(self, others: Others) -> str:
        """What it expects, in words."""
        return str(at(self.says, others))

    def allows(self, value: Any, others: Others) -> bool:
        """Whether its own check passes."""
        return self.right(value, others)

    def meant(self, value: Any, others: Others) -> str:
        """The tuple of one text, for a text that stands alone."""
        return f"; did you mean {(value,)!r}?" if isinstance(value, str) and self.right((value,), others) else ""


def stops(low: int, high: int, *, singles: int = 200, parts: int = 2, step: int = 1) -> tuple[int, ...]:
    """Stops of a slider: every whole number up to `singles`, then round ones at growing distances, and powers of two.

    `parts` is how finely the second digit is divided: 200, 205, 210, … with 2, and 200, 210, … with 1.

    >>> stops(1, 8192)[:3], stops(1, 8192)[-3:], len(stops(1, 8192))
    ((1, 2, 3), (8100, 8150, 8192), 509)
    """
    chosen = {low, high, *(1 << bit for bit in range(20))}
    n = low
    while n <= high:
        chosen.add(n)
        n += 1 if n < singles else max(10 ** (len(str(n)) - 2) // parts, 1)
    return tuple(sorted(n for n in chosen if low <= n <= high and n % step == 0))


@functools.lru_cache(maxsize=256)
def settings_of(view: Callable[..., Any]) -> Mapping[str, Setting]:
    """The declared settings of a view, by name."""
    parameters = _parameters(inspect.signature(inspect.unwrap(view), eval_str=True))
    return {each.name: each.default for each in parameters if isinstance(each.default, Setting)}


def _parameters(signature: inspect.Signature) -> list[inspect.Parameter]:
    """Parameters, with those behind a `**shared: Unpack[Prepared]` first: each with its setting in the annotation."""
    found = list(signature.parameters.values())
    if not found or found[-1].kind is not inspect.Parameter.VAR_KEYWORD:
        return found
    hints = get_type_hints(get_args(found.pop().annotation)[0], include_extras=True)
    shared = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, default=hint.__metadata__[0], annotation=hint.__origin__
        )
        for name, hint in hints.items()
    ]
    return shared + found


def signature_of(view: Callable[..., Any]) -> inspect.Signature:
    """The signature as a notebook shows it: the settings' defaults, None for one that depends on others, and choices.

    >>> def draw(*, layout: str = Choice("Layout", "rows", ("rows", "columns"))): ...  # type: ignore[assignment]
    >>> print(signature_of(draw))
    (*, layout: Literal['rows', 'columns'] = 'rows')
    """
    signature = inspect.signature(view, eval_str=True)
    return signature.replace(parameters=[_resolved(each) for each in _parameters(signature)])


def _resolved(parameter: inspect.Parameter) -> inspect.Parameter:
    setting = parameter.default
    if not isinstance(setting, Setting):
        return parameter
    found = parameter.replace(default=None if callable(setting.default) else setting.default)
    if isinstance(setting, Choice) and not isinstance(setting, Several) and not callable(setting.options):
        options = Literal[tuple(setting.labels({}))]  # type: ignore[valid-type]
        return found.replace(annotation=f"{options} | …" if setting.also else options)
    return found


def resolve(settings: Mapping[str, Setting], given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each declared setting's checked value, in the order of declaration: as given, else its default.

    None stands for a default that depends on other settings.

    Raises:
        ValueError: a value that its setting can't have.

    >>> width = Whole("Width", 8, 4, 64)
    >>> last = Whole("Column", lambda others: others["width"] - 1, 0, lambda others: others["width"] - 1)
    >>> dict(resolve({"width": width, "column": last}, {"width": 16}))
    {'width': 16, 'column': 15}
    >>> dict(resolve({"width": width, "rows": Whole("Rows", 6, 1, lambda others: others["width"])}, {"width": 4}))
    Traceback (most recent call last):
    ValueError: Expected rows to be a whole number from 1 to 4, got 6, its default: give rows, too
    """
    others: dict[str, Any] = {}
    for name, setting in settings.items():
        derived = callable(setting.default) and not setting.optional and given.get(name) is None
        value = given[name] if name in given and not derived else setting.start(others)
        try:
            setting.check(name, value, others)
        except ValueError as error:
            if name in given and not derived:
                raise
            raise ValueError(f"{error}, its default: give {name}, too") from None
        others[name] = setting.read(value)
        yield name, others[name]


def document(doc: str, settings: Mapping[str, Setting]) -> str:
    """A docstring with a line for each declared setting under "Args:", before its examples.

    >>> print(document("Draw a table.", {"width": Whole("Width", 8, 4, 64, about="numbers in a row.")}))
    Draw a table.
    <BLANKLINE>
    Args:
        width: numbers in a row; a whole number from 4 to 64, default 8.
    """
    lines = [f"    {name}: {_line(setting, settings)}" for name, setting in settings.items() if setting.about]
    if not lines:
        return doc
    text = inspect.cleandoc(doc)
    if (found := re.search(r"^Args:\n", text, re.MULTILINE)) is not None:
        return text[: found.end()] + "\n".join(lines) + "\n" + text[found.end() :]
    found = re.search(r"^(>>> |Raises:|Example:|Returns:)", text, re.MULTILINE)
    head, tail = (text[: found.start()], "\n\n" + text[found.start() :]) if found else (text, "")
    return head.rstrip() + "\n\nArgs:\n" + "\n".join(lines) + tail


def _line(setting: Setting, settings: Mapping[str, Setting]) -> str:
    starts: dict[str, Any] = {}
    for name, each in settings.items():
        starts[name] = each.start(starts)
        if each is setting:
            break
    return f"{setting.about.rstrip('.')}; {setting.expects(starts)}, default {setting.start(starts)!r}."
