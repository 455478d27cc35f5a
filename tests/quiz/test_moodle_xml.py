"""Moodle XML against the rules of its documentation and importer, since Moodle publishes no schema.

The rules: a `quiz` of `question`s; one of type "category" says where the others go; each has a name and a text; a
number has a tolerance, its first answer is worth 100; units have a multiplier and a name, the first is the base unit;
where one choice is right exactly one is worth 100; a matching question has at least two pairs.
"""

import re
from collections import Counter
from html import unescape
from xml.etree import ElementTree as Xml

import pytest

from explorer.questions import Question
from explorer.quiz import KINDS, QuizRequest, quiz
from explorer.quiz.moodle_xml import UNITS, moodle
from explorer.quiz.printable_quiz import variants

REQUEST = QuizRequest(11, 40)


@pytest.fixture(scope="module")
def root() -> Xml.Element:
    return Xml.fromstring(moodle([REQUEST]).encode())


def words(element: Xml.Element, path: str) -> str:
    found = element.find(path)
    assert found is not None, path
    return unescape((found.text or "").removeprefix("<p>").removesuffix("</p>"))


def questions(root: Xml.Element, kind: str) -> list[Xml.Element]:
    return [element for element in root if element.get("type") == kind]


def test_the_file_begins_as_xml_and_a_category_comes_first(root: Xml.Element) -> None:
    assert moodle([REQUEST]).startswith('<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
    assert root.tag == "quiz" and {element.tag for element in root} == {"question"}
    assert root[0].get("type") == "category"
    assert words(root[0], "category/text").startswith("$course$/")


def test_every_question_has_what_every_type_needs(root: Xml.Element) -> None:
    elements = [element for element in root if element.get("type") != "category"]
    for element, question in zip(elements, quiz(REQUEST), strict=True):
        assert words(element, "questiontext/text").startswith(question.prompt)
    names = [words(element, "name/text") for element in elements]
    assert len(set(names)) == len(names)
    for element, question in zip(elements, quiz(REQUEST), strict=True):
        kind = {"number": "numerical", "choice": "multichoice", "order": "matching"}[question.form]
        assert element.get("type") == kind
        assert element.find("questiontext").get("format") == "html"
        assert question.reason in words(element, "generalfeedback/text")
        assert float(words(element, "defaultgrade")) == 1
        assert 0 <= float(words(element, "penalty")) <= 1


def test_a_number_has_its_tolerance_its_units_and_the_known_mistakes(root: Xml.Element) -> None:
    asked = [question for question in quiz(REQUEST) if question.form == "number"]
    for element, question in zip(questions(root, "numerical"), asked, strict=True):
        first, *wrong = element.findall("answer")
        assert first.get("fraction") == "100" and {answer.get("fraction") for answer in wrong} <= {"0"}
        value, margin = float(words(first, "text")), float(words(first, "tolerance"))
        assert value == pytest.approx(question.value, rel=1e-9, abs=1e-11) and margin >= 0
        assert len(wrong) == len(question.mistakes)
        for answer, mistake in zip(wrong, question.mistakes, strict=True):
            assert abs(float(words(answer, "text")) - value) > margin
            assert words(answer, "feedback/text") == f"{mistake.name}: {mistake.why}"
        units = {words(unit, "unit_name"): float(words(unit, "multiplier")) for unit in element.findall("units/unit")}
        assert units == pytest.approx({name: 1 / size for name, size in UNITS[question.unit].items()})


def mark(element: Xml.Element, typed: str) -> tuple[int, str]:
    """Mark and feedback as in Moodle: of the first answer whose interval holds the typed value and unit."""
    number, unit = re.fullmatch(r"(-?[\d.]+) ?(\D*)", typed).groups()
    units = {words(u, "unit_name"): float(words(u, "multiplier")) for u in element.findall("units/unit")}
    value = float(number) * (1 / units[unit] if unit else 1)
    for answer in element.findall("answer"):
        right, margin = float(words(answer, "text")), float(words(answer, "tolerance"))
        margin += 1e-14 * max(abs(margin), abs(right), 1e-14)
        if right - margin <= value <= right + margin:
            return int(answer.get("fraction")), words(answer, "feedback/text")
    return 0, ""


@pytest.mark.slow
@pytest.mark.parametrize("name", list(KINDS))
def test_moodle_and_the_screen_mark_alike(name: str) -> None:
    """At the answer, at each known mistake, and just inside and outside the tolerance, in every unit."""
    for seed in range(6):
        question = KINDS[name](seed)
        if question.form != "number":
            return
        element = element_of(question)
        for of in (question.value, *(float(mistake.reply) for mistake in question.mistakes)):
            margin = question.margin(of)
            ends = (of + margin, of - margin, of + margin * (1 + 1e-9) + 1e-10, of - margin * (1 + 1e-9) - 1e-10)
            near = (of + sign * (margin * part + 1e-6) for sign in (1, -1) for part in (0.99, 1.01))
            for value in (of, *near, *ends):
                for unit, size in {"": 1, **UNITS[question.unit]}.items():
                    typed = f"{value / size:.18f} {unit}".strip()
                    fraction, feedback = mark(element, typed)
                    verdict = question.judge(typed.replace("-", "−"))
                    assert (fraction == 100) is verdict.right, (question.prompt, typed)
                    if feedback:
                        assert feedback == f"{verdict.mistake.name}: {verdict.mistake.why}", (question.prompt, typed)


def element_of(question: Question) -> Xml.Element:
    from explorer.quiz.moodle_xml import _question

    return _question(question, 1, question.seed)


@pytest.mark.slow
def test_a_file_of_many_sheets_has_each_text_once_and_a_category_for_each_kind() -> None:
    """So that a quiz draws one variant of each kind for each student."""
    requests = variants(QuizRequest(1, 8), 28)
    root = Xml.fromstring(moodle(requests).encode())
    variants_of: dict[str, list[str]] = {}
    for element in root:
        if element.get("type") == "category":
            held = variants_of.setdefault(words(element, "category/text").rpartition("/")[2], [])
        else:
            held.append(words(element, "name/text"))
    assert list(variants_of) == list(dict.fromkeys(q.key for q in quiz(requests[0])))
    assert all(name.endswith(f": {kind}") for kind, names in variants_of.items() for name in names)
    elements = [element for element in root if element.get("type") != "category"]
    texts = Counter(
        (words(e, "questiontext/text"), *sorted(words(s, "answer/text") for s in e.findall("subquestion")))
        for e in elements
    )
    assert max(texts.values()) == 1
    names = [name for each in variants_of.values() for name in each]
    assert len(set(names)) == len(names) == len(elements)


def test_one_choice_is_right_and_matching_pairs_stand_in_order(root: Xml.Element) -> None:
    asked = [question for question in quiz(REQUEST) if question.form == "choice"]
    for element, question in zip(questions(root, "multichoice"), asked, strict=True):
        assert words(element, "single") == "true"
        right = [words(a, "text") for a in element.findall("answer") if a.get("fraction") == "100"]
        assert right == [question.answer]
        assert sorted(words(a, "text") for a in element.findall("answer")) == sorted(question.choices)
    for element in questions(root, "matching"):
        pairs = [(words(sub, "text"), words(sub, "answer/text")) for sub in element.findall("subquestion")]
        assert len(pairs) >= 2
        question = next(q for q in quiz(REQUEST) if q.form == "order" and set(q.choices) == {item for _, item in pairs})
        assert question.judge([item for _, item in pairs]).right
        assert [ordinal for ordinal, _ in pairs] == ["1st", "2nd", "3rd", "4th"][: len(pairs)]


def test_all_three_types_are_among_these_questions(root: Xml.Element) -> None:
    assert all(questions(root, kind) for kind in ("numerical", "multichoice", "matching"))
