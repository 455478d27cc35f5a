"""Moodle XML against the rules of its documentation and importer, since Moodle publishes no schema.

The rules: a `quiz` of `question`s; one of type "category" says where the others go; each has a name and a text; a
number has a tolerance, its first answer is worth 100; units have a multiplier and a name, the first is the base unit;
where one choice is right exactly one is worth 100; a matching question has at least two pairs.
"""

from __future__ import annotations

from html import unescape
from xml.etree import ElementTree as Xml

import pytest

from explorer.quiz import Request, judge, quiz
from explorer.quiz.moodle import UNITS, moodle

REQUEST = Request(11, 40)


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
    elements = list(root)[1:]
    assert [words(e, "questiontext/text").partition(" (From ")[0] for e in elements] == [
        q.prompt for q in quiz(REQUEST)
    ]
    names = [words(element, "name/text") for element in elements]
    assert len(set(names)) == len(names)
    for element, question in zip(elements, quiz(REQUEST), strict=True):
        kind = {"number": "numerical", "choice": "multichoice", "order": "matching"}[question.form]
        assert element.get("type") == kind
        assert element.find("questiontext").get("format") == "html"
        assert question.why in words(element, "generalfeedback/text")
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
        assert (list(units) == list(UNITS)) if question.unit == "bytes" else not units


def test_a_unit_divides_what_is_typed_as_moodle_does(root: Xml.Element) -> None:
    for element in questions(root, "numerical"):
        units = {words(unit, "unit_name"): float(words(unit, "multiplier")) for unit in element.findall("units/unit")}
        assert not units or next(iter(units.items())) == ("bytes", 1.0)
        for name, multiplier in units.items():
            # Moodle: value in the base unit = typed × (1 / multiplier)
            assert 3 * (1 / multiplier) == pytest.approx(3 * UNITS[name], rel=1e-9)


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
        question = next(q for q in quiz(REQUEST) if q.form == "order" and set(q.items) == {item for _, item in pairs})
        assert judge(question, [item for _, item in pairs]).right
        assert [place for place, _ in pairs] == ["1st", "2nd", "3rd", "4th"][: len(pairs)]


def test_all_three_types_are_among_these_questions(root: Xml.Element) -> None:
    assert all(questions(root, kind) for kind in ("numerical", "multichoice", "matching"))
