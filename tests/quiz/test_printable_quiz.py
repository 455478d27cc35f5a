"""Sheets to print and QTI packages of a quiz."""

import io
import re
import zipfile
from html.parser import HTMLParser
from xml.etree import ElementTree as Xml

import pytest

from explorer.questions import ORDER, WORDS, Question
from explorer.quiz import QuizRequest, quiz
from explorer.quiz.moodle_xml import moodle
from explorer.quiz.printable_quiz import html, title, unlike, variants
from explorer.quiz.qti_package import ITEM, MANIFEST, TYPE, qti
from tests.support import slips_in

REQUEST = QuizRequest(7, 40)
VOID = {"meta"}


class Checked(HTMLParser):
    """Parser that collects all text and the tags left open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(page: str) -> str:
    checked = Checked()
    checked.feed(page)
    assert checked.open == []
    return "".join(checked.text)


@pytest.mark.parametrize("answers", [False, True])
def test_every_question_is_there_and_its_explanation_where_wanted(answers: bool) -> None:
    text = read(html([REQUEST], answers=answers))
    for question in quiz(REQUEST):
        assert question.prompt in text
        assert all(choice in text for choice in question.choices)
        assert (question.reason in text) is answers


def test_a_sheet_without_answers_marks_no_choice() -> None:
    assert "×</span>" not in html([REQUEST], answers=False)
    assert html([REQUEST], answers=True).count("×</span>") == sum(q.form == "choice" for q in quiz(REQUEST))


def test_each_sheet_has_its_own_numbers_seed_and_page() -> None:
    every = variants(QuizRequest(7, 5), 3)

    def link(request: QuizRequest) -> str:
        return f"https://example.org/check?k_seed={request.seed}&a=<b>"

    page = html(every, answers=True, link=link)
    assert "example.org" not in html(every, answers=False, link=link)
    assert page.count("<section>") == 3 and "section + section {break-before: page;}" in page
    for request in every:
        assert title(request) in page
        assert f"k_seed={request.seed}&amp;a=&lt;b&gt;" in page
    kinds = [[q.key for q in quiz(request)] for request in every]
    assert kinds == [kinds[0]] * 3
    same = [len({q.prompt for q in asked}) == 3 for asked in zip(*map(quiz, every), strict=True)]
    assert unlike(every) >= sum(same) >= 3


def test_it_needs_nothing_from_elsewhere() -> None:
    page = html([REQUEST], answers=True)
    assert not [word for word in ("http://", "https://", "<script", "<img", "@import", "url(") if word in page]
    assert page.startswith("<!DOCTYPE html>")


@pytest.mark.slow
def test_no_export_has_a_slip() -> None:
    every = [QuizRequest(seed, 40, (), seed + 1) for seed in range(12)]
    text = html(every, answers=True).partition("</style>")[2]
    assert not slips_in(re.sub(r"<[^>]*>|&[a-z]+;", "", text))
    assert not re.search(r"(?<!\.)\.\.(?!\.)", moodle(every))


REQUEST_QTI_PACKAGE = QuizRequest(seed=3, size=24)
OWN = (
    Question("Which of these?", ("a", "b", "c"), "c", key="step-1", topic="This lesson"),
    Question("Say <be> & go.", (), ("be", "Be", "is"), form=WORDS, key="step-2", topic="This lesson"),
    Question("In order?", ("b", "a"), ("a", "b"), form=ORDER, key="step-3", topic="This lesson"),
    Question("How many?", (), 4.5, low=(0.0,), high=(20.0,), slack=0.5, tolerance=0, key="step-4", topic="This lesson"),
)
NAMES = {"i": ITEM}
Items = list[tuple[Question, Xml.Element]]


@pytest.fixture(scope="module")
def package() -> zipfile.ZipFile:
    made = qti([REQUEST_QTI_PACKAGE], OWN)
    assert made == qti([REQUEST_QTI_PACKAGE], OWN)
    return zipfile.ZipFile(io.BytesIO(made))


@pytest.fixture(scope="module")
def items(package: zipfile.ZipFile) -> Items:
    names = sorted(set(package.namelist()) - {"imsmanifest.xml"})
    return list(
        zip([*OWN, *quiz(REQUEST_QTI_PACKAGE)], [Xml.fromstring(package.read(name)) for name in names], strict=True)
    )


def test_the_manifest_lists_every_file_once(package: zipfile.ZipFile) -> None:
    root = Xml.fromstring(package.read("imsmanifest.xml"))
    assert [part.tag for part in root] == [
        f"{{{MANIFEST}}}{name}" for name in ("metadata", "organizations", "resources")
    ]
    listed = root.findall(f"{{{MANIFEST}}}resources/{{{MANIFEST}}}resource")
    assert {each.get("href") for each in listed} | {"imsmanifest.xml"} == set(package.namelist())
    assert {each.get("type") for each in listed} == {TYPE}
    for each in listed:
        assert [file.get("href") for file in each] == [each.get("href")]
        assert Xml.fromstring(package.read(each.get("href"))).get("identifier") == each.get("identifier")


def test_an_item_has_its_parts_in_the_order_of_the_specification(items: Items) -> None:
    parts = ["responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing"]
    for question, item in items:
        assert item.tag == f"{{{ITEM}}}assessmentItem" and [part.tag.partition("}")[2] for part in item] == parts
        assert item.get("adaptive") == item.get("timeDependent") == "false" and item.get("title")
        assert re.fullmatch(r"[A-Za-z_][\w.-]*", item.get("identifier"))
        body = "".join(item.find("i:itemBody", NAMES).itertext())
        assert question.prompt in body
        (interaction,) = (each for each in item.iter() if each.tag.endswith("Interaction"))
        assert interaction.get("responseIdentifier") == item.find("i:responseDeclaration", NAMES).get("identifier")


def test_what_is_right_in_an_item_is_what_the_question_judges_as_right(items: Items) -> None:
    forms = set()
    for question, item in items:
        declared = item.find("i:responseDeclaration", NAMES)
        right = [value.text for value in declared.iterfind("i:correctResponse/i:value", NAMES)]
        forms.add(question.form)
        if question.choices:
            texts = {c.get("identifier"): c.text for c in item.iterfind(".//i:simpleChoice", NAMES)}
            assert len(texts) == len(question.choices)
            found = tuple(texts[value] for value in right)
            assert question.judge(found if question.form == ORDER else found[0]).right
            kind = "ordered" if question.form == ORDER else "single"
            assert (declared.get("cardinality"), declared.get("baseType")) == (kind, "identifier")
            assert (item.find(".//i:orderInteraction", NAMES) is not None) == (question.form == ORDER)
            choice = item.find(".//i:choiceInteraction", NAMES)
            assert choice is None or choice.get("maxChoices") == "1"
        elif question.form == WORDS:
            keys = [entry.get("mapKey") for entry in declared.iterfind("i:mapping/i:mapEntry", NAMES)]
            assert right[0] in keys and all(question.judge(key).right for key in keys)
        else:
            assert len(right) == 1 and question.judge(float(right[0])).right
            below, above = map(float, item.find(".//i:equal", NAMES).get("tolerance").split())
            assert below == above == pytest.approx(question.margin(question.value))
            assert len(item.findall(".//i:setOutcomeValue", NAMES)) == 2
    assert forms == {"choice", "number", "order", "words"}
