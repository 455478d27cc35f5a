"""The model's corpus and n-grams, and two predictions compared."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from explorer.data import CORPORA
from explorer.lm.compare_predictions import likeliest, repeated, swapped, total_variation
from explorer.lm.predict_next_token import Reading, ReadingRequest, read
from explorer.lm.shipped_model import Model
from explorer.lm.token_corpus import BLOCK, split, split_blocks, unwrap
from explorer.nn.config import ModelConfig
from explorer.nn.transformer import Transformer
from explorer.quiz import games
from explorer.tokenizers import SMALL, decode_bytes, encode, get, token_bytes, vocab_size
from explorer.tokenizers.vocabulary_parts import Ranks
from tools.language_model.ngrams import DISCOUNT, NGrams


def test_the_small_vocabulary_is_gpt2s_first_4096_with_their_ids() -> None:
    assert vocab_size(SMALL) == 4096
    assert encode("The cat sat on the mat", SMALL).tolist() == [464, 3797, 3332, 319, 262, 2603]
    every = list(range(4096))
    assert token_bytes(every, SMALL) == token_bytes(every, "gpt2")
    assert encode("The cat sat on the mat", SMALL).tolist() == encode("The cat sat on the mat", "gpt2").tolist()


def test_every_merge_finds_its_parts_below_it() -> None:
    """Truncated at any rank, the vocabulary is complete: each longer token joins two of lower rank."""
    ranks = Ranks(get(SMALL))
    assert len([token for token in ranks if len(token) == 1]) == 256
    for token, rank in ranks.items():
        if len(token) > 1:
            assert any(max(ranks.get(token[:i], rank), ranks.get(token[i:], rank)) < rank for i in range(1, len(token)))


@pytest.mark.parametrize("text", ["zebra", "日本語 🙂", "\x00\n\t é", "naïve coöperation"])
def test_what_is_not_in_the_vocabulary_is_written_in_smaller_pieces(text: str) -> None:
    ids = encode(text, SMALL)
    assert ids.max() < 4096
    assert decode_bytes(ids, SMALL).decode() == text


def test_line_ends_inside_a_paragraph_become_spaces() -> None:
    assert unwrap("a\nb\n\nc\nd\n\n\ne") == "a b\n\nc d\n\n\ne"


def test_blocks_by_hand() -> None:
    rest, blocks = split_blocks(np.arange(307), block=2)  # blocks 50 and 150 of 153
    assert blocks.tolist() == [[100, 101], [300, 301]]
    assert rest.tolist() == [i for i in range(307) if i not in (100, 101, 300, 301)]


@pytest.mark.nightly
def test_the_shipped_texts_are_all_there_and_a_hundredth_is_held_out_a_games_passages_among_it() -> None:
    whole = split()
    assert set(whole.source) == set(CORPORA)
    assert whole.held_out.shape == (len(whole.source), BLOCK)
    share = whole.held_out.size / (whole.held_out.size + len(whole.train))
    assert 0.0095 < share < 0.0105
    assert whole.train.max() < 4096
    book = [source == games.BOOK for source in whole.source]
    np.testing.assert_array_equal(games._unread(), whole.held_out[book])


V = 6
TEXT = np.random.default_rng(3).integers(0, V - 1, 60)  # the last token never comes


def written_out(text: list[int], context: tuple[int, ...], token: int, top: bool = True) -> float:
    """Chen and Goodman's recursion, counting anew at every call."""
    if top:
        grams = Counter(tuple(text[i : i + len(context) + 1]) for i in range(len(text) - len(context)))
    else:  # number of different contexts, longer by one, that it followed
        longer = {tuple(text[i : i + len(context) + 2]) for i in range(len(text) - len(context) - 1)}
        grams = Counter(gram[1:] for gram in longer)
    shorter = written_out(text, context[1:], token, False) if context else 1 / V
    total = sum(count for gram, count in grams.items() if gram[:-1] == context)
    if not total:
        return shorter
    kinds = sum(gram[:-1] == context for gram in grams)
    return (max(grams[(*context, token)] - DISCOUNT, 0) + DISCOUNT * kinds * shorter) / total


def test_bigram_and_trigram_are_the_definition() -> None:
    grams, text = NGrams(TEXT, V), TEXT.tolist()
    for a in range(V):
        for b in range(V):
            token = np.arange(V)
            one, two = np.full(V, b), np.full(V, a)
            assert grams.bigram(one, token) == pytest.approx([written_out(text, (b,), c) for c in range(V)])
            assert grams.trigram(two, one, token) == pytest.approx([written_out(text, (a, b), c) for c in range(V)])


def test_they_are_probabilities_after_every_context() -> None:
    grams, token = NGrams(TEXT, V), np.arange(V)
    assert grams.unigram(token).sum() == pytest.approx(1)
    for a in range(V):
        for b in range(V):
            assert grams.bigram(np.full(V, b), token).sum() == pytest.approx(1)
            trigram = grams.trigram(np.full(V, a), np.full(V, b), token)
            assert trigram.sum() == pytest.approx(1) and trigram.min() > 0


def test_a_bigram_by_hand() -> None:
    # 0 1 0 1 0 2: after 0 came 1 twice and 2 once; before 1 and 2 came one kind each, before 0 one (1).
    grams = NGrams(np.array([0, 1, 0, 1, 0, 2]), 3)
    # lowest: (1 − ¾) / 3 + ¾ · 3 / 3 · ⅓ = ⅓ for each
    assert grams.bigram(np.array([0]), np.array([1]))[0] == pytest.approx((2 - 0.75) / 3 + 0.75 * 2 / 3 / 3)


TEXT_COMPARE_PREDICTIONS = "The cat sat on the mat"


def model(n_layers: int) -> Model:
    config = ModelConfig(4096, "learned", 8, 8, n_layers, 2, tied=True, position_std=0.3, seed=5)
    return Model(config, Transformer(config).weights)


def reading_with(probabilities: list[float]) -> Reading:
    reading = read(ReadingRequest(TEXT_COMPARE_PREDICTIONS), model(1))
    return replace(reading, probabilities=np.array(probabilities, np.float32))


def test_moved_by_hand() -> None:
    assert total_variation(reading_with([0.5, 0.3, 0.2]), reading_with([0.1, 0.3, 0.6])) == pytest.approx(0.4)
    assert total_variation(reading_with([1, 0]), reading_with([0, 1])) == 1
    assert total_variation(reading_with([0.5, 0.5]), reading_with([0.5, 0.5])) == 0


def test_a_text_is_repeated_until_it_is_long_enough() -> None:
    text, times = repeated(TEXT_COMPARE_PREDICTIONS, 64)
    assert times == 11 and len(encode(text, SMALL)) == 66
    assert repeated(text, 64) == (text, 1)


def test_a_swap_without_positions_stops_mattering_where_there_is_one_block() -> None:
    request = ReadingRequest(TEXT_COMPARE_PREDICTIONS, swap=(1, 3))
    one, two = swapped(request, model(1)), swapped(request, model(2))
    for facts in (one, two):
        assert not facts.same_token and not facts.takes_last
        assert facts.with_positions > 1e-3
        assert facts.first_block < 1e-6
    assert one.without < 1e-6 < 1e-4 < two.without


def test_a_swap_that_takes_the_last_token_along_is_another_question() -> None:
    facts = swapped(ReadingRequest(TEXT_COMPARE_PREDICTIONS, swap=(1, 5)), model(1))
    assert facts.takes_last and facts.first_block > 1e-3 and facts.without > 1e-3


def test_nothing_to_swap() -> None:
    with pytest.raises(ValueError, match="Expected a request with a swap"):
        swapped(ReadingRequest(TEXT_COMPARE_PREDICTIONS), model(1))


def test_likeliest_names_each_once() -> None:
    assert likeliest([reading_with([0.5, 0.3, 0.2, 0]), reading_with([0.1, 0.3, 0, 0.6])], 2).tolist() == [0, 1, 3]


def test_a_token_swapped_with_its_like_moves_nothing() -> None:
    facts = swapped(ReadingRequest("a cat and a cat and", swap=(1, 4)), model(2))
    assert facts.same_token and facts.with_positions == facts.without == 0
