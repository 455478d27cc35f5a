"""All encodings against tiktoken, offline, on realistic and odd inputs."""

import gc
import gzip
import os
import subprocess
import sys
import textwrap
import weakref
from itertools import cycle, product
from pathlib import Path

import numpy as np
import pytest
import tiktoken_ext.openai_public
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer import tokenizers
from explorer.tokenizers import ENCODINGS, encode_decode, vocabularies
from explorer.tokenizers.vocabulary_parts import Ranks, split_pattern
from tests.support import examples

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [
    "",
    " ",
    "   ",
    "Hello, world!",
    "The cat sat on the mat\n\n  and purred.\t\r\n",
    "naïve café, Straße, Ελληνικά, русский, עברית, العربية, हिन्दी, 中文, 日本語, 한국어",
    "👍🏽 👨‍👩‍👧‍👦 🇩🇪 e\u0301 Z\u0351\u0357\u035b",
    "a\x00b\x01\x7f\u200b\u202e",
    "<|endoftext|> <|fim_prefix|>",
    "1234567890 3.14159 don't I'LL",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("text", TEXTS)
def test_equal_to_tiktoken(name, text):
    assert len(tokenizers.ENCODINGS) == 5
    expected = tokenizers.get(name).encode(text, disallowed_special=())
    ids = tokenizers.encode(text, name)
    assert ids.dtype == np.int64
    assert ids.tolist() == expected
    assert tokenizers.decode_bytes(ids, name) == text.encode()


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=examples(100))
@given(text=st.text(st.characters(exclude_categories=[]), max_size=200))
def test_round_trip(name, text):
    """Any string is restored byte for byte, lone surrogates as U+FFFD, as by tiktoken."""
    cleaned, _ = tokenizers.clean(text)
    ids = tokenizers.encode(text, name)
    assert tokenizers.decode_bytes(ids, name).decode() == cleaned
    assert ids.tolist() == tokenizers.get(name).encode_ordinary(text)
    assert 0 <= ids.min(initial=0) <= ids.max(initial=0) < tokenizers.vocab_size(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENCODINGS)
def test_lengths_one_by_one_and_by_the_vocabulary(name, monkeypatch):
    text = " ".join(TEXTS)
    for special in (False, True):
        ids = tokenizers.encode(text, name, allow_special=special)
        expected = [len(piece) for piece in tokenizers.token_bytes(ids, name)]
        assert tokenizers.token_lengths(ids, name).tolist() == expected
        with monkeypatch.context() as patch:
            patch.setattr(encode_decode, "_FEW", 0)
            patch.setattr(encode_decode, "token_bytes", None)
            assert tokenizers.token_lengths(ids, name).tolist() == expected


@pytest.mark.slow
def test_known_ids():
    """gpt2's ids in the course material; r50k_base is the same vocabulary in another file."""
    assert tokenizers.encode("Hello, world!", "gpt2").tolist() == [15496, 11, 995, 0]
    for name, other in vocabularies.SAME.items():
        of_the_file, shared = vocabularies.from_file(name), tokenizers.get(name)
        assert Ranks(of_the_file) == Ranks(tokenizers.get(other))
        assert (shared.n_vocab, shared.encode_ordinary(" two")) == (of_the_file.n_vocab, [734])
        assert shared.special_tokens_set == of_the_file.special_tokens_set
        assert split_pattern(of_the_file) == split_pattern(shared)
        assert shared._core_bpe is tokenizers.get(other)._core_bpe, "kept twice"


@pytest.mark.parametrize(
    ("name", "size"),
    [("gpt2", 50257), ("r50k_base", 50257), ("p50k_base", 50281), ("cl100k_base", 100277), ("o200k_base", 200019)],
)
def test_vocab_size(name, size):
    assert tokenizers.vocab_size(name) == size


def test_special_tokens_are_text_unless_asked_for():
    for name in ENCODINGS:
        for special in tokenizers.special_tokens(name):
            plain = tokenizers.encode(f"a{special}b", name)
            asked = tokenizers.encode(f"a{special}b", name, allow_special=True)
            assert len(plain) > len(asked) == 3
            assert tokenizers.decode_bytes(plain, name) == tokenizers.decode_bytes(asked, name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", ("plain", 0)),
        ("\ud83d\ude00", ("😀", 0)),
        ("\ude00\ud83d", ("\ufffd\ufffd", 2)),
        ("\ufffd\udc00", ("\ufffd\ufffd", 1)),
    ],
)
def test_clean(text, expected):
    assert tokenizers.clean(text) == expected


LONG = 1_000_000


MEGABYTES = [(" ", ""), ("\n", "x"), ("\u3000", "x"), (" \n", "x"), ("a", ""), ("👍🏽", "")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "unit", "tail"),
    [
        *((name, " ", "x") for name in ENCODINGS),
        *((name, *each) for name, each in zip(cycle(ENCODINGS), MEGABYTES, strict=False)),
    ],
)
def test_a_megabyte_of_anything_comes_back(name, unit, tail):
    """A million spaces before a word overflow the stack of tiktoken 0.14."""
    text = "start" + unit * (LONG // len(unit.encode())) + tail
    assert tokenizers.decode_bytes(tokenizers.encode(text, name), name) == text.encode()


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("unit", [" ", "\n", "\t", "\u3000", "\r\n", " \n", "\n ", "\n\n  "])
def test_long_white_runs_are_cut_where_tiktoken_cuts(name, unit, monkeypatch):
    """The guard is set much lower, to lengths that tiktoken can still encode, for comparison."""
    monkeypatch.setattr(encode_decode, "LONG_RUN", 100)
    monkeypatch.setattr(encode_decode, "_long_white_run", encode_decode.regex.compile(r"\s{100,}"))
    for head, tail in product(["", "ab", "ab!", "a ", "!\n", "5"], ["", "x", "!", "\nx", " 5", "5", "\x1c"]):
        text = head + unit * 300 + tail + "middle" + unit * 200 + "end"
        parts = list(encode_decode._without_long_runs(text, name))
        assert any(long_run for _, long_run in parts)
        assert tokenizers.encode(text, name).tolist() == tokenizers.get(name).encode_ordinary(text), (head, tail)


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_run_just_over_the_limit_is_cut_although_its_piece_may_be_shorter(name, monkeypatch):
    """The pattern leaves a run's last space to the next word, so its piece is shorter than the run."""
    monkeypatch.setattr(encode_decode, "LONG_RUN", 100)
    monkeypatch.setattr(encode_decode, "_long_white_run", encode_decode.regex.compile(r"\s{100,}"))
    for length in (99, 100, 101, 150, 199, 200):
        parts = list(encode_decode._without_long_runs("start" + " " * length + "end", name))
        assert [long_run for _, long_run in parts] == ([False, True, False] if length >= 100 else [False]), length


def test_runs_of_a_hundred_thousand_blanks_are_cut():
    for length in (100_000, 150_000, 199_999):
        parts = list(encode_decode._without_long_runs("start" + " " * length + "end", "gpt2"))
        assert parts == [("start", False), (" " * (length - 1), True), (" end", False)]


@pytest.mark.slow
def test_a_vocabulary_that_nobody_asks_for_is_dropped_and_comes_back():
    kept = tokenizers.get("gpt2")
    vocabularies._others.forget()
    gone = weakref.ref(tokenizers.get("p50k_base"))
    assert tokenizers.get("p50k_base") is gone()
    vocabularies._others.forget()
    gc.collect()
    assert gone() is None, "somebody else still holds it, tiktoken perhaps"
    assert tokenizers.get("gpt2") is kept
    assert tokenizers.encode("a", "p50k_base").tolist() == [64]


def test_unknown_names_and_ids():
    with pytest.raises(ValueError, match="Unknown encoding 'gpt5': expected one of gpt2, r50k_base"):
        tokenizers.encode("a", "gpt5")
    with pytest.raises(ValueError, match="Token id 60000 has no token in gpt2"):
        tokenizers.decode_bytes([60_000], "gpt2")


def run_offline(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new process in which every attempt to open a socket is an error."""
    blocked = """
    import socket
    def blocked(*args, **kwargs):
        raise AssertionError("went online")
    socket.socket = socket.create_connection = socket.getaddrinfo = blocked
    """
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(blocked) + textwrap.dedent(code)],
        env={**os.environ, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


ALL = """
from explorer import tokenizers
print([len(tokenizers.encode("Hello, world! 你好", name)) for name in tokenizers.ENCODINGS])
"""


@pytest.mark.slow
def test_offline_from_an_empty_cache_twice_at_once(tmp_path):
    """Two processes start at once with nothing unpacked; the user's cache folder is neither used nor changed."""
    own = tmp_path / "own"
    own.mkdir()
    command = [sys.executable, "-c", ALL]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache"), "TIKTOKEN_CACHE_DIR": str(own)}
    both = [
        subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = [process.communicate(timeout=600) for process in both]
    assert {process.returncode for process in both} == {0}, outputs
    assert outputs[0] == outputs[1]
    assert list(own.iterdir()) == []
    unpacked = [path.name for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert sorted(unpacked) == sorted({*vocabularies._DIGESTS} - {vocabularies._R50K})
    again = run_offline(ALL, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert (again.returncode, again.stdout) == (0, outputs[0][0]), again.stderr


@pytest.mark.slow
def test_offline_with_damaged_cache_files(tmp_path):
    """A truncated file is rewritten before tiktoken sees it; tiktoken would delete it and download another."""
    two = ALL.replace("tokenizers.ENCODINGS", "('gpt2', 'p50k_base')")  # of two files and of one
    assert run_offline(two, XDG_CACHE_HOME=str(tmp_path)).returncode == 0
    assert sum(path.is_file() for path in tmp_path.rglob("*")) == 3
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:1000])
    result = run_offline(two, XDG_CACHE_HOME=str(tmp_path))
    assert result.returncode == 0, result.stderr


def test_a_folder_that_cannot_be_written_is_passed_over(tmp_path, monkeypatch):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder is wanted")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setenv("HOME", str(blocked))
    monkeypatch.setattr(vocabularies.tempfile, "gettempdir", lambda: str(tmp_path / "tmp"))
    assert vocabularies.unpack("gpt2").is_relative_to(tmp_path / "tmp")
    monkeypatch.setattr(vocabularies.tempfile, "gettempdir", lambda: str(blocked))
    with pytest.raises(tokenizers.VocabularyError, match=r"No folder to unpack the vocabulary of gpt2 to.*Tried"):
        vocabularies.unpack("gpt2")


def test_a_damaged_shipped_file_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(vocabularies, "FILES", tmp_path)
    with pytest.raises(tokenizers.VocabularyError, match=r"0ea1e91b.*gz can't be read"):
        vocabularies.unpack("r50k_base")
    (tmp_path / "tiktoken").mkdir()
    with gzip.open(tmp_path / "tiktoken" / f"{vocabularies._R50K}.gz", "wb") as stream:
        stream.write(b"crlf\r\n")
    with pytest.raises(tokenizers.VocabularyError, match="is damaged: expected SHA-256 306cd27f"):
        vocabularies.unpack("r50k_base")


def test_the_digests_are_those_that_tiktoken_checks():
    source = Path(tiktoken_ext.openai_public.__file__).read_text(encoding="utf-8")
    for digest in vocabularies._DIGESTS.values():
        assert digest in source
