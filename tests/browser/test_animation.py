"""Animated pictures: drag, slider, keys and Play; the server gets only the final position."""

import math
import re

import pytest
from playwright.sync_api import expect

from explorer.views.positions import arrows
from tests.support import next_frames, one_of_each, settle, still

ARROWS = ".st-key-p_arrows .explorer-chart"
TIP = f"""() => (({{ x, y }}) => [x, y])(document.querySelector("{ARROWS}").layout.annotations.at(-2))"""
SAID = ".st-key-p_arrows_said"


class Sent:
    """Messages that a page has sent to its server since it was opened, or since `clear`."""

    def __init__(self, page):
        self._page, self._before = page, 0

    def clear(self):
        self._before += len(self)

    def __len__(self):
        return self._page.evaluate("window.sent") - self._before


READY = """(slider) => slider.closest(".explorer-moves").previousElementSibling.dataset.moves === "ready\""""
SLIDER = ".explorer-moves input:visible"


def near(page, slider):
    """Bring the mouse to a slider, and wait for the frames of its pictures."""
    page.locator(slider).first.hover()
    page.wait_for_function(READY, arg=page.locator(slider).first.element_handle())
    settle(page, 1)


def opened(server, new_page, address, width=1440, name="positions", slider=SLIDER):
    """A part with the mouse on its slider; "" keeps it away."""
    page = new_page(width=width)
    page.goto(f"{server}/{name}?{address}")
    settle(page, 1)
    if slider:
        near(page, slider)
    return page, Sent(page)


def test_frames_come_with_the_hand_once_and_without_a_run_of_the_part(server, new_page):
    page, sent = opened(server, new_page, "p_part=Shift", slider="")
    charts = page.locator(".explorer-chart[data-moves]")
    drawn = "(charts) => charts.map((chart) => [chart.dataset.moves, chart.dataset.drawn])"
    before = charts.evaluate_all(drawn)
    sent.clear()
    page.mouse.move(3, 3)
    settle(page, 1)
    assert not sent and {moves for moves, _ in before} == {"asleep"}
    near(page, SLIDER)
    assert charts.evaluate_all(drawn) == [["ready", times] for _, times in before]
    page.mouse.move(3, 3)
    page.locator(SLIDER).first.hover()
    settle(page, 1)
    assert len(sent) == 1


@pytest.mark.parametrize("way", ["touch", "key"])
def test_who_does_not_wait_for_the_frames_is_followed_as_soon_as_they_come(server, new_page, way):
    page, _ = opened(server, new_page, "p_part=Two+arrows&p_word_place=6", slider="")
    slider, said, before = page.locator(SLIDER).first, page.locator(SAID), page.evaluate(TIP)
    if way == "key":
        slider.focus()
        page.keyboard.press("ArrowRight")
    else:
        slider.evaluate(
            """(slider, pointerType) => {
              slider.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType }))
              slider.value = 7
              slider.dispatchEvent(new Event("input", { bubbles: true }))
            }""",
            way,
        )
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^7: "))
    page.wait_for_function(f"([x]) => ({TIP})()[0] !== x", arg=before)
    if way != "key":
        slider.evaluate(
            """(slider) => {
              slider.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }))
              slider.dispatchEvent(new Event("change", { bubbles: true }))
            }"""
        )
    expect(page).to_have_url(re.compile("p_word_place=7"))
    expect(said).to_contain_text("at position 7: ")


def test_a_press_that_is_over_before_the_frames_come_counts(server, new_page):
    page, _ = opened(server, new_page, "p_part=Two+arrows&p_word_place=6", slider="")
    page.locator(SLIDER).first.click(position={"x": 2, "y": 8})
    expect(page).to_have_url(re.compile("p_word_place=0"))


def test_the_arrows_turn_while_the_mouse_is_down(server, new_page):
    page, sent = opened(server, new_page, "p_part=Two+arrows&p_word_place=1")
    the_arrows_turn(page, sent, f"{ARROWS} .nsewdrag", 20)
    the_arrows_turn(page, sent, ".st-key-p_arrows .explorer-moves input", 26)


def test_the_axes_hold_the_arrows_of_each_word(server, new_page):
    """Plotly.react keeps the range of an axis that it has made narrower for equal scales."""
    page, _ = opened(server, new_page, "p_part=Two+arrows&p_word_place=2")
    for word in ("man", "bites", "dog", "man"):
        page.get_by_role("radio", name=word, exact=True).click()
        spec = arrows(word=word, position=2).at_question(False).spec
        assert spec
        for axis in ("xaxis", "yaxis"):
            page.wait_for_function(
                f"""([axis, range]) => String(document.querySelector("{ARROWS}")._fullLayout[axis].range) === range""",
                arg=[axis, ",".join(f"{end:g}" for end in spec.layout[axis]["range"])],
            )


def the_arrows_turn(page, sent, where, steps):
    before = page.url
    box = page.locator(where).first.bounding_box()
    whole = page.locator(ARROWS).bounding_box()
    assert box and whole
    slider = page.get_by_role("slider", name="Position", exact=True)
    x, y = box["x"] + box["width"] / 11, box["y"] + box["height"] * 0.5
    page.mouse.move(x, y)
    sent.clear()
    page.mouse.down()
    seen, said = set(), set()
    for step in range(1, steps + 1):
        page.mouse.move(x + step * whole["width"] * 0.02, y)
        next_frames(page)
        seen.add(tuple(page.evaluate(TIP)))
        said.add(page.locator(SAID).inner_text())
        assert f"at position {slider.input_value()}: " in page.locator(SAID).inner_text()
    assert len(seen) >= 5, "the arrow stands still"
    assert len(said) >= 5, "the sentence stands still"
    assert not sent, "the server heard of a drag that has not ended"
    last = page.evaluate(TIP)
    page.mouse.up()
    expect(page).not_to_have_url(before)
    settle(page, 1)
    assert len(sent) == 1
    assert page.evaluate(TIP) == pytest.approx(last)
    position = re.search(r"p_word_place=(\d+)", page.url)
    assert position and slider.input_value() == position[1]
    expect(page.locator(SAID)).to_contain_text(f"at position {position[1]}: ")
    angle = 2 * math.pi * int(position[1]) / 12
    assert last == pytest.approx([2.8 + math.sin(angle), 0.6 + math.cos(angle)])


def test_keys_and_single_steps_move_both_pictures_and_are_heard_once(server, new_page):
    page, sent = opened(server, new_page, "p_part=Counting&p_count=59&p_carry=Just+show+me&p_neighbours_more=true")
    line = """() => document.querySelector(".st-key-p_neighbours .explorer-chart").layout.shapes[0].x0"""
    slider = page.get_by_role("slider", name="Position", exact=True)
    slider.focus()
    before = page.evaluate(line)
    sent.clear()
    # In one go, as a busy machine would wait between the keys for longer than the player waits for the next one.
    slider.evaluate(
        """(slider) => {
          for (const type of ["input", "change", "input", "change"]) {
            if (type === "input") slider.stepUp()
            slider.dispatchEvent(new Event(type, { bubbles: true }))
          }
          slider.closest(".explorer-moves").querySelector("[aria-label='One step on']").click()
        }"""
    )
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^62: .*62 reads 1 .hours. and 2 .minutes."))
    page.wait_for_function(f"() => ({line})() === {before + 3}")
    expect(page).to_have_url(re.compile("p_count=62"))
    settle(page, 2)
    assert len(sent) == 1


def test_play_passes_every_position_and_stops_at_the_last(server, new_page):
    page, sent = opened(server, new_page, "p_part=Counting&p_count=119", slider="")
    sent.clear()
    page.get_by_role("button", name="Play").click()
    expect(page).to_have_url(re.compile("p_count=127"))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert len(sent) == 2, "the frames were asked for, and the last position sent"


FLIGHTS = [
    ("gradients", "g_part=Blackboard&g_board_step=6+Into+the+table", "g_back", "no-preference"),
    ("tokens", "t_part=Pipeline", "t_adding", "reduce"),
]
WATCH = """(chart) => {
  chart.seen = []
  const drawn = new MutationObserver(() => chart.seen.push(Array.from(chart.data[0].base)))
  drawn.observe(chart, { attributeFilter: ["data-drawn"] })
}"""


@pytest.mark.parametrize(("name", "address", "key", "motion"), FLIGHTS)
def test_what_is_added_flies_there_and_where_less_motion_is_asked_for_only_arrives(
    server, new_page, name, address, key, motion
):
    page, sent = opened(server, new_page, address, name=name)
    page.emulate_media(reduced_motion=motion)
    chart, said = page.locator(f".st-key-{key} .explorer-chart"), page.locator(f".st-key-{key}_said")
    whole, before = said.inner_text(), chart.evaluate("(chart) => Array.from(chart.data[0].base)")
    chart.evaluate(WATCH)
    sent.clear()
    page.get_by_role("button", name="Play").click()
    expect(said).not_to_have_text(whole)
    expect(said).to_have_text(whole)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    seen = chart.evaluate("(chart) => chart.seen")
    assert len({tuple(each) for each in seen}) > 2
    rests = {base for each in (seen[0], before) for base in each}
    flying = [each for each in seen if not rests.issuperset(each)]
    assert bool(flying) == (motion == "no-preference")
    settle(page, 1)
    assert not sent, "it ends as it was"


LIGHT = [
    ("positions", "p_part=Counting", ["p_dials"]),
    ("positions", "p_part=Clocks", ["p_clock"]),
    ("positions", "p_part=Two+arrows", ["p_arrows"]),
    ("positions", "p_part=RoPE+and+ALiBi&p_kind=RoPE", ["p_rope"]),
    ("positions", "p_part=Heatmap&p_cells=which+rows+are+alike&p_guess_far=Just+show+me", ["p_dist"]),
    ("positions", "p_part=Shift&p_all_hands_more=true", ["p_shift"]),
    ("gradients", "g_part=Watch+it+learn&g_step=40", ["g_plane"]),
    ("gradients", "g_part=Whole+books", ["g_shares"]),
    ("gradients", "g_part=One+step&g_lr=0.01&g_guess_step=Just+show+me", ["g_moved"]),
    (
        "extrapolation",
        "x_part=Loss+by+position&x_measure=by+length&x_window=64&x_guess_length=Just+show+me",
        ["x_length"],
    ),
    ("extrapolation", "x_kind=sinusoidal+formula", ["x_row"]),
    ("memory", "m_see=Does+it+fit%3F&m_v=1000", ["m_cards"]),
]
DRAWN = ".scatterlayer path, .scatterlayer text, .barlayer path, .heatmaplayer image"
DRAWN += ", .shapelayer path"
WORDS = ".xtick text, .ytick text, .infolayer text, .infolayer path"  # of which none covers another, in any order
SEEN = f"""(chart) => {{
  const attributes = (each) => [...each.attributes].map((one) => `${{one.name}}="${{one.value}}"`).sort()
  const whole = (each) => [each.tagName, ...attributes(each), each.innerHTML].join(" ")
  const seen = (which) => [...chart.querySelectorAll(which)]
    .map((each) => whole(each).replace(/(clip|legend|id=.)[^")]*/g, ""))
  return [...seen("{DRAWN}"), ...seen("{WORDS}").sort()]
}}"""


@pytest.mark.parametrize(("name", "address", "keys"), one_of_each(LIGHT, others=pytest.mark.nightly))
def test_a_frame_is_drawn_without_a_whole_drawing_and_is_the_servers_picture(server, new_page, name, address, keys):
    """One piece of code draws all frames; that they are right: tests/views/test_animation_frames.py."""
    page, _ = opened(server, new_page, address, name=name)
    charts = [page.locator(f".st-key-{key} .explorer-chart") for key in keys]
    for chart in charts:
        chart.evaluate("(chart) => { chart.wholes = 0; chart.on('plotly_react', () => chart.wholes++) }")
    slider = page.locator(".explorer-moves input:visible").first
    moved = "(slider, at) => { slider.value = at; slider.dispatchEvent(new Event('input', { bubbles: true })) }"
    seen = lambda: [chart.evaluate(SEEN) for chart in charts]  # noqa: E731
    before = seen()
    for at in (1, 3, 6):
        slider.evaluate(moved, at)
        drawn = still(page, seen)
    assert all(one != other for one, other in zip(drawn, before, strict=True))
    assert [chart.evaluate("(chart) => chart.wholes") for chart in charts] == [0] * len(charts)
    slider.evaluate("(slider) => slider.dispatchEvent(new Event('change', { bubbles: true }))")
    for chart in charts:
        page.wait_for_function("(chart) => chart.wholes > 0", arg=chart.element_handle())
    settle(page, 1)
    assert still(page, seen) == drawn, "the server's picture is another one"


MOVED = [
    ("positions", "p_part=Shift&p_k=1", "p_turned", "p_k"),
    ("memory", "m_part=The+bill&m_d=4&present=true", "m_bill", "m_d"),
    ("extrapolation", "x_len=2", "x_row", "x_len"),
]


@pytest.mark.parametrize(("name", "address", "key", "control"), one_of_each(MOVED, others=pytest.mark.nightly))
def test_a_sentence_follows_the_slider_and_the_server_hears_once(server, new_page, name, address, key, control):
    page, sent = opened(server, new_page, address, name=name, slider=f".st-key-{key} .explorer-moves input")
    said, slider = page.locator(f".st-key-{key}_said"), page.locator(f".st-key-{key} .explorer-moves input").first
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + box["height"] / 2)
    sent.clear()
    page.mouse.down()
    seen = set()
    for step in range(2, 10):
        page.mouse.move(box["x"] + 0.1 * step * box["width"], box["y"] + box["height"] / 2)
        next_frames(page)
        seen.add(said.inner_text())
    assert len(seen) >= 3 and not sent
    chart = page.locator(f".st-key-{key} .explorer-chart")
    drawn = still(page, lambda: chart.evaluate(SEEN))
    seen.add(said.inner_text())
    page.mouse.up()
    expect(page).to_have_url(re.compile(rf"{control}=(?!1(&|$))"))
    settle(page, 1)
    assert still(page, lambda: chart.evaluate(SEEN)) == drawn, "the server's picture is another one"
    assert len(sent) == 1
    assert said.inner_text() in seen, "the server's sentence is another one"


DIAL = ".st-key-p_face .explorer-chart"
ON_DIAL = f"""(hours) => {{
  const chart = document.querySelector("{DIAL}")
  const {{ xaxis, yaxis }} = chart._fullLayout
  const box = chart.getBoundingClientRect()
  return hours.map((hour) => {{
    const turn = (hour / 12) * 2 * Math.PI
    return [box.left + xaxis._offset + xaxis.d2p(Math.sin(turn)), box.top + yaxis._offset + yaxis.d2p(Math.cos(turn))]
  }})
}}"""


@pytest.mark.parametrize("width", [1440, 390])
def test_the_hand_of_a_dial_follows_mouse_and_finger_round_the_circle(server, new_page, width):
    """From 2 to 4 the mouse goes straight down: only the way round counts, not the way to the right."""
    touch = width == 390
    page = new_page(width=width, height=844, **({"touch": True} if touch else {}))
    page.goto(f"{server}/positions?p_part=Clocks&p_hands_drawn=one+hand&p_place=2")
    settle(page, 1)
    page.locator(DIAL).scroll_into_view_if_needed()
    slider = page.locator(".st-key-p_face .explorer-moves input").first
    expect(page.locator(f"{DIAL} .main-svg").first).to_be_visible()
    two, three, four, beside = page.evaluate(ON_DIAL, [2, 3, 4, 11])
    if touch:
        session, before = page.context.new_cdp_session(page), page.evaluate("() => scrollY")
        for kind, points in (("touchStart", [two]), ("touchMove", [three]), ("touchMove", [four]), ("touchEnd", [])):
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
            )
            next_frames(page)
        assert page.evaluate("() => scrollY") == before
    else:
        page.mouse.move(*two)
        page.mouse.down()
        page.mouse.move(*three, steps=3)
        page.mouse.move(*four, steps=3)
        expect(slider).to_have_value("4")
        page.mouse.up()
    page.wait_for_url("**p_place=4**")
    settle(page, 1)
    page.touchscreen.tap(*beside) if touch else page.mouse.click(*beside)
    page.wait_for_url("**p_place=11**")
    settle(page, 1)
    expect(slider).to_have_value("11")
