"""The page Teach: choosing, changing, extending, saving and opening a lesson."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from hashlib import shake_256
from html import unescape
from urllib.parse import parse_qsl
from xml.etree import ElementTree

import pytest
import segno
import streamlit as st
from streamlit.testing.v1 import AppTest

from explorer.content.en.lessons import BLOCKS, LESSONS, STANDARDS
from explorer.content.escape_markdown import escape_markdown
from explorer.content.lesson.field_validation import LessonError
from explorer.content.lesson.lesson_link import MOST_LINK, file_name, pack, to_file, unpack
from explorer.content.lesson.lesson_steps import Answer, Lesson, LessonStep, to_plain
from explorer.quiz import quiz
from explorer.quiz.moodle_xml import moodle
from explorer.quiz.printable_quiz import html, key, variants
from explorer.ui.teach import current_lesson, lesson_editor, lesson_plan, lesson_quiz
from explorer.ui.teach.answer_format import SIDES, read_number
from explorer.ui.teach.handout import code, sheet
from explorer.ui.teach.lesson_plan import presentation_data
from tests.support import numbers_in

Open = Callable[..., AppTest]
TEN = LESSONS["ten"]


def visible_text(app: AppTest) -> str:
    return "\n".join(
        [str(e.value) for kind in ("markdown", "info", "error", "text", "header") for e in app.get(kind)]
        + [e.proto.body for e in app.get("html")]
    )


def hand(app: AppTest):
    return app.session_state["_l_mine"][app.session_state["_l_name"]]


def field(app: AppTest, label: str):
    return next(
        e for kind in (app.text_input, app.text_area, app.number_input) for e in kind if e.label.startswith(label)
    )


def own_lessons(app: AppTest) -> list:
    return [box for box in app.selectbox if box.label == "Which of yours"]


def press(app: AppTest, label: str) -> AppTest:
    next(button for button in app.button if button.label == label).click()
    app.run()
    assert not app.exception, app.exception
    return app


@pytest.mark.parametrize("name", current_lesson.NAMES)
def test_the_plan_shows_every_step_with_its_question_answers_and_words(open_page: Open, name: str) -> None:
    app = open_page("teach", l_which=name)
    lesson = LESSONS[current_lesson.NAMES[name]]
    text = unescape(visible_text(app))
    assert lesson.about in text and len(lesson.steps) in numbers_in(text)
    for number, step in enumerate(lesson.steps, start=1):
        assert f"{number}. {step.title}" in text
        for said in (step.question, step.say, *(part for a in step.answers for part in (a.text, a.tells))):
            assert said in text


def test_the_way_back_from_a_lesson_leads_to_that_lesson(open_page: Open) -> None:
    mine = Lesson("Mine", TEN.steps[:2])
    for lesson in (TEN, mine):
        page, _, query = presentation_data(lesson)["back"].partition("?")
        assert page == "./teach"
        assert escape_markdown(lesson.title) in visible_text(open_page("teach", **dict(parse_qsl(query))))
    long = Lesson(
        "Long", tuple(LessonStep(f"{n}", "tokens", say=shake_256(bytes([n])).hexdigest(300)) for n in range(40))
    )
    assert len(pack(long)) > MOST_LINK and presentation_data(long)["back"] == "./teach"


def test_what_the_browser_adds_is_told_where_the_fragment_draws_and_not_before(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is drawn while a message is received comes first in a fragment's run, where the page's styles belong."""
    drawn: list[object] = []
    message = json.dumps({"kept": {}, "added": [{"id": "1", "address": "./memory"}]})
    monkeypatch.setattr(st, "session_state", {"l_keep": {"kept": message}})
    monkeypatch.setattr(st, "query_params", {})
    monkeypatch.setattr(st, "toast", drawn.append)
    current_lesson._receive_kept_lessons()
    lesson_editor._add_question()
    assert not drawn and st.session_state[current_lesson._NEW]
    monkeypatch.undo()
    app = open_page("teach")
    app.session_state[current_lesson._NEW] = "1 screen added."
    assert [numbers_in(toast.value) for toast in app.run().toast] == [{1}]
    assert not app.run().toast


def test_a_ready_lesson_that_is_changed_becomes_ones_own_and_is_in_the_address(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    press(app, "↓ Later")
    assert [s.title for s in hand(app).steps[:2]] == [TEN.steps[1].title, TEN.steps[0].title]
    assert app.session_state["l_which"] == "Yours"
    link = app.query_params["plan"]
    link = link if isinstance(link, str) else link[0]
    assert unpack(link, current_lesson.step_pages()) == hand(app)
    again = open_page("teach", plan=link, l_part="Change it")
    assert hand(again) == hand(app)
    press(again, "Remove")
    assert len(hand(again).steps) == len(TEN.steps) - 1
    assert LESSONS["ten"] is TEN and len(TEN.steps) == 4


def test_another_lesson_brings_its_own_fields(open_page: Open) -> None:
    """The browser reports its stored lesson a moment later; fields of the lesson shown so far don't overwrite it."""
    app = open_page("teach", l_part="Change it")
    assert field(app, "Title of this step").value == TEN.steps[0].title
    app.query_params["plan"] = pack(Lesson("Mine", TEN.steps[2:3]))
    app.run()
    assert field(app, "Title of the lesson").value == "Mine"
    assert field(app, "Title of this step").value == TEN.steps[2].title


def test_the_fields_of_a_step_are_kept(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    field(app, "Title of this step").set_value("Cats")
    field(app, "Minutes").set_value(7)
    field(app, "Question").set_value("How many?")
    field(app, "Answers").set_value("✓ three | has looked\ntwo")
    field(app, "What to say").set_value("Ask *twice* <b>")
    app.run()
    step = hand(app).steps[0]
    assert (step.title, step.minutes, step.question, step.say) == ("Cats", 7, "How many?", "Ask *twice* <b>")
    assert [(a.text, a.tells, a.right) for a in step.answers] == [("three", "has looked", True), ("two", "", False)]
    app = open_page("teach", plan=pack(hand(app)))
    assert "Ask *twice* &lt;b&gt;" in visible_text(app) and "twice* <b>" not in visible_text(app)


def test_how_a_question_of_ones_own_is_answered_is_kept_and_travels(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    field(app, "Question").set_value("Which?")
    field(app, "Answers").set_value("✓ a\nb\n✓ c")
    field(app, "Why").set_value("Because.")
    for label, typed in zip(SIDES, ("0", "100", "64", "2"), strict=True):
        field(app, label).set_value(typed)
    app.run()
    assert (hand(app).steps[0].number, hand(app).steps[0].within) == ((0, 100, 64), 2)
    assert [field(app, label).value for label in SIDES] == ["0", "100", "64", "2"]
    (kind,) = [radio for radio in app.radio if radio.key.endswith("_kind")]
    kind.set_value("words").run()
    assert not any(each.label.startswith("Or a number") for each in app.text_input), "of another kind"
    (covered,) = [box for box in app.checkbox if box.key.endswith("_covered")]
    covered.set_value(True)
    field(app, "After Reveal").set_value("tokens?t_part=Tokens&token=1")
    app.run()
    step = hand(app).steps[0]
    assert (step.kind, step.covered, step.why, step.number) == ("words", True, "Because.", None)
    assert step.shows["token"] == "1"
    (again,) = (
        each for each in unpack(pack(hand(app)), current_lesson.step_pages()).steps if each.question == "Which?"
    )
    assert again == step and field(app, "After Reveal").value.endswith("token=1")
    field(app, "After Reveal").set_value("positions?p_part=Shift")
    app.run()
    assert app.error and hand(app).steps[0] == step, "another page"


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        (("0", "100", "64"), (0, 100, 64)),
        (("0", "60 000", "50 257"), (0, 60_000, 50_257)),
        (("−5", "5", "0,5"), (-5, 5, 0.5)),
        (("0", "60,000", "3"), None),
        (("0", "1", ""), None),
    ],
)
def test_a_teachers_number_is_read_as_a_students_and_one_with_two_readings_is_asked_about(
    typed: tuple[str, ...], number: tuple[float, ...] | None
) -> None:
    if number is None:
        with pytest.raises(LessonError):
            read_number((*typed, ""))
    else:
        assert read_number((*typed, ""))[0] == number


def test_the_right_point_is_marked_below_the_fields_which_stay_as_they_are(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    (kind,) = [radio for radio in app.radio if radio.key.endswith("_kind")]
    kind.set_value("point").run()
    step = hand(app).steps[0]
    marked = replace(step, point=((0.0, 10.0, 4.0), (-1.0, 1.0, -0.25)), within=0.1)
    app = open_page("teach", l_part="Change it", plan=pack(hand(app).with_step(0, marked)))
    (title,) = [each.key for each in app.text_input if each.label.startswith("Title of this")]
    (near,) = [radio for radio in app.radio if "_near_" in radio.key]
    near.set_value(0.2).run()
    step = hand(app).steps[0]
    assert step.point == ((0.0, 10.0, 4.0), (-1.0, 1.0, -0.25)) and step.within == 0.2
    assert field(app, "Title of this").key == title
    app.run()
    assert hand(app).steps[0] == step, "as it was marked"
    assert "<strong>4</strong> across, <strong>−0.25</strong> up (at most 20 %" in lesson_plan._step(1, step)
    (drawn,) = sheet(Lesson("", (step,)), "http://10.0.0.7:8501/")["steps"]
    assert drawn["choices"] == ["a point in the picture: across, from 0 to 10; up, from −1 to 1"]
    field(app, "Screen").set_value("positions?p_part=Shift")
    app.run()
    assert not app.error and hand(app).steps[0].point is None, "another picture"


def test_a_plan_longer_than_its_time_is_said_and_an_optional_step_leaves_the_core_shorter(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    assert not app.warning
    field(app, "For the lesson").set_value(8)
    app.run()
    assert hand(app).time == 8 and {10, 2} <= numbers_in(app.warning[0].value)
    (optional,) = [box for box in app.checkbox if box.key.endswith("_optional")]
    optional.set_value(True)
    app.run()
    assert hand(app).steps[0].optional and hand(app).core_minutes == 8
    (warning,) = open_page("teach", plan=pack(hand(app))).warning
    assert 8 in numbers_in(warning.value)


def test_a_ready_block_is_added_whole_and_the_minutes_until_all_are_in_count(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    (block,) = [box for box in app.selectbox if box.label == "Block"]
    block.select("PIECES").run()
    press(app, "Add this block")
    assert hand(app).steps == (*TEN.steps, *BLOCKS["PIECES"].steps)
    field(app, "Until all are in").set_value(3).run()
    assert hand(app).minutes == TEN.minutes + BLOCKS["PIECES"].minutes + 3
    assert hand(app).minutes in numbers_in(app.warning[0].value)
    text = unescape(visible_text(open_page("teach", plan=pack(hand(app)))))
    assert BLOCKS["PIECES"].question in text and BLOCKS["PIECES"].exit in text and STANDARDS["CSTA 2-IC-21"][1] in text


@pytest.mark.parametrize("link", ["http://[", "http://elsewhere/admin?x=1"])
def test_a_steps_screen_by_its_address_and_what_is_said_to_a_wrong_one(open_page: Open, link: str) -> None:
    app = open_page("teach", l_part="Change it")
    press(app, "Add a question of your own")
    field(app, "Screen").set_value(link).run()
    assert len(app.error) == 1 and hand(app).steps[1].page == "home"
    field(app, "Screen").set_value("http://here:8501/positions?p_part=Clocks&p_pos=44&room=ABCDEF").run()
    step = hand(app).steps[1]
    assert (step.page, step.state, step.bare) == ("positions", {"p_part": "Clocks", "p_pos": "44"}, False)


def test_aims_and_the_closing_task_are_typed_and_stand_in_the_plan(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    assert field(app, "After it the class can").value == "\n".join(TEN.aims)
    field(app, "After it the class can").set_value("count <tokens>\n\n read a row ").run()
    field(app, "Closing task").set_value("Tell it & draw it.").run()
    assert (hand(app).aims, hand(app).closing) == (("count <tokens>", "read a row"), "Tell it & draw it.")
    field(app, "Closing task").set_value("x" * 301).run()
    assert any(300 in numbers_in(error.value) for error in app.error)
    app = open_page("teach", plan=pack(Lesson("Mine", TEN.steps[:1], aims=("count <tokens>",), closing="Tell & draw.")))
    assert "<li>count &lt;tokens&gt;</li>" in visible_text(app) and "Tell &amp; draw." in visible_text(app)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_test_of_a_lesson_asks_what_its_blocks_teach_each_with_own_numbers(lesson: Lesson) -> None:
    taught = {kind for step in lesson.steps for kind in BLOCKS[step.block].quiz}
    asked = lesson_quiz.request(lesson)
    if not taught:
        assert asked is None
        return
    one, *others = [quiz(each) for each in variants(asked, 5)]
    assert {q.key for q in one} == taught and all([q.key for q in one] == [q.key for q in other] for other in others)
    assert len({tuple(q.prompt for q in each) for each in (one, *others)}) == 5


def test_a_test_of_a_lesson_has_its_own_questions_without_those_that_paper_cannot_judge() -> None:
    right, wrong = Answer("a & b", right=True), Answer("c")
    steps = (
        LessonStep("", "home", bare=True, question="Which?", answers=(right, wrong), why="So."),
        LessonStep("", "home", bare=True, question="All?", answers=(wrong, right)),
        LessonStep("", "home", bare=True, question="How many?", number=(0, 20, 4.5), within=0.5),
        LessonStep("", "home", bare=True, question="Say it.", answers=(Answer("be", right=True),), kind="words"),
        LessonStep("", "home", bare=True, question="In order?", answers=(right, wrong), kind="order"),
        LessonStep("", "home", question="Which arrow?", answers=(right, wrong), pictured=True),
        LessonStep("", "home", bare=True, question="A poll?", answers=(Answer("x"), Answer("y"))),
        LessonStep("", "home", bare=True, question="Where?", kind="point", point=((0, 1, 0.5), (0, 1, 0.5))),
    )
    mine = lesson_quiz.own(Lesson("Mine", steps))
    assert [q.prompt for q in mine] == ["Which?", "All?", "How many?", "Say it.", "In order?"]
    assert lesson_quiz.request(Lesson("Mine", steps)) is None
    two = html([None, None], answers=False, own=mine, heading="Our lesson")
    assert [f"<h1>Our lesson (sheet {at} of 2)</h1>" in two for at in (1, 2)] == [True, True]
    first, second = (sheet.index("Which?") - sheet.index("All?") for sheet in two.split("<section>")[1:])
    assert first < 0 < second, "neighbours have another order"
    paper = html([None], answers=True, own=mine)
    assert all(q.prompt in paper for q in mine) and paper.count("×</span>") == 2 and "a &amp; b" in paper
    sheets = key([None, None], mine, "Our lesson").split("<p>Sheet ")[1:]
    assert re.findall(r"<strong>(.*?)</strong>", sheets[0])[:3] == ["a &amp; b", "a &amp; b", "4 to 5"]
    assert re.findall(r"<strong>(.*?)</strong>", sheets[1])[:2] == ["a &amp; b", "4 to 5"], "the sheet's own order"
    root = ElementTree.fromstring(moodle([], mine))
    assert [each.get("type") for each in root.findall("question") if each.get("type") != "category"] == [
        "multichoice",
        "multichoice",
        "numerical",
        "shortanswer",
        "matching",
    ]
    fractions = [
        [a.get("fraction") for a in q.findall("answer")] for q in root.findall("question[@type='multichoice']")
    ]
    assert fractions == [["100", "0"], ["0", "100"]]


def test_leaving_out_the_optional_steps_makes_a_copy_and_the_whole_lesson_stays(open_page: Open) -> None:
    steps = LessonStep("One", "tokens"), LessonStep("Two", "tokens", optional=True)
    app = open_page("teach", plan=pack(Lesson("Mine", steps)))
    press(app, "Leave out the optional steps")
    assert [step.title for step in hand(app).steps] == ["One"]
    yours = next(box for box in app.selectbox if box.label == "Which of yours")
    assert yours.options == ["1. Mine", "2. Mine (short)"] and "1 step" in app.toast[0].value


def test_the_plan_gives_the_test_in_one_press(open_page: Open) -> None:
    app = open_page("teach")
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels == ["Moodle XML", "QTI 2.1", "To print", "Its answers"]
    app = open_page("teach", plan=pack(Lesson("Mine", (LessonStep("Failures", "failures"),))))
    assert not app.get("download_button") and app.caption


@pytest.mark.parametrize("link", ["eleven", "1abc", "1" + "a" * MOST_LINK])
def test_a_bad_link_says_what_is_wrong_and_the_ready_lessons_are_there(open_page: Open, link: str) -> None:
    app = open_page("teach", plan=link)
    (error,) = app.error
    assert "link" in error.value
    assert TEN.steps[0].title in visible_text(app)


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_handout_holds_no_notes_and_its_answers_after_all_steps(lesson: Lesson) -> None:
    told = sheet(lesson, "http://10.0.0.7:8501/")
    text = json.dumps(told, ensure_ascii=False)
    assert [s for s in lesson.steps if s.say in text or any(a.tells in text for a in s.answers)] == []
    assert not re.search("✓|true", re.sub(r"<svg.*?</svg>|embed=true|[hx]_(more|shown)=true", "", text))
    for step, drawn in zip(lesson.steps, told["steps"], strict=True):
        assert drawn["question"].startswith(step.question)
        assert (f"1 to {len(step.answers)}" in drawn["question"]) is (step.kind == "order")
        written = step.kind in ("words", "map")  # what students write has no choices; a question of one's own has them
        asked = [f"a number from {step.number[0]:g} to {step.number[1]:g}"] if step.number else []
        asked = asked or ["a point in the picture: across, from −3.7 to 0.6; up, from −0.6 to 2.7"] * bool(step.point)
        answers = [answer.text for answer in step.answers if not written]
        assert sorted(drawn["choices"]) == sorted(asked or answers)
        assert (drawn["choices"] == (asked or answers)) is (step.kind != "order"), "mixed"
        assert drawn["link"] == f"http://10.0.0.7:8501/{step.link.removeprefix('./')}"
        # Nothing gives an answer away before the last page; a map is of the class's own sentences.
        assert drawn["frame"].startswith(step.link) is not (step.covered or step.kind == "map")
        assert bool(drawn["answer"]) is bool(step.covered or step.shows)
        right = [answer.text for answer in step.answers if answer.right and step.question]
        assert drawn["why"] == step.why and all(text in drawn["right"] for text in right)


def upload(app: AppTest, content: bytes) -> AppTest:
    app.get("file_uploader")[0].upload("lesson.json", content, "application/json")
    app.run()
    assert not app.exception
    return app


def test_a_file_is_opened_and_a_damaged_one_is_refused(open_page: Open) -> None:
    app = upload(open_page("teach", l_part="Change it"), to_file(LESSONS["ninety"])[:-40].encode())
    assert app.error and "_l_name" not in app.session_state
    app = upload(open_page("teach", l_part="Change it"), to_file(LESSONS["ninety"]).encode())
    assert hand(app) == LESSONS["ninety"]


def test_what_is_wrong_with_a_file_stands_right_below_its_field_and_goes_with_the_next_change(open_page: Open) -> None:
    app = upload(open_page("teach", l_part="Change it"), b"[]")
    assert [each.type for each in _flat(app.main) if each.type in ("file_uploader", "error")] == [
        "file_uploader",
        "error",
    ]
    press(app, "↓ Later")
    assert not app.error
    field(app, "Or a number").set_value("many")
    app.run()
    assert [each.type for each in _flat(app.main) if each.type in ("file_uploader", "error")] == [
        "error",
        "file_uploader",
    ]


def _flat(block):
    for child in block.children.values():
        yield from _flat(child) if hasattr(child, "children") else (child,)


def test_a_saved_file_has_the_name_of_its_lesson(open_page: Open) -> None:
    app = open_page("teach", plan=pack(Lesson("Cats: 9b / Monday", TEN.steps[:1])), l_part="Change it")
    (saved,) = app.get("download_button")
    assert saved.proto.label == "Save as a file"
    assert file_name(hand(app)) == "Cats 9b Monday.json"


def test_several_lessons_of_ones_own_stand_side_by_side_under_their_titles(open_page: Open) -> None:
    app = open_page("teach", plan=pack(Lesson("Mine", TEN.steps[:2])), l_part="Change it")
    press(app, "↓ Later")
    mine = hand(app)
    assert not own_lessons(app), "it is the same lesson, changed"
    app.session_state[current_lesson.WHICH] = "45 minutes"
    app.run()
    press(app, "Remove")
    assert len(hand(app).steps) == len(LESSONS["forty-five"].steps) - 1
    upload(app, to_file(TEN).encode())
    (which,) = own_lessons(app)
    ready = LESSONS["forty-five"].title.lower()  # “One lesson: …”, which a changed one need not be
    titles = ["Mine", hand_title := which.options[1].partition(". ")[2], TEN.title]
    assert ready.endswith(f": {hand_title.lower()}")
    assert len({*which.options}) == 3 and all(map(str.endswith, which.options, titles))
    which.select_index(0).run()
    assert hand(app) == mine == unpack("".join(app.query_params["plan"]), current_lesson.step_pages())
    press(app, "Copy it, under another title")
    assert hand(app).title != mine.title and hand(app).steps == mine.steps
    press(app, "Delete it from this browser")
    assert hand(app) == TEN
    press(app, "Undo")
    assert hand(app).title != mine.title and hand(app).steps == mine.steps
    (which,) = own_lessons(app)
    listed = {option.partition(". ")[2] for option in which.options}
    assert len(which.options) == 4 and mine.title in listed
    assert {told and told["lesson"] for told in app.session_state["_l_write"].values()} == listed


def test_the_last_own_lesson_is_deleted_and_a_ready_one_comes(open_page: Open) -> None:
    app = open_page("teach", plan=pack(Lesson("Mine", TEN.steps[:2])), l_part="Change it")
    press(app, "Delete it from this browser")
    assert not app.session_state["_l_mine"] and "plan" not in app.query_params
    assert field(app, "Title of the lesson").value == TEN.title
    press(app, "Undo")
    assert hand(app).title == "Mine"


def test_the_browsers_lessons_come_beside_the_one_of_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = Lesson("One", TEN.steps[:1]), Lesson("Two", TEN.steps[:2])
    kept = {"a": to_plain(one), "b": to_plain(two)}
    for opened, current in (one, "a"), (None, "b"), (Lesson("Three", TEN.steps), "linked"):
        state: dict = {"l_keep": {"kept": json.dumps({"kept": kept, "added": []})}}
        monkeypatch.setattr(st, "session_state", state)
        monkeypatch.setattr(st, "query_params", {})
        if opened:
            current_lesson._mine()["linked"] = opened
            current_lesson._open("linked")
        current_lesson._receive_kept_lessons()
        assert current_lesson.name() == current and current_lesson.own_lesson() == (opened or two)
        assert {"a", "b"} <= set(current_lesson._mine()) and len(current_lesson._mine()) == 2 + (current == "linked")


def test_a_wrong_link_is_still_named_when_the_browsers_lessons_have_come(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {"a": to_plain(Lesson("One", TEN.steps[:1]))}
    state: dict = {"l_keep": {"kept": json.dumps({"kept": kept, "added": []})}}
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(st, "query_params", {"plan": "no lesson"})
    current_lesson._from_link()
    told = state["_l_wrong"]
    current_lesson._receive_kept_lessons()
    assert told and state["_l_wrong"] == told and current_lesson.name() == "a"


def test_another_title_of_the_lesson_leaves_the_fields_of_the_step_as_they_are(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    before = field(app, "Question").key
    field(app, "Title of the lesson").set_value("Mine").run()
    assert hand(app).title == "Mine" and field(app, "Question").key == before


def test_in_presenter_mode_answers_and_words_are_folded(open_page: Open) -> None:
    for present in ("true", "false"):
        app = open_page("teach", present=present)
        text = next(html for e in app.get("html") if 'class="plan"' in (html := e.proto.body))
        open_to_all = unescape(re.sub("<details>.*?</details>", "", text, flags=re.DOTALL))
        for step in TEN.steps:
            assert step.question in open_to_all
            for said in (
                step.say,
                *(each.tells for each in step.answers),
                *(f"✓ <strong>{a.text}" for a in step.answers if a.right),
            ):
                assert said in unescape(text) and (said in open_to_all) == (present == "false"), said


def test_in_presenter_mode_the_fields_for_the_teacher_alone_are_folded(open_page: Open) -> None:
    for present in ("true", "false"):
        app = open_page("teach", l_part="Change it", present=present)
        assert field(app, "Answers to expect").value and field(app, "What to say").value
        fold = [e for e in app.expander if e.label == current_lesson.FOLDED]
        folded = {each.label.partition(" ")[0] for e in fold for each in (*e.text_area, *e.text_input)}
        assert folded >= {"Answers", "Or", "Why,", "What"} if present == "true" else not folded
        assert not any(e.proto.expanded for e in fold)


def test_what_a_browser_kept_is_read_as_a_strangers_file_is(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    for message, problem in (
        ("no json", ""),
        (json.dumps({"kept": {"a": {"steps": [{"page": "admin"}]}}, "added": []}), "kept cannot be read"),
        (json.dumps({"kept": {}, "added": [{"id": "1", "address": "./admin"}]}), "was not added"),
        (json.dumps({"kept": "many", "added": []}), ""),
        (json.dumps({"kept": {}, "added": "many"}), ""),
        (json.dumps([1]), ""),
        (7, ""),
    ):
        state: dict = {"l_keep": {"kept": message}}
        monkeypatch.setattr(st, "session_state", state)
        current_lesson._receive_kept_lessons()
        assert problem in str(state.get("_l_wrong", "")) and "_l_name" not in state


@pytest.mark.parametrize(
    ("named", "current"), [(None, current_lesson.YOURS), ("10 minutes", current_lesson.YOURS), ("45 minutes",) * 2]
)
def test_a_link_to_a_ready_lesson_opens_it_whatever_the_browser_kept(
    named: str | None, current: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = json.dumps({"kept": {"a": to_plain(Lesson("Mine", TEN.steps[:1]))}, "added": []})
    monkeypatch.setattr(st, "session_state", {"l_keep": {"kept": kept}, current_lesson.WHICH: named})
    monkeypatch.setattr(st, "query_params", {})
    current_lesson._receive_kept_lessons()
    assert st.session_state[current_lesson.WHICH] == current
    assert ("plan" in st.query_params) is (current == current_lesson.YOURS)
    assert current_lesson.own_lesson().title == "Mine", "it can be chosen"


def test_one_screen_alone_is_printed_and_a_wrong_one_is_refused(open_page: Open) -> None:
    app = open_page("teach", l_part="The plan", screen="http://here/positions?p_part=Clocks&p_pos=44&room=ABCDEF")
    assert "./positions?p_part=Clocks&amp;p_pos=44" in visible_text(app) and "1 step" in visible_text(app)
    app = open_page("teach", screen="http://here/admin")
    assert "“admin”" in visible_text(app)


def test_a_lesson_from_a_link_is_the_default_of_every_run(open_page: Open) -> None:
    """A browser that merges two runs sees only the second, which sets no value, and takes its default."""
    app = open_page("teach", plan=pack(Lesson("Mine", TEN.steps[:2])))
    app.run()
    (which,) = [group.proto for group in app.get("button_group") if group.proto.label == "Lesson"]
    assert [which.options[at].content for at in which.default] == [current_lesson.YOURS]


def test_what_comes_with_another_change_is_passed_over(open_page: Open) -> None:
    """A forged message can press “Remove” and rename at once: by then the fields belong to another lesson."""
    app = open_page("teach", l_part="Change it")
    field(app, "Title of the lesson").set_value("Another title")
    field(app, "Question").set_value("Another question?")
    press(app, "Remove")
    assert hand(app).title in (TEN.title, "How a word becomes numbers", "Another title")
    assert [step.question for step in hand(app).steps] == [step.question for step in TEN.steps[1:]]


def test_a_change_is_kept_at_once_and_undone(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    question = field(app, "Question").set_value("One?").key
    app.run()
    assert hand(app).steps[0].question == "One?" and field(app, "Question").key == question, "typing goes on in it"
    field(app, "Or a number").set_value("many")
    app.run()
    assert hand(app).steps[0].question == "One?" and app.error and field(app, "Or a number").value == "many"
    field(app, "Question").set_value("Two?")
    app.run()
    assert app.error and hand(app).steps[0].question == "One?", "what is wrong is told as long as it stands there"
    field(app, "Or a number").set_value("")
    app.run()
    assert not app.error and hand(app).steps[0].question == "Two?"
    press(app, "↓ Later")
    for question in "Two?", "One?", TEN.steps[0].question:
        press(app, "Undo")
        assert hand(app).steps[0].question == question == field(app, "Question").value
    assert hand(app) == TEN and next(b for b in app.button if b.label == "Undo").disabled


def test_a_ready_step_with_another_question_says_what_is_still_the_ready_ones(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    before = len(app.info)
    field(app, "Question").set_value("Is “dog” the same as “Dog”?").run()
    assert len(app.info) == before + 1
    field(app, "Why, said").set_value("A capital is another character.").run()
    assert len(app.info) == before


def test_a_question_without_a_picture_is_added_and_open(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    app.button(key="_l_bare").click().run()
    assert (*hand(app).steps[:1], *hand(app).steps[2:]) == TEN.steps and hand(app).steps[1].bare, "after the open step"
    (chosen,) = [each for each in app.radio if str(each.key).startswith("_l_step_")]
    assert chosen.value == 1
    field(app, "Question").set_value("Who painted the picture that hangs behind the blackboard?").run()
    step = hand(app).steps[1]
    assert step.bare and step.heading.startswith("Who painted") and step.heading != step.question
    (listed,) = [each for each in app.radio if str(each.key).startswith("_l_step_")]
    assert listed.options[1].endswith(step.heading)  # and so on the stage and in the report
    assert lesson_plan.presentation_data(hand(app))["steps"][1]["title"] == step.heading


def test_every_step_is_presented_at_the_address_of_its_screen() -> None:
    told = presentation_data(TEN)
    assert [step["href"] for step in told["steps"]] == [step.link for step in TEN.presented]
    assert all({"title", "question", "answers", "say", "minutes"} <= set(step) for step in told["steps"])


def test_words_alone_leave_the_question_as_it_was(open_page: Open) -> None:
    app = open_page("teach", l_part="Change it")
    field(app, "What to say").set_value("Mine.")
    app.run()
    assert hand(app).steps[0] == replace(TEN.steps[0], say="Mine.")


def test_the_code_of_a_handout_is_whole_at_any_size() -> None:
    svg = code("http://10.0.0.7:8501/positions?p_part=Clocks")
    width, height = (int(n) for n in re.search(r'viewBox="0 0 (\d+) (\d+)"', svg).groups())
    made = segno.make("http://10.0.0.7:8501/positions?p_part=Clocks", error="m")
    assert (width, height) == made.symbol_size()
