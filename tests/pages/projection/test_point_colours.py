"""Colours of a visitor's own file, and the points of maps side by side."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.projection.comparing import browser_maps
from explorer.views import projection
from explorer.views.projection import point_sample
from explorer.views.projection.point_sample import Selection
from explorer.views.projection.table_source import Source
from explorer.wording import number
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in, open_folds, plain_texts

Open = Callable[..., AppTest]
PARTS = {"two methods": "j_ways", "other seeds": "j_seeds"}


def own(rows: int, values: int = 4) -> bytes:
    """A table of as many rows with two columns that sort them; value 0 is the most frequent one."""
    numbers = np.random.default_rng(0).normal(size=(rows, 4)).round(3)
    sort = [f"kind{min(row % (values + 1), row % values)}" for row in range(rows)]
    lines = [
        ",".join([f"qx{row}z", sort[row], "ab"[row % 2], *map(str, line)]) for row, line in enumerate(numbers.tolist())
    ]
    return "\n".join(["word,sort,side,v1,v2,v3,v4", *lines]).encode()


def texts(app: AppTest) -> str:
    others = (text.value for text in (*app.caption, *app.markdown, *app.warning, *app.info))
    return " ".join([*plain_texts(app), *others])


@pytest.fixture
def drawn_kinds(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The kinds of each drawing of maps side by side, in the order of their looks, and the maps' titles."""
    seen: list[dict[str, Any]] = []
    show = browser_maps.show

    def watched(key: str, panels: Any, rows: Any, words: Any, kinds: Any, near: Any, chosen: str = "") -> Any:
        seen.append({"kinds": kinds, "titles": [panel.title for panel in panels], "words": words})
        return show(key, panels, rows, words, kinds, near, chosen)

    monkeypatch.setattr(browser_maps, "show", watched)
    return seen


def opened(open_page: Open, content: bytes, **query: str) -> AppTest:
    app = open_page("projection", j_table="Your file", **query)
    app.get("file_uploader")[0].upload("mine.csv", content, "text/csv").run()
    assert not app.exception
    return open_folds(app, "_more")


@pytest.mark.parametrize("part", PARTS)
def test_a_column_of_an_own_file_colours_the_points_as_on_the_map(
    open_page: Open, part: str, drawn_kinds: list[Any]
) -> None:
    app = opened(open_page, own(600), j_part="Other maps", j_maps=part)
    box = app.selectbox(key=f"{PARTS[part]}_colour")
    assert box.value == "sort" and box.options == ["kind of word", "sort", "side"]
    assert 4 in numbers_in(texts(app))
    kinds = drawn_kinds[-1]["kinds"]
    assert list(kinds) == ["kind0", "kind1", "kind2", "kind3"]  # most frequent first, as the Map numbers its looks
    assert sum(map(len, kinds.values())) == 500 == len(drawn_kinds[-1]["words"])
    box.set_value("side").run()
    assert not app.exception and list(drawn_kinds[-1]["kinds"]) == ["a", "b"]


@pytest.mark.parametrize("part", PARTS)
def test_which_rows_are_drawn_of_how_many_is_said(open_page: Open, part: str) -> None:
    content = own(600, values=60)
    app = opened(open_page, content, j_part="Other maps", j_maps=part)
    assert any({500, 600, 60, 49} <= numbers_in(text) for text in plain_texts(app))


def test_the_choice_on_the_map_is_the_first_choice_here(open_page: Open) -> None:
    app = opened(open_page, own(60), j_part="Map")
    app.selectbox(key="j_colour").set_value("side").run()
    chosen = app.session_state["_j_map_colour"]
    app = open_page("projection", j_part="Other maps", j_table="Your file")
    app.session_state["_j_map_colour"] = chosen
    app.get("file_uploader")[0].upload("mine.csv", own(60), "text/csv").run()
    assert open_folds(app, "_more").selectbox(key="j_ways_colour").value == "side"


def test_the_caption_says_where_the_colours_of_a_skewed_number_end(open_page: Open, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    price = np.exp(rng.normal(size=300) * 2).round(3)
    rows = [
        f"w{at},{x},{y},{price[at]},{at}.5" for at, (x, y) in enumerate(rng.normal(size=(300, 2)).round(3).tolist())
    ]
    content = "\n".join(["word,x,y,#price,#even", *rows]).encode()
    app = opened(open_page, content, j_part="Map")
    app.selectbox(key="j_colour").set_value("price").run()
    path = tmp_path / "my_vectors.csv"
    path.write_bytes(content)
    sentence = projection.word_map(table=str(path), colour="price").sentence
    low, high = np.quantile(price, (0.01, 0.99))
    assert number(low) in sentence and number(high) in sentence and 6 in numbers_in(sentence)
    assert sentence in texts(app)
    app.selectbox(key="j_colour").set_value("even").run()
    assert number(high) not in texts(app)


def test_kinds_and_first_words_are_told_apart() -> None:
    where = Source("GloVe", shipped("GloVe"))
    found = point_sample.draw_sample(where, Selection(250))
    kinds, more = found.of_kind, len(found.rows) - found.of_kind
    assert kinds == 665 and 0 < more < 250
    assert numbers_in(point_sample.sample_sentence(where, found)) == {kinds + more, 30_000, 665, more, 250}
