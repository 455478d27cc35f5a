"""The line that names model, V, D and tokenizer in presenter mode, held against the shipped tables themselves."""

from __future__ import annotations

from explorer.ui.frame.badge import BADGES
from explorer.ui.frame.presenter import named
from explorer.words.tables import shipped


def test_every_table_is_named_with_its_own_size() -> None:
    for table in ("MiniLM", "GloVe"):
        rows, width = shipped(table).vectors.shape
        assert f"V = {rows:,} · D = {width}" in named("projection", {"j_table": table})
    assert named("projection", {"j_table": "Your file"}).startswith("Your file")


def test_other_pages_name_what_their_controls_say() -> None:
    assert named("positions", {"p_dim": 64, "p_len": 1024}) == "No model: a formula · D = 64 · positions: 1,024"
    assert named("extrapolation", {}) == "Our own small models · V = 54 · D = 64 · tokens: characters"
    assert named("home", {}).startswith(f"{BADGES['lm'].name} · V = 4,096 · D = 128")
    assert named("claims", {}) == ""
