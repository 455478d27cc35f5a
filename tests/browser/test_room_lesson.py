"""A lesson with a teacher and students, each in their own browser, on a server that is killed meanwhile."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from explorer.content.lesson.lesson_link import pack
from explorer.content.lesson.lesson_steps import Answer, Lesson, LessonStep
from tests.browser.classroom_server import School, bar, end_room, open_room


@pytest.mark.nightly
def test_a_class_guesses_the_teacher_reveals_and_a_killed_server_loses_nothing(
    new_page: Callable[..., Page], school: School
) -> None:
    teacher = new_page()
    code = open_room(teacher, f"{school.address}/positions?p_part=Counting&p_c_pos=61")
    near, far = new_page(width=390, height=844, touch=True), new_page()
    for student in (near, far):
        student.goto(f"{school.address}/?room={code}")  # an old link
        student.wait_for_url(f"**/join?room={code}")
    expect(bar(teacher)).to_contain_text("0 of 2 answered")
    assert teacher.url.count(code) == 1 and "secret" not in teacher.url

    question = teacher.locator("[class*=_box]").filter(has_text="Guess first.").first
    choices = question.locator(".room-bars .word").all_inner_texts()
    assert len(choices) >= 2 and teacher.get_by_text("Just show me").count() == 0
    for student, choice in ((near, choices[0]), (far, choices[1])):
        student.get_by_text(choice, exact=True).click()
    expect(bar(teacher)).to_contain_text("2 of 2 answered")
    assert near.get_by_text("The class has guessed.").count() == 0

    school.kill()
    teacher.wait_for_selector("[data-testid=stApp]:not([data-test-connection-state=CONNECTED])")
    for student in (near, far):
        expect(student.get_by_role("status")).to_contain_text("Trying again")
    school.again()
    expect(bar(teacher)).to_contain_text("2 of 2 answered")
    for student in (near, far):
        expect(student.get_by_role("status")).to_contain_text("Your answer is in.")
    reveal = bar(teacher).get_by_role("button", name=re.compile("Show the guesses|Reveal the answer"))
    revealed = teacher.get_by_text("The class has guessed.")
    for _ in range(60):  # before the browser has reconnected, a press is lost, and its button may go meanwhile
        with suppress(TimeoutError):
            reveal.click(timeout=1_000)
        teacher.wait_for_timeout(1_000)
        if revealed.count():
            break
    assert teacher.locator(".room-bars").first.inner_text().count("1 of 2") == 2
    for student, choice in ((near, choices[0]), (far, choices[1])):
        expect(student.get_by_text("The class has guessed.")).to_be_visible()
        expect(student.locator(".word").filter(has_text="your guess")).to_contain_text(choice)
    expect(teacher.get_by_text("The class has guessed.")).to_be_visible()

    bar(teacher).get_by_role("button", name="Ask again").click()
    for student in (near, far):
        expect(student.get_by_text("Talk to your neighbour, then guess again.")).to_be_visible()
    end_room(teacher)
    expect(bar(teacher)).to_have_count(0)
    for student in (near, far):
        expect(student.get_by_role("status")).to_contain_text("The room has ended.")


@pytest.mark.nightly  # each day: tests/ui/join/test_http_routes.py
def test_the_notes_window_shows_the_answers_first_and_reveals_and_turns(
    new_page: Callable[..., Page], server: str
) -> None:
    answers = Answer("maybe", "TELLS", right=True), Answer("no")
    steps = (
        LessonStep("First", "positions", {"p_part": "Clocks"}, "Is 44 near 0?", answers=answers, say="SAID-1"),
        LessonStep("Second", "tokens", {"t_part": "Rows"}, say="SAID-2"),
    )
    teacher, student = new_page(width=1440, height=900), new_page(width=390, height=844)
    code = open_room(teacher, f"{server}/teach?plan={pack(Lesson('Mine', steps))}")
    student.goto(f"{server}/join?room={code}")
    with teacher.context.expect_page() as opened:
        teacher.get_by_role("button", name="Open the notes").click()
    notes = opened.value
    teacher.get_by_role("link", name="Present from step 1").click()
    expect(notes.get_by_text("The class has not been asked yet.")).to_be_visible()
    assert student.get_by_text("Look at the front.").is_visible() and teacher.get_by_text("Is 44").count() == 0
    notes.get_by_role("button", name="Ask the question").click()
    expect(notes.get_by_text("0 of 1 have answered. 1 hasn’t.")).to_be_visible()
    student.get_by_text("no", exact=True).click()
    expect(notes.locator(".room-bars")).to_contain_text("1 of 1")
    expect(notes.get_by_text("as planned")).to_be_visible()
    expect(notes.get_by_text("SAID-1")).to_be_visible()
    notes.get_by_role("button", name="Reveal the answer").click()
    expect(student.get_by_text("The class has guessed.")).to_be_visible()
    expect(bar(teacher).get_by_role("button", name="Next")).to_be_visible()
    bar(teacher).get_by_role("button", name="More").click()
    teacher.get_by_text("The projector is off").click()
    link = teacher.get_by_role("img", name="QR code").get_attribute("alt").removeprefix("QR code of ")
    teacher.keyboard.press("Escape")
    phone = new_page(width=390, height=844, touch=True)
    phone.goto(link)
    expect(phone.get_by_text("SAID-1")).to_be_visible()
    assert "teach=" not in phone.url and phone.evaluate("document.documentElement.scrollWidth") == 390
    phone.get_by_role("button", name="Next →").click()
    for screen in (notes, phone):
        expect(screen.get_by_text("SAID-2")).to_be_visible(timeout=60_000)
    # The laptop is away: what is pressed meanwhile is told. Another one goes on where the lesson is.
    teacher.goto("about:blank")
    phone.get_by_text("All steps").click()
    phone.get_by_role("button", name="Go on here").click()
    expect(phone.get_by_text("“Go on here” was not done")).to_be_visible(timeout=60_000)
    other = new_page(width=1440, height=900)
    other.goto(link)
    other.get_by_text("All steps").click(timeout=60_000)
    other.get_by_role("button", name="Present from this device").click()
    expect(bar(other)).to_contain_text(code, timeout=60_000)
    expect(other).to_have_url(re.compile("lesson=2"))
    phone.get_by_role("button", name="Go on here").click()
    expect(phone.get_by_role("heading", name="First")).to_be_visible(timeout=60_000)
    expect(other).to_have_url(re.compile("lesson=1"))
    phone.get_by_text("End the lesson").click()
    with phone.expect_download() as waiting:
        phone.get_by_role("link", name="Download the report").click()
    assert "Is 44 near 0?" in Path(waiting.value.path()).read_text("utf-8")
    phone.get_by_text("I have kept what I need").click()
    phone.get_by_role("button", name="End it now").click()
    expect(student.get_by_role("status")).to_contain_text("The room has ended.", timeout=60_000)


def test_a_wrong_code_says_so(page: Page, server: str) -> None:
    page.goto(f"{server}/?room=ZZZZZZ")
    expect(page.get_by_text("No room has the code “ZZZZZZ”.")).to_be_visible()


@pytest.mark.nightly  # each day: tests/ui/room/test_teacher_question.py
def test_a_sentence_is_on_the_map_once_it_is_let_through_and_typing_goes_on(
    new_page: Callable[..., Page], server: str
) -> None:
    teacher, student, phone = new_page(width=1440, height=900), new_page(width=390, height=844), new_page()
    code = open_room(teacher, f"{server}/teach?plan=our-map")
    teacher.get_by_role("link", name="Present from step 1").click()
    bar(teacher).get_by_role("button", name="Ask the question").click()
    for page, said in ((student, "I swam in the ocean"), (phone, "We were at the beach")):
        page.goto(f"{server}/join?room={code}")
        page.get_by_label("Your sentence").fill(said)
        page.get_by_role("button", name="Give this answer").click()
        expect(
            page.get_by_text("Your teacher reads your sentence").or_(page.get_by_text("answer is in"))
        ).to_be_visible()
    bar(teacher).get_by_role("button", name="Read first").click()
    covered = teacher.get_by_text("The projector is off")
    expect(covered).to_be_visible()
    expect(teacher.get_by_role("img", name="QR code")).to_have_count(0)  # with the teacher's rights
    covered.click()
    to_phone = teacher.get_by_role("img", name="QR code").get_attribute("alt")
    own_phone = new_page(width=390, height=844, touch=True)
    own_phone.goto(to_phone.removeprefix("QR code of "))
    expect(own_phone.get_by_label("I swam in the ocean")).to_be_visible()
    with teacher.context.expect_page() as opened:
        teacher.get_by_role("link", name="in a second window").click()
    student.get_by_label("Your sentence").fill("not sent yet")
    for said in ("I swam in the ocean", "We were at the beach"):
        expect(opened.value.get_by_label(said)).not_to_be_checked()
    opened.value.get_by_role("button", name="tick all").click()
    expect(teacher.get_by_text("2 sentences on the map")).to_be_visible()
    expect(student.get_by_text("Nearest to yours: “We were at the beach”")).to_be_visible()
    expect(student.get_by_label("Your sentence")).to_have_value("not sent yet")
    assert student.locator(".class-map circle.mine").count() == 1


def test_words_let_through_late_come_on_the_projector_and_the_closing_task_is_answered(
    new_page: Callable[..., Page], server: str
) -> None:
    step = LessonStep("Say it", "tokens", {"t_part": "Tokens", "text": "a b"}, "Which word?", kind="words")
    teacher, student, reader = new_page(width=1280, height=720), new_page(width=390, height=844), new_page()
    code = open_room(teacher, f"{server}/teach?plan={pack(Lesson('Mine', (step,), closing='Name two words.'))}")
    key = teacher.evaluate("sessionStorage['explorer-room']")
    student.goto(f"{server}/join?room={code}")
    reader.goto(f"{server}/join#teach={code}.{json.loads(key)['secret']}")
    teacher.get_by_role("link", name="Present from step 1").click()

    def answer(words: str) -> None:
        student.get_by_label("Your answer, in a few words").fill(words)
        student.get_by_role("button", name="Give this answer").click()
        expect(reader.get_by_label(words)).not_to_be_checked()

    bar(teacher).get_by_role("button", name="Ask the question").click()
    answer("first words")
    for press in ["Show the answers"] * 2 + ["End the question"] * 2:  # none is chosen, which is said first
        bar(teacher).get_by_role("button", name=press).click()
        teacher.wait_for_timeout(500)
    expect(student.get_by_text("The class has answered.")).to_be_visible()
    reader.get_by_label("first words").check()
    for page in (teacher, student):
        expect(page.get_by_role("listitem").get_by_text("first words")).to_be_visible()

    link = student.get_by_role("link", name="Try it yourself").get_attribute("href")
    assert "text=a+b" in str(link)
    bar(teacher).get_by_role("button", name="Next").click()
    bar(teacher).get_by_role("button", name="Ask the question").click()
    answer("king and queen")
    expect(student.get_by_role("link", name="Try it yourself")).to_be_visible()
    reader.get_by_label("king and queen").check()
    bar(teacher).get_by_role("button", name="Show the answers").click()
    expect(teacher.get_by_role("listitem").get_by_text("king and queen")).to_be_visible()
    expect(teacher.get_by_role("heading", name="Name two words.")).to_be_in_viewport()
