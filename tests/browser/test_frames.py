"""A picture moves under the finger, and the server hears once where it stopped."""

import math
import re

import pytest
from playwright.sync_api import expect

from tests.support import settle

ARROWS = ".st-key-p_arrows .explorer-chart"
TIP = f"""() => document.querySelector("{ARROWS}").layout.annotations[1].x"""


@pytest.mark.parametrize("width", [1440, 390])
def test_the_arrows_turn_while_the_mouse_is_down(server, new_page, width):
    page = new_page(fresh=True)
    page.set_viewport_size({"width": width, "height": 900})
    sent: list[object] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda data: sent.append(data)))
    page.goto(f"{server}/positions?p_part=Two+arrows&p_word_place=1")
    settle(page, 1)
    box = page.locator(f"{ARROWS} .nsewdrag").first.bounding_box()
    whole = page.locator(ARROWS).bounding_box()
    assert box and whole
    seen = {page.evaluate(TIP)}
    x, y = box["x"] + 5, box["y"] + box["height"] * 0.5
    page.mouse.move(x, y)
    sent.clear()
    page.mouse.down()
    for step in range(1, 21):
        page.mouse.move(x + step * whole["width"] * 0.025, y)
        page.wait_for_timeout(50)
        seen.add(page.evaluate(TIP))
    assert len(seen) >= 5, "the arrow stands still"
    words = page.locator(f"{ARROWS} .frame-said").bounding_box()
    assert words and words["y"] >= whole["y"] + whole["height"] - 1, "the sentence covers the picture"
    assert not sent, "the server heard of a drag that has not ended"
    last = page.evaluate(TIP)
    page.mouse.up()
    expect(page).not_to_have_url(re.compile(r"p_word_place=1(&|$)"))
    settle(page, 1)
    assert len(sent) == 1
    assert page.evaluate(TIP) == pytest.approx(last)
    place = re.search(r"p_word_place=(\d+)", page.url)
    assert place
    expect(page.locator(".st-key-p_arrows_said")).to_contain_text(f"+ place {place[1]} (")
    assert last == pytest.approx(2.8 + math.sin(int(place[1])))
