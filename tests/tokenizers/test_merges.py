"""Merges, where lines end, and what a person counts as a character."""

from itertools import pairwise

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import tokenizers
from explorer.tokenizers import (
    ENCODINGS,
    count_characters,
    encode,
    get,
    graphemes,
    group_tokens,
    line_spans,
    merge_ladder,
    split_lines,
    split_words,
    token_bytes,
    visible,
)
from explorer.tokenizers.vocabulary_parts import Ranks
from tests.support import examples, one_of_each


def test_hand_worked_word():
    """The first merges of gpt2 are " t" 256, " a" 257, "he" 258, "in" 259, "re" 260, "on" 261, " the" 262.

    So " the" starts with " t"; then "he" has the lowest rank; then the two halves join.
    """
    ladder = merge_ladder(" the", "gpt2")
    assert ladder.start == (b" ", b"t", b"h", b"e")
    assert [(step.left, step.right, step.rank) for step in ladder.steps] == [
        (b" ", b"t", 256),
        (b"h", b"e", 258),
        (b" t", b"he", 262),
    ]
    assert ladder.steps[1].parts == (b" t", b"he")
    assert ladder.steps[1].index == 1
    assert (ladder.parts, ladder.ids) == ((b" the",), (262,))


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=examples(60))
@given(text=st.text(max_size=80))
def test_ladders_of_all_words_are_the_tokens(name, text):
    words = split_words(text, name)
    assert "".join(words) == text
    at = [tokenizers.word_at(text, byte, name) for byte in range(len(text.encode()) + 1)]
    assert at == [*(word for word in words for _ in word.encode()), ""]
    assert [i for word in words for i in merge_ladder(word, name).ids] == tokenizers.encode(text, name).tolist()


@pytest.mark.parametrize("name", one_of_each(ENCODINGS))
def test_every_token_is_the_end_of_its_own_ladder(name):
    """The merges reach every token, so a word in the vocabulary always becomes one token."""
    for token, rank in list(Ranks(get(name)).items())[::29]:
        if len(token) <= 60:
            ladder = merge_ladder(token, name)
            assert (ladder.ids, ladder.parts) == ((rank,), (token,))
            assert len(ladder.steps) == len(token) - 1


def test_each_step_takes_the_lowest_rank_there_is():
    ladder = merge_ladder(" understanding", "cl100k_base")
    ranks = Ranks(get("cl100k_base"))
    before = ladder.start
    for step in ladder.steps:
        pairs = [ranks[a + b] for a, b in pairwise(before) if a + b in ranks]
        assert step.rank == min(pairs)
        before = step.parts


def test_too_long():
    with pytest.raises(ValueError, match="up to 400 bytes, got 401"):
        merge_ladder("a" * 401, "gpt2")
    assert b"".join(merge_ladder("a" * 400, "gpt2").start) == b"a" * 400
    assert merge_ladder("", "gpt2").ids == ()


OTHERS = ["\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_the_three_line_ends(end):
    assert split_lines(f"a{end}{end}b") == ["a", "", "b"]
    assert line_spans(f"a{end}b") == [(0, 1), (1 + len(end), 2 + len(end))]


@pytest.mark.parametrize("other", OTHERS)
def test_what_python_also_cuts_at_stays_within_its_line(other):
    assert len(f"a{other}b".splitlines()) == 2
    assert split_lines(f"a{other}b") == [f"a{other}b"]


@given(st.text(alphabet=st.sampled_from(["a", "\r", "\n", "\u2028"]), max_size=12))
def test_lines_and_their_ends_are_the_text(text):
    spans = line_spans(text)
    assert "".join(text[a:b] for a, b in spans) == text.replace("\r", "").replace("\n", "")
    between = [text[b:a] for (_, b), (a, _) in pairwise(spans)]
    assert all(end in ("\r\n", "\r", "\n") for end in between)
    assert sum(b - a for a, b in spans) + sum(map(len, between)) == len(text)
    assert split_lines(text) == text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


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
