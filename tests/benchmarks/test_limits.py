"""What a server loads before the first picture, and how much every part sends: counted, not timed, so that it stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.servers import Server, server
from benchmarks.visitor import Visitor, parts

NOT_BEFORE_THE_FIRST_PICTURE = {
    *("sklearn", "pandas", "pyarrow", "matplotlib", "numpy.f2py", "numpy.testing"),
    *("scipy.linalg", "scipy.sparse", "scipy.stats", "scipy.special", "scipy.optimize"),
    *("explorer.figures.positions", "explorer.training.ppmi", "explorer.data.uploads"),
}
"""Large, or of other pages. (Streamlit itself loads Plotly where it is installed; requirements.txt leaves it out.)"""
MODULES = 286
"""Modules of ours that Home may load; a file that is split in two counts twice."""
FIRST, THEN, ELEMENTS = 60_000, 48_000, 46
"""Bytes of a first run and of a change of the main widget, and elements of a first run, of a part that isn't named."""
LARGER: dict[tuple[str, str], tuple[int, int, int]] = {
    ("claims", ""): (80_000, 80_000, 40),
    ("positions", "Heatmap"): (190_000, 60_000, 30),
    ("positions", "Distance"): (315_000, 40_000, 35),
    ("positions", "Learned tables"): (450_000, 560_000, 39),
    ("projection", "Analogies"): (43_000, 15_000, 37),
    ("projection", "Clusters"): (315_000, 62_000, 37),
    ("projection", "Groups"): (292_000, 50_000, 44),
    ("projection", "Map"): (300_000, 42_000, 34),
    ("projection", "Other seeds"): (220_000, 220_000, 45),
    ("projection", "Two tables"): (66_000, 50_000, 46),
    ("projection", "t-SNE"): (66_000, 48_000, 46),
    ("projection", "Ways to draw a map"): (200_000, 200_000, 45),
    ("tokens", "Pipeline"): (70_000, 75_000, 40),
}
"""Parts whose picture is a table of numbers or tens of thousands of points; and one whose lower half stays as it is."""

CHANGED: dict[tuple[str, str], int] = {
    ("", ""): 25,
    ("projection", "Clusters"): 25,
    ("projection", "Groups"): 26,
    ("projection", "Map"): 27,
    ("projection", "Two tables"): 42,
    ("projection", "t-SNE"): 32,
    ("tokens", "Pipeline"): 49,
}
"""Elements, and rows and columns that hold them, of a change of the main widget, of the parts that change most."""


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    with server() as found:
        yield found


@pytest.mark.slow
def test_home_is_drawn_without_what_it_does_not_need() -> None:
    """On a server of its own: what another test has opened on a shared one stays loaded."""
    with server() as fresh:
        Visitor(fresh.port, "").close()
        with Visitor(fresh.port, "loaded") as visitor:
            modules = set(" ".join(visitor.texts).split())
    assert "explorer.ui.home.chain" in modules
    assert sorted(modules & NOT_BEFORE_THE_FIRST_PICTURE) == []
    assert sum(name.startswith("explorer.") for name in modules) <= MODULES


@pytest.mark.slow
def test_a_change_leaves_the_frame_alone_and_another_part_draws_it_anew(running: Server) -> None:
    def frame(visitor: Visitor) -> bool:
        return any("explorer-way-back" in text for text in visitor.texts)  # on every page, whatever it shows

    with Visitor(running.port, "tokens", {"t_part": "Merges"}) as visitor:
        assert frame(visitor)
        visitor.ask("text", "a dog")
        assert not frame(visitor) and visitor.elements > 10
        visitor.ask("t_part", "Rows")
        assert frame(visitor) and any("one-hot" in text for text in visitor.texts)
        assert visitor.widgets["t_part"].id
    with Visitor(running.port, "") as visitor:
        assert frame(visitor)
        visitor.ask("text", "a dog")
        assert not frame(visitor) and any("4,088" in text for text in visitor.texts)
        assert visitor.elements <= 18, "the links to other pages and their heading say nothing of the text"


@pytest.mark.slow
def test_other_words_leave_all_analogy_questions_alone_and_another_table_asks_them_anew(running: Server) -> None:
    def asked(visitor: Visitor) -> list[str]:
        return [text.split()[0] for text in visitor.texts if "questions whose words it has" in text]

    with Visitor(running.port, "projection", {"j_part": "Analogies"}) as visitor:
        assert asked(visitor) == ["MiniLM"]
        visitor.ask("j_a", "father")
        assert asked(visitor) == [] and any("father" in text for text in visitor.texts)
        visitor.ask("j_echo", visitor.widgets["j_echo"].options[0])
        assert asked(visitor) == ["MiniLM"] and not any("father" in text for text in visitor.texts)
        visitor.ask("j_table", "GloVe")
        assert asked(visitor) == ["GloVe"]
        visitor.ask("j_a", "father")
        assert asked(visitor) == []


@pytest.mark.slow
def test_values_that_no_control_can_read_leave_the_session_whole(running: Server) -> None:
    with Visitor(running.port, "tokens", {"t_part": "Merges"}) as visitor:
        forged = BackMsg()
        rerun = forged.rerun_script
        rerun.query_string, rerun.page_name, rerun.page_script_hash = visitor.query, visitor.page, visitor.hash
        for identity in visitor.ids:
            rerun.widget_states.widgets.add(id=identity, json_value='{"cut')
        assert len(visitor.ids) > 10
        visitor.send(forged.SerializeToString())
        assert visitor.elements > 10
        visitor.ask("text", "a dog")
        assert visitor.elements > 10


@pytest.mark.slow
def test_no_part_loads_what_no_picture_needs(running: Server) -> None:
    """Each of these takes 50 MB or more of the server. What a visitor opens ("Data", a file) may load them."""
    for page, _, query in parts(running.port):
        Visitor(running.port, page, query).close()
    with Visitor(running.port, "loaded") as visitor:
        modules = set(" ".join(visitor.texts).split())
    assert "scipy.linalg" in modules and "explorer.words.groups" in modules
    assert sorted(modules & {"sklearn", "pandas", "pyarrow", "scipy.stats", "scipy.optimize"}) == []


@pytest.mark.slow
@pytest.mark.parametrize(("page", "part"), CHANGED)
def test_a_change_draws_no_more_than_its_limit(running: Server, page: str, part: str) -> None:
    key = {"projection": "j_part", "tokens": "t_part"}.get(page)
    with Visitor(running.port, page, {key: part} if key else {}) as visitor:
        widget = visitor.main()
        assert widget is not None
        for value in islice(widget.values(), 3):
            visitor.ask(widget, value)
        assert visitor.elements + visitor.blocks <= CHANGED[page, part]


@pytest.mark.slow
def test_no_part_sends_more_than_its_limit(running: Server) -> None:
    over, seen = [], set()
    for page, part, query in parts(running.port):
        seen.add((page, part))
        first, then, elements = LARGER.get((page, part), (FIRST, THEN, ELEMENTS))
        with Visitor(running.port, page, query) as visitor:
            if visitor.received > first or visitor.elements > elements:
                over.append(f"{page}: {part} opens with {visitor.received:,} bytes and {visitor.elements} elements")
            widget = visitor.main()
            for value in islice(widget.values(), 2) if widget else ():
                visitor.ask(widget, value)
                if visitor.received > then:
                    over.append(f"{page}: {part} sends {visitor.received:,} bytes at a change of {widget.label}")
    assert not over
    assert set(LARGER) <= seen, "a part that has a limit of its own is gone or has another name"
