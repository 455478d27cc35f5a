"""Printable quizzes in HTML, with or without answers.

A sheet states set and seed. Only sheets with answers have the URL of the quiz in the app, which shows the answers.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape

from explorer.questions import CHOICE, WORDS, Question
from explorer.quiz.quiz_sets import QuizRequest, quiz
from explorer.wording import count

LIST = """
ol.questions > li {margin: 0 0 1.1rem; break-inside: avoid;}
ul.choices {list-style: none; padding-left: .2rem; margin: .3rem 0;}
ul.choices li {margin: .15rem 0;}
.box {display: inline-block; width: .95em; height: .95em; border: 1px solid currentColor; margin-right: .5em;
  text-align: center; line-height: .85em; vertical-align: -.1em;}
.line {display: block; border-bottom: 1px solid currentColor; height: 1.6rem; max-width: 22rem;}
.answer {border-left: 3px solid currentColor; padding-left: .7rem; margin-top: .4rem;}
.questions p {margin: .2rem 0;}
"""
"""CSS of the questions, on the page and on paper."""
_PAPER = """
body {font: 11pt/1.45 Georgia, 'Times New Roman', serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: #000; background: #fff;}
h1 {font-size: 1.3rem; margin: 0 0 .3rem;}
h2 {font-size: 1.05rem; margin: 1.4rem 0 .4rem;}
.who {display: flex; gap: 2rem; margin: .6rem 0 1.2rem;}
.who span {flex: 1; border-bottom: 1px solid #000; padding-top: 1rem;}
.note {font-size: .9em;}
section + section {break-before: page;}
@page {margin: 18mm;}
@media print {body {margin: 0; max-width: none; padding: 0;}}
"""


def title(request: QuizRequest) -> str:
    """Title of a sheet.

    >>> title(QuizRequest(7, 5, ("Memory", "Waves")))
    'Embeddings: 5 questions on Memory, Waves (set 1, seed 7)'
    """
    on = f" on {', '.join(request.topics)}" if request.topics else ""
    return f"Embeddings: {count(len(quiz(request)), 'question')}{on} (set {request.set_number}, seed {request.seed})"


def variants(request: QuizRequest, sheets: int) -> list[QuizRequest]:
    """One quiz per sheet, with consecutive seeds."""
    return [replace(request, seed=request.seed + i) for i in range(sheets)]


def unlike(requests: Sequence[QuizRequest]) -> int:
    """Number of questions whose text differs on every sheet.

    >>> unlike(variants(QuizRequest(size=3, topics=("Memory",)), 2))
    3
    """
    return sum(
        len({question.asked for question in same}) == len(requests) for same in zip(*map(quiz, requests), strict=True)
    )


def html(
    requests: Sequence[QuizRequest | None],
    *,
    answers: bool,
    link: Callable[[QuizRequest], str] | None = None,
    own: Sequence[Question] = (),
    heading: str = "",
) -> str:
    """HTML file with a sheet for each request, each starting on a new page.

    Args:
        requests: one quiz per sheet; None for a sheet of the own questions alone.
        answers: whether to include answers and explanations.
        link: URL of a quiz in the app, printed at the foot of sheets with answers.
        own: questions that come first on each sheet, on each in another order.
        heading: title of the lesson whose test this is.
    """
    many, sections = len(requests), []
    for at, request in enumerate(requests):
        head = heading or (title(request) if request else "Embeddings")
        head += f" (sheet {at + 1} of {many})" if many > 1 else ""
        sections.append(_section(request, head, answers, link, _turned(own, at)))
    return _document(heading or (title(requests[0]) if requests[0] else "Embeddings"), "\n".join(sections))


def key(requests: Sequence[QuizRequest | None], own: Sequence[Question], heading: str) -> str:
    """HTML file with the right answers alone, some lines for each sheet of `html`: what a teacher needs to mark it."""
    rows = []
    for at, request in enumerate(requests):
        every = [*_turned(own, at), *(quiz(request) if request else ())]
        said = "; ".join(f"{n}: <strong>{escape(q.right_words)}</strong>" for n, q in enumerate(every, start=1))
        rows.append(f"<p>Sheet {at + 1}. {said}.</p>")
    return _document(f"{heading}: answers", f"<h1>{escape(heading)}: answers</h1>{''.join(rows)}")


def _turned(own: Sequence[Question], at: int) -> list[Question]:
    """The own questions in the order of a sheet, which its neighbours' sheets have not."""
    first = at % max(1, len(own))
    return [*own[first:], *own[:first]]


def _document(name: str, body: str) -> str:
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(name)}</title>'
    style = f"<style>{_PAPER}{LIST}</style>"
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}{style}</head>\n<body>\n{body}\n</body></html>\n'


def listed(request: QuizRequest | None, *, answers: bool, own: Sequence[Question] = ()) -> str:
    """The own questions and those of one quiz as an HTML list."""
    every = [*own, *(quiz(request) if request else ())]
    questions = "\n".join(f"<li>{_question(question, answers)}</li>" for question in every)
    return f'<ol class="questions">\n{questions}\n</ol>'


def _section(
    request: QuizRequest | None,
    head: str,
    answers: bool,
    link: Callable[[QuizRequest], str] | None,
    own: Sequence[Question],
) -> str:
    foot = ""
    if link and answers and request:
        foot = f'<p class="note">The same quiz on the screen: {escape(link(request))}</p>'
    who = "<h2>With answers</h2>" if answers else '<div class="who"><span>Name</span><span>Date</span></div>'
    return f"<section><h1>{escape(head)}</h1>{who}\n{listed(request, answers=answers, own=own)}{foot}</section>"


def _question(question: Question, answers: bool) -> str:
    text = f"<p>{escape(question.prompt)}</p>"
    if question.form == CHOICE:
        boxes = "".join(
            f'<li><span class="box">{"×" if answers and at in question.rights else ""}</span>{escape(choice)}</li>'
            for at, choice in enumerate(question.choices)
        )
        text += f'<ul class="choices">{boxes}</ul>'
    elif question.form == "order":
        shown = "".join(f'<li><span class="box"></span>{escape(item)}</li>' for item in question.choices)
        text += f'<p class="note">Write 1 ({question.ends[0]}) to {len(question.choices)} ({question.ends[1]}).</p>'
        text += f'<ul class="choices">{shown}</ul>'
    elif not answers:
        wanted = "in a few words" if question.form == WORDS else question.wanted
        text += f'<p class="note">Your answer, {wanted}:</p><span class="line"></span>'
    if answers:
        text += (
            f'<div class="answer"><p><strong>{escape(question.text(question.right))}</strong></p>'
            f"<p>{escape(question.reason)}</p></div>"
        )
    return text
