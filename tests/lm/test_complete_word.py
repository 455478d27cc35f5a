"""Word completion: the model's most likely tokens, given the text with them."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from explorer.lm.complete_word import MOST, rests_of_words
from explorer.lm.predict_next_token import Ids, ReadingRequest, read
from explorer.lm.shipped_model import load_lm, network
from explorer.nn.transformer import Transformer
from explorer.nn.transformer_layers import softmax
from explorer.tokenizers import SMALL, encode, token_bytes

NEAR = 1e-3
"""Two scores no farther apart than this may swap ranks by rounding alone; most are several apart."""


def rest_of_word(ids: Ids, token: int) -> str:
    return rests_of_words(ids, [token])[0]


def written(token: int) -> str:
    return token_bytes([int(token)], SMALL)[0].decode("utf-8", "replace")


def likeliest_piece(shares: NDArray[np.floating]) -> tuple[int, float]:
    """The most likely token of letters, and the total probability of word-ending tokens minus its own."""
    pieces = {token: float(share) for token, share in enumerate(shares) if written(token).isalpha()}
    best = max(pieces, key=pieces.__getitem__)
    return best, 1 - sum(pieces.values()) - pieces[best]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["The cat sat on the", "The President of the United", "once upon a"])
def test_every_piece_is_likelier_than_the_end_of_the_word(text: str) -> None:
    reading = read(ReadingRequest(text))
    for token in reading.best(8).tolist():
        rest, longer, said = rest_of_word(reading.ids, token), text + written(token), ""
        ids = [*reading.ids.tolist(), token]
        whole = not written(token).strip().isalpha()
        while not whole and len(ids) < len(reading.ids) + 1 + MOST and encode(longer, SMALL).tolist() == ids:
            first, end = likeliest_piece(read(ReadingRequest(longer)).probabilities)
            whole = end > 0
            if not whole:
                said, longer, ids = said + written(first), longer + written(first), [*ids, first]
        # Where the same letters are tokenized differently, only the beginning is comparable.
        assert rest.startswith(said) and (rest == said or not whole)


def test_a_long_text_is_read_from_its_end() -> None:
    before = encode("one two three " * 40, SMALL)
    (token,) = encode(" N", SMALL)
    assert rest_of_word(before, int(token)) == rest_of_word(np.array(before[-63:]), int(token))


def test_a_word_that_most_likely_ends_has_no_rest() -> None:
    # P(the word ends after “the”) is 86 %, although no single token is likelier than “e”, 13 %.
    reading = read(ReadingRequest("To be, or not to the"))
    best, end = likeliest_piece(reading.probabilities)
    assert best == reading.best(1)[0] and end > 0.5
    assert rest_of_word(reading.ids[:-1], int(reading.ids[-1])) == ""


def test_what_is_no_word_has_no_rest() -> None:
    before = encode("The cat", SMALL)
    assert [rest_of_word(before, int(encode(sign, SMALL)[0])) for sign in (",", "\n", "1")] == ["", "", ""]


@cache
def network_of_the_shipped() -> Transformer:
    return network(load_lm())


def followed(ids: Ids, rest: str) -> bool:
    """Whether the model, without a cache, continues with each piece of `rest` and then ends the word."""
    trained, known, added = network_of_the_shipped(), ids.tolist(), ""
    for _ in range(MOST):
        read_now = np.array(known[-trained.config.train_len :])
        shares = softmax(trained.logits(read_now[None])[0, -1].astype(np.float64))
        best, end = likeliest_piece(shares)
        if added == rest:
            return end > -NEAR
        if end > NEAR:
            return False
        near = [int(token) for token in np.flatnonzero(shares > shares[best] - NEAR) if written(token).isalpha()]
        known.append(next(token for token in near if rest[len(added) :].startswith(written(token))))
        added += written(known[-1])
    return added == rest


@pytest.mark.slow
@given(st.lists(st.integers(0, 4095), min_size=1, max_size=70), st.lists(st.integers(0, 4095), max_size=8))
def test_together_they_go_on_as_each_would_read_anew(before: list[int], tokens: list[int]) -> None:
    ids = np.array(before[-64:])
    rests = rests_of_words(ids, tokens)
    assert len(rests) == len(tokens)
    for token, rest in zip(tokens, rests, strict=True):
        if written(token).strip().isalpha():
            assert followed(np.append(ids, token), rest)
        else:
            assert rest == ""


def test_words_come_out_whole() -> None:
    before = encode("The President of the United", SMALL)
    words = [
        written(i) + rest_of_word(before, i)
        for i in read(ReadingRequest("The President of the United")).best(4).tolist()
    ]
    assert words == [" States", " Nations", " Kingdom", " Army"]
