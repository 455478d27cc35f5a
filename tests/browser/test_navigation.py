"""Deep links, page switches and reloads in Chromium, on a fresh server."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from explorer.content.guided_path import StepId
from explorer.content.pages import IN_SIDEBAR
from explorer.ui import PAGES
from explorer.ui.frame import guide
from tests.support import heading, settle

OTHERS = [page for page in PAGES if page.name != "home"]


def test_a_deep_link_is_the_first_request_to_a_fresh_server_and_its_sidebar_that_of_all(
    fresh_page: Page, fresh_server: str
) -> None:
    fresh_page.add_init_script(
        """{
          window.sidebars = []
          const look = () => {
            const [aside] = document.querySelectorAll("section[data-testid=stSidebar]")
            const names = [...document.querySelectorAll("[data-testid=stSidebarNavLink]")].map((link) => link.innerText)
            if (aside && names.length) window.sidebars.push(names.join(", "))
            requestAnimationFrame(look)
          }
          look()
        }"""
    )
    target = OTHERS[-1]
    fresh_page.goto(f"{fresh_server}/{target.name}")
    settle(fresh_page)
    expect(fresh_page.get_by_role("heading", name=heading(target.name))).to_be_visible()
    expect(fresh_page).to_have_title("Embedding Explorer")
    assert fresh_page.evaluate("[...new Set(window.sidebars)]") == [", ".join(p.title for p in IN_SIDEBAR)]


def test_a_station_of_the_chain_opens_in_a_new_tab_with_the_same_sentence_and_token(page: Page, server: str) -> None:
    page.goto(f"{server}/gradients?text=Owls+see+at+night&token=2&encoding=cl100k_base&g_part=Your+sentence")
    settle(page)
    box = page.locator(".st-key-text :is(input, textarea)")
    box.fill("Cats sleep by day")
    box.press("Control+Enter")
    page.wait_for_url("**text=Cats+sleep+by+day**")
    settle(page)
    with page.context.expect_page() as opened:
        page.locator(".explorer-rail").get_by_role("link", name="rows").click(modifiers=["Control"])
    other = opened.value
    settle(other)
    expect(other.get_by_role("heading", level=1)).to_have_text(heading("tokens", "Rows"))
    expect(other.locator(".st-key-text :is(input, textarea)")).to_have_value("Cats sleep by day")
    expect(other.locator(".st-key-t_part").get_by_role("radio", checked=True)).to_have_text("Rows")
    chosen = other.locator(".st-key-t_chips [role=option][aria-selected=true]")
    expect(chosen).to_have_attribute("data-n", "2")
    assert "encoding=cl100k_base" in other.url
    assert "text=" in page.url and "/gradients" in page.url, "the first tab stays where it was"
    # A room stays in the URL of other pages while the browser is in it, and not after it has left.
    station = page.locator(".explorer-rail").get_by_role("link", name="rows")
    page.evaluate("history.replaceState(history.state, '', `${location.search}&room=ABCDEF`)")
    station.dispatch_event("pointerdown")
    expect(station).to_have_attribute("href", re.compile("room=ABCDEF"))
    page.evaluate("history.replaceState(history.state, '', location.search.replace('&room=ABCDEF', ''))")
    station.dispatch_event("pointerdown")
    expect(station).not_to_have_attribute("href", re.compile("room="))


def test_in_a_frame_a_picture_and_its_control_come_first_and_nothing_leads_away(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=1000, height=620)
    for path, control in (("positions?p_part=Heatmap", "p_len"), ("gradients?g_part=Blackboard", "g_board_step")):
        page.goto(f"{server}/{path}&embed=true")
        settle(page, charts=1)
        expect(page.locator(".explorer-chart").first).to_be_in_viewport(ratio=0.9)
        expect(page.locator(f".st-key-{control}")).to_be_in_viewport(ratio=0.99)
    page.goto(f"{server}/memory?embed=true&m_part=Fewer+bits")
    settle(page, charts=1)
    for hidden in ("h1", "[data-testid=stSidebarNav]", ".st-key-explorer_next", ".st-key-m_part"):
        assert not page.locator(hidden).first.is_visible()
    source = page.get_by_role("link", name="Embedding Explorer, the whole page with its controls")
    with page.context.expect_page() as opened:
        source.click()
    assert opened.value.url.startswith(f"{server}/memory?m_part=Fewer+bits")
    assert "embed" not in opened.value.url


def test_on_paper_there_is_no_navigation_and_the_picture_is_whole(new_page: Callable[..., Page], server: str) -> None:
    page = new_page(width=1000, height=700)
    page.goto(f"{server}/memory?m_part=The+bill")
    settle(page, charts=1)
    page.emulate_media(media="print")
    for hidden in ("[data-testid=stSidebarNav]", ".st-key-explorer_next", ".st-key-m_part"):
        assert not page.locator(hidden).first.is_visible()
    assert page.evaluate("document.documentElement.scrollHeight") > 700


def go_to(page: Page, title: str) -> None:
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=title).click()
    expect(
        page.get_by_role("heading", level=1, name=next(heading(p.name) for p in PAGES if p.title == title))
    ).to_be_visible()
    settle(page)


def test_the_sentence_travels_and_one_press_of_back_or_forward_is_one_page_with_its_values(
    page: Page, server: str
) -> None:
    page.goto(f"{server}/home?text=Owls+see")  # the default page's name works as a URL, too
    settle(page)
    box, there = page.get_by_role("textbox", name="Your text"), page.get_by_role("textbox", name="Type here")
    expect(box).to_have_value("Owls see")
    box.fill("Back and forth")
    box.press("Control+Enter")
    page.wait_for_url("**?text=Back*")
    settle(page)
    go_to(page, "Teach")
    go_to(page, "Tokens")
    page.wait_for_url("**/tokens?text=*")
    expect(there).to_have_value("Back and forth")
    page.reload()
    settle(page)
    expect(there).to_have_value("Back and forth")
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="What do I show my class?")).to_be_visible()
    settle(page)
    page.go_back()
    page.wait_for_url("**?text=*")
    expect(box).to_have_value("Back and forth")
    settle(page)
    page.go_forward()
    expect(page.get_by_role("heading", level=1, name="What do I show my class?")).to_be_visible()
    settle(page)
    page.go_forward()
    page.wait_for_url("**/tokens?text=*")
    expect(there).to_have_value("Back and forth")
    # Back to a page that was opened from a link restores the link's settings.
    page.goto(f"{server}/tokens?text=Owls+see+at+night&t_part=Rows&t_row_shows=rows+near+it")
    settle(page)
    go_to(page, "Gradients")
    page.wait_for_url("**/gradients")
    settle(page)
    page.go_back()
    page.wait_for_url("**/tokens?*t_row_shows=*")
    expect(there).to_have_value("Owls see at night")
    expect(page.locator(".st-key-t_part").get_by_role("radio", checked=True)).to_have_text("Rows")


def test_a_link_with_a_text_of_its_own_brings_it_and_back_brings_the_visitors_again(page: Page, server: str) -> None:
    page.goto(server)
    box = page.get_by_role("textbox", name="Your text")
    settle(page)
    entries = page.evaluate("() => history.length")
    page.get_by_role("link", name="Why can’t it count letters?").click()
    page.wait_for_url("**text=strawberry*")
    expect(page.get_by_role("textbox", name="Type here")).to_have_value("strawberry")
    settle(page)
    expect(page.locator(".st-key-t_chips")).to_contain_text("berry")
    assert page.evaluate("() => history.length") == entries + 1
    page.go_back()
    expect(box).not_to_have_value("")
    settle(page)
    expect(box).not_to_have_value("")


def test_one_press_of_back_is_one_step_of_the_path(page: Page, server: str) -> None:
    page.goto(f"{server}{guide.link(StepId(1, 4))[1:]}")
    settle(page)
    for at in ("2a", "2b"):
        page.get_by_role("link", name="Next →").first.click()
        page.wait_for_url(f"**guide={at}*")
        settle(page)
    for at in ("2a", "1d"):
        page.go_back()
        page.wait_for_url(f"**guide={at}*")
        settle(page)


def test_back_and_forward_go_through_parts_and_not_through_settings(page: Page, server: str) -> None:
    page.goto(server)
    settle(page)
    page.get_by_role("textbox", name="Your text").fill("Back and forth")
    page.get_by_role("textbox", name="Your text").press("Control+Enter")
    page.wait_for_url("**?text=Back*")
    settle(page)
    visited = [("home",), ("positions",), ("positions", "Clocks"), ("positions", "Heatmap")]
    go_to(page, "Positions")
    for _, part in (("positions", "Clocks"), ("positions", "Heatmap")):
        page.locator(".st-key-p_part").get_by_role("radio", name=part, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading("positions", part))
        settle(page)
        if part == "Clocks":
            page.locator(".explorer-moves input[type=range]").first.press("ArrowRight")
            page.wait_for_url("**p_pos=*")
            settle(page)
    for step, others in (page.go_back, visited[-2::-1]), (page.go_forward, visited[1:]):
        for goal in others:
            step()
            expect(page.get_by_role("heading", level=1)).to_have_text(heading(*goal))
            settle(page)
            if goal == ("positions", "Clocks"):
                assert "p_pos=" in page.url


def test_the_sidebar_covers_a_narrow_page_only_until_another_is_chosen(
    new_page: Callable[..., Page], server: str
) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{server}/tokens")
    settle(page)
    page.wait_for_function("() => document.documentElement.dataset.explorerAddress")
    main = page.get_by_test_id("stMain")
    main.evaluate("(e) => e.scrollTo(0, 400)")
    page.get_by_test_id("stExpandSidebarButton").click()
    settle(page)
    positions = page.get_by_test_id("stSidebarNav").get_by_role("link", name="Positions")
    positions.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading("positions"))
    expect(page.get_by_test_id("stSidebar")).to_have_attribute("data-collapsed", "true")
    settle(page)
    assert main.evaluate("(e) => e.scrollTop") == 0, "another page begins at its top"
