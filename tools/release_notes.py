"""Extract a release's section from CHANGELOG.md: `python tools/release_notes.py v0.2.0 > notes.md`.

The release workflow runs it for the pushed tag. A tag without a section is an error, so that changes under "Unreleased"
are not released.
"""

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"


def notes(version: str, text: str) -> str:
    r"""Text below a release's heading.

    Raises:
        ValueError: no such heading, or an empty section.

    >>> notes("v1.2.0", "## Unreleased\n\n## 1.2.0 (2026-01-01)\n\n- New.\n\n## 1.1.0\n\n- Old.\n")
    '- New.\n'
    """
    number = version.removeprefix("v")
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        if heading.split()[:1] == [number] and body.strip():
            return body.strip() + "\n"
    raise ValueError(f"CHANGELOG.md says nothing under a heading for {number}: give its changes one before the tag")


if __name__ == "__main__":
    try:
        print(notes(sys.argv[1], CHANGELOG.read_text(encoding="utf-8")), end="")
    except ValueError as problem:
        sys.exit(str(problem))
