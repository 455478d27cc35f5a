"""What the Projection page says where nothing is found: an empty outline, a pattern without rows, a missing word."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.projection.handing import KEPT
from explorer.vectors.view import Recipe

Open = Callable[..., AppTest]


def texts(app: AppTest) -> str:
    return "\n".join(element.value for element in app.text)


@pytest.mark.parametrize("corners", ["900,900; 901,901", "900,900; 901,900; 901,901"])
def test_an_outline_around_nothing_says_so_and_can_be_forgotten(open_page: Open, corners: str) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe")
    app.session_state[KEPT] = (("GloVe", Recipe(center=True), (0, 1)), corners)
    app.run()
    assert not app.exception
    assert "No row lies inside your outline: draw it around some dots." in texts(app)
    assert not [button for button in app.button if button.key == "j_to_groups"]
    app.button(key="j_forget_outline").click().run()
    assert not app.exception and "your outline" not in texts(app)
