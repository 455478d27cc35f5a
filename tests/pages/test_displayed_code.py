"""Each part of each page: its displayed code, nothing told before a guess, links with invalid values."""

import itertools
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer import ui
from explorer.ui.frame import url_params
from explorer.ui.frame.answer_feedback import SKIP
from explorer.ui.frame.navigation import SHARED
from tests.pages.captured_views import KINDS, PARTS, Watch, settings
from tests.support import facts, numbers_in, one_of_each

ROOT = Path(__file__).resolve().parents[2]
RUN = """
import json, sys
from tests.support import facts
for line in sys.stdin:
    made = []
    for code in json.loads(line):
        names = {}
        exec(code, names)
        made.append(facts(names["view"]))
    print(json.dumps(made), flush=True)
"""


@pytest.fixture
def watch() -> Iterator[Watch]:
    with pytest.MonkeyPatch.context() as patch:
        yield Watch(patch)


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[list[str]], list[dict[str, Any]]]]:
    """Run calls in another process, one after the other as cells of a notebook."""
    errors = tmp_path_factory.mktemp("notebook") / "errors"
    with (
        errors.open("w") as written,
        subprocess.Popen(
            [sys.executable, "-c", RUN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=written,
            text=True,
            cwd=ROOT,
        ) as process,
    ):
        assert process.stdin is not None and process.stdout is not None

        def run(codes: list[str]) -> list[dict[str, Any]]:
            print(json.dumps(codes), file=process.stdin, flush=True)
            line = process.stdout.readline()
            assert line, errors.read_text()
            return list(json.loads(line))

        yield run
        process.stdin.close()


@pytest.mark.parametrize(
    ("page", "part"),
    one_of_each(PARTS, lambda at: at[0], pytest.mark.nightly),
    ids=["-".join(map(str, at)) for at in PARTS],
)
def test_the_displayed_call_makes_the_view_on_the_screen(
    open_page: Callable[..., AppTest],
    watch: Watch,
    notebook: Callable[[list[str]], list[dict[str, Any]]],
    page: str,
    part: str | None,
) -> None:
    drawn = [shown for _, _, shown in settings(watch, open_page, page, part)]
    assert all(drawn), "a picture at every setting"
    shown = [each.view for one in drawn for each in one]
    codes = [view.call.code().replace("view.show()", "") for view in shown]
    assert all(len(view.call.code().splitlines()) <= 8 for view in shown)
    for view, code, got in zip(shown, codes, notebook(codes), strict=True):
        expected = facts(view.at_question())  # the call draws the answer, and no guess
        if view.call.given:  # a measurement or a training, which the call repeats
            assert got["formulas"] == expected["formulas"], code
        else:
            assert got == expected, code


GUESSED = {
    ("failures", "With a message"),
    ("gradients", "Whole books"),
    ("memory", "Real models"),
    ("tokens", "Languages"),
}
"""Parts whose picture waits for a guess, one of each page."""
SWEPT = sorted(PARTS, key=lambda at: at not in GUESSED)


def contents(drawn: Watch) -> dict[str, tuple[Any, ...]]:
    """Each picture by its key: sentence, figure, table, and call."""
    found: dict[str, tuple[Any, ...]] = {}
    for each in drawn.shown:
        figure = None if each.view.spec is None else pickle.dumps(each.view.spec.to_dict())
        found[each.key] = (
            each.view.sentence,
            figure,
            {name: list(map(str, cells)) for name, cells in each.view.table.items()},
            each.view.call.code(),
        )
    return found


def told_early(drawn: Watch, app: AppTest) -> tuple[set[str], list[tuple[str, str]]]:
    """The pictures whose sentence waits for a prediction, and which of their contents are revealed already."""
    before = contents(drawn)
    for key in drawn.guesses:
        app.session_state[key] = SKIP
    app.run()
    assert not app.exception
    after = contents(drawn)
    # An answer that moves a control, or looks closer, makes another picture: that one has not waited.
    waiting = {key for key in before if before[key][0] != after[key][0] and before[key][3] == after[key][3]}
    return waiting, [
        (key, what)
        for key in waiting
        for what, early, late in zip(("picture", "data"), before[key][1:3], after[key][1:3], strict=True)
        if early is not None and early == late
    ]


def opened(open_page: Callable[..., AppTest], page: str, part: str | None) -> AppTest:
    return open_page(page, **({f"{ui.info(page).prefix}_part": part} if part else {}))


def further(drawn: Watch, app: AppTest) -> list[tuple[str, str]]:
    """The choices of a part that are not selected: other views, methods, kinds."""
    found = [(key, name) for key, names in drawn.views.items() for name in names[1:]]
    for control in (*app.get("button_group"), *app.get("radio")):
        key = control.key or "_"
        if key.startswith("_") or key.endswith("_part") or key in drawn.guesses | set(drawn.views):
            continue
        if isinstance(control.value, str):
            labels = [getattr(option, "content", option) for option in control.options]
            found += [(key, label) for label in labels if label != control.value]
    return found


@pytest.mark.parametrize(
    ("page", "part"),
    one_of_each(SWEPT, lambda at: at[0], pytest.mark.nightly),
    ids=["-".join(map(str, at)) for at in SWEPT],
)
def test_where_a_sentence_waits_for_a_guess_picture_and_data_wait_too(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, page: str, part: str | None
) -> None:
    """In the view that the part opens with, and in each of its others."""
    drawn = Watch(monkeypatch, waits=True)
    app = opened(open_page, page, part)
    others = further(drawn, app)
    waiting, told = told_early(drawn, app)
    assert waiting or (page, part) not in GUESSED
    early = {("", part): told} if told else {}
    for key, name in others:
        app = opened(open_page, page, part)
        drawn.shown.clear()
        drawn.guesses.clear()
        app.session_state[key] = name
        app.run()
        _, told = told_early(drawn, app)
        early |= {(key, name): told} if told else {}
    assert not early, "given away before the guess"


BAD = ("zzz", "987654", "-7.123", "1e999", "9" * 4500)


def controls(app: AppTest) -> dict[str, str]:
    """Key → kind of each control of a part that an address can set; the part's own choice is not among them."""
    return {
        control.key: kind
        for kind in KINDS
        for control in app.get(kind)
        if control.key and not control.key.startswith("_") and not control.key.endswith("_part")
    }


@pytest.mark.parametrize(
    ("page", "part"), one_of_each(PARTS, lambda part: part[0]), ids=[f"{page}-{part}" for page, part in PARTS]
)
def test_what_a_link_asks_for_in_vain_is_said(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, page: str, part: str | None
) -> None:
    """A link sets each control to a word, to numbers that are too large and to a negative fraction, in turn."""
    names, declare = {}, url_params.declare

    def watched(key: str, name: str, expects: str) -> None:
        names[key] = name
        declare(key, name, expects)

    monkeypatch.setattr(url_params, "declare", watched)
    address = {f"{ui.info(page).prefix}_part": part} if part else {}
    there = controls(open_page(page, **address))
    asked = dict(zip(there, itertools.cycle(BAD), strict=False))
    prefix = ui.info(page).prefix
    strange = [key for key in there if not key.startswith(f"{prefix}_") and key not in SHARED]
    assert not strange, f"Begin these keys with {prefix}_, the prefix of {page} in explorer/content/pages.py: {strange}"
    app = open_page(page, **address, **asked)
    told = "\n".join(message.value for message in (*app.warning, *app.error, *app.info))
    now = {key: control for kind in KINDS for control in app.get(kind) if (key := control.key) in there}
    ignored = [key for key, control in now.items() if str(control.value) != asked[key]]
    silent = [key for key in ignored if names.get(key, "") not in told]
    assert not silent and len(told.splitlines()) >= len(ignored), (silent, ignored, told)


@pytest.mark.parametrize(
    ("page", "query", "said"),
    [
        ("positions", {"p_part": "Heatmap", "p_len": "9000"}, (2, 8_192, 256, 9_000)),
        ("positions", {"p_part": "RoPE and ALiBi", "p_kind": "ALiBi", "p_heads": "4", "p_head": "7"}, (0, 3, 7)),
        ("positions", {"p_part": "Shift", "p_dim": "64", "p_pair": "40"}, (0, 31, 8, 40)),
        ("projection", {"j_part": "Map", "j_view": "3D", "j_c3": "501"}, (1, 500, 3, 501)),
        ("teach", {"l_part": "Sheets", "k_sheets": "0"}, (1, 40, 0)),
    ],
    ids=str,
)
def test_a_link_is_told_the_bounds_that_the_control_has_now(
    open_page: Callable[..., AppTest], page: str, query: dict[str, str], said: tuple[int, ...]
) -> None:
    assert set(said) in [numbers_in(warning.value) for warning in open_page(page, **query).warning]
