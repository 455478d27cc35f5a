"""One question after the other: answer, see at once why, open the picture that proves it, and come back."""

from html import escape

import streamlit as st

from explorer import ui
from explorer.content.escape_markdown import escape_markdown
from explorer.questions import ORDER, Question, Show
from explorer.questions.read_number import EXPECTED, TwoReadingsError
from explorer.quiz import PATH as AFTER_PATH
from explorer.quiz import QuizRequest, quiz, short
from explorer.ui.check import quiz_progress, quiz_settings
from explorer.ui.frame import answer_input, back_to_quiz_link, guide, part_containers, style
from explorer.ui.frame.answer_feedback import choose_reading
from explorer.views import check as views
from explorer.views.check.settings import Reply
from explorer.views.setting import Choice
from explorer.views.view import View

PART = ui.Part(
    "Questions",
    question="What do you know now?",
    why="Answering without looking shows you what you know. Every answer is explained at once, and a known mistake is "
    "called by its name.",
    look="“Show me the picture” comes with the answer, and shows why. A link leads back.",
)
_STYLE = """
.st-key-k_prompt div {font-size: 1.25rem; line-height: 1.4;}
"""
_ASIDE = """
:has(> * > .explorer-rail), .st-key-part_words, .st-key-part_look, .st-key-check_claims, .st-key-explorer_next {
  display: none !important;}
"""
"""Who comes from the path sees the questions, and no tools of a teacher."""


def show() -> None:
    """Draw the quiz's settings, the progress marks, the current question, and the results so far."""
    st.html(f"<style>{_STYLE}{_ASIDE * guide.is_aside()}</style>")
    large = style.presenting()  # the question then fills the screen, with the quiz's settings below it
    # A question first, then what changes it.
    head, card = (part_containers.take(name) if large else st.container() for name in ("choice", "question"))
    below = st.container()
    more = part_containers.take("shared") if large else st.container()
    with more:
        request = quiz_settings.ask()
    questions = quiz(request)
    if note := short(request):
        st.info(note)
    with head:
        at = _at(len(questions))
    with below:  # first, since the browser may hold answers to show on the card
        replies = quiz_progress.strip(request, questions)
    with card:
        _ask(request, questions, at, replies)
    with below:
        view = views.quiz(**vars(request), replies=dict(sorted(replies.items())))
        _result(request, questions, replies, view)
    if not guide.is_aside():
        ui.view_toolbar("k_quiz", view)


def _at(size: int) -> int:
    if st.session_state.get("k_at") not in (None, *map(str, range(1, size + 1))):
        st.session_state["k_at"] = str(size)  # the quiz has become shorter
    label = "collapsed" if style.presenting() else "visible"
    return int(ui.control(Choice("Question", 1, range(1, size + 1), key="k_at"), label_visibility=label))


def _ask(request: QuizRequest, questions: tuple[Question, ...], at: int, replies: dict[int, Reply]) -> None:
    question, reply = questions[at - 1], replies.get(at)
    with st.container(border=True, key="k_card"):
        topic = f" · {question.topic}" * (request.level != AFTER_PATH)  # the path has other names for them
        st.caption(f"Question {at} of {len(questions)}{topic}")
        with st.container(key="k_prompt"):
            st.text(question.prompt)
        if reply is None:
            _form(request, question, at)
        else:
            _show_reply(request, question, at, reply)
        with st.container(horizontal=True):
            if reply is None:
                st.button("Show the answer", key="k_skip", on_click=_give, args=(request, at, ""))
            if at > 1:
                st.button("← Back", key="k_back", on_click=_go, args=(at - 1,))
            if at < len(questions):
                st.button(
                    "Next question →",
                    key="k_next",
                    on_click=_go,
                    args=(at + 1,),
                    type="secondary" if reply is None else "primary",
                )


def _go(at: int) -> None:
    st.session_state["k_at"] = str(at)


def _form(request: QuizRequest, question: Question, at: int) -> None:
    name = f"{request.name}-{at}"
    problem = st.session_state.get("_k_problem", {}).get(name)
    if question.form == ORDER:
        answer_input.draw(question, f"k_{name}", give=lambda reply: _give(request, at, list(reply)))
    else:
        with st.form(f"k_form_{name}", border=False):
            answer_input.draw(question, f"_k_{name}", format_func=escape_markdown)
            st.form_submit_button("Check", type="primary", on_click=_submit, args=(request, question, at, name))
    if problem:
        # The message quotes what was typed, so it is shown as text and never as markdown.
        with st.container(key="k_problem"):
            if isinstance(problem, TwoReadingsError):
                st.text(str(problem))
                choose_reading(f"k_means_{name}", problem.texts, lambda text: _means(request, question, at, name, text))
            else:
                st.error("This answer can’t be read.")
                st.text(str(problem))


def _submit(request: QuizRequest, question: Question, at: int, name: str) -> None:
    problems = st.session_state.setdefault("_k_problem", {})
    reply = st.session_state.get(f"_k_{name}") or ""
    try:
        if not reply:
            wanted = EXPECTED[question.unit] if question.form == "number" else "one of the choices"
            raise ValueError(f"Expected {wanted}, got nothing. Answer first, or press “Show the answer”.")
        question.judge(reply)
    except ValueError as problem:
        problems[name] = problem
        return
    problems.pop(name, None)
    _give(request, at, reply)


def _means(request: QuizRequest, question: Question, at: int, name: str, text: str) -> None:
    st.session_state[f"_k_{name}"] = text
    _submit(request, question, at, name)


def _give(request: QuizRequest, at: int, reply: Reply) -> None:
    quiz_progress.replies(request)[at] = reply


def _show_reply(request: QuizRequest, question: Question, at: int, reply: Reply) -> None:
    found = question.judge_stored(reply)
    right = question.text(question.right)
    if reply:
        typed = reply if isinstance(reply, str) else " → ".join(reply)
        st.text(f"Your answer: {typed}" + (f", read as {found.understood}" if found.understood else ""))
    if found.right:
        st.success("Right.", icon=":material/check:")
    elif found.mistake is not None:
        st.warning(f"Not right. A known mistake: **{escape_markdown(found.mistake.name)}**.", icon=":material/close:")
        st.text(found.mistake.why)
    elif reply:
        st.warning("Not right.", icon=":material/close:")
    st.text(f"The answer: {right}")
    st.text(question.reason)
    show_picture(question.show, proof(request, question, at))


def proof(request: QuizRequest, question: Question, at: int) -> str:
    """The address of the screen that proves a question's answer, with the way back."""
    shown = question.show
    part = {f"{ui.info(shown.page).prefix}_part": shown.part} if shown.part else {}
    aside = {guide.LEFT: st.query_params[guide.LEFT]} if guide.is_aside() else {}
    back = quiz_settings.state_of(request, at) | aside
    return back_to_quiz_link.link_to(shown.page, {**part, **shown.state}, back)


def show_picture(show: Show, href: str) -> None:
    """Link to the screen that shows an answer, and where to look there."""
    where = escape(f"{ui.info(show.page).title}, {show.part}")
    st.html(f'<p class="quiz-show"><a href="{escape(href)}" title="{where}">Show me the picture →</a></p>')
    st.text(f"There, look at this: {show.look}")


def _result(request: QuizRequest, questions: tuple[Question, ...], replies: dict[int, Reply], view: View) -> None:
    if not replies:
        st.caption(
            "Your answers are kept by this browser alone."
            + " “Save, print, code” below has them as a file." * (not guide.is_aside())
        )
        return
    right = [n for n, reply in replies.items() if questions[n - 1].judge_stored(reply).right]
    done = len(replies) == len(questions)
    st.text(view.sentence)
    if done:
        missed = list(dict.fromkeys(questions[n - 1].topic for n in sorted(replies) if n not in right))
        if missed:
            st.text(
                f"Look again at: {', '.join(missed)}. “New numbers” asks the same kinds, “Other questions” begins with "
                "those that went wrong."
            )
        else:
            st.text("All are right. “Other questions” chooses the kinds anew.")
    with st.container(horizontal=True):
        st.button("Answer again from the start", key="k_restart", on_click=_restart, args=(request,))
        if done:
            st.button("New numbers", key="k_again", on_click=quiz_settings.new_seed, icon=":material/casino:")
            wrong = [questions[n - 1].key for n in replies if n not in right]
            st.button(
                "Other questions",
                key="k_more",
                on_click=quiz_settings.new_set,
                args=(wrong,),
                icon=":material/shuffle:",
            )


def _restart(request: QuizRequest) -> None:
    quiz_progress.clear(request)
    st.session_state.pop("_k_problem", None)
    for at in range(1, request.size + 1):
        st.session_state.pop(f"_k_{request.name}-{at}_taken", None)
    _go(1)
