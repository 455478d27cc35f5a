"""Quiz downloads, for print and for a course system, with the same questions."""

from collections.abc import Callable
from mimetypes import guess_type

import streamlit as st

from explorer import ui
from explorer.content.guided_path import address
from explorer.quiz import QuizRequest, short
from explorer.quiz import printable_quiz as paper
from explorer.quiz.moodle_xml import moodle
from explorer.ui.check import quiz_settings
from explorer.ui.frame import base_url
from explorer.views import check as views

PART = ui.Part(
    "Sheets",
    question="What do I ask on paper, or in Moodle?",
    why="A class can answer on paper too, or in its course system. The same [[seed]] makes the same sheet. Every pupil "
    "can have numbers of their own.",
    look="Choose topics and how many sheets. Each sheet has the next seed: the same kinds of question, most with other "
    "numbers.",
)


def show() -> None:
    """Draw the quiz's controls, the number of sheets, the downloads, and a preview of the first sheet."""
    st.html("<style>.st-key-page_before {display: none;}</style>")  # a sheet is of no lesson
    request = quiz_settings.ask()
    settings = ui.ask(views.sheets, "number", "answers", given=vars(request))
    answers = settings["answers"]
    if note := short(request):
        st.info(note)
    view = views.sheets(**settings)
    every = paper.variants(request, settings["number"])
    _files(every, answers, _link())
    st.text(view.sentence)
    st.header("The first sheet", anchor=False)
    with st.container(border=True, key="k_paper"):
        st.html(f"<style>{paper.LIST}</style>{paper.listed(request, answers=answers)}")
    ui.view_toolbar("k_sheet", view)


def button(label: str, content: Callable[[], str | bytes], name: str, key: str) -> None:
    """Draw the download of a file, whose content is made on the press, and whose kind follows from its name."""
    st.download_button(label, content, file_name=name, mime=guess_type(name)[0], key=key, on_click="ignore")


def _link() -> Callable[[QuizRequest], str] | None:
    here = base_url.base()
    if not here:
        return None
    return lambda request: here + address("check", quiz_settings.state_of(request)).removeprefix("./")


def _files(every: list[QuizRequest], answers: bool, link: Callable[[QuizRequest], str] | None) -> None:
    name = f"quiz-{every[0].seed}" + ("-answers" if answers else "")
    with st.container(horizontal=True, key="k_files"):
        button("HTML to print", lambda: paper.html(every, answers=answers, link=link), f"{name}.html", "k_file_html")
        button("Moodle XML", lambda: moodle(every), f"{name}.xml", "k_file_xml")
    st.caption(
        "Moodle: Question bank → Import → Moodle XML format. The file has units, tolerances, feedback on known "
        "mistakes, and always the answers."
    )
