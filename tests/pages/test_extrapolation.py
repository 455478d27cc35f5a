"""The Extrapolation page without a browser: every part, its ends, its sentences."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.training.findings import (
    MODELS,
    Line,
    alibi_sentence,
    all_ways_sentence,
    budget_sentence,
    by_length,
    fall_summary,
    first_line,
    inside,
    span,
    way_sentence,
)
from explorer.training.findings_tasks import lengths_sentence, task_sentence

Open = Callable[..., AppTest]


def texts(app: AppTest) -> str:
    return "\n".join([element.value for element in [*app.text, *app.markdown]])


def test_at_65_the_cores_own_error_is_on_the_page(open_page: Open) -> None:
    app = open_page("extrapolation")
    assert app.error[0].value.startswith("ValueError: Sequence length 65 exceeds maximum 64.")
    assert "1 position without a row" in texts(app)
    app.slider(key="x_len").set_value(64).run()
    assert not app.error
    assert "All 64 positions have a row" in texts(app)
    app.slider(key="x_len").set_value(512).run()
    assert "448 positions without a row" in texts(app)
    app.slider(key="x_len").set_value(1).run()
    assert not app.exception and not app.error


@pytest.mark.parametrize("way", ["clamp", "wrap", "interpolate", "spare rows"])
def test_a_way_out_gives_rows_and_a_measured_loss(open_page: Open, way: str) -> None:
    app = open_page("extrapolation", x_len=128, x_way=way, x_guess_row="about the same")
    assert not app.error
    assert "Rows 64 to 127" in texts(app)
    assert "Loss at positions 64 to 127" in texts(app)


def test_the_formula_has_a_row_but_the_model_does_not_understand_it(open_page: Open) -> None:
    app = open_page("extrapolation", x_len=128, x_kind="sinusoidal formula", x_guess_row="about the same")
    assert not app.error
    line = first_line("sinusoidal")
    assert f"{span(line, 64, 128):.2f} nats a character, against {inside(line):.2f} inside; worse" in texts(app)
    assert "higher than guessing from one character" in app.info[0].value


def test_the_truth_is_hidden_until_it_is_asked_for(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position")
    shown = [first_line("sinusoidal"), first_line("RoPE"), first_line("ALiBi"), first_line("T5")]
    assert fall_summary(shown) not in texts(app)
    assert "hidden until you ask" in texts(app)
    app.slider(key="x_g96").set_value(3.0).run()
    app.toggle(key="x_shown").set_value(True).run()
    assert fall_summary(shown) in texts(app)
    assert f"at 96 you said 3.0, it is {span(first_line('sinusoidal'), 88, 104):.2f}" in texts(app)
    assert "The ALiBi paper is known for this order" in texts(app)
    assert alibi_sentence() in texts(app)


def test_a_guess_is_compared_with_its_own_model_or_not_at_all(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position", x_shown="true", x_enc="ALiBi")
    assert "You drew no curve." in texts(app)
    assert fall_summary([first_line("ALiBi")]) in texts(app)
    app.segmented_control(key="x_of").set_value("T5")
    app.slider(key="x_g480").set_value(2.4).run()
    assert "Your curve for T5: at 96 you said 1.8" in texts(app)
    assert fall_summary([first_line("ALiBi"), first_line("T5")]) in texts(app)


def test_every_way_to_read_rope_is_among_what_is_compared(open_page: Open) -> None:
    ways = [Line("RoPE", way) for way in ("plain", "position interpolation", "NTK scaling", "window")]
    app = open_page("extrapolation", x_part="Loss by position", x_shown="true")
    app.pills(key="x_enc").set_value([line.label for line in ways]).run()
    assert fall_summary(ways) in texts(app)
    assert way_sentence("RoPE") in texts(app)
    assert "None is fine-tuned here" in texts(app)
    app.segmented_control(key="x_part").set_value("Loss by length").run()
    assert (
        f"RoPE (NTK scaling) {by_length(ways[2])[:, 0].mean():.2f} → {by_length(ways[2])[:, -1].mean():.2f}"
        in texts(app)
    )
    assert "What the mean hides: over a window of 512, RoPE (NTK scaling) has" in texts(app)
    app.pills(key="x_enc").set_value(["ALiBi"]).run()
    assert "Here the mean hides nothing" in texts(app)


def test_no_encoding_chosen(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position")
    app.pills(key="x_enc").set_value([]).run()
    assert "No encoding is chosen" in app.warning[0].value
    assert not app.exception


def test_by_length_with_published_figures_marked_as_such(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by length")
    assert "Mean loss over windows of 64 and of 512: sinusoidal" in texts(app)
    assert "Published, not measured here: perplexity on WikiText-103, trained at 512." in texts(app)
    assert "sinusoidal 20.05 → 406.01, RoPE 20.07 → 79.25, T5 19.65 → out of memory, ALiBi 19.73 → 18.31" in texts(app)
    assert "Published, not measured here: perplexity of Llama 2 70B." in texts(app)
    assert app.header[0].value == "Published, not measured here"


@pytest.mark.parametrize("model", list(MODELS))
@pytest.mark.parametrize("measure", ["by position", "by length"])
def test_ways_out(open_page: Open, model: str, measure: str) -> None:
    app = open_page("extrapolation", x_part="Ways out", x_model=model, x_measure=measure)
    assert f"{way_sentence(model)} {all_ways_sentence()}" in texts(app)


def test_small_tasks_after_a_guess(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Small tasks")
    assert task_sentence(256) not in texts(app)
    app.radio(key="x_guess_task").set_value("RoPE").run()
    assert "no single one" in app.info[0].value
    assert lengths_sentence() in texts(app)
    for length in (32, 64, 128, 256):
        app.segmented_control(key="x_tlen").set_value(str(length)).run()
        assert task_sentence(length) in texts(app)


def test_every_reason(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Why", x_guess_waves="24")
    assert "The answer: **9**" in app.info[0].value
    assert "9 of 32 waves make a whole turn within 64 positions" in texts(app)
    app.select_slider(key="x_wl").set_value(4096).run()
    app.select_slider(key="x_wd").set_value(16).run()
    assert "within 4096 positions" in texts(app)
    for k in (1, 32):
        app = open_page("extrapolation", x_part="Why", x_why="A map that holds inside", x_sk=k)
        assert f"row p + {k}" in texts(app)
    for encoding in ("learned", "none", "T5"):
        app = open_page("extrapolation", x_part="Why", x_why="Can it tell where it is?", x_penc=encoding)
        assert f"{encoding}: mean miss in positions" in texts(app)
    app = open_page("extrapolation", x_part="Why", x_why="Learned rows")
    assert "start 0.02, trained" in texts(app)


def test_inside(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Inside the range", x_guess_budget="learned, always")
    assert "it depends on the training" in app.info[0].value
    assert budget_sentence() in texts(app)


def test_data_and_code_panels_open(open_page: Open) -> None:
    for part, key in (("Loss by position", "x_pos"), ("Loss by length", "x_length"), ("Ways out", "x_ways")):
        query = {"x_part": part, "x_shown": "true", f"{key}_data": "true", f"{key}_code": "true"}
        app = open_page("extrapolation", **query)
        assert len(app.dataframe) == 1
        assert "from explorer.training" in app.code[0].value


def test_train_it_now_says_what_it_would_do(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Train it now", x_renc="RoPE")
    assert "Trains RoPE for 600 steps" in texts(app)
    app.selectbox(key="x_renc").set_value("learned").run()
    app.selectbox(key="x_ext_learned").set_value("wrap").run()
    assert not app.exception
    assert "Trains learned for 600 steps" in texts(app)
