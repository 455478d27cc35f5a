import pytest
import streamlit as st

from explorer.ui.projection import word_lists


def test_tables_beside_each_other_are_one_element(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(st, "html", shown.append)
    monkeypatch.setattr(st, "columns", lambda *_: pytest.fail("each column costs every run"))
    word_lists.beside({"near": ["a"]}, {"far": ["b"], "distance": ["2"]})
    word_lists.beside({"near": ["a"]})
    both, alone = shown
    assert both.count("<table") == 2 and alone.count("<table") == 1
    assert both.index(">near<") < both.index(">a<") < both.index(">far<") < both.index(">b<")
