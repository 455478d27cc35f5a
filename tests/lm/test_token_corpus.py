"""The split into training and held-out tokens."""

import numpy as np
import pytest

from explorer.data import CORPORA
from explorer.lm.token_corpus import BLOCK, split, split_blocks, unwrap
from explorer.quiz import games
from explorer.tokenizers import SMALL, decode_bytes, encode, get, token_bytes, vocab_size
from explorer.tokenizers.vocabulary_parts import Ranks


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
