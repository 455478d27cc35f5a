"""Release notes are the changelog's section of the version; a version without one is an error."""

import pytest
import yaml

from explorer import __version__
from tools.release_notes import CHANGELOG, notes

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
