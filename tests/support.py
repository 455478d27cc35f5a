"""Helpers shared by the test folders: running displayed code, waiting for a Streamlit page in Chromium."""

import asyncio
import contextlib
import html
import io
import json
import math
import re
import runpy
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import settings
from numpy.typing import NDArray
from playwright.sync_api import TimeoutError as TookTooLong
from plotly import graph_objects

from explorer.content.lesson.lesson_steps import Answer, LessonStep
from explorer.content.lesson.parse_teacher_question import own_question
from explorer.content.pages import info
from explorer.core import Tensor
from explorer.questions import Question

SLOW = pytest.mark.slow
T = TypeVar("T")
PATIENCE = 120_000
"""Milliseconds that a browser test waits: with both cores busy a page needs ten times its time."""
USUAL = 100
"""Default number of cases of a property test."""


def one_of_each(
    cases: Iterable[Any], group: Callable[[Any], Any] = lambda case: None, others: pytest.MarkDecorator = SLOW
) -> list[Any]:
    """Cases for `parametrize`: `make quick` runs the first of each group (without groups, of all), `make test` all.

    With `others=pytest.mark.nightly` also `make test` runs the first of each only, and `make nightly` the others.

    >>> [bool(case.marks) for case in one_of_each([("home", 1), ("home", 2), ("tokens", 1)], lambda case: case[0])]
    [False, True, False]
    """
    seen, found = set(), []
    for case in cases:
        marks = [others] if group(case) in seen else []
        seen.add(group(case))
        found.append(pytest.param(*case, marks=marks) if isinstance(case, tuple) else pytest.param(case, marks=marks))
    return found


def examples(most: int) -> int:
    """Number of a property test's cases: `most`, scaled by the profile's number / 100 in `make quick` and
    `make properties`.

    >>> examples(7)
    7
    """
    drawn = settings().max_examples
    return min(most, drawn) if drawn < USUAL else most * drawn // USUAL


@contextlib.contextmanager
def float_type(dtype: Any) -> Iterator[None]:
    """Within the block, the core's tensors hold `dtype` instead of float32: gradients are checked in float64."""
    with patch.object(Tensor, "float_type", dtype):
        yield


def asgi_answer(app: Callable[..., Any], headers: Mapping[str, str], **scope: Any) -> list[Any]:
    """The messages that an ASGI app sends in answer to a request without a body; _ stands for - in headers' names."""
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    run_async(app({"type": "http", "method": "GET", "query_string": b"", "headers": pairs} | scope, None, send))
    return told


def run_async(coroutine: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run`, in a thread of its own where a browser test of this worker has left an event loop in this one."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, coroutine).result()


def plain_texts(app: Any) -> list[str]:
    """Plain texts of a page, with the sentences of pictures, which are HTML."""
    said = [re.fullmatch(r'<div class="explorer-said"[^>]*>(.*)</div>', e.proto.body, re.S) for e in app.get("html")]
    return [text.value for text in app.text] + [
        html.unescape(re.sub("<summary>.*?</summary>|</?(b|details)>", "", each[1])) for each in said if each
    ]


def texts(app: Any) -> str:
    """Plain texts of a page, one a line."""
    return "\n".join(plain_texts(app))


def text_field(app: Any) -> Any:
    """The field of the visitor's own text, of one line or of several."""
    return next(field for field in (*app.text_input, *app.text_area) if field.key == "text")


def open_folds(app: Any, ending: str) -> Any:
    """Open the expanders of a page whose keys end so: what is in them is drawn while they are open."""
    for fold in app.expander:
        if str(fold.key).endswith(ending):
            app.session_state[fold.key] = True
    return app.run()


def html_of(app: Any) -> str:
    """All HTML of a page."""
    return "".join(element.proto.body for element in app.get("html"))


def legend(app: Any) -> list[dict[str, Any]]:
    """The rows of the list of kinds below a map."""
    (found,) = [made for made in app.get("bidi_component") if made.proto.component_name.endswith("legend")]
    kinds: list[dict[str, Any]] = json.loads(found.proto.bytes)["kinds"]
    return kinds


def checked(spec: Any) -> Any:
    """A specification's figure, validated by Plotly, which raises on unknown properties."""
    return graph_objects.Figure(spec.to_dict())


def bare(text: str) -> str:
    """Strip the markup from a picture's text."""
    return re.sub("<[^>]*>", "", text)


def run_script(text: str) -> str:
    """Run a script as `python script.py` would, in this process, and return what it printed."""
    out = io.StringIO()
    namespace: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(out):
        exec(compile(text, "<displayed script>", "exec"), namespace)
    return out.getvalue()


def parse_number(text: str) -> float:
    """Value of a number as a screen shows it.

    >>> parse_number("−50,257.5")
    -50257.5
    """
    return float(text.replace(",", "").replace("−", "-"))


def decimals_in(text: str) -> list[float]:
    """Numbers of a text that have decimals, with their signs.

    >>> decimals_in("2 rows: −0.30 + 1.25")
    [-0.3, 1.25]
    """
    return [parse_number(found) for found in re.findall(r"−?\d+\.\d+", text)]


_NUMBER = re.compile(r"[-−+±]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")


def numbers_in(text: str) -> set[float]:
    """The numbers of a sentence or of a script's output, without sign, as written: 50,257 and 0.30 are 50257.0 and 0.3.

    >>> sorted(numbers_in("3 of 50,257 rows, −0.30 and p50k_base"))
    [0.3, 3.0, 50257.0]
    """
    words = re.sub(r"\b[A-Za-z_]\w*", " ", text)
    return {float(found.lstrip("-−+±").replace(",", "")) for found in _NUMBER.findall(words)}


def pieces(text: str) -> list[str]:
    """What a sentence must have however it is worded: its quoted words and numbers, or, without any, all words.

    >>> pieces("“␣cat” has 3,797"), pieces("further apart")
    (['“␣cat”', '3,797'], ['further', 'apart'])
    """
    return re.findall(r"“[^”]*”|[+−]?\d[\d,.]*\d|\d", text) or text.split()


def in_order(words: str, text: str) -> bool:
    """Whether words stand in a text in this order, whatever stands between them.

    >>> in_order("from 1 to 90", "from 1 up to 90"), in_order("from 1 to 90", "from 90 to 1")
    (True, False)
    """
    return re.search(".*?".join(map(re.escape, words.split())), text, re.DOTALL) is not None


_LEFT = re.compile(
    r"(?<![\w·×÷/+−√(.])(?<![·×÷/+−] )(?<!than )(?<!cdot )(?<!sin )(?<!cos )(?<!of )(?<!ln )"
    r"[(√−]*\d[\d.,()√+−·×÷/ ²]*[·×÷/+−] ?[(√−]*\d[\d.,()²]*$"
)
_RIGHT = re.compile(r"−?\d[\d,]*+(?:\.\d+)?+(?!²| ?(?:[·×÷/+−(%πωτg]|[kMGT]i?B))")
_POWER = re.compile(r"e to the power of (−?[\d.]*\d) is ([\d,.]*\d)|(\d[\d.]*\d) nats\. That is −ln ([\d.]*\d)")
_TURN = re.compile(r"((?:[\d,]+)(?:\.(\d+))?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)\$? radians?\b(.{0,90})", re.DOTALL)
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SIGNS = str.maketrans({"−": "-", "·": "*", "×": "*", "÷": "/", "²": "**2", ",": "", " ": ""})


def unmet(text: str) -> list[str]:
    """The equations of a worked line whose left side isn't their right side, to the last digit that is shown.

    >>> unmet("The step is 4 · 0.4737 / √0.4997 = 2.6802, and 2 × 3,072 = 6,144 bytes = 6.14 kB.")
    ['4 · 0.4737 / √0.4997 = 2.6802']
    >>> unmet("1.871 nats. That is −ln 0.153, and e to the power of 1.412 is 4.1")
    ['1.871 nats. That is −ln 0.153']
    >>> unmet("It turned 0.9486833 radians. Its sine is 0.8126, its cosine 0.5928")
    ['0.9486833 radians: cosine 0.5928']
    """
    found, sides = [], text.split(" = ")
    for said, turned, rest in _TURN.findall(text):
        angle = float(said.replace(",", "").replace(" × 10", "e").translate(_RAISED))
        rest = re.sub(r"tip is at \((\S+), (\S+)\)", r"sine \1, cosine \2", rest)
        for name, value in re.findall(r"\b((?:co)?sine)(?: is)? \$?(−?\d\.\d+)", rest):
            exact = math.sin(angle) if name == "sine" else math.cos(angle)
            shown = 0.51 * 10.0 ** -len(value.partition(".")[2])
            if abs(exact - parse_number(value)) > shown + (0.51 * 10.0 ** -len(turned) if turned else 0):
                found.append(f"{said} radians: {name} {value}")
    for line in _POWER.finditer(text):
        power, result = (line[1], line[2]) if line[1] else (f"−{line[3]}", line[4])
        if abs(math.exp(parse_number(power)) - parse_number(result)) > 0.51 * 10.0 ** -len(result.partition(".")[2]):
            found.append(line[0])
    for before, after in pairwise(sides):
        left, right = _LEFT.search(before), _RIGHT.match(after)
        if left is None or right is None or left[0].count("(") != left[0].count(")"):
            continue
        written = re.sub(r"√(\d[\d.]*)", r"√(\1)", left[0].translate(_SIGNS)).replace("√", "sqrt")
        apart = abs(eval(written, {"sqrt": math.sqrt}) - parse_number(right[0]))
        if apart > 0.51 * 10.0 ** -len(right[0].partition(".")[2]):
            found.append(f"{left[0]} = {right[0]}")
    return found


_HYPHEN = re.compile(r"(?<![\w.…*)\]/$-])-\.?\d")
_DOUBLED = re.compile(r"(?<!\.)\.\.(?!\.)(?=\s|[”\"<]|$)")
_SEVERAL = re.compile(
    r"(?<![\w.,/×−–:-])(?<!\d )(?<!and )(?<!to )1 (radians|tokens|rows|words|bytes|characters|hands|pairs|positions|"
    r"places|components|blocks|heads|cards|texts|nearest words)\b"
)


def slips_in(text: str) -> list[str]:
    """Find typos with their context: a hyphen for a minus, two full stops, a plural after 1.

    >>> slips_in("a turn of 1 radians"), slips_in("from -0.5"), slips_in("pairs 0 and 1 radians, −0.5, 3-4")
    (['a turn of 1 radians'], ['from -0.5'], [])
    >>> slips_in("It ends.. Twice"), slips_in("Twice.."), slips_in("its 1 nearest words"), slips_in("And so on... 0..5")
    (['It ends.. Twice'], ['Twice..'], ['its 1 nearest words'], [])
    """
    return [
        text[max(0, found.start() - 25) : found.end() + 25]
        for slip in (_HYPHEN, _DOUBLED, _SEVERAL)
        for found in slip.finditer(text)
    ]


@cache
def views_of(name: str) -> tuple[Any, ...]:
    """A page's views, as pages/<name>.py lists them; none for a page without parts."""
    if name in ("home", "claims"):
        return ()
    with patch("explorer.ui.page") as page:
        runpy.run_path(str(Path(__file__).resolve().parents[1] / "pages" / f"{name}.py"))
    return tuple(page.call_args.args[1])


def heading(name: str, part: str = "") -> str:
    """The title of a page while one of its parts is shown (the first one)."""
    questions = {view.PART.name: view.PART.question for view in views_of(name)}
    return questions.get(part or next(iter(questions), "")) or info(name).question


def _pictures(view: Any) -> dict[str, Any]:
    """Choice → view of a part with several pictures; "" → the view itself."""
    from explorer.ui.frame.part_declaration import Pictures

    return dict(view.views) if isinstance(view, Pictures) else {"": view}


def pictures_of(name: str) -> list[dict[str, str]]:
    """What a link says of each picture of a page's parts, in their order."""
    part = f"{info(name).prefix}_part"
    return [
        {part: view.PART.name} | ({view.key: choice} if choice else {})
        for view in views_of(name)
        for choice in _pictures(view)
    ]


def texts_of(name: str) -> list[Any]:
    """The texts of each picture of a page's parts."""
    return [each.PART for view in views_of(name) for each in _pictures(view).values()]


def parts_of(name: str) -> list[str]:
    """The names of a page's parts, as pages/<name>.py lists them."""
    return [view.PART.name for view in views_of(name)]


def part_of(page: str, name: str, **state: object) -> Any:
    """A part of a page, as its view defines it; of its pictures the one that `state` chooses."""
    view = next(view for view in views_of(page) if view.PART.name == name)
    pictures = _pictures(view)
    return pictures.get(str(state.get(getattr(view, "key", ""), "")), next(iter(pictures.values()))).PART


def tables_in(app: Any) -> list[dict[str, list[str]]]:
    """The open data tables of a page that AppTest has run, top to bottom: column → what its cells say."""
    found = []
    for element in app.get("html"):
        if 'class="explorer-data"' not in element.proto.body:
            continue
        head, body = element.proto.body.split("<tbody>")
        names = [html.unescape(name) for name in re.findall(r"<th [^>]*>(.*?)</th>", head, re.DOTALL)]
        rows = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in body.split("</tr>")[:-1]]
        found.append({name: [html.unescape(row[at]) for row in rows] for at, name in enumerate(names)})
    return found


def plain(node: Any) -> Any:
    """Arrays as lists, for JSON."""
    if isinstance(node, np.ndarray):
        return node.tolist()
    if isinstance(node, np.generic):
        return node.item()
    if isinstance(node, dict):
        return {str(name): plain(value) for name, value in node.items()}
    return [plain(value) for value in node] if isinstance(node, list | tuple) else node


def facts(view: Any) -> dict[str, Any]:
    """A view's sentence, table, formulas and figure, for comparison."""
    drawn = None if view.spec is None else json.dumps(plain(view.spec.to_dict()), sort_keys=True, default=repr)
    return {
        "sentence": view.sentence,
        "table": view.table.csv(),
        "formulas": [*map(str, view.formulas)],
        "drawn": drawn,
    }


# Records the time of each message to and from the server, which `settle` reads, and counts those sent.
WATCH_MESSAGES = """
const Plain = window.WebSocket
window.WebSocket = class extends Plain {
  constructor(...all) { super(...all); this.addEventListener("message", () => { window.lastGot = performance.now() }) }
  send(data) { window.lastSent = performance.now(); window.sent = (window.sent ?? 0) + 1; super.send(data) }
}
"""
# Reason why a page isn't calm: a running script, a missing answer, a part that is fading or not yet drawn.
WAITING = """() => {
  const all = (name) => [...document.querySelectorAll(`[data-testid=${name}]`)]
  const moving = document.getAnimations()
    .filter((a) => a.playState === "running" && a.effect.getTiming().iterations !== Infinity)
  return Object.entries({
    script: !document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]"),
    // Streamlit doesn't answer a message to a fragment that has gone meanwhile.
    answer: (window.lastSent ?? 0) > (window.lastGot ?? 0) && performance.now() - window.lastSent < 20_000,
    stale: document.querySelector("[data-stale=true], [data-testid=stSkeleton]"),
    chart: !all("stBidiComponentRegular").every((c) => c.querySelector(".explorer-chart[data-drawn], .explorer-store")),
    strip: !all("stBidiComponentIsolated").every((strip) => strip.shadowRoot?.childElementCount > 1),
    animation: moving.length,
  }).filter(([, waits]) => waits).map(([name]) => name)
}"""
CALM = f"""() => {{
  window.calm = ({WAITING})().length ? 0 : (window.calm ?? 0) + 1
  return window.calm > 5
}}"""
# Idle: no request pending, and no message for a second; during a run the last message is the page's own.
QUIET = """() => (window.lastSent ?? 0) <= (window.lastGot ?? 0)
  && document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]")
  && performance.now() - (window.lastGot ?? 0) > 1000"""


def resident(array: NDArray[Any]) -> int:
    """Resident kB of an array's memory-mapped file in this process; another map of the same file doesn't count."""
    at = array.__array_interface__["data"][0]
    maps = Path("/proc/self/smaps").read_text(encoding="utf-8")
    for start, end, rest in re.findall(r"^([0-9a-f]+)-([0-9a-f]+) (.*?)^VmFlags", maps, re.S | re.M):
        if int(start, 16) <= at < int(end, 16):
            found = re.search(r"^Rss: +(\d+) kB", rest, re.M)
            assert found
            return int(found[1])
    raise AssertionError("not mapped")


def settle(page: Any, charts: int = 0) -> None:
    """Wait until the page has been calm for a quarter of a second, with at least `charts` charts drawn.

    The page's own timers count the time, so that on a busy machine the wait is as much longer as the page is slower.
    """
    page.wait_for_selector("[data-testid=stMain] [data-testid=stElementContainer]", state="attached", timeout=PATIENCE)
    page.evaluate("window.calm = 0")
    try:
        page.wait_for_function(CALM, polling=50, timeout=PATIENCE)
    except TookTooLong:
        raise AssertionError(f"The page still waits for: {page.evaluate(WAITING)}") from None
    if charts:
        page.wait_for_function(
            "n => document.querySelectorAll('.explorer-chart[data-drawn]').length >= n", arg=charts, timeout=PATIENCE
        )


def open_tools(page: Any, key: str) -> Any:
    """Open what few need of the tools under the picture `key`, and return their container."""
    page.locator(f".st-key-{key}_tools button").click()
    tools = page.locator("[data-testid=stPopoverBody]")
    tools.locator(".explorer-actions").wait_for()
    return tools


def still(page: Any, look: Callable[[], Any]) -> Any:
    """The result of `look` once it has been the same for three tenths of a second, by the page's own clock."""
    found, same = look(), 0
    for _ in range(200):
        page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))")
        before, found = found, look()
        same = same + 1 if found == before else 0
        if same == 3:
            break
    return found


def next_frames(page: Any) -> None:
    """Wait until the page has drawn two frames: what a key or the mouse has just changed is on the screen."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def press_keys(page: Any, *keys: str) -> None:
    """Press keys once the page listens: when it is calm every component has drawn itself and has its listeners."""
    settle(page)
    for key in keys:
        page.keyboard.press(key)


def stays_quiet(page: Any) -> bool:
    """Whether an untouched page soon has a second without a message to or from its server.

    A page in a rerun loop never does: it sends its next message right after each answer.
    """
    settle(page)
    try:
        page.wait_for_function(QUIET, polling=50, timeout=PATIENCE)
    except TookTooLong:
        return False
    return True


def open_part(page: Any, key: str, name: str) -> None:
    """Open a part by its tab, as a visitor does."""
    page.locator(f".st-key-{key}").get_by_text(name, exact=True).click()
    settle(page)


def own(text: str, answers: Sequence[str] = (), right: Collection[int] = (), **more: Any) -> Question:
    """A teacher's own question, as a lesson's step with these answers asks it."""
    expected = tuple(Answer(each, right=at in right) for at, each in enumerate(answers))
    question = own_question(LessonStep("A step", "home", {}, text, answers=expected, **more))
    assert question is not None
    return question


def tally(rooms: Any, code: str, key: str, round_: int = 1) -> dict[int, int]:
    """Votes for each choice of a question in a room."""
    return dict(Counter(rooms.answers_by_seat(code, key, round_).values()))
