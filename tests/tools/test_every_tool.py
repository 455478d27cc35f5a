"""Tools: imports, licences of packages, notes of a release, the health check."""

import runpy
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
import yaml

from explorer import __version__
from tests.browser.conftest import start_server
from tests.test_import_contracts import ROOT
from tools.package_licences import licence, main, needed
from tools.release_notes import CHANGELOG, notes


@pytest.mark.parametrize("path", sorted((ROOT / "tools").rglob("*.py")), ids=lambda path: path.name)
def test_a_tool_finds_what_it_imports(path):
    runpy.run_path(str(path), run_name="imported")


def test_what_a_package_needs_is_listed_with_it() -> None:
    names = {package.metadata["Name"].lower() for package in needed(["streamlit>=1  # the pages", "", "# only words"])}
    assert {"streamlit", "protobuf", "numpy"} <= names


def test_a_package_that_is_not_installed_is_an_error() -> None:
    with pytest.raises(metadata.PackageNotFoundError):
        needed(["no-such-package-of-ours"])


def test_every_package_has_a_licence(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    table = capsys.readouterr().out
    assert "| numpy |" in table and "not said" not in table
    assert licence(metadata.distribution("streamlit")) in (
        "Apache-2.0",
        "Apache License 2.0",
        "Apache Software License",
    )


TEXT = CHANGELOG.read_text(encoding="utf-8")


def test_package_citation_and_changelog_name_one_version() -> None:
    root = CHANGELOG.parent
    cited = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == __version__
    released = next(part for part in TEXT.split("\n## ")[1:] if not part.startswith("Unreleased"))
    assert released.startswith(f"{__version__} ({cited['date-released']})")


def test_a_release_has_its_section_and_no_other() -> None:
    found = notes("v0.1.0", TEXT)
    assert found in TEXT and "## 0.1.0" not in found and "\n## " not in found


@pytest.mark.parametrize("version", ["v9.9.9", "v0.1", "v1.0", "latest"])
def test_a_release_that_the_changelog_does_not_know_is_refused(version: str) -> None:
    with pytest.raises(ValueError, match=f"nothing under a heading for {version.removeprefix('v')}"):
        notes(version, TEXT)


def test_nothing_under_the_heading_is_nothing() -> None:
    with pytest.raises(ValueError, match=r"nothing under a heading for 1\.0"):
        notes("1.0", "## 1.0\n\n## 0.9\n\n- x\n")


ROOT_HEALTH_CHECK = Path(__file__).resolve().parents[2]


def health(address: str, *options: str) -> subprocess.CompletedProcess[str]:
    port = address.rpartition(":")[2]
    command = [sys.executable, "tools/health_check.py", "--port", port, "--timeout", "300", *options]
    return subprocess.run(command, cwd=ROOT_HEALTH_CHECK, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_page_that_renders_is_healthy_at_its_path_only_and_none_that_is_missing_or_gone() -> None:
    process, address = start_server(STREAMLIT_SERVER_BASE_URL_PATH="school/words", below="/school/words")
    try:
        assert health(address, "--base", "school/words/").returncode == 0
        missing = health(address, "--base", "school/words", "--page", "nonsense")
        assert (missing.returncode, missing.stderr.strip()) == (1, "unhealthy: there is no page 'nonsense'")
        elsewhere = health(address)
    finally:
        process.terminate()
        process.wait(120)
    for told in (elsewhere, health(address, "--base", "school/words")):
        assert told.returncode == 1
        assert told.stderr.startswith("unhealthy: no answer at") and "Traceback" not in told.stderr


@pytest.mark.slow
def test_a_page_with_an_error_box_is_unhealthy_though_the_port_answers(tmp_path: Path) -> None:
    app = tmp_path / "app.py"
    app.write_text("import streamlit as st\nst.title('a')\nst.text('b')\nst.text('c')\nraise ValueError('broken')\n")
    process, address = start_server(app)
    try:
        found = health(address)
        assert (found.returncode, found.stderr.strip()) == (1, "unhealthy: the page shows an error box")
    finally:
        process.terminate()
        process.wait(120)
