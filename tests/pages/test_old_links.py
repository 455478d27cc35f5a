"""Links of earlier versions still open the same screens; a renaming that breaks one fails here.

The steps of the path are in `tests/content/test_steps.py`.
"""

from collections.abc import Callable
from itertools import chain

import pytest
from streamlit.testing.v1 import AppTest

from explorer.content import migrate_old_links
from explorer.content.pages import PAGES, info
from tests.support import parts_of

PARTS = {
    "tokens": "Tokens|Merges|Rows|Dog bites man|Pipeline|Order|Neighbours|Encodings",
    "positions": "Counting|Sine and cosine|Clocks|Heatmap|Two arrows|Frequencies|Rows|Distance|Learned tables|Scale"
    "|Shift|Fitted shift|RoPE and ALiBi",
    "projection": "Shadow|Map|Spectrum|Analogies|Watch it train|Groups|Clusters|Around one word|Ways to draw a map"
    "|Word axes|Whose words|Two tables|t-SNE|Other seeds|Smaller copies",
    "extrapolation": "Is there a row?|Read it write|Loss by position|Why|Ways out|Small tasks|Loss by length"
    "|Inside the range|Train it now",
    "memory": "The bill|MB or MiB|Real models|Fewer bits|Time|Caches|Cards|Checked",
    "gradients": "Blackboard|Your sentence|Tied or untied|Whole books|One step|Watch it learn|Four ways",
    "failures": "With a message|Without a message|Who says a word?|Dialects",
    "check": "Questions|Misconceptions|Games|Sheets",
    "teach": "The plan|Change it|Handout|Hosting|Notes|Course page",
}
"""The parts of release 0.2.0, including those of 0.1.0. Never change or remove a line."""
LINKS = {
    **{
        ("f_silent", name): ("failures", {"f_part": "Without a message"})
        for name in (
            "Negative ids wrap",
            "Fractions cut to ids",
            "float16 overflows",
            "A tied table that isn't",
            "A gradient that gets lost",
        )
    },
    **{
        ("p_kind", name): ("positions", {"p_part": "RoPE and ALiBi"})
        for name in ("RoPE", "RoPE: the turn", "RoPE: the scores", "Side by side", "Copying")
    },
    ("j_view", "Around one word"): ("projection", {"j_part": "Map"}),
    ("g_tied", "Tied: the token table"): ("gradients", {"g_part": "Tied or untied"}),
    ("g_tied", "Untied: a matrix of its own"): ("gradients", {"g_part": "Tied or untied"}),
    ("x_why", "Seen in training"): ("extrapolation", {"x_part": "Why"}),
}
"""Former value of a choice → the page and what else its link says."""


@pytest.mark.parametrize("page", PARTS)
def test_a_link_to_a_part_of_an_earlier_release_finds_it(page: str) -> None:
    assert page in {known.name for known in PAGES}
    key = f"{info(page).prefix}_part"
    now = migrate_old_links.present({key: PARTS[page].split("|")})[key]
    removed = {name for of, name in migrate_old_links.REMOVED_PARTS if of == page}
    assert [name for name in now if name not in removed and name not in parts_of(page)] == []


def test_the_successor_of_a_removed_part_is_a_part_and_is_named_on_its_page(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    for (page, name), part in migrate_old_links.REMOVED_PARTS.items():
        assert name not in parts_of(page) and part.part in parts_of(part.page)
    gone = migrate_old_links.Successor("memory", "The bill", {"m_d": "512"}, {"p_dim": "m_v"})
    message = gone.message("Gone")
    monkeypatch.setattr(migrate_old_links, "REMOVED_PARTS", {("positions", "Gone"): gone})
    query = {"p_part": ["Gone"], "p_dim": ["1000"], "p_len": ["64"], "text": ["a b"]}
    found = migrate_old_links.successor("positions", query)
    assert found == (gone, "Gone", {"m_v": ["1000"], "text": ["a b"], "m_d": ["512"], "m_part": ["The bill"]})
    monkeypatch.setattr(migrate_old_links, "REMOVED_PARTS", {("memory", "Gone"): gone})
    app = open_page("memory", m_part="Gone", m_v="1000")
    assert app.session_state["m_part"] == "The bill" and str(app.session_state["m_d"]) == "512"
    assert str(app.session_state["m_v"]) == "1000" and message in [each.value for each in app.info]
    app.session_state["m_part"] = "Fewer bits"
    assert message not in [each.value for each in app.run().info]


@pytest.mark.parametrize(("page", "name"), migrate_old_links.REMOVED_PARTS)
def test_a_link_to_a_removed_part_has_settings_of_its_successor(page: str, name: str) -> None:
    part = migrate_old_links.REMOVED_PARTS[page, name]
    new = [key for former, key in part.renamed.items() if key != former]
    assert {key.split("_")[0] for key in (*part.settings, *new)} <= {info(part.page).prefix}


def test_every_former_name_is_known_to_a_test() -> None:
    of_parts = {f"{page.prefix}_part" for page in PAGES}
    values = {each for each in migrate_old_links.VALUES if each[0] not in of_parts}
    assert values == {*LINKS} - {("p_kind", "RoPE")}, "it has its name again"
    assert not {*migrate_old_links.KEYS} & {
        *chain(migrate_old_links.KEYS.values(), (key for key, _ in migrate_old_links.VALUES))
    }


@pytest.mark.parametrize(("key", "former"), LINKS)
def test_a_choice_of_an_earlier_release_is_held_by_its_control(
    open_page: Callable[..., AppTest], key: str, former: str
) -> None:
    page, rest = LINKS[key, former]
    app = open_page(page, **rest, **{key: former})
    assert app.session_state[key] == migrate_old_links.VALUES.get((key, former), former)
    assert app.query_params.get(key) != former and not app.warning


def test_a_renamed_key_takes_its_value_along_and_gives_way_to_the_key_of_today(
    open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate_old_links, "KEYS", {"p_old": "p_pos"})
    app = open_page("positions", p_part="Clocks", p_old="44")
    assert app.session_state["p_pos"] == 44 and "p_old" not in app.query_params
    assert migrate_old_links.present({"p_old": ["44"], "p_pos": ["7"]}) == {"p_pos": ["7"]}
