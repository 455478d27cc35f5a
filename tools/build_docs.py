"""Build the documentation site in site/: python tools/build_docs.py (or `make docs`).

Pages of docs/ and of the project's folder by markdown2, the API from docstrings by pdoc, and a gallery with the
pictures of the notebooks in examples/.
"""

import ast
import html
import importlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import markdown2

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    "index": ROOT / "docs" / "README.md",
    "pupils": ROOT / "docs" / "pupils.md",
    "teachers": ROOT / "docs" / "teachers.md",
    "tomorrow": ROOT / "explorer" / "content" / "en" / "tomorrow_morning.md",
    "privacy": ROOT / "PRIVACY.md",
    "hosts": ROOT / "SCALING.md",
    "measured": ROOT / "docs" / "hosts.md",
    "security": ROOT / "SECURITY.md",
    "developers": ROOT / "docs" / "developers.md",
    "contributing": ROOT / "CONTRIBUTING.md",
    "comparison": ROOT / "docs" / "comparison.md",
    "benchmarks": ROOT / "benchmarks" / "README.md",
    "changes": ROOT / "CHANGELOG.md",
}
"""Pages of the site, with their source files."""
GALLERIES = ("home", "tokens", "positions", "projection", "extrapolation", "memory", "gradients", "failures", "check")
API = (
    *("explorer.core", "explorer.core.functional", "explorer.core.optim", "explorer.views"),
    *(f"explorer.views.{page}" for page in GALLERIES),
    *(
        "explorer.tokenizers",
        "explorer.nn",
        "explorer.vectors",
        "explorer.embedding_pipeline",
        "explorer.positional_encodings",
        "explorer.words",
        "explorer.sentences",
    ),
    *("explorer.gradients", "explorer.memory", "explorer.training", "explorer.failures", "explorer.lm"),
)
"""Packages of the API pages: the core, the views, and what computes them."""
MENU = {"index": "Embedding Explorer", "pupils": "Pupils", "teachers": "Teachers", "hosts": "Hosts"} | {
    "developers": "Developers",
    "gallery": "Gallery",
    "api/index": "API",
}
EXTRAS = ["tables", "fenced-code-blocks", "header-ids", "cuddled-lists"]
STYLE = """
body { max-width: 62rem; margin: 0 auto; padding: 0 1rem 4rem; font: 1rem/1.55 system-ui, sans-serif; color: #14202b }
nav { padding: 1rem 0; border-bottom: 1px solid #ccd; margin-bottom: 1.5rem } nav a { margin-right: 1.1rem }
table { border-collapse: collapse; display: block; overflow-x: auto } pre code { background: none }
td, th { border: 1px solid #ccd; padding: .3rem .6rem; vertical-align: top; text-align: left }
pre { background: #f3f4f6; padding: .8rem; overflow-x: auto }
code { font-size: .92em } img { max-width: 100%; height: auto }
"""


class Example(NamedTuple):
    """One picture of a notebook: heading, introduction, call, and what to change ("" without settings)."""

    heading: str
    why: str
    call: ast.Call
    change: str


def examples(page: str) -> Iterator[Example]:
    """Pictures of a page's notebook in examples/, in order."""
    cells = json.loads((ROOT / "examples" / f"{page}.ipynb").read_text(encoding="utf-8"))["cells"]
    for above, below in zip(cells[2::2], cells[3::2], strict=True):
        heading, why, *change = "".join(above["source"]).split("\n\n")
        call = ast.parse("".join(below["source"]), mode="eval").body
        if not isinstance(call, ast.Call):
            raise ValueError(f"Expected one call in a cell of examples/{page}.ipynb, got {ast.unparse(call)}")
        yield Example(heading.removeprefix("## "), why, call, "".join(change).removeprefix("**Change** "))


def settings(call: ast.Call) -> dict[str, Any]:
    """The keyword arguments of a call.

    >>> settings(ast.parse("f(length=3)", mode="eval").body)
    {'length': 3}
    """
    return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}


def view(page: str, call: ast.Call, **changed: Any) -> Any:
    """Evaluate a call of a notebook, with some settings changed."""
    name = ast.unparse(call.func).removeprefix(f"{page}.")
    return getattr(importlib.import_module(f"explorer.views.{page}"), name)(**settings(call) | changed)


def text_page(name: str, body: str, scripts: str = "") -> str:
    """One page of the site around its body."""
    menu = "".join(f'<a href="{target}.html">{title}</a>' for target, title in MENU.items())
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name} · Embedding Explorer</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style>{scripts}</head>'
        f"<body><nav>{menu}</nav><main>{body}</main></body></html>\n"
    )


def render(source: Path) -> str:
    """Convert Markdown to HTML, with links to other pages of the site."""
    body = markdown2.markdown(source.read_text(encoding="utf-8"), extras=EXTRAS)
    pages = {path: name for name, path in PAGES.items()} | {ROOT / "README.md": "index"}

    def link(found: re.Match[str]) -> str:
        path, hash_, part = found[2].partition("#")
        name = pages.get((source.parent / path).resolve()) if path else None
        return f'{found[1]}"{name}.html{hash_}{part}"' if name else found[0]

    return re.sub(r'(href=)"([^":]*)"', link, body)


def gallery(page: str) -> str:
    """Gallery of a page: introduction, call, figure and sentence of each picture."""
    pieces = [f"<h1>{page.capitalize()}</h1>"]
    for example in examples(page):
        made = view(page, example.call)
        figure = made.figure().to_html(full_html=False, include_plotlyjs=False, config={"displaylogo": False})
        pieces.append(
            f"<h2>{html.escape(example.heading)}</h2>{markdown2.markdown(example.why)}"
            f"<pre>{html.escape(ast.unparse(example.call))}</pre>{figure}<p>{html.escape(made.sentence)}</p>"
            f"{markdown2.markdown(f'Change {example.change}' if example.change else '')}"
        )
    return "".join(pieces)


def build(target: Path) -> None:
    """Build the site in a folder, which is emptied first."""
    import pdoc
    from plotly.offline import get_plotlyjs

    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name, source in PAGES.items():
        (target / f"{name}.html").write_text(text_page(name.capitalize(), render(source)), encoding="utf-8")
    for picture in (ROOT / "docs").glob("*.[ps][nv]g"):
        shutil.copy(picture, target)
    shutil.copytree(PAGES["tomorrow"].with_suffix(""), target / PAGES["tomorrow"].stem)
    (target / "plotly.min.js").write_text(get_plotlyjs(), encoding="utf-8")
    links = []
    for page in GALLERIES:
        body = text_page(page.capitalize(), gallery(page), '<script src="plotly.min.js"></script>')
        (target / f"gallery-{page}.html").write_text(body, encoding="utf-8")
        names = ", ".join(html.escape(example.heading) for example in examples(page))
        links.append(f'<li><a href="gallery-{page}.html">{page.capitalize()}</a>: {names}</li>')
    heading = (
        "<h1>Gallery</h1><p>Each picture with the call that draws it, as in the notebooks of <code>examples/</code>."
    )
    (target / "gallery.html").write_text(text_page("Gallery", f"{heading}<ul>{''.join(links)}</ul>"), encoding="utf-8")
    pdoc.render.configure(docformat="google", show_source=False, logo_link="../index.html")
    pdoc.pdoc(*API, output_directory=target / "api")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    build(ROOT / "site")
    print("site/index.html")
