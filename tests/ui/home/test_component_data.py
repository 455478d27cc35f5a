"""Data of Home's two components: the chain's numbers as bytes, and the shares beside the tokens."""

import base64
import json
import re
from dataclasses import replace

import numpy as np
import pytest

from explorer import embedding_pipeline, tokenizers, wording
from explorer.embedding_pipeline.token_strip import draw
from explorer.figures.theme import token_color
from explorer.lm.look_back import label
from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.tokenizers import SMALL
from explorer.ui.home import next_token_bars, pipeline_picture
from explorer.ui.tokens import tokenized_text as token_strip
from explorer.views.home.prediction_text import guessed, others

TEXT = "The cat sat on the mat"


def test_a_column_for_each_token_and_one_scale_for_an_addition() -> None:
    reading = read(ReadingRequest(TEXT))
    data = pipeline_picture.component_data(reading, 1, changed={2})
    assert [token["label"] for token in data["tokens"]] == ["The", "␣cat", "␣sat", "␣on", "␣the", "␣mat"]
    assert [token["id"] for token in data["tokens"]] == [464, 3797, 3332, 319, 262, 2603]
    assert [token["bytes"] for token in data["tokens"]][:2] == ["54 68 65", "20 63 61 74"]
    assert [token["position"] for token in data["tokens"]] == list(range(6))
    assert [token["changed"] for token in data["tokens"]] == [False, False, True, False, False, False]
    assert data["hidden"] is None and data["selected"] == 1
    painted = np.frombuffer(base64.b64decode(data["numbers"]), np.uint8).reshape(6, 3, 128).astype(int) - 128
    inside = (np.abs(painted) < 126).all(axis=1)
    assert inside.mean() > 0.9
    np.testing.assert_allclose((painted[:, 0] + painted[:, 1])[inside], painted[:, 2][inside], atol=1.5)
    assert sum(token["look"] for token in data["tokens"]) == pytest.approx(1, abs=1e-5)


def test_a_character_of_several_tokens_is_named_above_them() -> None:
    reading = read(ReadingRequest("Ada feeds her 🐱 tonight with care"))
    data = pipeline_picture.component_data(reading, 0)
    assert sum(each["tokens"] for each in data["characters"]) == len(reading.ids)
    assert [each["text"] for each in data["characters"] if each["text"]] == ["🐱"]
    assert data["steps"][0]["kind"] == "text"
    assert pipeline_picture.component_data(read(ReadingRequest(TEXT)), 0)["steps"][0]["kind"] == "bytes"
    pieces = [b"\x81", b"a", b"\xc3", b"\xab", b"\xe2"]  # as a window that begins and ends in a character
    tokens = [next(i for i in range(256) if tokenizers.token_bytes([i], SMALL)[0] == piece) for piece in pieces]
    assert [box["label"] for box in pipeline_picture.boxes(tokens)] == ["⟨81⟩", "a", "ë", "⟨E2⟩"]
    assert [bool(box["share"]) for box in pipeline_picture.boxes(tokens)] == [True, False, False, True]


def test_numbers_beyond_the_scale_reach_its_ends_and_zero_is_its_middle() -> None:
    reading = read(ReadingRequest(TEXT))
    rows = np.zeros_like(reading.rows)
    rows[0, :2] = 1e6, -1e6
    data = pipeline_picture.component_data(replace(reading, rows=rows), 0)
    painted = np.frombuffer(base64.b64decode(data["numbers"]), np.uint8).reshape(6, 3, 128)
    assert painted[0, 0, :3].tolist() == [255, 0, 128]


def test_without_positions_no_position_is_said() -> None:
    data = pipeline_picture.component_data(read(ReadingRequest(TEXT, positions=False)), 0)
    assert [token["position"] for token in data["tokens"]] == [None] * 6


def test_bars_of_one_reading_are_its_likeliest_tokens_with_their_shares() -> None:
    reading = read(ReadingRequest(TEXT))
    data = next_token_bars.component_data([reading], ("",))
    assert [token["label"] for token in data["tokens"]] == [label(i) for i in reading.best(8)]
    shares = [token["shares"][0] for token in data["tokens"]]
    assert shares == sorted(shares, reverse=True)
    assert data["tokens"][0]["said"] == [wording.share(shares[0])]
    assert not any(token["came"] for token in data["tokens"])


def test_what_came_is_among_the_bars_however_unlikely() -> None:
    reading = read(ReadingRequest("The cat sat on the xyl", hide_last=True))
    came = [token for token in next_token_bars.component_data([reading], ("",))["tokens"] if token["came"]]
    assert [token["label"] for token in came] == [label(reading.hidden)]
    said = guessed(reading)
    assert wording.share(float(reading.probabilities[reading.hidden]), digits=3) in said
    assert f"{reading.rank(reading.hidden) - 1:,} of the 4,096 tokens got more" in said
    with pytest.raises(ValueError, match="Expected a reading with a hidden token"):
        guessed(read(ReadingRequest(TEXT)))


def test_the_rest_of_a_word_stands_behind_its_beginning_where_nothing_was_changed() -> None:
    reading = read(ReadingRequest("The President of the United States", hide_last=True))
    whole = next_token_bars.component_data([reading], ("",), whole=True)["tokens"]
    assert [(token["label"], token["rest"]) for token in whole[:4]] == [
        ("␣States", ""),
        ("␣N", "ations"),
        ("␣King", "dom"),
        ("␣Ar", "my"),
    ]
    assert {token["rest"] for token in next_token_bars.component_data([reading], ("",))["tokens"]} == {""}
    ends = read(ReadingRequest("The President of the United N", hide_last=True))
    came = next(token for token in next_token_bars.component_data([ends], ("",), whole=True)["tokens"] if token["came"])
    assert (came["label"], came["rest"]) == ("␣N", "")  # what came is as it stands in the text


def test_what_is_not_drawn_is_counted() -> None:
    reading = read(ReadingRequest(TEXT))
    left = 1 - float(reading.probabilities[reading.best(8)].sum())
    assert others(reading, 8) == f"The other 4,088 pieces share {wording.share(left)}."


def test_a_token_has_one_colour_in_the_chain_in_the_bars_and_on_the_strip() -> None:
    reading = read(ReadingRequest("The cat sat on the cat", hide_last=True))
    column = {token["label"]: token["color"] for token in pipeline_picture.component_data(reading, 0)["tokens"]}
    drawn = next_token_bars.component_data([reading], ("",))["tokens"]
    assert column["␣cat"] == next(token["color"] for token in drawn if token["came"]) == token_color(b" cat")
    for encoding in ("gpt2", "cl100k_base"):
        lines = token_strip.component_data(draw(embedding_pipeline.tokenize("The cat", encoding)), 0)["lines"]
        assert [p["color"] for group in lines[0]["groups"] for p in group["pieces"]] == [column["The"], column["␣cat"]]


def test_only_a_token_that_is_whole_text_can_be_written() -> None:
    reading = read(ReadingRequest(TEXT))
    half = next(i for i in range(4096) if next_token_bars.token_text(i) is None)
    assert tokenizers.token_bytes([half], SMALL)[0] >= b"\x80"
    some = reading.probabilities.copy()
    some[half] = 2
    drawn = next_token_bars.component_data([replace(reading, probabilities=some)], ("",), grows=True)["tokens"]
    assert drawn[0]["id"] is None and [token["id"] for token in drawn[1:]] == reading.best(7).tolist()
    assert {token["id"] for token in next_token_bars.component_data([reading], ("",))["tokens"]} == {None}
    assert (
        next_token_bars.token_text(4096) is next_token_bars.token_text(-1) is next_token_bars.token_text(True) is None
    )


def test_a_look_back_has_a_share_for_each_token_and_those_of_all_others() -> None:
    told, blind = (
        read(ReadingRequest("My dog bites a man. A man", positions=positions)) for positions in (True, False)
    )
    alone = next_token_bars.component_data([told], ["with"], look=True)["look"]
    assert [token["label"] for token in alone["tokens"]] == [
        "My",
        "␣dog",
        "␣bit",
        "es",
        "␣a",
        "␣man",
        ".",
        "␣A",
        "␣man",
    ]
    assert sum(token["share"] for token in alone["tokens"]) == pytest.approx(1, abs=1e-5)
    assert not alone["others"][-1]
    assert [bool(token["own"]) for token in alone["tokens"]] == [False] * 8 + [True], "its own share has no arc"
    both = next_token_bars.component_data([told, blind], ["with", "without"], look=True)["look"]
    assert [token["share"] for token in both["tokens"]] == pytest.approx(blind.look_back.tolist())
    own = [wording.whole_percent(float(each.look_back[-1])) for each in (blind, told)]
    assert all(share in both["label"] for share in own)


def test_a_look_back_draws_the_largest_shares_first_and_counts_the_rest() -> None:
    reading = read(ReadingRequest("I really hope that my friend will come home and eat with us, " * 3))
    look = next_token_bars.component_data([reading], [""], look=True)["look"]
    shares = reading.look_back
    assert len(look["tokens"]) == len(look["others"]) == next_token_bars.MOST < len(shares)
    assert [token["n"] for token in look["tokens"]] == sorted(token["n"] for token in look["tokens"])
    by_rank = sorted(look["tokens"], key=lambda token: token["rank"])
    assert by_rank[0]["n"] == len(shares) - 1
    assert [token["share"] for token in by_rank[1:]] == pytest.approx(sorted(shares[:-1])[: -next_token_bars.MOST : -1])
    left = 1 - sum(token["share"] for token in by_rank[:5])
    assert look["others"][4].replace("\N{NO-BREAK SPACE}", " ") == (
        f"… {len(shares) - 5} others: {wording.whole_percent(left)}"
    )


def test_a_character_of_several_tokens_is_one_box_of_a_look_back() -> None:
    told, blind = (
        read(ReadingRequest("Priya sings to her cat 🐱", positions=positions)) for positions in (True, False)
    )
    for readings in ([told], [told, blind]):
        look = next_token_bars.component_data(readings, [""] * len(readings), look=True)["look"]
        last = look["tokens"][-1]
        assert last["label"] == "🐱" and last["share"] == pytest.approx(float(readings[-1].look_back[-4:].sum()))
        assert "⟨" not in json.dumps(look, ensure_ascii=False)


@pytest.mark.parametrize("text", ["Béla feeds a hungry goat before school", "Zofia hides her trumpet under the sofa"])
def test_the_token_that_a_look_back_speaks_of_is_drawn_first_after_the_last(text: str) -> None:
    told, blind = read(ReadingRequest(text)), read(ReadingRequest(text, positions=False))
    for readings in ([told], [told, blind]):
        look = next_token_bars.component_data(readings, [""] * len(readings), look=True)["look"]
        _, (label, _) = re.findall("“([^”]*)” at position (\\d+)", look["label"])
        assert next(token["label"] for token in look["tokens"] if token["rank"] == 1) == label


def test_a_look_back_from_the_only_token_has_no_arc() -> None:
    alone = next_token_bars.component_data([read(ReadingRequest("I"))], [""], look=True)["look"]
    assert [token["share"] for token in alone["tokens"]] == [1.0] and alone["label"] == ""


def test_a_line_end_is_guessed_in_words() -> None:
    reading = read(ReadingRequest("Mr. Darcy."))
    data = next_token_bars.component_data([reading], ["as it is"])
    assert data["tokens"][0]["label"] == "new line" and "“↵ new line”" in data["label"]


def test_a_hidden_token_is_named_and_has_no_numbers() -> None:
    data = pipeline_picture.component_data(read(ReadingRequest(TEXT, hide_last=True)), 0)
    assert data["hidden"] == {"id": 2603, "label": "␣mat", "bytes": "20 6D 61 74", "color": token_color(b" mat")}
    assert len(data["tokens"]) == 5


def test_bars_of_two_readings_show_the_best_of_both() -> None:
    before, after = read(ReadingRequest(TEXT)), read(ReadingRequest(TEXT, positions=False))
    data = next_token_bars.component_data([before, after], ("with", "without"))
    labels = [token["label"] for token in data["tokens"]]
    assert {label(i) for reading in (before, after) for i in reading.best(5)} == set(labels)
    assert len(labels) == len(set(labels))


def test_what_a_share_is_worth_is_said_beside_blind_chance() -> None:
    mat = read(ReadingRequest(TEXT, hide_last=True))
    share = float(mat.probabilities[2603])
    assert share < 1 / 4096
    less = wording.number(0.0244 / 0.00432, 2)
    assert share == pytest.approx(0.0000432, rel=1e-3)
    assert guessed(mat).endswith(
        f"would give every token 1 in 4,096, which is 0.0244 %; this one got {less} times less."
    )
    # The factor follows from the two shares as they stand there.
    given, blind = (float(part) for part in re.findall(r"([\d.]+) %", guessed(mat)))
    assert wording.number(blind / given, 2) == less
    states = read(ReadingRequest("The President of the United States", hide_last=True))
    times = float(f"{states.probabilities[states.hidden]:.3g}") / 0.000244
    assert states.rank(states.hidden) == 1 and guessed(states).endswith(f"got {wording.number(times, 2)} times that.")
