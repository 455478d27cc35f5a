"""The Extrapolation page by AppTest: every part, its limits, its sentences, and links with invalid values."""

import json
import re
import struct
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.nn.config import EXTENSIONS, Encoding
from explorer.training.ablations import result_sentences
from explorer.training.findings.loss_on_new_rows import alone
from explorer.training.findings.shipped_model_losses import (
    FAMOUS,
    Line,
    baselines,
    by_length,
    first_line,
    inside,
    readings,
    rises_at,
    span,
)
from explorer.ui.extrapolation import why
from explorer.ui.extrapolation.model_summary import models_short
from explorer.ui.frame.answer_feedback import SKIP
from explorer.ui.frame.glossary_markup import link_terms
from explorer.views import extrapolation as views
from explorer.views.extrapolation._missing_rows import sentence as rows_sentence
from explorer.views.extrapolation.loss_sentences import (
    alibi_sentence,
    first_rise,
    hidden_sentence,
    understood,
    way_sentence,
)
from explorer.views.extrapolation.settings import MODELS, READINGS, lines_of
from tests.support import decimals_in, numbers_in, open_folds, parts_of, plain_texts, views_of

Open = Callable[..., AppTest]


def texts(app: AppTest) -> str:
    return "\n".join([*plain_texts(app), *(element.value for element in app.markdown)])


def charts(app: AppTest) -> int:
    return len([found for found in app.get("bidi_component") if "_as_list" not in found.key])


def test_at_65_the_cores_own_error_is_on_the_page(open_page: Open) -> None:
    app = open_page("extrapolation")
    assert "Sequence length 65 exceeds maximum 64" in texts(app)
    assert not app.error and not app.warning, "a refusal that is meant looks like a crash"
    app.number_input(key="x_len").set_value(64).run()
    assert "exceeds" not in texts(app)
    assert views.rows(length=64).sentence in texts(app)
    app.number_input(key="x_len").set_value(2).run()
    assert not app.exception and not app.error


@pytest.mark.parametrize("way", ["none", "clamp", "wrap", "interpolate", "spare rows"])
def test_the_formula_of_a_row_explains_its_own_symbols_and_no_others(open_page: Open, way: str) -> None:
    app = open_page("extrapolation", x_len=65, x_way=way)
    (panel,) = [panel for panel in open_folds(app, "_formula").expander if panel.label.startswith("The formula")]
    formula, _, rest = panel.markdown[0].value.removeprefix("$$\n").partition("$$")
    letters = set(re.findall(r"(?<![A-Za-z\\])[pnLr](?![A-Za-z])", formula))
    explained = set(re.findall(r"- \$(\w)(?:\(p\))?\$", rest))
    assert letters <= explained and ("n" in explained) == ("n" in letters) == (way == "interpolate")


def test_the_formula_has_a_row_but_the_model_does_not_understand_it(open_page: Open) -> None:
    app = open_page("extrapolation", x_len=128, x_kind="sinusoidal formula", x_guess_row="Yes, about as well")
    line, hint = first_line("sinusoidal"), app.info[0].value
    measured = {round(span(line, 64, 128), 2), round(inside(line), 2)}
    assert understood("sinusoidal", "plain", 128) not in texts(app) and not measured & numbers_in(texts(app))
    app.radio(key="x_guess_row").set_value("Almost: a little worse").run()
    because = {round(alone()[0], 2), round(baselines()["bigram"], 2)}
    assert app.info[0].value != hint and because <= numbers_in(app.info[0].value)
    assert measured <= numbers_in(texts(app)) and understood("sinusoidal", "plain", 128) in texts(app)


def test_the_truth_is_hidden_until_it_is_asked_for(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position")
    shown = lines_of(MODELS.default)
    assert {first_line(encoding) for encoding in FAMOUS} <= {*shown}, "the order of the famous ones is told below"
    assert first_rise(shown) not in texts(app)
    assert not [each for each in app.pills if each.key == "x_enc"], "a guess needs no list of models"
    app.slider(key="x_g96").set_value(3.0).run()
    app.toggle(key="x_shown").set_value(True).run()
    assert first_rise(shown) in texts(app)
    rope = first_line("RoPE")
    answer = {rises_at(rope), round(inside(rope), 2), round(span(rope, 448, 512), 2)}
    assert {96, 3, round(span(rope, 88, 104), 2), *answer} <= numbers_in(app.info[0].value)
    assert alibi_sentence() in texts(app)


def test_a_guess_is_compared_with_its_own_model_or_not_at_all(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position", x_shown="true", x_enc="ALiBi")
    assert first_rise([first_line("ALiBi")]) in texts(app)
    app.segmented_control(key="x_of").set_value("T5")
    app.slider(key="x_g480").set_value(2.4).run()
    assert {96, 1.8} <= numbers_in(app.info[0].value)
    assert first_rise([first_line("ALiBi"), first_line("T5")]) in texts(app)


def test_every_way_to_read_rope_is_among_what_is_compared(open_page: Open) -> None:
    ways = [Line("RoPE", way) for way in ("plain", "position interpolation", "NTK scaling", "window")]
    app = open_page("extrapolation", x_part="Loss by position", x_shown="true")
    open_folds(app, "_more").pills(key="x_enc").set_value([line.label for line in ways]).run()
    assert first_rise(ways) in texts(app)
    assert way_sentence("RoPE") in texts(app)
    app.segmented_control(key="x_measure").set_value("by length").run()
    app.radio(key="x_guess_length").set_value(SKIP).run()
    means = {round(float(by_length(ways[2])[:, at].mean()), 2) for at in (0, -1)}
    assert means <= numbers_in(texts(app)) and hidden_sentence(tuple(ways)) in texts(app)


def test_no_model_is_not_what_none_means(open_page: Open) -> None:
    """The encoding named "none" is in quotation marks wherever a sentence names it."""
    for query in (
        {"x_part": "Loss by position", "x_enc": "none"},
        {"x_part": "Loss by position", "x_enc": "none", "x_shown": "true"},
        {"x_part": "Loss by position", "x_measure": "by length", "x_enc": "none", "x_guess_length": SKIP},
        {"x_part": "Loss by position", "x_shown": "true", "x_enc": "none (window)"},
        {"x_part": "Why"},
        {"x_part": "Loss by position", "x_train": "true", "x_renc": "none"},
    ):
        app = open_page("extrapolation", **query)
        message = texts(app)
        assert "“none”" in message, query
        assert not re.findall(r"(?:^|[:;,] |and )(?:\*\*)?none(?: \(|[:,]| at| \d| nowhere|\*\*)", message), query


def test_longer_windows_wait_for_a_guess_how_many_models_gain(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position", x_measure="by length")
    means = {f"{by_length(Line(name, 'plain'))[:, -1].mean():.2f}" for name in ("sinusoidal", "RoPE", "ALiBi", "T5")}
    assert not app.header and not any(mean in texts(app) for mean in means)
    app.radio(key="x_guess_length").set_value("in one").run()  # of the five, ALiBi's alone falls
    assert app.success and all(mean in app.success[0].value for mean in means)


@pytest.mark.parametrize("encoding", ["learned", "RoPE", "sinusoidal", "none"])
@pytest.mark.parametrize("measure", ["by position", "by length"])
def test_a_link_to_ways_out_draws_every_way_of_its_model(open_page: Open, encoding: str, measure: str) -> None:
    app = open_page("extrapolation", x_part="Ways out", x_model=encoding, x_measure=measure, x_guess_length=SKIP)
    lines = readings(encoding)
    assert way_sentence(encoding) in texts(app) and len(lines) > 1
    (packed,) = [found.proto.bytes for found in app.get("bidi_component") if found.key in ("x_pos", "x_length")]
    drawn = json.loads(packed[4 : 4 + struct.unpack("<I", packed[:4])[0]])
    assert {line.label for line in lines} == {trace["name"] for trace in drawn["data"] if "name" in trace}
    assert drawn["layout"]["xaxis"].get("type") == ("log" if measure == "by length" else None)
    assert not app.warning


def test_a_choice_holds_the_value_at_which_its_animation_ends(open_page: Open) -> None:
    app = open_page(
        "extrapolation", x_part="Loss by position", x_measure="by length", x_window="256", x_guess_length=SKIP
    )
    assert "windows of 64 and of 256" in texts(app)
    app.session_state["x_window"] = 128
    app.run()
    assert app.segmented_control(key="x_window").value == "128" and "windows of 64 and of 128" in texts(app)


def test_one_new_thing_at_a_time(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Why")
    assert result_sentences.enough_sentence() not in texts(app), "the guess asks for it"
    app.radio(key="x_guess_alone").set_value(result_sentences.alone_breaks("sinusoidal")).run()
    assert result_sentences.enough_sentence() in texts(app)
    assert result_sentences.two_homes() in texts(app)


@pytest.mark.parametrize(("cause", "encoding"), why.CAUSES.items())
def test_what_training_saw(open_page: Open, cause: str, encoding: Encoding) -> None:
    app = open_page("extrapolation", x_part="Why", x_why=cause)
    assert result_sentences.seen_sentence(encoding) in texts(app)
    assert re.sub(r"\[\[.*", "", result_sentences.legend_sentence(encoding)) in texts(app)


def test_train_it_now_has_the_settings_of_its_encoding_and_grey_curves_where_they_were_shipped(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position", x_train="true", x_renc="RoPE")
    assert 600 in numbers_in(texts(app))
    app.selectbox(key="x_renc").set_value("learned").run()
    assert app.selectbox(key="x_ext_learned").value == EXTENSIONS["learned"][0]
    app.selectbox(key="x_ext_learned").set_value("wrap").run()
    assert not app.exception
    for settings, grey in (({}, True), ({"x_std": 0.3}, True), ({"x_std": 0.1}, False), ({"x_rlen": 16}, False)):
        app = open_page("extrapolation", x_part="Loss by position", x_train="true", x_renc="learned", **settings)
        (packed,) = [found.proto.bytes for found in app.get("bidi_component") if found.key.startswith("x_before")]
        assert (b"shipped, 600 steps" in packed) == grey, settings


@pytest.mark.parametrize("part", parts_of("extrapolation"))
def test_every_part_says_why_and_has_a_picture_before_any_guess(open_page: Open, part: str) -> None:
    app = open_page("extrapolation", x_part=part)
    message = [re.sub("<[^>]*>", "", element.value) for element in app.markdown]
    (words,) = [view.PART for view in views_of("extrapolation") if view.PART.name == part]
    for sentence in (words.why, words.look):
        after_its_terms = sentence.rpartition("]]")[2]
        assert len(after_its_terms) > 10
        assert any(text.endswith(after_its_terms) for text in message), sentence
    lines = [each for each in app.get("html") if 'class="writing"' in each.proto.body]  # text that is the picture
    assert charts(app) + len(lines) >= 1
    assert any(models_short() in panel.label for panel in app.expander)
    assert {105_536, 109_632} <= numbers_in(texts(app))


@pytest.mark.parametrize("way", ["clamp", "wrap", "interpolate", "spare rows"])
def test_a_way_out_gives_rows_and_a_measured_loss(open_page: Open, way: str) -> None:
    for n in (60, 127):
        app = open_page("extrapolation", x_len=n, x_way=way, x_guess_row="Just show me")
        assert not app.error
        assert understood("learned", way, n) in texts(app)
    assert rows_sentence("learned", way, 127) in texts(app)


def test_what_the_mean_hides_is_said_with_both_numbers() -> None:
    for line in READINGS.values():
        message = hidden_sentence((line,))
        mean, end = decimals_in(message)
        assert (mean, end) == (round(by_length(line)[:, -1].mean(), 2), round(span(line, 448, 512), 2))
        assert message.startswith("What") == (end - mean > 0.045)


def test_by_length_with_published_figures_marked_as_such(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position", x_measure="by length", x_guess_length=SKIP)
    published = [views.published_perplexities(paper=paper).sentence for paper in ("ALiBi", "YaRN")]
    assert all(sentence in texts(app) for sentence in published)
    assert len(app.header) == 1, "a heading of their own"


def test_terms_open_their_definition(open_page: Open) -> None:
    app = open_page("extrapolation", x_part="Loss by position")
    for term in ("nats", "loss", "extrapolation", "seed", "block"):
        assert f"<strong>{term}</strong>" in texts(app), term
    assert link_terms("[[nats]]") != "nats"
