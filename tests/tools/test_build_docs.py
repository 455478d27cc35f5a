"""The documentation builds in an empty folder, without dead internal links."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from explorer.views import positions
from explorer.views.view import views_of
from tools import build_docs
from tools.build_docs import API, GALLERIES, PAGES, build, examples


class Links(HTMLParser):
    """Links of a page, and its ids."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name == "id" and value:
                self.ids.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONWARNINGS", "ignore")
        # The views that the gallery draws are computed by the tests of examples/; here one stands for all.
        one = positions.heatmap(length=8, dim=4)
        patch.setattr(build_docs, "view", lambda page, call: one)
        build(folder)
    return folder


pytestmark = [
    pytest.mark.nightly,  # a workflow builds it at each push
    pytest.mark.filterwarnings("ignore:Error parsing type annotation:UserWarning"),  # pdoc, of names for type checkers
]


def test_no_link_inside_is_dead(site: Path) -> None:
    pages = {path: Links(path) for path in site.rglob("*.html")}
    assert len(pages) > len(PAGES) + len(GALLERIES) + len(API)
    dead = []
    for path, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not to.is_file() or (to in pages and parts.fragment and unquote(parts.fragment) not in pages[to].ids):
                dead.append(f"{path.relative_to(site)}: {target}")
    assert dead == []


def test_the_gallery_draws_every_picture_of_the_notebooks(site: Path) -> None:
    for page in GALLERIES:
        text = (site / f"gallery-{page}.html").read_text(encoding="utf-8")
        assert text.count("Plotly.newPlot(") == len(list(examples(page))) > 0


def test_the_api_has_every_view(site: Path) -> None:
    for page in GALLERIES:
        ids = Links(site / "api" / "explorer" / "views" / f"{page}.html").ids
        assert set(views_of(page)) <= ids
