"""One failure case: its code, a guess, the outcome, fixes to try, and the same mistake in other libraries."""

from contextlib import nullcontext
from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.failures.case_catalogue import CASES
from explorer.failures.failure_case import (
    RIGHT,
    SILENT,
    STOPS,
    Case,
    Variant,
    cached_run,
    changed_lines,
    run_in_library,
    verdict,
)
from explorer.failures.mistakes_in_libraries import LIBRARIES, RECORDED, recorded
from explorer.questions import Question
from explorer.ui.frame import part_containers
from explorer.views import failures as views
from explorer.views.setting import Choice
from explorer.wording import ended


def annotate(source: str, remarks: dict[int, str]) -> str:
    r"""Append remarks, by line number, to lines of code.

    >>> annotate("a = 1\nb = a[2]", {2: "it stops here"}).splitlines()[1]
    'b = a[2]  # <- it stops here'
    """
    lines = source.splitlines()
    for number, remark in remarks.items():
        lines[number - 1] += f"  # <- {remark}"
    return "\n".join(lines)


def show_case(case: Case) -> None:
    """Draw the code and the picture, the guess, and everything else after the guess."""
    key = f"f_{case.slug}"
    large = ui.style.presenting()
    with nullcontext() if large else part_containers.take("question"):  # the code above the question
        left = st.container()
    lines, outcome = left.empty(), cached_run(case.source)
    happens = case.happens.format(answer=f"{case.answer[:1].lower()}{case.answer[1:]}")
    said = f"It stops at line {outcome.line}" if outcome.message else f"Nothing complains: {happens}"
    with left, nullcontext() if large else part_containers.in_place():
        guess = ui.predict(
            Question(case.question, case.guesses(), key=f"{key}_guess"),
            answer=case.right_guess,
            because=f"**{ended(said)}** {case.cause}",
            hint=case.hint,
        )
    line, remark = (outcome.line, "it stops here") if outcome.message else (case.mark, "wrong from here on")
    remarks = {line: remark} if guess else {}
    lines.code(annotate(case.source, remarks), language="python", line_numbers=True, wrap_lines=True)
    ui.show(key, guess.draw_in(views.mistake(case=case.name)))
    if not guess:
        return
    st.header("How could you have noticed?", anchor=False)
    ui.write(case.noticed)
    if case.kind == SILENT:
        st.code(case.check, language="python", wrap_lines=True)
        st.caption("Put this line after the faulty ones, and the program stops instead of going on.")
    ui.later("f_fix_more", "Try a fix", _fix, case, key, opened_by=(f"{key}_fix",))
    ui.later("f_elsewhere_more", "The same mistake in other libraries", _elsewhere, case, opened_by=("f_library",))


def _fix(case: Case, key: str) -> None:
    variants = {variant.name: variant for variant in case.variants}
    variant = variants[
        ui.control(Choice("Which change?", case.variants[0].name, list(variants), key=f"{key}_fix", radio=True))
    ]
    remarks = dict.fromkeys(changed_lines(case.source, variant.source), "changed")
    st.code(annotate(variant.source, remarks), language="python", line_numbers=True, wrap_lines=True)
    if st.button("Run", key=f"{key}_run", type="primary"):
        st.session_state["_f_ran"] = (case.name, variant.name)
    if st.session_state.get("_f_ran") != (case.name, variant.name):
        return
    outcome, judged = verdict(case, variant.source)
    _show_verdict(case, variant, judged)
    if outcome.message:
        st.code(outcome.message, language=None, wrap_lines=True)
    else:
        ui.show(f"{key}_after", views.mistake(case=case.name, fix=variant.name))


def _show_verdict(case: Case, variant: Variant, judged: str) -> None:
    if judged == RIGHT:
        st.success(f"It runs, and passes the check `{case.check}`. {variant.note}", icon=None)
    elif judged == STOPS:
        st.warning(f"It stops with a message. {variant.note}", icon=None)
    else:
        st.error(f"It runs, and does not pass the check `{case.check}`. {variant.note}", icon=None)


def _elsewhere(case: Case) -> None:
    lines = ["| library | what it does | its words |", "|---|---|---|"]
    for library in LIBRARIES:
        judged, message, lines_printed = library_result(case.name, library)
        words = message or (
            "prints " + " ".join(" ".join(lines_printed).split()) if lines_printed else "prints nothing"
        )
        lines.append(f"| {library} | {judged} | `{words.replace('|', '/')}` |")
    st.markdown("\n".join(lines))
    st.caption(when(case.name))
    library = ui.control(Choice("The program in", LIBRARIES[0], LIBRARIES, key="f_library"))
    program, _, judged = case.elsewhere[library].rpartition("\nwrong = ")
    st.code(program.rstrip(), language="python", wrap_lines=True)
    if judged != "False":
        st.caption(f"If it goes on, its numbers are wrong where `{judged}`.")


def when(case: str) -> str:
    """Sentence on which libraries run on this server, and when and in which version the others were recorded."""
    kept = recorded()[case]
    return "NumPy and this core were run by this server. Recorded: " + ", ".join(
        f"{library} {kept[library].version} on {kept[library].day}" for library in RECORDED
    )


@lru_cache(maxsize=256)
def library_result(case: str, library: str) -> tuple[str, str, tuple[str, ...]]:
    """Verdict, message and output of one library in one case; two libraries run now, two were recorded.

    >>> library_result("Negative ids wrap", "NumPy")
    ('goes on and is wrong', '', ('[5.]',))
    """
    if library in RECORDED:
        kept = recorded()[case][library]
        return kept.verdict, kept.message, kept.printed
    program = next(c.elsewhere[library] for c in CASES if c.name == case)
    outcome, verdict = run_in_library(program)
    return verdict, outcome.message, outcome.printed
