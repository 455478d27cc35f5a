"""The Extrapolation page in Chromium: deep link, keyboard, a drawn guess, a shared link, a run with its stop button."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

from tests.support import settle

# A training has a low priority on purpose: on a busy machine its few seconds become minutes.
TRAINING = 240_000
PARTS = [
    "Is there a row?",
    "Loss by position",
    "Loss by length",
    "Ways out",
    "Small tasks",
    "Why",
    "Inside the range",
    "Train it now",
]


def test_a_link_and_the_slider_over_the_trained_length(server: str, page: Page) -> None:
    page.goto(f"{server}/extrapolation?x_len=66")
    settle(page, charts=1)
    expect(page.get_by_text("Sequence length 66 exceeds maximum 64")).to_be_visible()
    slider = page.get_by_role("slider", name="Sequence length")
    slider.focus()
    for _ in range(2):
        slider.press("ArrowLeft")
    settle(page)
    expect(page.get_by_text("exceeds maximum")).to_have_count(0)
    expect(page.get_by_text("All 64 positions have a row")).to_be_visible()
    slider.press("End")
    settle(page)
    expect(page.get_by_text("Sequence length 512 exceeds maximum 64")).to_be_visible()
    assert "x_len=512" in page.url


def test_a_guess_drawn_with_the_keyboard_then_the_truth_then_the_link(
    server: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(f"{server}/extrapolation?x_part={quote_plus('Loss by position')}")
    settle(page, charts=1)
    slider = page.get_by_role("slider", name="Your loss at 96")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    settle(page)
    names = "[...document.querySelector('.st-key-x_pos .explorer-chart').data].map(t => t.name)"
    ends = "Math.max(...document.querySelector('.st-key-x_pos .explorer-chart').data.find(t => t.name == 'RoPE').x)"
    assert "your guess for sinusoidal" in page.evaluate(names)
    assert page.evaluate(ends) < 64
    page.get_by_text("Show what was measured past 64").click()
    settle(page)
    assert page.evaluate(ends) > 500
    expect(page.get_by_text("at 96 you said 2.3")).to_be_visible()
    other = new_page(scheme="dark", width=390)
    other.goto(page.url)
    settle(other, charts=1)
    expect(other.get_by_text("at 96 you said 2.3")).to_be_visible()
    assert other.evaluate(ends) > 500


@pytest.mark.parametrize("width", [1440, 390])
def test_a_click_in_the_picture_draws_the_guess(server: str, new_page: Callable[..., Page], width: int) -> None:
    page = new_page(width=width)
    page.goto(f"{server}/extrapolation?x_part={quote_plus('Loss by position')}")
    settle(page, charts=1)
    chart = page.locator(".st-key-x_pos .explorer-chart")
    # A little beside the point: the nearest one is taken.
    spot = chart.evaluate(
        """(el) => {
          const { xaxis, yaxis } = el._fullLayout
          return { x: xaxis._offset + xaxis.l2p(330), y: yaxis._offset + yaxis.l2p(3.02) }
        }"""
    )
    chart.hover(position=spot)
    chart.click(position=spot)
    expect(page.get_by_role("slider", name="Your loss at 320")).to_have_value("3")
    settle(page, charts=1)
    guess = "document.querySelector('.st-key-x_pos .explorer-chart').data.find(t => t.name?.startsWith('your guess')).y"
    assert page.evaluate(f"[...{guess}].slice(1)") == [1.8, 1.8, 3, 1.8]
    assert "x_g320=3" in page.url
    page.reload()
    settle(page, charts=1)
    assert page.evaluate(f"[...{guess}].slice(1)") == [1.8, 1.8, 3, 1.8]


def test_a_run_grows_is_stopped_keeps_its_curve_and_is_found_again(server: str, new_page: Callable[..., Page]) -> None:
    page = new_page()
    query = f"x_part={quote_plus('Train it now')}&x_renc=ALiBi&x_steps=1200&x_seed=77"
    page.goto(f"{server}/extrapolation?{query}")
    settle(page)
    page.get_by_role("button", name="Train", exact=True).click()
    # Any curve: a page that is slow to look again sees the second or third first.
    expect(page.get_by_text(re.compile(r"Loss by position at step \d+"))).to_be_visible(timeout=TRAINING)
    expect(page.get_by_text("of 1,200").first).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Training stopped at step")).to_be_visible(timeout=TRAINING)
    expect(page.locator(".st-key-x_grown .explorer-chart")).to_be_visible()
    other = new_page()
    other.goto(page.url)
    expect(other.get_by_text("Training stopped at step")).to_be_visible(timeout=TRAINING)


def test_k_trains_a_model(server: str, page: Page) -> None:
    page.goto(f"{server}/extrapolation?x_part={quote_plus('Small tasks')}&x_k=1&x_tenc=T5")
    settle(page)
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.get_by_text("T5, copy 1 back, step 300 of 300")).to_be_visible(timeout=TRAINING)
    expect(page.get_by_text("Right answers by position: 16–31 100 %")).to_be_visible()
    slider = page.get_by_role("slider", name="Positions back, k")
    slider.focus()
    for _ in range(6):
        slider.press("ArrowRight")
    # The runs for the values in between are given up, so the last one doesn't have to wait for them.
    expect(page.get_by_text("T5, copy 7 back, step")).to_be_visible(timeout=TRAINING)
    slider.press("ArrowLeft")
    expect(page.get_by_text("T5, copy 6 back, step")).to_be_visible(timeout=TRAINING)
