"""QTI 2.1: the quiz as a content package that many course systems and test tools import (1EdTech's open standard).

The structure follows its specification (imsglobal.org, "IMS Question and Test Interoperability", version 2.1): a zip
with `imsmanifest.xml` and a file for each item, of the namespaces and resource type there. QTI has no units, so a
number is asked for in its base unit.
"""

import io
import zipfile
from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from explorer.questions import NUMBER, ORDER, Question
from explorer.quiz.moodle_xml import decimal
from explorer.quiz.quiz_sets import QuizRequest, quiz

ITEM = "http://www.imsglobal.org/xsd/imsqti_v2p1"
MANIFEST = "http://www.imsglobal.org/xsd/imscp_v1p1"
TYPE = "imsqti_item_xmlv2p1"
_TEMPLATES = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/"
_DAY = (2020, 1, 1, 0, 0, 0)
"""Date of every file, so that the same questions make the same package."""


def qti(requests: Sequence[QuizRequest], own: Sequence[Question] = ()) -> bytes:
    """Own questions, and those of some quizzes, as one package, without duplicates."""
    every = [*own, *(question for request in requests for question in quiz(request))]
    questions = list({question.asked: question for question in every}.values())
    manifest = Xml.Element("manifest", xmlns=MANIFEST, identifier="embedding-explorer")
    metadata = Xml.SubElement(manifest, "metadata")
    Xml.SubElement(metadata, "schema").text = "QTIv2.1 Package"
    Xml.SubElement(metadata, "schemaversion").text = "1.0.0"
    Xml.SubElement(manifest, "organizations")
    resources = Xml.SubElement(manifest, "resources")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:

        def write(name: str, root: Xml.Element) -> None:
            Xml.indent(root)
            text = '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"
            package.writestr(zipfile.ZipInfo(name, _DAY), text)

        for number, question in enumerate(questions, start=1):
            name = f"item{number:03d}"
            resource = Xml.SubElement(resources, "resource", identifier=name, type=TYPE, href=f"{name}.xml")
            Xml.SubElement(resource, "file", href=f"{name}.xml")
            write(f"{name}.xml", _item(name, question))
        write("imsmanifest.xml", manifest)
    return out.getvalue()


def _item(name: str, question: Question) -> Xml.Element:
    item = Xml.Element(
        "assessmentItem",
        xmlns=ITEM,
        identifier=name,
        title=f"{question.topic}: {question.key}",
        adaptive="false",
        timeDependent="false",
    )
    kind = "ordered" if question.form == ORDER else "single"
    base = "identifier" if question.choices else "float" if question.form == NUMBER else "string"
    response = Xml.SubElement(item, "responseDeclaration", identifier="RESPONSE", cardinality=kind, baseType=base)
    right = question.right if isinstance(question.right, tuple) else (question.right,)
    if question.choices:
        values = [f"C{at}" for at in question.rights]
    else:
        values = [decimal(question.value)] if question.form == NUMBER else [str(right[0])]
    correct = Xml.SubElement(response, "correctResponse")
    for value in values:
        Xml.SubElement(correct, "value").text = value
    Xml.SubElement(item, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    body = Xml.SubElement(item, "itemBody")
    if question.choices:
        _interaction(body, question)
    else:
        exact = f" ({question.wanted.rpartition(' (')[2]}" if question.form == NUMBER else ""
        wanted = f"Your answer{', in bytes' if question.unit == 'bytes' else ''}{exact}: "
        Xml.SubElement(body, "p").text = question.prompt
        line = Xml.SubElement(body, "p")
        line.text = wanted
        Xml.SubElement(line, "textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="20")
    if question.form == NUMBER:
        _score_within(item, question)
    elif not question.choices:
        mapping = Xml.SubElement(response, "mapping", defaultValue="0")
        for words in dict.fromkeys(map(str, right)):
            Xml.SubElement(mapping, "mapEntry", mapKey=words, mappedValue="1", caseSensitive="false")
        Xml.SubElement(item, "responseProcessing", template=f"{_TEMPLATES}map_response")
    else:
        Xml.SubElement(item, "responseProcessing", template=f"{_TEMPLATES}match_correct")
    return item


def _interaction(body: Xml.Element, question: Question) -> None:
    """The choices, one of which is chosen, or which are put in order."""
    name = "orderInteraction" if question.form == ORDER else "choiceInteraction"
    interaction = Xml.SubElement(body, name, responseIdentifier="RESPONSE", shuffle="true")
    if question.form != ORDER:
        interaction.set("maxChoices", "1")
    ends = f" (From {question.ends[0]} to {question.ends[1]}.)" if question.form == ORDER else ""
    Xml.SubElement(interaction, "prompt").text = question.prompt + ends
    for at, choice in enumerate(question.choices):
        Xml.SubElement(interaction, "simpleChoice", identifier=f"C{at}").text = choice


def _score_within(item: Xml.Element, question: Question) -> None:
    """One mark for a number within the tolerance, which the standard templates cannot compare."""
    margin = decimal(question.margin(question.value))
    processing = Xml.SubElement(item, "responseProcessing")
    condition = Xml.SubElement(processing, "responseCondition")
    for branch, mark in (("responseIf", "1"), ("responseElse", "0")):
        case = Xml.SubElement(condition, branch)
        if branch == "responseIf":
            equal = Xml.SubElement(case, "equal", toleranceMode="absolute", tolerance=f"{margin} {margin}")
            Xml.SubElement(equal, "correct", identifier="RESPONSE")
            Xml.SubElement(equal, "variable", identifier="RESPONSE")
        outcome = Xml.SubElement(case, "setOutcomeValue", identifier="SCORE")
        Xml.SubElement(outcome, "baseValue", baseType="float").text = mark
