"""Pictures of the Tokens page: their numbers for cut, special and unused tokens, and the table of a long text."""

import itertools
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import tiktoken
from scipy.stats import beta

from explorer import tokenizers
from explorer.embedding_pipeline import table_for, tokenize
from explorer.embedding_pipeline.nearest_tokens import random_cosine
from explorer.tokenizers.vocabulary_parts import Ranks
from explorer.views import tokens
from explorer.views.tokens import _one_hot, _token_strip
from explorer.views.tokens._merges import BY_HAND
from explorer.views.tokens.settings import STARTS
from tests.support import decimals_in, numbers_in


def test_a_notebook_gets_the_strip_as_boxes_and_is_told_of_those_that_are_not_drawn() -> None:
    notes = tokens.strip(text="The cat\nsat <b>", token=1).figure().layout.annotations
    assert [note.borderwidth for note in notes][:3] == [1, 3, 1] and "&lt;" in notes[3].text
    assert notes[2].y > notes[1].y, "the second line is below"
    long = tokens.strip(text="a " * 300).figure()
    assert len(long.layout.annotations) == 200 and "the first 200 of" in long.layout.xaxis.title.text


def test_runs_of_spaces_that_nobody_merged_are_named() -> None:
    merged = {step.rank for step in tokenizers.merge_ladder(" " * 7, "p50k_base").steps}
    text = f"x{' ' * 8}y"
    assert merged <= numbers_in(tokens.merges(text=text, encoding="p50k_base", token=1).sentence)
    assert "by hand" not in tokens.merges(text=text, encoding="cl100k_base", token=1).sentence


@pytest.mark.parametrize("encoding", ["gpt2", "cl100k_base", "o200k_base"])
def test_rows_without_a_token_are_counted(encoding: str) -> None:
    known = tokenizers.get(encoding)
    in_use = len(known.token_byte_values()) + len(known.special_tokens_set)
    assert isinstance(known, tiktoken.Encoding)
    said = numbers_in(tokens.rows(encoding=encoding).formulas[0].symbols["V"])
    assert said == {float(known.n_vocab)} | ({in_use, known.n_vocab - in_use} if in_use < known.n_vocab else set())


@pytest.mark.parametrize("token", [0, 15, 16, 90, 100])
def test_the_selected_row_is_drawn_wherever_it_stands(token: int) -> None:
    view = tokens.rows(text="word " * 100, token=token)
    names = view.spec.layout["yaxis"]["ticktext"]
    marked = ["▸" in name and "transparent" not in name for name in names]
    assert sum(marked) == 1 and marked.index(True) == token % 16
    first = token // 16 * 16
    assert ({first, min(first + 15, 100), 101} if first else {16, 101}) <= numbers_in(view.left_out)


@pytest.mark.parametrize(
    ("text", "token", "said", "left_out"),
    [
        ("cat sat\n" * 20, 0, {1, 20}, {8, 20}),
        ("word " * 600, 0, {1, 601}, {24, 601}),
        ("cat\n" + "word " * 600, 100, {1, 2}, {24, 601, 100, 2}),
        ("cat sat", 0, {1, 2}, set()),
    ],
)
def test_what_the_pipeline_says_of_a_long_text_is_of_the_whole_or_says_of_what(
    text: str, token: int, said: set[int], left_out: set[int]
) -> None:
    view = tokens.pipeline(text=text, token=token, position="sinusoidal")
    assert said <= numbers_in(view.says.split(". ")[0])
    assert left_out <= numbers_in(view.left_out) and bool(left_out) == bool(view.left_out)
    assert ("whole" in view.says) == (not left_out)


@pytest.mark.parametrize("word", ["antidisestablishmentarianism", " cat", "नमस", "🙂"])
@pytest.mark.parametrize("encoding", ["gpt2", "o200k_base"])
def test_the_first_merge_has_the_lowest_rank_of_neighbours_and_others_are_not_spoken_of(
    word: str, encoding: str
) -> None:
    ranks, data = Ranks(tokenizers.get(encoding)), word.encode()
    lowest = min(ranks[two] for at in range(len(data) - 1) if (two := data[at : at + 2]) in ranks)
    anywhere = min(ranks[bytes(two)] for two in itertools.permutations(data, 2) if bytes(two) in ranks)
    view = tokens.merges(text=word, encoding=encoding)
    assert view.table["rank"][0] == lowest >= anywhere and lowest in numbers_in(view.sentence)


@pytest.mark.parametrize(
    ("text", "against", "position", "moved"),
    [
        ("a", "words reversed", "learned", 0),
        ("a b", "no position", "none", 0),
        ("a b c", "words reversed", "learned", 2),
    ],
)
def test_the_pipeline_says_how_many_tokens_changed_and_by_how_much_only_where_some_did(
    text: str, against: str, position: Any, moved: int
) -> None:
    drawn = len(text.split())
    said = tokens.pipeline(text=text, against=against, position=position).sentence.partition(against)[2].split(". ")[0]
    assert {moved, drawn} <= numbers_in(said) and bool(decimals_in(said)) == (moved > 0)


def test_the_nearest_in_a_fresh_table_is_as_near_as_the_largest_of_as_many_chance_cosines() -> None:
    """For the cosine of random directions in D dimensions, (1 + cos) / 2 is Beta((D − 1) / 2, (D − 1) / 2)."""
    view = tokens.neighbours(text=" king", encoding="cl100k_base", init="standard_normal", remove_mean=False)
    beyond = beta.sf((1 + float(view.table["cosine"][0])) / 2, 63 / 2, 63 / 2)
    assert 0.001 < (1 - beyond) ** (tokenizers.vocab_size("cl100k_base") - 1) < 0.999


def test_tokens_added_by_hand_come_after_all_that_were_merged_and_are_few() -> None:
    encoding = tokenizers.get("p50k_base")
    last = range(50_257, encoding.n_vocab)  # after the 50,256 that were merged or are bytes, and <|endoftext|>
    assert {len(encoding.decode_single_token_bytes(rank).strip(b" ")) for rank in last} == {0}
    assert list(last) == list(BY_HAND["p50k_base"]) and len(last) < 0.001 * encoding.n_vocab


@pytest.mark.parametrize("encoding", ["gpt2", "cl100k_base", "o200k_base"])
def test_a_special_token_is_told_from_one_that_merges_make(encoding: str) -> None:
    for name in tokenizers.special_tokens(encoding):
        view = tokens.strip(text=f"a {name}", encoding=encoding, allow_special=True, token=2)
        typed = tokens.strip(text=f"a {name}", encoding=encoding, token=2)
        assert len(name) in numbers_in(view.sentence)
        assert ("special" in view.sentence, "special" in typed.sentence) == (True, False)


@pytest.mark.slow
@pytest.mark.parametrize("remove_mean", [False, True])
@pytest.mark.parametrize("word", [" SolidGoldMagikarp", " TheNitromeFan", " gmaxwell", " king"])
def test_the_nearest_of_rows_that_hardly_differ_are_those_of_float64(word: str, remove_mean: bool) -> None:
    (token,) = tokenizers.encode(word, "gpt2")
    weight = table_for("gpt2").weight.astype(np.float64)
    same = np.flatnonzero((weight == weight[token]).all(axis=1))
    if remove_mean:
        weight -= weight.mean(axis=0)
        axes = np.linalg.eigh(weight.T @ weight)[1][:, -5:]
        weight -= weight @ axes @ axes.T
    cosines = weight @ weight[token] / np.linalg.norm(weight, axis=1) / np.linalg.norm(weight[token])
    cosines[token] = -1
    view = tokens.neighbours(text=word, remove_mean=remove_mean)
    np.testing.assert_allclose(cosines[view.table["id"]], np.sort(cosines)[::-1][:8], atol=1e-13)
    assert len(same) == 1 or set(same) & set(view.table["id"])


def test_one_hot_times_the_table_reads_no_row_that_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    known = tokens.one_hot(text="The cat", token=1)
    table = table_for("gpt2")
    weight = np.full(table.weight.shape, np.nan, np.float16)
    weight[known.table["row"]] = table.weight[known.table["row"]]
    monkeypatch.setattr(_one_hot, "table_for", lambda *_: replace(table, weight=weight))
    again = tokens.one_hot(text="The cat", token=1)
    assert again.sentence == known.sentence and again.table["dim 0"].tolist() == known.table["dim 0"].tolist()


def test_the_table_of_a_longer_text_has_the_first_tokens_and_knows_how_many_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "a cat\n\nsat 猫"
    monkeypatch.setattr(_token_strip, "MOST_ROWS", 4)
    table = tokens.strip(text=text).table
    assert (table.rows, table.of) == (4, len(tokenize(text, "gpt2")))
    assert table.csv().split("\n")[1:5] == [
        "0,1,0,a,64,61",
        "1,1,1,␣cat,3797,20 63 61 74",
        "2,2,0,sat,49720,73 61 74",
        "3,2,1,⟨20 E7⟩,13328,20 E7",
    ]


def test_a_long_text_is_read_from_a_file_in_the_displayed_call() -> None:
    view = tokens.strip(text="x" * 3_000)
    assert len(view.call.code()) < 300
    assert 'open("text.txt"' in view.call.code()


def test_bags_of_any_length_are_compared_whole() -> None:
    digits = " ".join("7" * 70)
    other = tokens.bags(first=f"{digits} cat", second=f"{digits} dog")
    sums = [other.table["sum of rows, first"], other.table["sum of rows, second"]]
    assert np.abs(sums[0] - sums[1]).max() > 0.01 and 71 in numbers_in(other.sentence)
    counted = [str(number) for number in range(10, 77)]
    same = tokens.bags(first=" ".join(counted), second=" ".join(reversed(counted)))
    np.testing.assert_array_equal(same.table["sum of rows, first"], same.table["sum of rows, second"])
    assert 67 in numbers_in(same.sentence)


@pytest.mark.parametrize(
    ("second", "rows"), [("dog bites man", 3), ("man bites dog", 5), ("cat", 4)], ids=["as it was", "moved", "others"]
)
def test_below_the_sums_stand_two_rows_where_a_word_has_moved_and_none_elsewhere(second: str, rows: int) -> None:
    view = tokens.bags(first="dog bites man", second=second)
    assert len(view.spec.data[0]["z"]) == len(list(view.table)) - 1 == rows
    first, last = view.table["sum of rows, first"], view.table["sum of rows, second"]
    (difference,) = {"difference of the sums", "first sum − third sum"} & {*view.table}
    np.testing.assert_array_equal(view.table[difference], first - last)


def test_other_words_draw_before_the_guess_and_stand_below_the_equal_pair_after_it() -> None:
    view = tokens.bags(second="the cat sat")
    before = view.at_question(False, None)
    assert list(before.spec.layout["yaxis"]["ticktext"]) == [
        "sum of the rows of<br>“dog bites man”",
        "sum of the rows of<br>“the cat sat”",
    ]
    assert "differ by 0" not in before.sentence and "differ by 0" in view.sentence
    first, backwards, second, difference = view.spec.data[0]["z"]
    np.testing.assert_allclose(difference, first - second, atol=1e-6)
    np.testing.assert_array_equal(first, backwards)
    assert not np.array_equal(first, second)
    np.testing.assert_array_equal(second, before.spec.data[0]["z"][1])
    assert "man bites dog" in view.spec.layout["yaxis"]["ticktext"][1]
    alone = tokens.bags(first="dog", second="cat")
    assert len(alone.spec.data[0]["z"]) == 3, "one word has no other order"
    assert len(tokens.bags().at_question(False, None).spec.data[0]["z"]) == 1, "the answer waits for the guess"


@pytest.mark.parametrize(("token", "ids"), [(0, []), (1, [0])])
def test_a_special_token_cuts_the_text_into_words(token: int, ids: list[int]) -> None:
    view = tokens.merges(text="<|endoftext|>!", allow_special=True, token=token)
    assert (view.spec is None) == (not ids)
    assert all(number in numbers_in(view.sentence) for number in ids)


def test_the_margin_beside_the_rows_does_not_change_with_the_selection() -> None:
    """Else a narrow screen draws other columns of the same rows."""
    for token in (0, 1):
        names = tokens.rows(text="The cat sat", token=token).spec.layout["yaxis"]["ticktext"]
        assert [name.count("▸") for name in names] == [1, 1, 1]
        assert [name.startswith('<span style="color:transparent">▸') for name in names] == [
            at != token for at in range(3)
        ]


@pytest.mark.parametrize("measure", ["Characters per token", "Bytes per token"])
@pytest.mark.parametrize("answered", [True, False])
def test_a_token_that_holds_much_is_not_said_to_make_a_sentence_cheap(measure: str, answered: bool) -> None:
    view = tokens.encodings(text="", measure=measure).at_question(answered)
    rows = list(zip(*map(view.table.get, ("text", measure.lower(), "tokens")), strict=True))
    languages = [row for row in rows if row[0] not in ("Emoji", "Python")]
    right, cheap = max(languages, key=lambda row: row[1]), min(languages, key=lambda row: row[2])
    assert right[2] > cheap[2]
    assert right[0] in view.sentence and {right[2], cheap[2]} <= numbers_in(view.sentence)
    assert min(abs(number - right[1]) for number in numbers_in(view.sentence)) < 0.006
    assert ("Hindi" in view.table["text"]) == answered


def test_two_random_rows_are_compared_before_and_after_what_is_taken_off() -> None:
    said = tokens.neighbours(token=1).formulas[0].worked
    after, before = (float(value.replace("−", "-")) for value in re.findall(r"−?\d\.\d{3}(?!\d)", said)[1:3])
    assert after == pytest.approx(random_cosine("gpt2", "xavier_uniform", 0, True), abs=6e-4)
    assert before == pytest.approx(random_cosine("gpt2", "xavier_uniform", 0, False), abs=6e-4)


@pytest.mark.parametrize("scale", [False, True])
def test_the_pipeline_says_the_mean_lengths_of_what_it_adds(scale: bool) -> None:
    view = tokens.pipeline(text="The cat sat", scale=scale)
    shape = (3, 384)
    rows, positions = (
        np.linalg.norm(view.table[name].reshape(shape), axis=1).mean() for name in ("row", "position vector")
    )
    said = numbers_in(view.sentence)
    assert {round(float(rows), 2), round(float(positions), 2)} <= said and (19.6 in said) == scale


@pytest.mark.parametrize("token", [0, 2])
def test_the_mark_of_the_selected_token_is_in_the_picture_and_not_in_the_table(token: int) -> None:
    ids = tokenizers.encode("The cat sat", "gpt2")
    for view in (tokens.rows(text="The cat sat", token=token), tokens.pipeline(text="The cat sat", token=token)):
        names = list(dict.fromkeys(view.table["token"]))
        assert names == tokenizers.token_labels(ids, "gpt2")


@pytest.mark.parametrize(("text", "padding"), [("a\na b c", 2), ("a\na b", 1), ("a b\na b", 0)])
def test_positions_of_padding_are_counted(text: str, padding: int) -> None:
    first = tokens.pipeline(text=text).sentence.split(". ")[0]
    lengths = [len(tokenizers.encode(line, "gpt2")) for line in text.split("\n")]
    assert numbers_in(first) == {1.0, 2.0, float(lengths[0])} | ({float(padding)} if padding else set())


def test_the_starts_are_the_first_rows_of_the_whole_tables() -> None:
    made = tokens.starts(encoding="p50k_base", seed=3).table
    for name, label in STARTS.items():
        rows = table_for("p50k_base", name, 3).weight[:2_000]
        of_start = np.array(made["start"]) == label
        np.testing.assert_allclose(made["to"][of_start][-1], rows.max(), rtol=1e-5)
        np.testing.assert_allclose(made["from"][of_start][0], rows.min(), rtol=1e-5)
