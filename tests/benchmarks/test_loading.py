"""What a server loads before the first picture, and what a change leaves alone."""

from __future__ import annotations

from collections.abc import Iterator

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
