"""A class's answers on the teacher's screen: votes, numbers, a full room, no room; and the guided path."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content.guided_path import StepId
from explorer.questions import ORDER, WORDS, Question
from explorer.rooms import room_store
from explorer.ui.frame import guide
from explorer.ui.room import class_answers, membership
from explorer.ui.room.membership import Teacher
from tests.support import numbers_in


def test_each_choice_has_its_number_and_the_right_one_is_named() -> None:
    drawn = class_answers.html(Question("", ("<b>", "two"), "two"), (0, 1, 1, 1))
    assert re.findall(r"(\d+) of (\d+)", drawn) == [("1", "4"), ("3", "4")]
    assert "&lt;b&gt;" in drawn and "two ✓ right" in drawn
    assert re.findall(r"width: (\d+)%", drawn) == ["25", "75"]  # of all, not of the largest
    asked = Question("", ("a", "b"), "b")
    both = class_answers.html(asked, (0, 0, 0, 1), (0, 1, 1, 1), covered=True)
    assert re.findall(r"(\d+) → (\d+)", both) == [("3", "1"), ("1", "3")]  # each choice before and after the talk
    assert re.findall(r"(before)?\W+width: (\d+)%", both.replace("style=", "")) == [
        ("", "25"),
        ("before", "75"),
        ("", "75"),
        ("before", "25"),
    ]
    assert "right" not in both
    alone = class_answers.html(asked)
    assert alone.count('class="bar') == 2 and " of " not in alone
    nobody = class_answers.html(asked, ())
    assert "0 of 0" in nobody and "width" not in nobody and "Nobody has guessed yet." in nobody


def test_a_bar_is_as_tall_as_its_share_and_the_right_number_has_its_place() -> None:
    def histogram(drawn: list[tuple[float]], high: float = 10.0, right: float = 2.5, **more: Any) -> str:
        asked = Question("", (), right, tolerance=0, low=(0.0,), high=(high,), **more)
        return unquote(class_answers.html(asked, drawn))

    tiny = histogram([(1e-6,), (3e-6,)], 1e-5, 5e-6)
    assert "0.000002" in tiny, "the middle is as exact as the answers"
    few = histogram([(0.0,), (4.0,), (4.5,)])
    assert (
        all(f'class="dot" d="M{at} ' in few for at in ("0.0", "40.0", "45.0")) and "bar" not in few.split("<path", 1)[1]
    )
    assert {0, 2.5, 4, 5, 7.5, 10} <= numbers_in(few.rpartition("<img")[2]) | numbers_in(few.partition("<img")[0])
    drawn = histogram([(0.0,), *[(9.9,), (10.0,)] * 8])
    assert '<path class="bar" d="M0 20v-1.1h5V20z"/><path class="bar" d="M95 20v-18.0h5V20z"/>' in drawn
    assert 'class="middle" d="M99.0 0V20"' in drawn and 'class="truth" d="M25.0 0V20"' in drawn
    assert "bar" not in histogram([]).partition("</style>")[2]
    comma = histogram([(2.5,), (4.5,)], slack=0.5, comma=True)
    assert all(said in comma for said in ("from 2,5 to 4,5", "right: 2 to 3", "middle: 3,5"))


def test_an_order_has_the_number_of_answers_at_each_place_and_nothing_right_while_it_is_covered() -> None:
    asked = Question("", ("cat", "ant"), ("ant", "cat"), form=ORDER)
    given = ((1.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    open_, shown = (class_answers.html(asked, given, covered=covered) for covered in (True, False))
    cells = [re.findall(r"<td[^>]*>([^<]+)</td>", each) for each in (open_, shown)]
    assert cells == [["1", "2", "2", "1"], ["2 ✓", "1", "1", "2 ✓"]]
    assert shown.index("ant") < shown.index("cat") and open_.index("cat") < open_.index("ant")
    assert class_answers.html(asked, covered=True).count("<li>") == 2, "no bars before there are answers"


def test_the_most_frequent_words_come_first_and_right_ones_are_marked_once_they_may_be_seen() -> None:
    asked = Question("", (), ("be",), form=WORDS)
    said = ("die", "Be!", "BE", "<b>", "be")
    assert re.findall(r"<li>(.*?)</li>", class_answers.html(asked, said))[:2] == ["<strong>be (3) ✓</strong>", "die"]
    assert re.findall(r"<li>(.*?)</li>", class_answers.html(asked, said, covered=True))[0] == "Be! (3)"


def test_a_room_full_of_questions_says_so_and_hides_the_answer(
    open_in_room: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_store, "MOST_QUESTIONS", 0)
    code, secret = membership.store().open()
    app = open_in_room(Teacher(code, secret), "positions", p_part="Counting")
    said = [note.value for note in app.warning]
    assert said == ["A room holds 0 questions. This one is not asked."]
    assert not app.success


def test_a_page_that_holds_too_much_says_so(
    open_in_room: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_store, "MOST_STATE", 10)
    code, secret = membership.store().open()
    app = open_in_room(Teacher(code, secret), "claims")
    assert any("at most 10 characters per screen" in note.value for note in app.warning)


AT = StepId(5, 2)
KEY = "guide_answer_5b"


def test_each_step_of_the_path_asks_the_class(open_in_room: Callable[..., AppTest]) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    step = guide.path().step(AT)
    teacher = open_in_room(Teacher(code, secret), step.page, guide=str(AT))
    assert f"guide={AT}" in rooms.room(code).link
    asked = rooms.room(code).questions[KEY]
    assert asked.choices == tuple(step.question.choices) and asked.right == step.question.right
    rooms.submit_answer(code, rooms.join(code), KEY, 0)
    teacher.button(key="_room_guesses").click().run()
    teacher.button(key="_room_reveal").click().run()
    assert rooms.room(code).questions[KEY].revealed
    assert str(asked.right) in "".join(note.value for note in teacher.success)


def test_links_of_the_path_keep_the_room_and_no_more_than_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert membership.stay("./tokens?guide=1b") == "./tokens?guide=1b"
    monkeypatch.setattr(membership, "current", lambda: Teacher("ABCDEF", "s3cret"))
    assert membership.stay("./tokens?guide=1b") == "./tokens?guide=1b&room=ABCDEF"
    assert membership.stay("./") == "./?room=ABCDEF"


Open = Callable[..., AppTest]


def words(app: AppTest) -> str:
    return "\n".join(str(e.value) for e in app.markdown)


def test_nobody_waits_for_who_has_left(open_in_room: Open) -> None:
    rooms = membership.store()
    code, secret = rooms.open()
    seats = [rooms.join(code) for _ in range(3)]
    teacher = open_in_room(Teacher(code, secret), "positions", p_part="Counting")
    assert f"**Room {code}**\n**0 of 3** answered" in words(teacher)
    rooms.leave(code, seats[0])
    teacher.run()
    assert "**0 of 2** answered" in words(teacher)

    rooms.submit_answer(code, seats[1], "p_carry", 0)
    rooms.leave(code, seats[1])
    teacher.run()
    assert "**1 of 2** answered (1 left)" in words(teacher)
    rooms.submit_answer(code, seats[2], "p_carry", 1)
    teacher.run()
    assert "**2 of 2** answered (1 left)" in words(teacher)
    teacher.button(key="_room_guesses").click().run()
    (shown,) = [
        e.proto.body for e in teacher.get("html") if "room-bars" in e.proto.body and "<style" not in e.proto.body
    ]
    assert shown.count("1 of 2") == 2  # of all guesses


@pytest.fixture
def damaged(kept_at: Path) -> None:
    kept_at.write_bytes(b"no database" * 1000)


def warnings_of(app: AppTest) -> list[str]:
    return [warning.value for warning in app.warning]


@pytest.mark.usefixtures("damaged")
def test_a_link_into_a_room(open_in_room: Callable[..., AppTest]) -> None:
    app = open_in_room(None, "positions", p_part="Counting")
    app.session_state["_room_kept"] = json.dumps({"code": "ABCDEF", "secret": "s"})  # as if the tab had answered
    app.query_params["room"] = "ABCDEF"
    app.run()
    assert len(warnings_of(app)) == 1 and "“rooms.sqlite”, is damaged" in warnings_of(app)[0]
    assert "works without a room" in warnings_of(app)[0] and app.title
    assert app.radio(key="p_carry").value is None  # one may guess alone


@pytest.mark.usefixtures("damaged")
def test_the_teacher_stays_in_the_room_and_no_answer_is_shown(open_in_room: Callable[..., AppTest]) -> None:
    app = open_in_room(Teacher("ABCDEF", "s"), "positions", p_part="Counting")
    assert len(warnings_of(app)) == 1 and warnings_of(app)[0].startswith("**Room ABCDEF:**")
    assert app.session_state["_room_me"].code == "ABCDEF"
    assert not app.success and not [radio for radio in app.radio if radio.key == "p_carry"]


def test_without_a_room_nothing_is_said_and_nothing_is_stored(
    open_in_room: Callable[..., AppTest], kept_at: Path
) -> None:
    assert warnings_of(open_in_room(None, "positions", p_part="Counting")) == []
    assert not list(kept_at.parent.iterdir())
