"""Moodle XML: the quiz as a file that Moodle's question bank imports (Question bank → Import → Moodle XML format).

Moodle publishes no schema. The structure follows its documentation (docs.moodle.org, "Moodle XML format") and its
importer (question/format/xml/format.php); tests/quiz/test_moodle_xml.py checks these rules. Numbers may have the units
of `UNITS`: the typed number is divided by the unit's `multiplier`, so MB has 0.000001. An ordering question becomes a
matching question, since older Moodles have no ordering type.
"""

from collections.abc import Sequence
from decimal import Decimal
from html import escape
from xml.etree import ElementTree as Xml

from explorer.questions import Question
from explorer.quiz.quiz_sets import QuizRequest, quiz
from explorer.wording import ended

UNITS: dict[str, dict[str, int]] = {
    "bytes": {
        "bytes": 1,
        **{f"{letter}B": 1000**power for power, letter in enumerate("kMGT", 1)},
        **{f"{letter}iB": 1024**power for power, letter in enumerate("KMGT", 1)},
    },
    "%": {"%": 1, "percent": 1},
    "times": {"times": 1, "x": 1, "×": 1},
    "": {},
}
"""Units that Moodle accepts with their factors, by the question's unit."""
_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def moodle(requests: Sequence[QuizRequest], own: Sequence[Question] = ()) -> str:
    """Own questions, and those of some quizzes, as one Moodle XML file, without duplicates.

    One category per kind, within its topic's: a random question from each gives all students the same kinds with
    different numbers.
    """
    found: dict[object, tuple[int, int, Question]] = {q.asked: (0, at, q) for at, q in enumerate(own, start=1)}
    for request in requests:
        for number, question in enumerate(quiz(request), start=1):
            found.setdefault(question.asked, (request.seed, number, question))
    root = Xml.Element("quiz")
    for topic, kind in dict.fromkeys((question.topic, question.key) for _, _, question in found.values()):
        category = Xml.SubElement(root, "question", type="category")
        _text(Xml.SubElement(category, "category"), f"$course$/top/Embedding Explorer/{topic}/{kind}")
        for seed, number, question in found.values():
            if question.key == kind:
                root.append(_question(question, number, seed))
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"


def _question(question: Question, number: int, seed: int) -> Xml.Element:
    kind, fill = {
        "number": ("numerical", _numerical),
        "choice": ("multichoice", _multichoice),
        "order": ("matching", _matching),
        "words": ("shortanswer", _shortanswer),
    }[question.form]
    element = Xml.Element("question", type=kind)
    _text(Xml.SubElement(element, "name"), f"{seed}.{number:02d} {question.topic}: {question.key}")
    how = {
        "order": f" (From {question.ends[0]} to {question.ends[1]}.)",
        "number": f" (Your answer, {question.wanted}.)",
    }
    _html(element, "questiontext", question.prompt + how.get(question.form, ""))
    _html(element, "generalfeedback", f"{ended(question.text(question.right))} {question.reason}")
    _plain(element, "defaultgrade", "1")
    _plain(element, "penalty", "0.3333333")
    _plain(element, "hidden", "0")
    fill(element, question)
    return element


def _numerical(element: Xml.Element, question: Question) -> None:
    """The right answer with its tolerance, then known mistakes with 0 % and their feedback."""
    _answer(element, decimal(question.value), 100, "", question.margin(question.value))
    for mistake in question.mistakes:
        if isinstance(mistake.reply, (int, float)):
            margin = question.margin(mistake.reply)
            _answer(element, decimal(float(mistake.reply)), 0, f"{mistake.name}: {mistake.why}", margin)
    if known := UNITS[question.unit]:
        units = Xml.SubElement(element, "units")
        for name, size in known.items():
            unit = Xml.SubElement(units, "unit")
            _plain(unit, "multiplier", decimal(1 / size))
            _plain(unit, "unit_name", name)
    # Units, if there are any, are optional and follow the number.
    for name, value in (
        ("unitgradingtype", "0"),
        ("unitpenalty", "0.1"),
        ("showunits", "0" if known else "3"),  # 0: typed after the number; 3: no units
        ("unitsleft", "0"),
    ):
        _plain(element, name, value)


def _multichoice(element: Xml.Element, question: Question) -> None:
    for name, value in (("single", "true"), ("shuffleanswers", "true"), ("answernumbering", "abc")):
        _plain(element, name, value)
    known = {mistake.reply: f"{mistake.name}: {mistake.why}" for mistake in question.mistakes}
    for at, choice in enumerate(question.choices):
        _answer(element, choice, 100 if at in question.rights else 0, known.get(choice, ""))


def _shortanswer(element: Xml.Element, question: Question) -> None:
    """Any of the expected words, without regard to case."""
    _plain(element, "usecase", "0")
    right = question.right
    for words in right if isinstance(right, tuple) else (right,):
        _answer(element, str(words), 100, "", form="moodle_auto_format")


def _matching(element: Xml.Element, question: Question) -> None:
    _plain(element, "shuffleanswers", "true")
    right = question.right
    if not isinstance(right, tuple):
        raise TypeError(f"Expected items in an order, got {right!r}")
    for ordinal, item in zip(_ORDINALS, map(str, right), strict=False):
        sub = Xml.SubElement(element, "subquestion", format="html")
        _plain(sub, "text", f"<p>{ordinal}</p>")
        _text(Xml.SubElement(sub, "answer"), item)


def _answer(
    element: Xml.Element,
    text: str,
    fraction: float,
    feedback: str,
    tolerance: float | None = None,
    form: str = "html",
) -> None:
    form = form if tolerance is None else "moodle_auto_format"
    answer = Xml.SubElement(element, "answer", fraction=f"{fraction:g}", format=form)
    _plain(answer, "text", escape(text, quote=False) if form == "html" else text)
    _html(answer, "feedback", feedback)
    if tolerance is not None:
        _plain(answer, "tolerance", decimal(tolerance))


def decimal(value: float) -> str:
    """A number with all its digits and without an exponent, for the importer.

    >>> decimal(102400000.0), decimal(0.0078125), decimal(-0.5), decimal(1e-7), decimal(-0.0)
    ('102400000', '0.0078125', '-0.5', '0.0000001', '0')
    """
    return f"{Decimal(repr(value + 0.0)):f}".removesuffix(".0")


def _html(parent: Xml.Element, name: str, text: str) -> None:
    _plain(Xml.SubElement(parent, name, format="html"), "text", f"<p>{escape(text, quote=False)}</p>" if text else "")


def _text(parent: Xml.Element, text: str) -> None:
    _plain(parent, "text", text)


def _plain(parent: Xml.Element, name: str, text: str) -> None:
    Xml.SubElement(parent, name).text = text
