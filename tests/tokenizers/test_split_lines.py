"""Lines end at \\r\\n, \\r and \\n only."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.tokenizers import line_spans, split_lines

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
