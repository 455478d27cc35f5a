"""Create the skeleton of a new part: computation, view, controls, a test, and the registration.

    make part PAGE=positions NAME="Hours and minutes"

It writes four files of a working part (which draws five bars); one test fails until you have derived a case by hand.
CONTRIBUTING.md explains a real example.
"""

import argparse
import ast
import builtins
import keyword
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from urllib.parse import urlencode

SUBJECTS = {
    "tokens": "embedding_pipeline",
    "positions": "positional_encodings",
    "projection": "words",
    "extrapolation": "training",
    "memory": "memory",
    "gradients": "gradients",
    "failures": "failures",
}
"""Package with the computations of each page."""
MOST = 6
"""Parts of a page: all of them are in sight (tests/pages/test_model_badges.py)."""
LONGEST = 30
"""Characters of a name: it stands on a tab and in the names of files."""
LINE, INDENT = 108, "    "
"""Characters of the names in a line of `__all__`."""

COMPUTATION = '''"""{name}: say here what this computes, and what it leaves out."""

import numpy as np
from numpy.typing import NDArray


def {slug}(count: int) -> NDArray[np.float64]:
    """The whole numbers from 1 to `count`, (count,).

    >>> {slug}(3).tolist()
    [1.0, 2.0, 3.0]
    """
    return np.arange(1, count + 1, dtype=np.float64)
'''

VIEW = '''"""{name}: say here what this picture shows."""

from __future__ import annotations

from typing import Any

import numpy as np

{imports}

COUNT: Any = Whole("Bars", 5, 1, 20, key="{prefix}_{slug}_count", about="number of bars")


@picture(engine.{slug})
def {slug}(*, count: Int = COUNT) -> View:
    """Bars, each as high as its index.

    >>> {slug}(count=3).sentence
    '3 bars; the last has height 3.'
    """
    heights = engine.{slug}(count)
    bars = {{"type": "bar", "x": np.arange(1, count + 1), "y": heights, "marker": {{"color": theme.OKABE_ITO[0]}}}}
    formula = Formula(
        r"y_i = i",
        {{"i": f"index of the bar: 1 to {{count}}", "y_i": "its height"}},
        f"Bar {{count}} has height {{heights[-1]:.0f}}.",
    )
    return View(
        Spec([bars], layout("index", "height", 360)),
        f"{{counted(count, 'bar')}}; the last has height {{heights[-1]:.0f}}.",
        Table({{"height": heights}}, "{slug}"),
        (formula,),
    )
'''

IMPORTS = (
    "from explorer.figures import theme",
    "from explorer.figures.figure_spec import Spec, layout",
    "from explorer.views.formula import Formula",
    "from explorer.views.setting import Int, Whole",
    "from explorer.views.table import Table",
    "from explorer.views.view import View, picture",
    "from explorer.wording import count as counted",
    "from explorer.{subject} import {slug} as engine",
)

PART = '''"""{name}: say here what this part asks."""

from explorer import ui
from explorer.views import {page} as views

PART = ui.Part(
    "{name}",
    question="What does this part ask?",
    why="One sentence: what this is, and why one would care.",
    look="One sentence: [[row]] opens the glossary at a term's first mention; say where to look in the picture.",
)


def show() -> None:
    """Draw the controls and their picture."""
    with ui.controls("{prefix}_{slug}"):
        settings = ui.ask(views.{slug})
    view = views.{slug}(**settings)
    ui.show("{prefix}_{slug}", view)
    ui.formulas("{prefix}_{slug}", view.formulas)
'''

TEST = '''"""{name}: a case derived by hand, and the picture's data as Plotly checks it."""

from explorer.{subject} import {slug} as engine
from explorer.views.{page} import {slug}
from tests.support import numbers_in


def test_a_case_derived_by_hand() -> None:
    assert engine.{slug}(2).tolist() == ["derive this by hand"]


def test_each_bar_is_as_high_as_its_index() -> None:
    view = {slug}(count=4)
    (bars,) = view.figure().data
    assert list(bars.y) == [1, 2, 3, 4]
    assert numbers_in(view.sentence) == {{4}}
'''

USED = ("np", "theme", "layout", "picture", "counted", "engine", "ui", "views", "show", "count", "numbers_in")
"""Names that the templates import or define."""

FILES = {
    "explorer/{subject}/{slug}.py": COMPUTATION,
    "explorer/views/{page}/_{slug}.py": VIEW,
    "explorer/ui/{page}/{slug}.py": PART,
    "tests/views/{page}/test_{slug}.py": TEST,
}


def prefix_of(root: Path, page: str) -> str:
    """Prefix of a page's keys, from the list of pages."""
    text = (root / "explorer/content/pages.py").read_text(encoding="utf-8")
    call = text[text.index(f'"{page}"') :]
    found = re.search(r'"(\w{1,3})",?\s*\)', call)
    if found is None:
        raise ValueError(f"The list of pages has no prefix for {page!r}")
    return found[1]


def register(page: str, slug: str) -> str:
    """Source of a page's file with the part added, before formatting."""
    package = re.search(r"^(from explorer\.ui\.\w+ import) (\([^)]*\)|[^\n(]+)$", page, re.MULTILINE)
    if package is None:
        raise ValueError("The page has no line 'from explorer.ui.<page> import …' to add the part to")
    names = sorted([*re.findall(r"\w+", package[2]), slug])
    page = f"{page[: package.start()]}{package[1]} {', '.join(names)}{page[package.end() :]}"
    return re.sub(r"(ui\.page\(\s*\"\w+\",\s*\[[^\]]*?),?\s*\]", rf"\1, {slug}]", page)


def is_full(page: str) -> bool:
    """Whether the source of a page's file has more parts than a page may have.

    >>> is_full("ui.page('memory', [a, b, c, d, e, f])"), is_full("ui.page('memory', [a, b, c, d, e, f, g])")
    (False, True)
    """
    listed = ast.parse(page).body[-1].value.args[1]  # type: ignore[attr-defined]
    return len(listed.elts) > MOST


def export(package: str, page: str, slug: str) -> str:
    """Source of a page's package of views with the view exported, before formatting."""
    head, _, rest = package.partition("__all__ = [")
    names, _, rest = rest.partition("]")
    listed = ", ".join(f'"{name}"' for name in sorted([*re.findall(r"\w+", names), slug]))
    if len(listed) > LINE:  # a line for each name, as the formatter would write it, is hard to survey
        listed = f"\n{textwrap.fill(listed, LINE, initial_indent=INDENT, subsequent_indent=INDENT)},\n"
        rest = f"]  # fmt: skip{rest.removeprefix('  # fmt: skip')}"
    else:
        rest = f"]{rest}"
    return f"{head.rstrip()}\nfrom explorer.views.{page}._{slug} import {slug}\n\n__all__ = [{listed}{rest}"


def parts(root: Path, page: str) -> list[str]:
    """Names of a page's parts, as its modules define them."""
    sources = [path.read_text(encoding="utf-8") for path in sorted((root / "explorer/ui" / page).glob("*.py"))]
    return [name for source in sources for name in re.findall(r'^PART = ui\.Part\(\s*"([^"]+)"', source, re.MULTILINE)]


def slug_of(root: Path, page: str, name: str) -> str:
    """Name of the files and functions of a new part.

    Raises:
        ValueError: an unknown page, or a name that cannot be written as one of Python or is there already.
    """
    if page not in SUBJECTS:
        raise ValueError(f"Expected a page of {', '.join(SUBJECTS)}, got {page!r}")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9 ,?-]*", name) or len(name) > LONGEST:
        raise ValueError(
            f"Expected a name of at most {LONGEST} characters that begins with a letter and has only A to Z, digits, "
            f"spaces, commas, hyphens and question marks (its files are named after it), got {name!r}"
        )
    for each in parts(root, page):
        if each.lower() == name.lower():
            raise ValueError(f"{page} has a part {each!r} already; choose another name")
    slug = re.sub(r"\W+", "_", name.lower()).strip("_")
    views = (root / "explorer/views" / page / "__init__.py").read_text(encoding="utf-8")
    if keyword.iskeyword(slug) or hasattr(builtins, slug) or slug in USED or re.search(rf"\b{slug}\b", views):
        raise ValueError(f"A function {slug!r} would hide another one; choose a longer name")
    return slug


def make(root: Path, page: str, name: str) -> list[str]:
    """Write the files below `root`, register the part, and format all; returns what was written.

    Raises:
        ValueError: as `slug_of`, or a file is there already.
    """
    slug = slug_of(root, page, name)
    words = {"page": page, "name": name, "slug": slug, "subject": SUBJECTS[page], "prefix": prefix_of(root, page)}
    words["imports"] = "\n".join(sorted(line.format(**words) for line in IMPORTS))
    targets = {path.format(**words): text.format(**words) for path, text in FILES.items()}
    there = [path for path in targets if (root / path).exists()]
    if there:
        raise ValueError(f"Expected a name that gives new files; there already: {', '.join(there)}")
    for path, text in targets.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    listing, views = root / "pages" / f"{page}.py", root / "explorer/views" / page / "__init__.py"
    listing.write_text(register(listing.read_text(encoding="utf-8"), slug), encoding="utf-8")
    views.write_text(export(views.read_text(encoding="utf-8"), page, slug), encoding="utf-8")
    written = [*targets, f"pages/{page}.py", f"explorer/views/{page}/__init__.py"]
    for command in (["check", "--select", "I", "--fix"], ["format"]):
        subprocess.run([sys.executable, "-m", "ruff", *command, "--quiet", *written], cwd=root, check=True)
    return written


def chosen(name: str) -> str:
    """Expression for pytest's `-k` that selects a part's tests.

    >>> chosen("Hours and minutes")
    'Hours and minutes'
    >>> chosen("Is it far, or near?")
    'Is and it and far and near'
    """
    return " and ".join(word for word in re.findall(r"\w+", name) if word not in ("and", "or", "not"))


def main() -> int:
    """Read the options, write the files, say what to do next."""
    parser = argparse.ArgumentParser(description="The skeleton of a new part of a page.")
    parser.add_argument("page")
    parser.add_argument("name")
    options = parser.parse_args()
    try:
        root, name = Path(__file__).resolve().parents[1], options.name.strip()
        written = make(root, options.page, name)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(written))
    address = urlencode({f"{prefix_of(root, options.page)}_part": name})
    print(f"With `make dev` it is at http://localhost:8501/{options.page}?{address}")
    if is_full((root / "pages" / f"{options.page}.py").read_text(encoding="utf-8")):
        print(
            f"This is more than the {MOST} parts that a page may have. In pages/{options.page}.py make it a picture of "
            "a kindred part by ui.Pictures, or take another part out; until then a test fails. As a picture it is "
            "tested under that part's name: give that to -k below."
        )
    print(f"Next: derive a case by hand in {written[3]}, and go on as in CONTRIBUTING.md.")
    about = f"{options.page} and {chosen(name)}"
    print(f"Run the tests that every part must pass: python -m pytest tests/pages tests/content -k '{about}'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
