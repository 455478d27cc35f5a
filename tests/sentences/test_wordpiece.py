"""WordPiece: cases by hand, and the rules of BERT's tokenizer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.data import load_minilm
from explorer.sentences.sentence_vectors import pieces
from explorer.sentences.wordpiece import LONGEST_WORD, MOST, UNKNOWN, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat sat.", ["the", "cat", "sat", "."]),
        ("unaffable", ["una", "##ffa", "##ble"]),
        ("Café", ["cafe"]),
        ("$5^2 a_b", ["$", "5", "^", "2", "a", "_", "b"]),
        ("日本 x", ["日", "本", "x"]),
        ("tab\there\u00a0now\u200b", ["tab", "here", "now"]),
        ("👍", ["[UNK]"]),
        ("a" * (LONGEST_WORD + 1), ["[UNK]"]),
        ("", []),
    ],
)
def test_cases_by_hand(text: str, expected: list[str]) -> None:
    found = pieces(text)
    assert found.pieces == ("[CLS]", *expected, "[SEP]")
    assert found.ids == tuple(map(load_minilm().words.index, found.pieces))
    assert found.unknown == expected.count(UNKNOWN)


@given(st.text(max_size=60))
def test_known_pieces_spell_the_word_and_each_is_the_longest(text: str) -> None:
    known = set(load_minilm().words)
    for word in words(text):
        found = pieces(word).pieces[1:-1]
        if found == (UNKNOWN,):
            continue
        assert "".join(piece.removeprefix("##") if at else piece for at, piece in enumerate(found)) == word
        first = 0
        for piece in found:
            length = len(piece) - 2 * bool(first)
            longer = [word[first:last] for last in range(first + length + 1, len(word) + 1)]
            assert not [each for each in longer if ("##" if first else "") + each in known]
            first += length


def test_what_is_past_the_end_is_counted() -> None:
    found = pieces("word " * 300)
    assert (len(found.ids), str(found.read)) == (MOST, "the first 254 of 300 pieces")
