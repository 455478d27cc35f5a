"""Every part of Tokens and Positions, at two settings: its script prints each number that the sentence under its picture states.

The page is run as a visitor would see it once the answers may be seen. What a part shows only after a run of some
seconds (a training, a measurement, t-SNE) is asked about in the other tests of this folder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import explorer.ui as ui
from explorer.ui.frame.layout import SKIP, Guess
from tests.support import run_script, unprinted, views_of

ROOT = Path(__file__).resolve().parents[2]
PREFIX = {"tokens": "t", "positions": "p"}
TEXT = "the dog and the king saw the dog run"
OTHER: dict[str, dict[str, Any]] = {
    "tokens": {
        "text": TEXT,
        "encoding": "cl100k_base",
        "token": 3,
        "t_mean": False,
        "t_bag_first": " cat sees king",
        "t_bag_second": " king sees the cat",
        "t_first": "one two three",
        "t_second": "three one two",
        "t_dim": 5,
        "t_scale": True,
    },
    "positions": {
        "p_len": 100,
        "p_dim": 16,
        "p_base": 500,
        "p_place": 5,
        "p_count": 8,
        "p_heads": 6,
        "p_seen": 32,
        "p_width": 16,
        "p_step_k": 3,
        "p_measure": "dot product",
        "p_word_place": 4,
        "p_pos": 7,
        "p_hands_move": "glide",
    },
}
PARTS = [(page, view.PART.name) for page in PREFIX for view in views_of(page)]
WITHOUT_PICTURE = {("tokens", "Tokens"), ("positions", "Clocks")}
"""Parts that show no `ui.picture` before something is clicked or run; their scripts are tested apart."""
ALIKE = {("positions", "RoPE and ALiBi")}
"""Parts whose sentence has no setting that a link can give."""


def said(page: str, part: str, query: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """(key, sentence, script) of every picture of a part, with all answers revealed."""
    found: list[tuple[str, str, str]] = []
    picture = ui.picture

    def listening(key: str, figure: Any, *, summary: str, script: Any = None, **more: Any) -> Any:
        found.append((key, summary, (script() if callable(script) else script) or ""))
        return picture(key, figure, summary=summary, script=script, **more)

    monkeypatch.setattr(ui, "picture", listening)
    monkeypatch.setattr(ui, "predict", lambda *_, **__: Guess((SKIP,), True))
    monkeypatch.chdir(ROOT)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for key, value in {f"{PREFIX[page]}_part": part, **query}.items():
        app.query_params[key] = str(value)
    app.run()
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception, app.exception
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("page", "part"), PARTS, ids=[f"{page}, {part}" for page, part in PARTS])
def test_a_script_prints_every_number_of_its_sentence_at_two_settings(
    page: str, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences = []
    for query in ({}, OTHER[page]):
        with monkeypatch.context() as patch:
            found = said(page, part, query, patch)
        sentences.append([sentence for _, sentence, _ in found])
        assert bool(found) == ((page, part) not in WITHOUT_PICTURE)
        for key, sentence, script in found:
            assert script, f"{key} shows no code beside: {sentence}"
            printed = run_script(script)
            assert not unprinted(sentence, printed), f"{key}: {sentence}\n{printed}"
    assert sentences[0] != sentences[1] or (page, part) in WITHOUT_PICTURE | ALIKE
