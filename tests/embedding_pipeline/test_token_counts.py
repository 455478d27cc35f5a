"""Counts for one text in every encoding, by hand and against tiktoken."""

import pytest

from explorer import tokenizers
from explorer.embedding_pipeline import SCRIPTS, counts


@pytest.mark.parametrize("script", SCRIPTS)
def test_counts_are_tiktokens(script):
    text = SCRIPTS[script]
    assert [count.encoding for count in counts(text)] == list(tokenizers.ENCODINGS)
    for count in counts(text):
        assert count.tokens == len(tokenizers.get(count.encoding).encode_ordinary(text))
        assert count.bytes == len(text.encode())
        assert count.bytes_per_token == pytest.approx(count.bytes / count.tokens)
        assert count.characters_per_token == pytest.approx(count.characters / count.tokens)


def test_characters_are_what_people_count():
    """A family of four and a thumb with skin tone are one character each: 4 in all, 45 bytes."""
    emoji = counts(SCRIPTS["Emoji"])[0]
    assert (emoji.characters, emoji.bytes) == (4, 45)


def test_newer_vocabularies_spend_fewer_tokens_on_other_scripts():
    others = ("Greek", "Russian", "Arabic", "Hebrew", "Hindi", "Chinese", "Japanese", "Korean")
    latin = {script for script, text in SCRIPTS.items() if any("a" <= letter <= "z" for letter in text.lower())}
    assert set(SCRIPTS) - latin - set(others) <= {"Emoji"}
    for script in others:
        by_name = {count.encoding: count.tokens for count in counts(SCRIPTS[script])}
        assert by_name["gpt2"] > by_name["cl100k_base"] > by_name["o200k_base"], script
        assert by_name["p50k_base"] == by_name["gpt2"], script


def test_nothing():
    assert {(c.tokens, c.characters_per_token, c.bytes_per_token) for c in counts("")} == {(0, 0.0, 0.0)}
