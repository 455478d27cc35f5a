"""The rest of a word: the model's own likeliest pieces, as a text with them in it is read."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.lm.model import load_lm, network
from explorer.lm.onwards import MOST, rest_of_word, rests_of_words
from explorer.lm.predict import Ids, Request, read
from explorer.nn.transformer import Transformer
from explorer.tokenizers import SMALL, encode, token_bytes

NEAR = 1e-3
"""Two scores that are no farther apart may change places by rounding alone; most are several apart."""


def written(token: int) -> str:
    return token_bytes([int(token)], SMALL)[0].decode("utf-8", "replace")


@pytest.mark.parametrize("text", ["The cat sat on the", "The President of the United", "once upon a"])
def test_every_piece_is_the_one_that_the_model_puts_first(text: str) -> None:
    reading = read(Request(text))
    for token in reading.best(8).tolist():
        rest, longer, said = rest_of_word(reading.ids, token), text + written(token), ""
        ids = [*reading.ids.tolist(), token]
        whole = not written(token).strip().isalpha()
        while not whole and len(ids) < len(reading.ids) + 1 + MOST and encode(longer, SMALL).tolist() == ids:
            first = int(read(Request(longer)).best(1)[0])
            whole = not written(first).isalpha()
            if not whole:
                said, longer, ids = said + written(first), longer + written(first), [*ids, first]
        # Where the same letters would be cut into other tokens, only the beginning can be compared.
        assert rest.startswith(said) and (rest == said or not whole)


def test_words_come_out_whole() -> None:
    before = encode("The President of the United", SMALL)
    words = [
        written(i) + rest_of_word(before, i) for i in read(Request("The President of the United")).best(4).tolist()
    ]
    assert words == [" States", " Nations", " Kingdom", " Army"]


def test_a_long_text_is_read_from_its_end() -> None:
    before = encode("one two three " * 40, SMALL)
    (token,) = encode(" N", SMALL)
    assert rest_of_word(before, int(token)) == rest_of_word(np.array(before[-63:]), int(token))


def test_what_is_no_word_has_no_rest() -> None:
    before = encode("The cat", SMALL)
    assert [rest_of_word(before, int(encode(sign, SMALL)[0])) for sign in (",", "\n", "1")] == ["", "", ""]


@cache
def network_of_the_shipped() -> Transformer:
    return network(load_lm())


def followed(ids: Ids, rest: str) -> bool:
    """Whether the model, reading all anew, puts each piece of `rest` first, and then ends the word."""
    trained, known, added = network_of_the_shipped(), ids.tolist(), ""
    for _ in range(MOST):
        read_now = np.array(known[-trained.config.train_len :])
        scores = trained.logits(read_now[None])[0, -1]
        best = [int(token) for token in np.flatnonzero(scores >= scores.max() - NEAR)]
        if added == rest:
            return any(not written(token).isalpha() for token in best)
        known.append(next(token for token in best if rest[len(added) :].startswith(written(token))))
        added += written(known[-1])
    return added == rest


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
