"""Create the skeleton of a new part: computation, figure, view, controls, three tests, and the registration.

    make part PAGE=positions NAME="Hours and minutes"

It writes seven files of a working part (which counts to five); one test fails until you have derived a case by hand.
CONTRIBUTING.md explains a real example.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

SUBJECTS = {
    "tokens": "chain",
    "positions": "waves",
    "projection": "words",
    "extrapolation": "training",
    "memory": "memory",
    "gradients": "gradients",
}
"""Package with the computations of each page."""

COMPUTATION = '''"""{name}: say here what this computes, and what it leaves out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def {slug}(count: int) -> NDArray[np.float64]:
    """The whole numbers from 1 to `count`, (count,).

    >>> {slug}(3).tolist()
    [1.0, 2.0, 3.0]
    """
    return np.arange(1, count + 1, dtype=np.float64)
'''

FIGURE = '''"""{name}, as a picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.figures import theme
from explorer.figures.spec import Spec, layout


def {slug}(values: NDArray[np.floating[Any]]) -> Spec:
    """One bar per value."""
    numbers = np.arange(1, len(values) + 1)
    bars: dict[str, Any] = {{"type": "bar", "x": numbers, "y": values, "marker": {{"color": theme.OKABE_ITO[0]}}}}
    return Spec([bars], layout("number of the bar", "value", 360))
'''

VIEW = '''"""{name}: say here what this picture shows."""

from __future__ import annotations

{imports}


@picture(engine.{slug})
def {slug}(*, count: int = 5) -> View:
    """A bar for each number.

    Args:
        count: how many numbers.

    >>> {slug}(count=3).sentence
    '3 numbers, the last is 3.'
    """
    whole_number("count", count, 1, 20)
    values = engine.{slug}(count)
    formula = Formula(
        r"y_i = i",
        {{"i": f"number of the bar: 1 to {{count}}", "y_i": "its height"}},
        f"Bar {{count}} is {{values[-1]:.0f}} high.",
    )
    sentence = f"{{counted(count, 'number')}}, the last is {{values[-1]:.0f}}."
    return View(figures.{slug}(values), sentence, Table({{"number": values}}, "{slug}"), (formula,))
'''

IMPORTS = (
    "from explorer.figures.{page} import {slug} as figures",
    "from explorer.views.formula import Formula",
    "from explorer.views.table import Table",
    "from explorer.views.view import View, picture, whole_number",
    "from explorer.wording import count as counted",
    "from explorer.{subject} import {slug} as engine",
)

PART = '''"""{name}: say here what this part asks."""

from __future__ import annotations

from explorer import ui
from explorer.views import {page} as views

PART = ui.Part(
    "{name}",
    why="One sentence: what this is, and why one would care.",
    look="One sentence: where to look in the picture. A term of the glossary is marked where it first stands: [[row]].",
)


def show() -> None:
    """A slider, and the picture of what it chose."""
    with ui.controls("{prefix}_{slug}"):
        count = ui.slider("How many", 1, 20, 5, key="{prefix}_{slug}_count", called="number of bars")
    view = views.{slug}(count=count)
    ui.show("{prefix}_{slug}", view)
    ui.formulas("{prefix}_{slug}", view.formulas)
'''

TEST_COMPUTATION = '''"""{name}: a case derived by hand."""

from explorer.{subject}.{slug} import {slug}


def test_a_case_derived_by_hand() -> None:
    assert {slug}(2).tolist() == ["derive this by hand"]
'''

TEST_VIEW = '''"""The picture of {name}: its traces and data, checked by Plotly, and its sentence."""

from explorer.views.{page} import {slug}


def test_a_bar_for_each_number() -> None:
    view = {slug}(count=4)
    (bars,) = view.figure().data
    assert bars.type == "bar"
    assert list(bars.y) == [1, 2, 3, 4]
    assert view.sentence == "4 numbers, the last is 4."
'''

TEST_PAGE = '''"""{name}, on its page."""


def test_the_sentence_follows_the_slider(open_page) -> None:
    app = open_page("{page}", {prefix}_part="{name}", {prefix}_{slug}_count=7)
    assert any("7 numbers, the last is 7." in text.value for text in app.text)
'''

LINE = 120

FILES = {
    "explorer/{subject}/{slug}.py": COMPUTATION,
    "explorer/figures/{page}/{slug}.py": FIGURE,
    "explorer/views/{page}/_{slug}.py": VIEW,
    "explorer/ui/{page}/{slug}.py": PART,
    "tests/{subject}/test_{slug}.py": TEST_COMPUTATION,
    "tests/views/test_{page}_{slug}.py": TEST_VIEW,
    "tests/pages/{page}/test_{slug}.py": TEST_PAGE,
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
    """Source of a page's file with the part added under "Deeper"."""
    package = re.search(r"^(from explorer\.ui\.\w+ import) (\([^)]*\)|[^\n(]+)$", page, re.MULTILINE)
    if package is None:
        raise ValueError("The page has no line 'from explorer.ui.<page> import …' to add the view to")
    names = sorted([*re.findall(r"\w+", package[2]), slug])
    line = f"{package[1]} {', '.join(names)}"
    if len(line) > LINE:
        line = f"{package[1]} (\n" + "".join(f"    {name},\n" for name in names) + ")"
    page = page[: package.start()] + line + page[package.end() :]
    if deeper := re.search(r"^    deeper=\[([^\]]*)\],$", page, re.MULTILINE):
        views = [slug, *re.findall(r"\w+", deeper[1])]
        line = f"    deeper=[{', '.join(views)}],"
        if len(line) > LINE:
            line = "    deeper=[\n" + "".join(f"        {view},\n" for view in views) + "    ],"
        return page[: deeper.start()] + line + page[deeper.end() :]
    if "deeper=[" in page:
        return page.replace("deeper=[", f"deeper=[{slug}, ")
    return re.sub(r"\](,?\s*)\)\s*$", rf"], deeper=[{slug}]\1)\n", page)


def export(package: str, page: str, slug: str) -> str:
    """Source of a page's package of views with the view exported."""
    start = package.index("__all__")
    names = sorted([*re.findall(r'"(\w+)"', package[start:]), slug])
    head = package[:start].rstrip() + f"\nfrom explorer.views.{page}._{slug} import {slug}\n"
    imports = re.findall(r"^from (?:[^(\n]+\n|[^(]+\([^)]*\)\n)", head, re.MULTILINE)
    listed = "".join(f'    "{name}",\n' for name in names)
    return head[: head.index(imports[0])] + "".join(sorted(imports)) + f"\n__all__ = [\n{listed}]\n"


def make(root: Path, page: str, name: str) -> list[str]:
    """Write the files below `root` and register the part; returns what was written.

    Raises:
        ValueError: an unknown page, a name without letters, or a file that is there already.
    """
    if page not in SUBJECTS:
        raise ValueError(f"Expected a page of {', '.join(SUBJECTS)}, got {page!r}")
    slug = re.sub(r"\W+", "_", name.strip().lower()).strip("_")
    if not slug.isidentifier() or '"' in name:
        raise ValueError(f"Expected a name that begins with a letter, got {name!r}")
    words = {
        "page": page,
        "name": name.strip(),
        "slug": slug,
        "subject": SUBJECTS[page],
        "prefix": prefix_of(root, page),
    }
    words["imports"] = "\n".join(sorted(line.format(**words) for line in IMPORTS))
    targets = {path.format(**words): text.format(**words) for path, text in FILES.items()}
    there = [path for path in targets if (root / path).exists()]
    if there:
        raise ValueError(f"There already: {', '.join(there)}")
    for path, text in targets.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    listing, views = root / "pages" / f"{page}.py", root / "explorer/views" / page / "__init__.py"
    listing.write_text(register(listing.read_text(encoding="utf-8"), slug), encoding="utf-8")
    views.write_text(export(views.read_text(encoding="utf-8"), page, slug), encoding="utf-8")
    return [*targets, f"pages/{page}.py", f"explorer/views/{page}/__init__.py"]


def chosen(name: str) -> str:
    """Keyword for pytest's `-k` that selects a part's tests: its first word.

    >>> chosen("Hours and minutes")
    'Hours'
    """
    return re.split(r"\W", name.strip())[0]


def main() -> int:
    """Read the options, write the files, say what to do next."""
    parser = argparse.ArgumentParser(description="The skeleton of a new part of a page.")
    parser.add_argument("page")
    parser.add_argument("name")
    options = parser.parse_args()
    try:
        written = make(Path(__file__).resolve().parents[1], options.page, options.name)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(written))
    print("Next: derive a case by hand in the first test, then fill the files from the top down. See CONTRIBUTING.md.")
    about = f"{options.page} and {chosen(options.name)}"
    print(f"What the tests of all parts ask of it: python -m pytest tests/pages tests/content -k '{about}'")
    return 0


if __name__ == "__main__":
    sys.exit(main())
