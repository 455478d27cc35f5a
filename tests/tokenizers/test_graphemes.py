"""Tokens that share a character are grouped, and invisible characters are made visible."""

from itertools import pairwise

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.tokenizers import ENCODINGS, count_characters, encode, graphemes, group_tokens, token_bytes, visible
from tests.support import examples


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("text", ["👨‍👩‍👧‍👦 family", "漢字かな", "e\u0301te\u0301", "🇩🇪🇫🇷", "हिन्दी", "a\r\nb", "cat"])
def test_groups_show_whole_characters(name, text):
    tokens = token_bytes(encode(text, name), name)
    groups = group_tokens(tokens)
    shown = [b"".join(tokens[a:b]).decode() for a, b in groups]
    assert "".join(shown) == text
    assert not any("\ufffd" in part for part in shown)
    assert [i for a, b in groups for i in range(a, b)] == list(range(len(tokens)))


def test_a_family_is_one_character():
    """Seven code points, one character: gpt2 needs more tokens than that, all in one group."""
    tokens = token_bytes(encode("👨‍👩‍👧‍👦", "gpt2"), "gpt2")
    assert len(tokens) > 7
    assert group_tokens(tokens) == [(0, len(tokens))]


@given(st.text(max_size=40), st.data())
def test_any_cut_of_any_text(text, data):
    """For any cuts the groups are a partition, and each consists of whole characters."""
    raw = text.encode("utf-8", "ignore")
    cuts = sorted(data.draw(st.sets(st.integers(0, len(raw)), max_size=8)) | {0, len(raw)})
    tokens = [raw[a:b] for a, b in pairwise(cuts)]
    groups = group_tokens(tokens)
    assert b"".join(tokens[i] for a, b in groups for i in range(a, b)) == raw
    for a, b in groups:
        b"".join(tokens[a:b]).decode("utf-8")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (" a b ", "␣a␣b␣"),
        ("\t\n\r\n", "⇥↵␍↵"),
        ("\x00\x1b\x7f", "␀␛␡"),
        ("\u200e\u202e", "[U+200E][U+202E]"),
        ("\u200d", "[U+200D]"),
        ("\u00a0\u3000\u2003", "⍽□[U+2003]"),
        ("\u0301x", "◌\u0301x"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("❤️", "❤️"),
        ("", ""),
    ],
)
def test_visible(text, shown):
    assert visible(text) == shown


@given(st.text(st.sampled_from("a \r\n\t\x00\x7f"), max_size=12))
def test_characters_of_ascii_are_counted_as_those_of_any_text(text):
    assert count_characters(text) == count_characters(text + "é") - 1


@given(st.text(st.sampled_from("🇩🇪🇫a\u0301\u200d👩🏽\u0903\u0600\r\n각ᄀक\u094dष"), max_size=12))
@settings(max_examples=examples(300))
def test_characters_are_cut_as_the_standard_says(text: str) -> None:
    assert [found.group() for found in graphemes._grapheme.finditer(text)] == regex.findall(r"\X", text)


def test_a_long_row_of_flags_is_cut_in_one_pass() -> None:
    """Counting back at each flag (quadratic time) would take a quarter of an hour."""
    assert graphemes.count_characters("🇩🇪" * 300_000) == 300_000
