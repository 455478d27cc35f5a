"""The code shown under a picture reproduces it in a fresh process, at a part's settings; tests/views/test_every_view.py
asks it of every view in this one."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.captured_views import PARTS, Watch, settings
from tests.support import facts, one_of_each

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
