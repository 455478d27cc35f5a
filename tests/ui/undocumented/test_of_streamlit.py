"""What is used of Streamlit beyond its documentation is still so in the installed version, and stands in one list."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest
import streamlit as st
from streamlit import config, error_util
from streamlit.errors import FragmentHandledException
from streamlit.runtime.pages_manager import PagesManager
from streamlit.testing.v1 import AppTest

from explorer.data import DamagedFileError
from explorer.gradients import touched
from explorer.jobs import events
from explorer.ui.undocumented import Use, of_streamlit
from explorer.ui.undocumented.of_streamlit import HIDDEN_OPTION, TEST_IDS, USES
from tests.ui.undocumented.support import ROOT, gone, sources, unnamed

PAGE = Path(st.__file__).parent / "static"
CHANGED = f"Streamlit {version('streamlit')} differs from {of_streamlit.SEEN}:"


@cache
def shipped() -> str:
    """All JavaScript that Streamlit's page can load, as one text."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((PAGE / "static" / "js").glob("*.js")))


@pytest.mark.parametrize("use", [use for use in USES if use.sign], ids=lambda use: use.what[:30])
def test_what_is_used_is_in_streamlits_own_files(use: Use) -> None:
    assert use.sign in shipped(), gone(CHANGED, use)


@pytest.mark.parametrize("name", sorted(TEST_IDS))
def test_every_name_is_in_streamlits_own_files(name: str) -> None:
    base = name.partition("-")[0]
    assert re.search(rf"[\"'`]{base}[\"'`-]", shipped()), (
        f"{CHANGED} no element is called {name} any more ({TEST_IDS[name]}). Find its new name in the page."
    )


def test_every_name_that_we_use_is_in_the_list() -> None:
    used = {name for text in sources().values() for name in re.findall(r"data-testid[*^$|~]?=['\"]?([\w-]+)", text)}
    assert used == set(TEST_IDS), "list what each name is for in explorer/ui/undocumented/of_streamlit.py"


@pytest.mark.parametrize("use", USES, ids=lambda use: use.what[:30])
def test_only_the_files_that_are_listed_use_it(use: Use) -> None:
    assert not unnamed(use), f"{unnamed(use)}: name these files, or no longer there, in explorer/ui/undocumented"
    assert (ROOT / use.test.partition("::")[0]).exists()
    if "::" in use.test:
        path, _, test = use.test.partition("::")
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")


def test_only_the_tools_that_are_listed_read_streamlits_messages() -> None:
    files = [path for folder in ("tools", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    using = {path.relative_to(ROOT).as_posix() for path in files if "streamlit.proto" in path.read_text("utf-8")}
    (use,) = [use for use in USES if use.what == "the messages of Streamlit's WebSocket"]
    assert using == set(use.files), "name these files in explorer/ui/undocumented/of_streamlit.py"


def test_the_page_loads_its_script_from_static_js() -> None:
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.search(r'src="[^"]*/static/js/', page), (
        f"{CHANGED} its script lies elsewhere, so components would not find the address of the app"
    )


def test_the_hidden_option_is_there() -> None:
    assert HIDDEN_OPTION in config._config_options_template, (
        f"{CHANGED} there is no option {HIDDEN_OPTION}: measure reruns of 50 sessions without it"
    )
    section, _, name = HIDDEN_OPTION.partition(".")
    text = (ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8")
    assert re.search(rf"\[{section}\][^\[]*^{name} = false", text, re.MULTILINE)


def test_a_folder_of_pages_is_still_seen_before_app_py(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PagesManager, "uses_pages_directory", None)
    (tmp_path / "pages").mkdir()
    PagesManager(str(tmp_path / "app.py"))
    assert PagesManager.uses_pages_directory is True, (
        f"{CHANGED} a folder pages/ no longer starts the automatic pages. If the browser test of a deep link still "
        "passes without it, explorer.ui.frame.navigation.begin needs no second run."
    )


def test_the_types_are_what_streamlit_returns() -> None:
    assert isinstance(st.container(), of_streamlit.DeltaGenerator), f"{CHANGED} a container is of another class"
    assert isinstance(st.Page(lambda: None, title="a", url_path="a"), of_streamlit.Page), f"{CHANGED} so is a page"


def test_a_damaged_file_is_named_instead_of_the_error_box(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    results = tmp_path / "touched.json"
    results.write_text('{"cut', encoding="utf-8")
    monkeypatch.setattr(touched, "RESULTS", results)
    touched.results.cache_clear()
    app.query_params["g_part"] = "Whole books"
    app.switch_page("pages/gradients.py").run()
    assert not app.exception, f"{CHANGED} the error box is drawn by another function"
    (said,) = [error.value for error in app.error]
    assert said.startswith("The shipped file touched.json can't be read:")


def test_a_damaged_file_is_logged_as_one_line_and_not_again_by_the_fragments_around(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(error_util, "_log_uncaught_app_exception", None)
    monkeypatch.setattr(events, "_said", set())
    others: list[BaseException] = []
    of_streamlit._log_by(others.append, "")
    damaged, other = DamagedFileError("The shipped file a.npz is missing."), ValueError("a visitor's words")
    for error in (damaged, FragmentHandledException(damaged), damaged, other, FragmentHandledException(other)):
        error_util._log_uncaught_app_exception(error)
    assert others == [other]
    assert capfd.readouterr().err == "DamagedFileError: The shipped file a.npz is missing.\n"
