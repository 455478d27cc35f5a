"""The Memory page in Chromium: entry, slider and URL in sync, keyboard only, a measurement with progress."""

from urllib.parse import parse_qs, urlparse

from playwright.sync_api import expect

from tests.support import press_keys, settle


def query(page) -> dict[str, list[str]]:
    return parse_qs(urlparse(page.url).query)


def test_entry_and_slider_stay_in_step_through_the_url_with_the_keyboard_alone(server, page):
    page.goto(f"{server}/memory")
    settle(page, charts=1)
    entry = page.get_by_role("textbox", name="Vocabulary (rows), typed")
    entry.focus()
    press_keys(page, "Control+a")
    page.keyboard.type("12345")
    press_keys(page, "Enter")
    slider = page.get_by_role("slider", name="Vocabulary (rows)")
    expect(slider).to_have_attribute("aria-valuetext", "12,345")
    assert query(page)["m_v"] == ["12345"]
    slider.focus()
    press_keys(page, "ArrowRight")
    expect(entry).to_have_value("20000")
    expect(page.get_by_text("The token table takes 61.4 MB")).to_be_visible()
    assert query(page)["m_v"] == ["20000"]
    # The focus stays on the slider, for further key presses.
    press_keys(page, "ArrowRight")
    expect(entry).to_have_value("30522")
    page.reload()
    settle(page, charts=1)
    expect(page.get_by_role("textbox", name="Vocabulary (rows), typed")).to_have_value("30522")
