"""Pictures of the Tokens page: their numbers for cut, special and unused tokens, and the table of a long text."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import tiktoken
from scipy.stats import beta

from explorer import tokenizers
from explorer.embedding_pipeline import table_for, tokenize
from explorer.tokenizers.vocabulary_parts import Ranks
from explorer.views import tokens
from explorer.views.tokens import _one_hot, _token_strip
from explorer.views.tokens._merges import BY_HAND
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
    weight -= weight.mean(axis=0) * remove_mean
    cosines = weight @ weight[token] / np.linalg.norm(weight, axis=1) / np.linalg.norm(weight[token])
    cosines[token] = -1
    view = tokens.neighbours(text=word, remove_mean=remove_mean, components=0)
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
