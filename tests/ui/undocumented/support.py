"""Our own sources, and which of them use a thing."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from explorer.ui.undocumented import Use

ROOT = Path(__file__).resolve().parents[3]
LISTS = "explorer/ui/undocumented/"


@cache
def sources() -> dict[str, str]:
    """Path from the root → text of every Python, JavaScript and CSS file of the app, less the lists themselves."""
    files = [path for ending in ("py", "js", "css") for path in sorted((ROOT / "explorer").rglob(f"*.{ending}"))]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}
    return {name: text for name, text in texts.items() if not name.startswith(LISTS)}


def unnamed(use: Use) -> list[str]:
    """The files that use it and are not listed, and those that are listed and do not use it."""
    if not use.ours:
        return [name for name in use.files if not (ROOT / name).exists()]
    using = {name for name, text in sources().items() if re.search(use.ours, text, re.MULTILINE)}
    return sorted(using ^ {name for name in use.files if not name.startswith(LISTS)})


def gone(changed: str, use: Use) -> str:
    """The sentence of a test that finds a thing gone."""
    return f"{changed} it has no “{use.sign}” ({use.what}). {use.why} Used in {', '.join(use.files)}; see {use.test}."
