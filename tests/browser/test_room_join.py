"""The student's screen: two phones and a teacher, from joining to the result."""

import urllib.request
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, Response, expect

from explorer.content.lesson.lesson_link import pack
from explorer.content.lesson.lesson_steps import Answer, Lesson, LessonStep
from explorer.views.positions import arrows
from tests.browser.classroom_server import bar, end_room, open_room, reveal_answer
from tests.browser.conftest import start_server
from tests.browser.test_every_part import colours

FIRST_PAINT = 150_000
"""Bytes."""
MOVED = "0.528"
"""How far the tips move from 59 to 60, which only the answer says."""


def phone(new_page: Callable[..., Page], scheme: str = "light") -> Page:
    return new_page(scheme, width=390, height=844, touch=True)


def stands_out(page: Page, chosen: str, other: str) -> None:
    """In forced colours, as Windows' contrast themes have them."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, forced_colors="active")
        one, two = (colours(page.locator(selector).first) for selector in (chosen, other))
        assert one != two, (scheme, chosen)
    page.emulate_media(color_scheme="light", forced_colors="none")


def test_two_phones_from_the_door_to_the_result(new_page: Callable[..., Page], server: str) -> None:
    teacher, far = new_page(), phone(new_page, "dark")
    near = new_page(width=390, height=844, touch=True, fresh=True)  # a browser that was never here
    code = open_room(teacher, f"{server}/teach")
    came: list[Response] = []
    traffic: list[str] = []
    near.on("response", lambda response: came.append(response))
    near.on("websocket", lambda socket: traffic.append(socket.url))
    near.goto(f"{server}/join")
    near.get_by_label("The six letters").fill("ABC")
    near.keyboard.press("Enter")
    expect(near.get_by_role("status")).to_contain_text("No room has the code “ABC”")
    near.get_by_label("The six letters").fill(code.lower())
    near.get_by_role("button", name="Join").tap()
    far.goto(f"{server}/join?room={code}")
    for student in (near, far):
        expect(student.get_by_text("Look at the front.")).to_be_visible()
    expect(bar(teacher)).to_contain_text("2 students here")
    assert sum(len(response.body()) for response in came) < FIRST_PAINT

    teacher.get_by_test_id("stSidebarNav").get_by_role("link", name="Positions").click()
    for student, at in ((near, 1), (far, 0)):
        expect(student.get_by_text("Guess first.")).to_be_visible()
        answer = student.locator(".choice").nth(at)
        assert answer.bounding_box()["height"] >= 48 and answer.bounding_box()["y"] < 700
        answer.tap()
        expect(student.get_by_role("status")).to_contain_text("Your answer is in.")
    stands_out(near, ".choice:has(:checked)", ".choice:not(:has(:checked))")
    far.reload()
    expect(far.get_by_role("radio").first).to_be_checked()
    expect(bar(teacher)).to_contain_text("2 of 2 answered")
    said = "".join(response.text() for response in came if response.url.endswith("/news"))
    reveal_answer(teacher)
    for student, verdict in ((near, "You guessed right."), (far, "Not right.")):
        expect(student.get_by_text("The class has guessed.")).to_be_visible()
        expect(student.locator(".bar.right")).to_have_count(1)
        expect(student.locator(".verdict")).to_contain_text(verdict)
        expect(student.locator(".verdict")).to_contain_text(MOVED)
        assert student.evaluate("document.documentElement.scrollWidth") == 390
    stands_out(near, ".bar.right i", "h1")
    stands_out(near, ".bar.right i", ".bar:not(.right) i[style*='50']")
    assert MOVED not in said and "✓" not in said and "the first two" in said
    assert not traffic, "no run of Streamlit for a student"

    end_room(teacher)
    for student in (near, far):
        expect(student.get_by_role("status")).to_contain_text("The room has ended.")
    assert near.evaluate("[sessionStorage['explorer-room'], localStorage['explorer-room']].every((kept) => !kept)")
    near.get_by_role("link", name="Your answers").tap()
    kept = near.locator(".kept")
    expect(kept).to_have_count(1)
    expect(kept).to_contain_text(MOVED)
    expect(kept.get_by_role("link", name="Open the screen")).to_have_attribute("href", "./positions")
    answer = near.evaluate("JSON.parse(localStorage['explorer-answers']).answers[0]")
    assert answer["mine"] == answer["right"] != ""
    near.get_by_role("button", name="Delete them").tap()
    expect(near.get_by_label("The six letters")).to_be_visible()
    assert near.get_by_role("link", name="Your answers").count() == 0


def test_a_room_opened_on_home_below_a_path_gives_addresses_that_answer(fresh_page: Page) -> None:
    process, server = start_server(below="/school", STREAMLIT_SERVER_BASE_URL_PATH="school")
    try:
        code = open_room(fresh_page, f"{server}/school")
        bar(fresh_page).get_by_role("button", name="More").click()
        fresh_page.get_by_text("The projector is off").click()
        remote = fresh_page.locator(".room-qr").get_attribute("alt")
        fresh_page.get_by_role("button", name="How to join").click()
        room = fresh_page.locator(".st-key-room_join")
        at = room.locator("b").inner_text()
        drawn = room.locator("img").get_attribute("alt").removeprefix("QR code of ")
        with urllib.request.urlopen(at, timeout=300) as answer:
            assert answer.status == 200
    finally:
        process.terminate()
        process.wait(120)
    host = at.removesuffix("/school/join")
    assert host != at and drawn == f"{at}?room={code}" and f"{at}#teach={code}." in remote


def test_the_teachers_own_questions_a_number_and_a_point(new_page: Callable[..., Page], server: str) -> None:
    """For a phone and a laptop; neither gets the teacher's notes."""
    ends = (-0.3, 4.44, 2.1), (-1.04, 2.25, 0.6)
    lesson = Lesson(
        "Mine",
        (
            LessonStep(
                "First", "tokens", {"t_part": "Rows"}, "How many rows?", say="SAID-2", number=(0, 60_000, 50_257)
            ),
            LessonStep("Second", "positions", {"p_part": "Two arrows"}, "Where?", kind="point", point=ends, within=0.2),
        ),
    )
    teacher, student, inside = new_page(width=1920, height=1080), phone(new_page), new_page(width=1440, height=900)
    code = open_room(teacher, f"{server}/teach?plan={pack(lesson)}")
    received: list[str] = []

    def note(response: Response) -> None:
        if response.url.endswith(("/news", "/picture")):
            received.append(response.text())

    inside.on("requestfinished", lambda request: note(request.response()))
    inside.goto(f"{server}/join?room={code}")
    student.goto(f"{server}/join?room={code}")
    expect(student.get_by_text("Look at the front.")).to_be_visible()
    teacher.get_by_role("link", name="Present from step 1").click()
    bar(teacher).get_by_role("button", name="Ask the question").click()
    expect(student.get_by_role("slider", name="Drag, from 0 to 60,000")).to_be_visible()
    field = student.get_by_label("Or type your number")
    expect(field).to_be_visible()
    field.fill("70000")
    field.press("Enter")
    expect(student.get_by_role("alert")).to_contain_text("Type a number from 0 to 60,000")
    field.fill("384")
    student.get_by_role("button", name="Give this answer").tap()
    expect(student.get_by_role("status")).to_contain_text("Your answer is in.")
    number = inside.get_by_label("Or type your number")
    number.press_sequentially("385", delay=200)  # typed key by key: the field must not be redrawn meanwhile
    number.press("Enter")
    expect(inside.get_by_role("status")).to_contain_text("Your answer is in.")
    expect(bar(teacher)).to_contain_text("2 of 2 answered")
    reveal_answer(teacher)
    expect(inside.get_by_text("Right: 50,257. Yours: 385.")).to_be_visible()
    expect(student.get_by_text("Right: 50,257. Yours: 384.")).to_be_visible()
    expect(bar(teacher).get_by_text("Next →")).to_be_visible()
    drawn = teacher.locator(".room-cloud")
    expect(drawn).to_be_visible()
    pixels = np.asarray(Image.open(BytesIO(drawn.screenshot())).convert("RGB"), int)
    red = np.flatnonzero(pixels[len(pixels) // 2, :, 0] - pixels[len(pixels) // 2, :, 2] > 100)
    assert np.median(red) / pixels.shape[1] == pytest.approx((50_257 / 60_000 + 0.03) / 1.06, abs=0.01), (
        "above its number"
    )
    teacher.keyboard.press("PageDown")
    bar(teacher).get_by_role("button", name="Ask the question").click()
    expect(student.locator(".plot .line")).not_to_have_count(0)
    larger = inside.locator(".plot").bounding_box()
    assert larger["width"] > 600 and larger["y"] + larger["height"] < 900
    frame = student.locator(".plot rect.frame").bounding_box()
    spec = arrows(word="dog", position=1).at_question(False).spec
    assert spec
    (left, right), (low, high) = (spec.layout[axis]["range"] for axis in ("xaxis", "yaxis"))
    shape = (right - left) / (high - low)
    assert frame["width"] / frame["height"] == pytest.approx(shape, abs=0.05), "one scale: its circle is round"
    box = student.locator(".plot").bounding_box()
    student.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(student.get_by_role("status")).to_contain_text("Your answer is in.")
    slider = student.get_by_role("slider", name="Your guess, first number")
    before = float(slider.input_value())
    slider.press("ArrowRight")
    expect(student.locator(".slider b").first).not_to_have_text(f"{before:g}")
    expect(bar(teacher)).to_contain_text("1 of 2 answered")
    reveal_answer(teacher)
    expect(student.get_by_text("1 of 1 point is right.")).to_be_visible()
    expect(teacher.locator(".st-key-room_written")).to_contain_text("1 of 1 point is right")
    names = "document.querySelector('.explorer-chart').data.map((trace) => trace.name?.trim())"
    teacher.wait_for_function(f"() => ['the class', 'right'].every((name) => {names}.includes(name))")
    text = "".join(received) + inside.content()
    assert "Where?" in text and "How many rows?" in text
    assert "SAID" not in text + student.content()


@pytest.mark.nightly  # each day: tests/rooms/test_room_store.py
def test_items_are_put_in_order_by_finger_and_by_keyboard(new_page: Callable[..., Page], server: str) -> None:
    items = ("a", "bb", "ccc", "dddd")
    step = LessonStep("Long words", "positions", {"p_part": "Two arrows"}, "From short to long?", kind="order")
    step = replace(step, answers=tuple(map(Answer, items)), why="Count the letters.")
    teacher, near, far = new_page(), phone(new_page), phone(new_page)
    code = open_room(teacher, f"{server}/teach?plan={pack(Lesson('Words', (step,)))}")
    for student, drawn in ((near, "0.5"), (far, "1 / (n += 1)")):  # each phone begins with an order of its own
        student.add_init_script(f"let n = 0; Math.random = () => {drawn}")
        student.goto(f"{server}/join?room={code}")
        expect(student.get_by_text("Look at the front.")).to_be_visible()
    teacher.get_by_role("link", name="Present from step 1").click()
    bar(teacher).get_by_role("button", name="Ask the question").click()
    expect(near.locator(".order li")).to_have_count(4)
    expect(far.locator(".order li")).to_have_count(4)
    assert order_of(near) != list(items) and sorted(order_of(near)) == list(items)
    assert order_of(far) == order_of(near)[::-1]
    for place, item in enumerate(items):  # by finger to where it belongs
        while (at := order_of(near).index(item)) > place:
            near.get_by_role("button", name=f"Move up: {item}", exact=True).tap()
            expect(near.locator(".order li").nth(at - 1)).to_contain_text(item)
    near.get_by_role("button", name="Give this answer").tap()
    expect(near.get_by_role("status").filter(has_text="Your answer is in.")).to_be_visible()
    first = order_of(far)[0]
    far.get_by_role("button", name=f"Move down: {first}", exact=True).focus()
    far.keyboard.press("Enter")
    assert order_of(far)[1] == first and far.evaluate("document.activeElement.ariaLabel") == f"Move down: {first}"
    far.get_by_role("button", name="Give this answer").press("Enter")
    expect(bar(teacher)).to_contain_text("2 of 2")
    reveal_answer(teacher)
    expect(near.get_by_text("You guessed right.")).to_be_visible()
    expect(far.get_by_text("Not right.")).to_be_visible()
    assert far.locator(".room-order tr > :first-child").all_inner_texts()[1:] == list(items)
    assert near.evaluate("document.documentElement.scrollWidth") == 390


def order_of(page: Page) -> list[str]:
    return page.locator(".order li > span").all_inner_texts()
