"""The numbers worked out below a formula are those of the picture."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from streamlit.testing.v1 import AppTest

from explorer.data import load_whisper
from explorer.lm.predict import Request, read
from explorer.memory import BANDWIDTHS
from explorer.memory.schemes import SCHEMES
from explorer.waves.after import RotaryRequest, rotary_scores
from explorer.wording import fixed, share, spell_seconds

OpenPage = Callable[..., AppTest]


def worked(app: AppTest, key: str) -> str:
    (panel,) = [panel for panel in app.expander if panel.key == f"{key}_formula"]
    return str(panel.markdown[-1].value)


def test_adams_step_of_a_row_whose_token_is_gone_is_the_one_that_was_made(open_page: OpenPage) -> None:
    said = worked(open_page("gradients", g_part="One step"), "g_step")
    told, went = re.findall(r"= (0\.\d{4})\. The first number of the row [\d,]+ went (0\.\d{4})\.", said)[0]
    # By a pocket calculator: .1 · (.09 / .19) / √(.000999 / .001999).
    assert told == went == "0.0670"


def test_the_score_of_all_pairs_is_the_pictures(open_page: OpenPage) -> None:
    app = open_page("positions", p_part="RoPE and ALiBi", p_kind="RoPE: the scores")
    scores = rotary_scores(RotaryRequest(256, 128, 10_000.0))
    assert f"all 64 pairs together {fixed(scores.curve[1], 3)}, the score" in worked(app, "p_rope_scores")


def test_int8_there_and_back_is_what_the_scheme_does(open_page: OpenPage) -> None:
    row = load_whisper().tokens[464:465].astype(np.float32)
    restored = SCHEMES["INT8, a scale per row"].restore(row, 0.0)
    assert f"= {restored[0, 0]:.5f}, wrong by {abs(restored[0, 0] - row[0, 0]):.5f}." in worked(
        open_page("memory", m_part="Fewer bits"), "m_bits"
    )


def test_the_time_of_a_batch_is_bytes_over_bandwidth(open_page: OpenPage) -> None:
    said = worked(open_page("memory", m_part="Time"), "m_time")
    speed, moved = BANDWIDTHS[0].bytes_per_second, 8 * 1024 * (768 * 4 + 8 + 768 * 4)
    assert f"= {moved:,} bytes" in said and spell_seconds(moved / speed) in said


def test_the_tip_of_a_hand_is_the_tables(open_page: OpenPage) -> None:
    said = worked(open_page("positions", p_part="Clocks", p_pos=3), "p_clock")
    assert said.endswith(f"({fixed(float(np.sin(3)), 4)}, {fixed(float(np.cos(3)), 4)}).")


def test_the_shares_of_the_first_head_are_the_models(open_page: OpenPage) -> None:
    shares = read(Request("The cat sat on the mat", hide_last=True)).attention[0, 0]
    said = worked(open_page("home"), "h_look")
    assert share(float(shares.max())) in said and share(float(shares.min())) in said
    assert fixed(float(np.log(shares.max() / shares.min()))) in said
