"""The Tokens page in Chromium: typing, selection, copied links, keyboard, files, odd text."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from explorer.ui.frame import shared_inputs, text_limit
from tests.support import open_part, press_keys, settle


def write(page: Page, text: str) -> None:
    box = page.get_by_role("textbox", name="Type here")
    box.fill(text)
    box.press("Control+Enter")
    settle(page)


def choose_encoding(page: Page, name: str) -> None:
    page.get_by_role("combobox", name="Tokenizer").click()
    page.get_by_role("option", name=name, exact=True).click()
    settle(page)


def expect_selected(page: Page, text: str, number: int | None = None) -> None:
    """The selected chip, and only it, shows this text (and its id where one is given)."""
    chip = page.locator(".chip[aria-selected=true]")
    expect(chip).to_have_count(1)
    expect(chip.locator(".text")).to_have_text(text)
    if number is not None:
        expect(chip.locator(".id")).to_have_text(str(number))


def screen(page: Page) -> dict[str, object]:
    """State by which two screens count as equal: text, tokenizer, chips, the chosen part, and its sentence."""
    return {
        "text": page.get_by_role("textbox", name="Type here").input_value(),
        "chips": page.locator(".chip").all_inner_texts(),
        "selected": page.locator(".chip[aria-selected=true]").all_inner_texts(),
        "part": page.locator(".st-key-t_part [aria-checked=true]").all_inner_texts(),
        "said": page.locator(".explorer-said").all_inner_texts(),
    }


def test_type_select_change_and_open_afresh(page: Page, server: str) -> None:
    page.goto(f"{server}/tokens")
    settle(page)
    write(page, "Owls see at night 👍🏽\nand sleep all day")
    page.locator(".chip", has_text="night").click()
    settle(page)
    expect_selected(page, "␣night")
    choose_encoding(page, "cl100k_base")
    expect_selected(page, "␣night")
    page.locator(".st-key-t_part").get_by_text("Pipeline", exact=True).click()
    settle(page, charts=1)
    page.get_by_text("Sinusoidal", exact=True).click()
    settle(page, charts=1)
    page.get_by_text("All numbers", exact=True).click()
    settle(page, charts=2)
    page.get_by_text("× √D", exact=True).first.click()
    expect(page.get_by_text("(row × √D)")).to_be_visible()
    expect(page).to_have_url(re.compile("t_position=Sinusoidal.*t_scale=true|t_scale=true.*t_position=Sinusoidal"))
    settle(page, charts=1)
    before = screen(page)
    assert before["part"] == ["Pipeline"]

    page.reload()
    settle(page, charts=1)
    expect_selected(page, "␣night")
    expect(page.get_by_text("(row × √D)")).to_be_visible()
    assert screen(page) == before
    chart = page.locator(".st-key-t_sum .explorer-chart")
    assert chart.evaluate("e => e.data.length") == 3
    # A click on a cell shows its number.
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    assert box is not None
    cell = {"x": box["width"] / 2, "y": 60}
    chart.hover(position=cell)
    expect(chart.locator(".hoverlayer text").first).to_be_visible()
    chart.click(position=cell)
    settle(page, charts=1)
    reading = page.get_by_role("spinbutton", name="Read dimension")
    expect(reading).not_to_have_value("0")
    dimension = reading.input_value()
    expect(page.get_by_text(f"dimension {dimension}:")).to_be_visible()
    expect(page).to_have_url(re.compile(f"t_dim={dimension}"))


def test_keyboard_then_the_selection_stays_when_the_text_is_edited_elsewhere(page: Page, server: str) -> None:
    page.goto(f"{server}/tokens")
    settle(page)
    page.locator(".chip[tabindex='0']").focus()
    press_keys(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter")
    expect_selected(page, "␣sat", 3332)
    press_keys(page, "End", "ArrowLeft", " ")  # the focus is kept after the redraw
    expect_selected(page, "␣the", 262)
    expect(page.get_by_role("listbox", name="6 tokens").get_by_role("option", selected=True)).to_have_count(1)
    write(page, "Look: The cat sat on the mat, it did")
    expect_selected(page, "␣the", 262)
    expect(page).to_have_url(re.compile("token=6"))
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Home").click()
    settle(page)
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Tokens").click()
    settle(page)
    expect_selected(page, "␣the", 262)


def test_any_text_is_text_with_a_picture_or_a_message(page: Page, server: str) -> None:
    page.goto(f"{server}/tokens")
    settle(page)
    write(page, "")
    expect(page.get_by_text("Nothing typed yet")).to_be_visible()
    write(page, "\u202eabc\u200b")
    expect(page.locator(".chip")).not_to_have_count(0)
    assert all(chip.split("\n")[0].strip() for chip in page.locator(".chip").all_inner_texts())
    write(page, "👨‍👩‍👧‍👦 漢字 שלום e\u0301\u0302")
    expect(page.locator(".group .whole").first).to_have_text("👨‍👩‍👧‍👦")
    body = page.locator("[data-testid=stMain]").inner_text() + page.locator(".strip").inner_text()
    assert "\ufffd" not in body
    # Streamlit's server drops a message that is not UTF-8, and the page would wait for ever.
    box = page.get_by_role("textbox", name="Type here")
    box.select_text()
    box.evaluate("() => document.execCommand('insertText', false, 'cat \\ud83d and')")
    box.press("Control+Enter")
    expect(page.get_by_role("option", name="token 0: cat")).to_be_visible()
    expect(box).to_have_value("cat \ufffd and")
    settle(page)
    write(page, "<img src=x onerror=alert(1)> <b>bold</b> ![i](http://example.com/i.png) $x$")
    for part in ("Tokens", "Rows", "Pipeline", "Languages"):
        open_part(page, "t_part", part)
        assert page.locator("[data-testid=stMain] img[src=x], .strip b, .strip img").count() == 0
        assert page.locator("[data-testid=stMain] img[src*='example']").count() == 0
    assert page.get_by_test_id("stException").count() == 0


def test_a_file_that_is_no_text_is_refused_and_the_longest_is_drawn_in_part_and_left_out_of_the_link(
    page: Page, server: str
) -> None:
    page.goto(f"{server}/tokens")
    settle(page)
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("input[type=file]").set_input_files(
        {"name": "a.txt", "mimeType": "text/plain", "buffer": b"ab\xff\xfe"}
    )
    expect(page.get_by_text("Expected a text in UTF-8, but byte 2 is 0xff")).to_be_visible()
    data = ("It was a bright cold day in April.\n" * 30_000)[: shared_inputs.LIMIT].encode()
    page.locator("input[type=file]").set_input_files({"name": "day.txt", "mimeType": "text/plain", "buffer": data})
    expect(page.get_by_text("Shown: the first 512 of")).to_be_visible()
    settle(page)
    expect(page.get_by_text("leaves it out")).to_be_visible()
    expect(page.locator(".chip")).to_have_count(512)
    assert len(page.url) < 2_000
    settle(page)  # a strip that is drawn anew between press and release hears no click
    page.locator(".chip").nth(500).click()
    settle(page)
    expect(page.locator(".chip[aria-selected=true]")).to_be_in_viewport()  # the strip has kept its scroll position
    expect(page.locator(".chip[aria-selected=true]")).to_have_attribute("data-n", "500")


def test_a_pasted_text_of_any_length_gets_a_message_and_ends_no_connection(page: Page, server: str) -> None:
    page.goto(server)
    settle(page)
    sent = page.evaluate("window.sent")
    box = page.get_by_role("textbox").first
    box.fill("🙂" * 400_000)
    box.press("Control+Enter")
    expect(page.get_by_text(f"got {text_limit.BROWSER_LIMIT:,} or more")).to_be_visible()
    settle(page)
    assert page.evaluate("window.sent") - sent < 4


def test_a_download_right_after_typing_holds_what_was_typed(page: Page, server: str) -> None:
    page.goto(f"{server}/tokens?t_strip_data=true")
    settle(page)
    for text in ("two dogs", "three cats sat"):
        page.get_by_role("textbox", name="Type here").fill(text)
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Download CSV").click()
        written = Path(waiting.value.path()).read_text(encoding="utf-8")
        assert [line.split(",")[3] for line in written.splitlines()[1:]] == [
            f"{'␣' * (at > 0)}{word}" for at, word in enumerate(text.split())
        ]
