"""The rest of a word: the model's own likeliest pieces, as a text with them in it is read."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.lm.onwards import MOST, rest_of_word
from explorer.lm.predict import Request, read
from explorer.tokenizers import SMALL, encode, token_bytes


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
