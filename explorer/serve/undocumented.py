"""What the first words lean on in Streamlit's own page: the form of its `index.html` and the names of its files.

Seen in Streamlit 1.67. It stands here, not in `explorer.ui.undocumented`, since what answers before Streamlit's
server imports neither Streamlit nor the views; the list there names this file. Where the form is another one,
Streamlit's page is sent as it is, so a new version costs the first words and no page; then
`tests/serve/test_undocumented.py` says what has changed.
"""

from __future__ import annotations

import re
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

TITLE, END_OF_HEAD, ROOT = "<title>Streamlit</title>", "</head>", '<div id="root"></div>'
"""Where our title, what goes into the head, and the words take their place: each stands there once."""

CHUNKS = ("Html", "BidiComponent", "rehype-raw", "PageLink", "Checkbox", "Radio", "Button", "NumberInput", "TextArea")
"""Scripts of Streamlit, without their hash, that draw what stands on most of our pages and that its page does not name:
the browser would learn of them one after the other."""

FONTS = ("SourceSerifVariable-Roman", "MaterialSymbols-Rounded")
"""Its fonts that our pages write with, without their hash."""

BASE = '<script>window.__streamlit = {BACKEND_BASE_URL: new URL("./", location.href).href}</script>'
"""Where the server is. Streamlit asks the folder that a page's address seems to be first, and waits for the no."""

_IMPORTS = re.compile(r'(?:from|import)"\./([\w.-]+\.js)"')


def streamlits() -> Path:
    """The folder of Streamlit's own page: `index.html`, and `static/` with its scripts and fonts."""
    found = find_spec("streamlit")
    assert found is not None and found.submodule_search_locations
    return Path(found.submodule_search_locations[0]) / "static"


class Index:
    """Streamlit's page and the files that it loads.

    Args:
        folder: where `index.html` and `static/` lie.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def text(self) -> str:
        """The page as Streamlit ships it."""
        return (self._folder / "index.html").read_text(encoding="utf-8")

    def filled(self, title: str, head: str, body: str) -> str:
        """The page with another title, `head` at the end of its head, and `body` around the place where it is drawn.

        Streamlit's own where its page has another form than the one known here.

        Args:
            title: a whole `<title>`.
            head: what is added to the head.
            body: text with `ROOT` in it, which takes the place of `ROOT`.
        """
        text = self.text
        for place, ours in ((TITLE, title), (END_OF_HEAD, f"{head}{END_OF_HEAD}"), (ROOT, body)):
            if text.count(place) != 1:
                return self.text
            text = text.replace(place, ours)
        return text

    @cached_property
    def chunks(self) -> list[str]:
        """Addresses of `CHUNKS` and of all that they import, without those that the page names itself."""
        folder = self._folder / "static" / "js"
        waiting = [self.static("js", name, "js") for name in CHUNKS]
        found: dict[str, None] = {}
        while waiting:
            address = waiting.pop()
            if not address or address in found or address in self.text:
                continue
            found[address] = None
            waiting += imported((folder / Path(address).name).read_text(encoding="utf-8"))
        return list(found)

    def static(self, kind: str, name: str, end: str) -> str:
        """Address of a file of Streamlit's, given its name without the hash; "" if there is none or more than one."""
        found = [p.name for p in (self._folder / "static" / kind).glob(f"{name}.*{end}")]
        return f"./static/{kind}/{found[0]}" if len(found) == 1 else ""


def imported(script: str) -> list[str]:
    """Addresses of the scripts that one of Streamlit's scripts imports.

    >>> imported('import{t as e}from"./index.Ab-1.js";import"./b.2.js"')
    ['./static/js/index.Ab-1.js', './static/js/b.2.js']
    """
    return [f"./static/js/{name}" for name in _IMPORTS.findall(script)]
