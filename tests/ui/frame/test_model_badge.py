"""The badges' sizes are those of the shipped tables."""

from explorer.data import load_glove, load_minilm, load_whisper
from explorer.lm.shipped_model import load_lm
from explorer.tokenizers import SMALL, encode
from explorer.ui.frame.model_badge import BADGES
from explorer.words.shipped_tables import shipped


def test_why_maps_of_words_are_not_drawn_from_our_own_model() -> None:
    assert "cuts even “king” in two" in BADGES["minilm"].why
    assert len(encode(" king", SMALL)) == 2 and "king" in shipped("MiniLM").words


def test_sizes_are_those_of_the_shipped_tables() -> None:
    tables = {
        "lm": load_lm().weights["tokens"],
        "whisper": load_whisper().tokens,
        "minilm": load_minilm().token_q,
        "glove": load_glove().token_q,
    }
    assert {name: (badge.rows, badge.width) for name, badge in BADGES.items()} == {
        name: table.shape for name, table in tables.items()
    }
