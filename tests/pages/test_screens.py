"""What a link shows, and what a guess or a control makes of it: numbers and messages of single screens."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explorer import tokenizers
from explorer.content.en.shared_page_questions import BOOKS
from explorer.gradients import text_batch, toy_training
from explorer.ui.gradients import tied_output
from explorer.ui.gradients import toy_training as toy_learning
from explorer.ui.memory.memory_bill import TIMES
from explorer.ui.positions import near_positions
from explorer.views import gradients, positions, projection, tokens
from explorer.views.positions.clock_dials import HANDS
from tests.support import numbers_in, open_folds, plain_texts

SOME = set[float]()
"""Of a kind of message: there is one."""
SKIP = "Just show me"
ALIKE = {"p_part": "Heatmap", "p_cells": "which rows are alike"}
CLOCKS = {"p_part": "Clocks"}
TIED = {"g_part": "Tied or untied", "text": "The cat sat on the mat"}
LEARN = {"g_part": "Watch it learn"}
MAP = {"j_part": "Map", "j_table": "GloVe"}
AXES = {"j_part": "Analogies", "j_steps": "word axes", "j_table": "GloVe"}
MAPS = {"j_part": "Other maps", "j_table": "GloVe"}
SPECIAL = "<|endoftext|>"
SCREENS: list[tuple[str, dict[str, Any], list[tuple[str, Any]], dict[str, Any]]] = [
    # A page, its link, what is then set (None: pressed), and what there is: numbers of all texts or of a kind of
    # message, the number of these, sentences of views, values of controls; `waits` came, and `left` went, at last.
    ("positions", {"p_len": 256, "p_dim": 64, "p_some": "true", "p_rows": 64, "p_from": 193}, [],
     {"warning": 1, "state": {"p_from": 0}}),
    ("positions", {}, [], {"state": {"p_part": "Counting"}}),
    ("positions", {"p_len": 64}, [], {"state": {"p_part": "Heatmap"}, "has": {64}}),  # an old link
    ("positions", {"p_part": "Heatmap"}, [], {"success": 0}),
    ("positions", {"p_fastest": "the first"}, [], {"success": SOME}),
    ("positions", {"p_fastest": "the last"}, [], {"success": 0}),
    ("positions", {"p_layout": "in halves", "p_fastest": "the first of each half"}, [], {"success": {0, 64}}),
    ("positions", ALIKE, [],
     {"says": lambda: positions.similarity_matrix(length=near_positions.FIRST).at_question(False)}),
    ("positions", ALIKE, [("p_guess_far", "0.2 to 0.6")],
     {"success": {0.48}, "says": lambda: positions.similarity_matrix()}),
    ("positions", ALIKE | {"p_len": 64}, [], {"says": lambda: positions.similarity_matrix(length=64)}),  # no row 100
    ("positions", ALIKE | {"p_near": "learned"}, [("p_guess_likeness", "smaller")], {"success": 1}),
    # The hands that tell 44 from 0, with turns of 83.8 and 306.
    ("positions", CLOCKS | {"p_elsewhere": "Yes, by the other hands"}, [],
     {"success": {18, 27, 44}, "success lacks": {9, 36}}),
    ("positions", CLOCKS | {"p_hands": ["5"], "p_speeds_more": "true"}, [], {"radio keys": ["p_double"]}),
    ("positions", CLOCKS | {"p_dim": 4, "p_double": SKIP}, [], {"info": {0, 1, 1.41}}),
    ("positions", CLOCKS, [("_more", True)], {"state": {"p_hands": []}, "box": ("p_hands", {HANDS})}),
    ("positions", CLOCKS | {"p_dim": 4}, [("_more", True)], {"box": ("p_hands", set())}),
    ("positions", CLOCKS, [("p_hands", ["0", "Trained here"])], {"state": {"p_hands": ["0"]}}),  # forged
    ("positions", CLOCKS, [("_more", True), ("p_hands", ["0", "4", "16"]), ("p_dim", 6)],
     {"state": {"p_hands": ["0"]}, "says": lambda: positions.clocks(dim=6, pairs=(0,)).details}),
    ("positions", CLOCKS | {"p_hands": "900"}, [], {"warning": {900}}),
    ("positions", CLOCKS | {"p_hands": "9"}, [], {"warning": 0}),
    ("positions", {"p_part": "Nowhere"}, [], {"warning": 1}),
    ("positions", {"p_part": "Heatmap", "p_layout": "<img>"}, [], {"warning": 1}),
    ("positions", ALIKE | {"p_measure": "🐱"}, [], {"warning": 1}),
    ("positions", ALIKE | {"p_measure": "dot product"}, [], {"warning": 0}),
    ("positions", {"p_part": "Heatmap", "p_layout": "concatenated"}, [],  # the value's name in code
     {"warning": 0, "state": {"p_layout": "in halves"}}),
    ("positions", {}, [("p_carry", "the first two")], {"info": {59, 60}, "lacks": {0.528}}),
    ("positions", {}, [("p_carry", "the first two"), ("p_carry", "the last two")],
     {"success": {0.528}, "waits": {0.528}}),
    ("positions", CLOCKS | {"p_hands_drawn": "one hand", "p_place": 1}, [("p_twin", "one of two positions")],
     {"success": {1, 5, 0.5, 0.87, 7, 12}}),
    ("positions", CLOCKS | {"p_hands_drawn": "one hand", "p_place": 3}, [("p_twin", "only the chosen position")],
     {"success": {3, 7, 12}}),
    ("positions", {"p_part": "Two arrows", "p_ring": "on a circle"}, [],
     {"success": {0, 2, 2.8, 1.6, 3.67, 1.1, 1},
      "says": lambda: positions.arrows(word="dog", position=2).at_question(False)}),
    *(("positions", {"p_part": "RoPE and ALiBi", "p_kind": "ALiBi", "p_heads": heads, "p_head": 31}, [],
       {"state": {"p_head": head}, "says": lambda h=heads, at=head:
        positions.alibi_slopes(heads=h, head=at).at_question(h == 1)}
      )
      for heads, head in ((1, 0), (12, 0), (32, 31))),
    ("gradients", {"g_part": "Your sentence", "encoding": tokenizers.SMALL}, [],
     {"state": {"encoding": tokenizers.SMALL}, "has": {4_096}}),
    ("gradients", {"g_part": "Your sentence"}, [("g_example", None)],
     {"state": {"text": text_batch.REPEATS}, "has": {11, 50_257}}),
    ("gradients", {"g_part": "One step"}, [], {"silent": lambda: gradients.step_distances()}),
    ("gradients", {"g_part": "One step", "g_guess_step": "They move on"}, [], {"has": {6, 10}}),
    ("gradients", {"g_part": "Whole books", "g_ranks_more": "true"}, [("g_guess_books", BOOKS.choices[0])],
     {"info": {73}, "lacks": {12.4}}),
    ("gradients", {"g_part": "Whole books", "g_ranks_more": "true"},
     [("g_guess_books", BOOKS.choices[0]), ("g_guess_books", BOOKS.choices[3])], {"waits": {12.4, 72_178}}),
    *(("gradients", {"g_part": "Blackboard", "g_ids": ids}, [], {"error": 1, "has": has, "charts": SOME})
      for ids, has in (("12", {12, 0, 11}), ("one", {5, 10}), ("0 0 0 0 0 0 0", {7, 6}))),
    ("gradients", {"g_part": "Blackboard", "g_ids": "[5, 10, 10, 5]", "g_board_step": "6 Into the table"}, [],
     {"error": 0, "state": {"g_added": 4}}),
    ("gradients", {"g_part": "Blackboard", "g_ids": "[5, 10, 10, 5]", "g_board_step": "6 Into the table"},
     [("g_ids", "the cat sees the dog .")], {"state": {"g_added": 6}}),
    # 3.84 is the largest movement of a row that no token reads.
    ("gradients", LEARN | {"g_output": toy_training.TIED}, [], {"charts": 1, "lacks": {3.84}}),
    ("gradients", LEARN | {"g_output": toy_training.TIED, "g_guess_tied": toy_learning.MOVES}, [], {"has": {3.84}}),
    ("gradients", LEARN, [("_more", True), ("g_text", "word")], {"error": 1}),
    ("gradients", TIED, [], {"has": {5, 4_096, 0.12}, "lacks": {100}}),
    ("gradients", TIED, [("g_guess_ends", tied_output.ONLY_READ)], {"info": SOME, "success": 0}),
    ("gradients", TIED, [("g_guess_ends", tied_output.ONLY_READ), ("g_guess_ends", tied_output.EVERY)],
     {"success": {4_096}, "waits": {100}}),
    ("gradients", TIED | {"g_tied": "False", "g_guess_ends": tied_output.EVERY}, [], {"pictures lack": {100}}),
    ("gradients", TIED | {"text": "a"}, [], {"warning": SOME}),
    ("memory", {}, [], {"radio keys": ["m_all"], "lacks": {3.97}}),
    ("memory", {"m_unit": "MiB", "m_all": SKIP}, [], {"has": {1_073_741_824}}),
    ("memory", {"m_all": [*TIMES][-1]}, [], {"success": {3.97, 25.7}}),
    ("memory", {"m_optimizer": "None", "m_all": next(iter(TIMES))}, [], {"success": {1.2}}),
    # The answer sets the sizes to GPT-3's, whatever they were.
    ("memory", {"m_see": "Does it fit?", "m_d": "512"}, [("m_fits", SKIP)],
     {"info": {2.47, 38, 109}, "state": {"m_d": "12288", "m_optimizer": "None"}}),
    ("memory", {"m_part": "Time", "m_b": "32", "m_t": "2048"}, [], {"has": {32, 2_048, 65_536, 10.5}}),
    ("memory", {"m_v": "1000"}, [("m_part", "Time"), ("m_part", "The bill")], {"has": {3.07, 2.93}}),
    ("memory", {"m_see": "Does it fit?", "m_card": ""}, [], {"error": 0}),
    ("tokens", {"token": 999}, [], {"says": lambda: tokens.strip(token=5)}),
    ("tokens", {"text": SPECIAL}, [], {"has": {13, 7}}),
    ("tokens", {"text": SPECIAL, "t_special": "true"}, [], {"has": {13, 1, 50_256}}),
    ("tokens", {"t_part": "Pipeline"}, [("text", "word " * 500)], {"warning": {501, 448}}),
    ("tokens", {"t_part": "Pipeline"}, [("text", "word " * 500), ("t_position", "Sinusoidal")], {"warning": 0}),
    ("tokens", {"t_part": "Languages", "t_guess_hindi": "more than four times as many"}, [],
     {"success": {37, 61, 23}}),
    ("projection", {"j_table": "GloVe"}, [], {"has": {30_000}}),  # from when the map came first
    ("projection", MAP | {"j_lists_more": "true"}, [("j_guess", "Yes: 6 or more")], {"info": {2, 50}, "metric": 0}),
    ("projection", MAP | {"j_lists_more": "true"}, [("j_guess", "Yes: 6 or more"), ("j_guess", "Half: 3 to 6")],
     {"metric": 3, "has": {10, 50, 500, 30_000}}),
    *(("projection", {"j_part": "Analogies", "j_b": b, "j_d": "king"}, [("j_a", a)], {"warning": 1})
      for a, b in (("man", "man"), ("", "woman"), ("qqqq", "woman"))),
    *(("projection", AXES | {"j_across": across, "j_up": up}, [], {"warning": SOME}) for across, up in (
        ("he", ""), ("he, she, it", ""), ("he, qqqqq", ""), ("he, he", ""), ("he, she", "good"))),
    ("projection", {"j_part": "Watch it train", "j_texts": "My own text"}, [], {"warning": 1}),
    *(("projection", MAPS | link, [("guess", None)], {"has": {30_000, 665, 50}, "success": 0, "info": 0})
      for link in ({}, {"j_maps": "other seeds"}, {"j_maps": "other seeds", "j_seeds_method": "UMAP"})),
    ("projection", {"guide": "6a"}, [], {"metric": 0}),  # the whole map's share would answer its question
    ("projection", MAPS | {"j_ways_right": "PCA"}, [], {"info": SOME}),
    ("projection", MAPS | {"j_ways_right": "Word axes", "j_up": "bad"}, [], {"warning": SOME}),
    ("projection", MAPS | {"j_maps": "a shadow"}, [("j_angle", 60)],
     {"says": lambda: projection.shadow(angle=60), "lacks": {59.4}}),
    ("projection", MAPS | {"j_maps": "a shadow"}, [("j_angle", 60), ("j_longest", "near 60°")],
     {"success": SOME, "waits": {59.4}}),
    # The answer turns the picture to it; a first wrong guess does not.
    *((page, link, [(question, wrong), *rest], {"state": {control: value}})
      for page, link, question, wrong, control, begins, ends in (
        ("projection", {"j_part": "Analogies", "j_table": "GloVe"}, "j_nearest_sum", "queen", "j_exclude", True, False),
        ("projection", MAPS | {"j_maps": "a shadow"}, "j_longest", "near 0°", "j_angle", 150, 59),
        ("extrapolation", {}, "x_guess_row", "Almost: a little worse", "x_kind",
         "learned table", "sinusoidal formula"))
      for rest, value in (([], begins), ([(question, SKIP)], ends))),
]  # fmt: skip
KINDS = ("radio", "button_group", "selectbox", "select_slider", "slider", "number_input", "toggle", "multiselect")
MESSAGES = ("success", "info", "warning", "error", "metric", "header")


def act(app: AppTest, key: str, value: Any) -> None:
    """Set a control, press a button, open all folds, or guess the first choice of the only question."""
    if key == "_more":
        open_folds(app, "_more")
    elif key == "guess":
        (guess,) = app.radio
        guess.set_value(guess.options[0]).run()
    elif value is None:
        app.button(key=key).click().run()
    else:
        kinds = (*KINDS, "text_input", "text_area")
        found = [each for kind in kinds for each in app.get(kind) if each.key == key]
        if found and value != ["0", "Trained here"]:
            found[0].set_value(value).run()
        else:
            app.session_state[key] = value
            app.run()
    assert not app.exception, app.exception


def said(app: AppTest) -> set[float]:
    kinds = ("markdown", "caption", "code", *MESSAGES[:4])
    return numbers_in("\n".join([*plain_texts(app), *(str(each.value) for kind in kinds for each in app.get(kind))]))


@pytest.mark.parametrize(
    ("page", "link", "acts", "told"), SCREENS, ids=[f"{page} {link}"[:60] for page, link, *_ in SCREENS]
)
def test_a_screen_has_its_numbers_and_messages(
    open_page: Callable[..., AppTest],
    page: str,
    link: dict[str, Any],
    acts: list[tuple[str, Any]],
    told: dict[str, Any],
) -> None:
    app, before = open_page(page, **link), SOME
    for key, value in acts:
        before = said(app)
        act(app, key, value)
    now, words = said(app), "\n".join([*plain_texts(app), *(each.value for each in app.markdown)])
    charts = [each for each in app.get("bidi_component") if each.key.startswith(f"{page[0]}_")]
    for what, expected in told.items():
        kind, _, lacks = what.partition(" ")
        if kind in MESSAGES and isinstance(expected, int):
            assert len(app.get(kind)) == expected, what
        elif kind in MESSAGES:
            messages = [str(each.value) for each in app.get(kind)]
            numbers = numbers_in("\n".join(messages))
            assert messages and (not numbers & expected if lacks else expected <= numbers), (what, messages)
        elif what == "charts":
            assert charts and (expected is SOME or len(charts) == expected)
        elif what == "state":
            assert {key: app.session_state[key] for key in expected} == expected
        elif what == "box":
            assert numbers_in(app.multiselect(key=expected[0]).proto.placeholder) == expected[1]
        elif what == "radio keys":
            assert [each.key for each in app.radio] == expected
        elif what in ("says", "silent"):
            sentence = getattr(expected(), "sentence", None) or expected()
            assert (sentence in words) == (what == "says"), sentence
        elif what == "pictures lack":
            assert not expected & numbers_in("\n".join(plain_texts(app)))
        else:
            came, went = {"has": (True, False), "lacks": (False, True)}.get(what, (what == "waits", what == "left"))
            assert expected <= now if came else not went or not expected & now, (what, now)
            assert what != "waits" or not expected & before, "told too early"
            assert what != "left" or expected <= before
