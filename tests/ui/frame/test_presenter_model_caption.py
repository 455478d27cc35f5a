"""The presenter line with model, V, D and tokenizer, against the shipped tables."""

from explorer.data import load_minilm, load_whisper
from explorer.gradients import toy_training, worked_example
from explorer.gradients.vocabulary_share import ENCODINGS
from explorer.tokenizers import vocab_size
from explorer.ui.frame.model_badge import BADGES
from explorer.ui.frame.presenter_model_caption import presenter_text
from explorer.views.gradients.optimizer_step import WIDTH
from explorer.views.positions.counting import KINDS
from explorer.words.shipped_tables import shipped
from explorer.words.toy_words import COLUMNS
from tests.support import part_of


def line(page: str, part: str, **state: object) -> str:
    """Presenter line of a part with the values of its controls."""
    return presenter_text(page, state, part_of(page, part, **state).shown)


def test_every_table_is_named_with_its_own_size() -> None:
    for table in ("MiniLM", "GloVe"):
        rows, width = shipped(table).vectors.shape
        assert f"V = {rows:,} · D = {width}" in presenter_text("projection", {"j_table": table})
    assert presenter_text("projection", {"j_table": "Your file"}).startswith("Your file")
    assert presenter_text("projection", {"j_table": ""}) == presenter_text(
        "projection", {}
    )  # a forged message, until it is refused
    unread = presenter_text("projection", {"j_table": "Mini"})
    assert unread.startswith("Mini · ") and "table" in unread and not any(map(str.isdigit, unread))


def test_a_part_that_shows_another_table_names_that_one() -> None:
    board = line("gradients", "Blackboard")
    assert f"V = {worked_example.VOCAB} · D = {worked_example.WIDTH}" in board
    assert line("gradients", "Tied or untied") == presenter_text("home", {})
    assert line("positions", "Two arrows", p_dim=64).endswith("D = 2")
    books = line("gradients", "Whole books", g_width=32)
    assert f"V = {vocab_size('gpt2'):,} to {vocab_size('o200k_base'):,}" in books and all(n in books for n in ENCODINGS)
    assert f"D = {WIDTH} " in line("gradients", "One step", g_width=32)
    assert f"D = {toy_training.WIDTH} " in line("gradients", "Watch it learn", g_width=32)
    assert "D = 32 " in line("gradients", "Your sentence", g_width=32)
    rows, width = shipped("GloVe").vectors.shape
    shadow = line("projection", "Other maps", j_maps="a shadow", j_table="MiniLM")
    assert f"GloVe · some of V = {rows:,} words · {len(COLUMNS)} of D = {width} numbers" in shadow
    assert "D = 25 " in line("projection", "Watch it train", j_table="MiniLM", j_width=25)
    rows, width = load_whisper().tokens.shape
    assert line("memory", "Fewer bits", m_v=7).endswith(f"V = {rows:,} · D = {width}")
    assert "as each one has them" in line("memory", "Real models", m_v=7)
    assert "V = 7 ·" in line("memory", "The bill", m_v=7)
    for table in (load_minilm().positions, load_whisper().positions):
        assert line("positions", "Heatmap", p_cells="which rows are alike", p_near="learned").endswith(
            f"D = {table.shape[1]}"
        )
    for kind, (radices, _) in KINDS.items():
        assert f"D = {len(radices)}," in line("positions", "Counting", p_kind_of_dial=kind)


def test_other_pages_name_what_their_controls_say() -> None:
    table = {"p_dim": 64, "p_len": 1024}
    assert line("positions", "Heatmap", **table) == "No model: a formula · D = 64 · positions: 1,024"
    assert presenter_text("positions", table) == "No model: a formula"
    assert presenter_text("extrapolation", {}) == "Our own small models · V = 54 · D = 64 · tokens: characters"
    assert presenter_text("home", {}).startswith(f"{BADGES['lm'].name} · V = 4,096 · D = 128")
    assert presenter_text("memory", {}) == "Sizes as set · V = 50,257 · D = 768 · no tokenizer"
    assert "V = 50,257 · D = 12,288 ·" in presenter_text("memory", {"m_v": "²<b>", "m_d": 12288})
    assert presenter_text("claims", {}) == ""
