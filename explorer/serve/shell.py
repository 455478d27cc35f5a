"""Streamlit's empty HTML page with words in it: they are read while the JavaScript that draws the page is still coming.

Streamlit's page is white until 70 scripts have been loaded and run and the server has answered, about a second on a
laptop. Here the page's question and the names of all pages stand first where they will stand; what JavaScript draws
takes their place. The page also names the files that are asked for later, so that they come at once. What leans on the
form of Streamlit's page stands in `undocumented.py`.
"""

from __future__ import annotations

import html
import json
from pathlib import Path

from explorer.content.marks import plain
from explorer.content.pages import PAGES, PURPOSE, PageInfo
from explorer.serve.undocumented import BASE, FONTS, ROOT, Index

_ALWAYS = ("history", "actions", "terms", "back")
_MODULES = {
    "home": (*_ALWAYS, "flow", "next"),
    **dict.fromkeys(("failures", "check", "teach", "claims"), _ALWAYS),
}
_MODULES_ELSEWHERE = (*_ALWAYS, "chart", "plain")
"""Modules of ours that a page loads, by the page's name; "plain" is plotly.js for flat pictures."""
_ASSETS = Path(__file__).resolve().parents[1] / "ui" / "plot" / "assets.json"


class Shell:
    """Streamlit's page with our first words.

    Args:
        folder: where Streamlit's `index.html` and `static/` lie.
    """

    def __init__(self, folder: Path) -> None:
        self._index = Index(folder)

    def page(self, page: PageInfo) -> str:
        """The HTML for one page; Streamlit's own where its `index.html` has another form than the one known here.

        >>> from explorer.serve.undocumented import streamlits
        >>> text = Shell(streamlits()).page(PAGES[2])
        >>> "<title>Positions · Embedding Explorer</title>" in text, PAGES[2].question in text
        (True, True)
        """
        title = f"<title>{html.escape(page.title)} · Embedding Explorer</title>"
        # No module: that would wait for Streamlit's script. In braces, so that its names stay its own.
        body = f"{_first(page)}{ROOT}<script>{{\n{_beside('first.js')}}}</script>"
        return self._index.filled(title, self._head(page), body)

    def _head(self, page: PageInfo) -> str:
        """What the browser should fetch now, and the style of the words."""
        fonts = [self._index.static("media", name, "woff2") for name in FONTS]
        modules = [_assets()[name]["file"].removesuffix(".gz") for name in _MODULES.get(page.name, _MODULES_ELSEWHERE)]
        preload = '<link rel="preload" as="font" type="font/woff2" crossorigin href="{}">'
        links = [preload.format(font) for font in fonts if font]
        links += [f'<link rel="modulepreload" crossorigin href="{name}">' for name in self._index.chunks]
        links += [f'<link rel="modulepreload" href="./app/static/{name}">' for name in modules]
        face = '@font-face {{font-family: "Explorer Serif"; src: url("{}"); font-weight: 200 900;}}'
        serif = face.format(fonts[0]) if fonts[0] else ""
        about = f'<meta name="description" content="{html.escape(page.hint)}"><meta name="explorer-modules">'
        return f"{BASE}{about}{''.join(links)}<style>{serif}{_beside('first.css')}</style>{_ready(modules)}"


def _ready(modules: list[str]) -> str:
    """A script that runs plotly.js, where a page needs it, while the browser waits for the server's first run.

    It takes a tenth of a second, which would be spent when the first picture has come; before the server is asked,
    it would delay the asking.
    """
    plotly = [name for name in modules if name.startswith("plotly")]
    if not plotly:
        return ""
    run = f'import("./app/static/{plotly[0]}")'
    # The first word to the server asks for that run.
    return (
        "<script>{const send = WebSocket.prototype.send; WebSocket.prototype.send = function (...words) {"
        f"WebSocket.prototype.send = send; setTimeout(() => {run}); return send.apply(this, words)}}}}</script>"
    )


def _first(page: PageInfo) -> str:
    """The words: the names of all pages, this one's question, on Home what it is for."""
    home = page == PAGES[0]
    names = "".join(f"<span{' class=here' if p == page else ''}>{html.escape(p.title)}</span>" for p in PAGES)
    words = f"<p>{html.escape(plain(PURPOSE))}</p>" if home else ""
    return (
        f"<div id='explorer-first' class='{'home' if home else ''}' inert aria-hidden='true'><div "
        f"class='pages'>{names}</div><div class='main'><p "
        f"class='question'>{html.escape(page.question)}</p>{words}</div></div>"
    )


def _beside(name: str) -> str:
    """The text of a file that lies beside this one."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _assets() -> dict[str, dict[str, str]]:
    """What `tools/rebuild/js.py` has built: name of a module → its `file` in static/."""
    loaded: dict[str, dict[str, str]] = json.loads(_ASSETS.read_text(encoding="utf-8"))
    return loaded
