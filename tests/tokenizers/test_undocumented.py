"""What we use of tiktoken beyond its documentation is still there, and stands in one module."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest
import regex
import tiktoken

from explorer.tokenizers import get, undocumented
from explorer.tokenizers.vocabularies import unpack

ROOT = Path(__file__).resolve().parents[2]
CHANGED = f"tiktoken {tiktoken.__version__} has changed; mend explorer/tokenizers/undocumented.py:"


@pytest.mark.parametrize("name", ["_pat_str", "_mergeable_ranks", "_encode_single_piece"])
def test_the_private_names_are_there(name: str) -> None:
    assert hasattr(get("gpt2"), name), f"{CHANGED} an Encoding no longer has {name}"


def test_the_pattern_cuts_into_words() -> None:
    words = regex.findall(undocumented.split_pattern(get("gpt2")), "Hello, world! It's 12")
    assert words == ["Hello", ",", " world", "!", " It", "'s", " 12"], f"{CHANGED} the pattern no longer cuts words"


def test_a_rank_is_an_id() -> None:
    ranks = undocumented.merge_ranks(get("gpt2"))
    assert ranks[b"Hello"] == 15496, f"{CHANGED} a token's rank is no longer its id"
    assert len(ranks) == 50_256, f"{CHANGED} the ranks are no longer the ordinary tokens"


def test_the_ranks_are_those_of_the_file_though_the_dict_of_them_is_gone() -> None:
    file = unpack("r50k_base") / "0ea1e91bbb3a60f729a8dc8f777fd2fc07cd8df4"
    written = dict(line.split() for line in file.read_bytes().splitlines())
    ranks = undocumented.merge_ranks(get("r50k_base"))
    assert get("r50k_base")._mergeable_ranks == {}
    assert dict(ranks) == {b64decode(token): int(rank) for token, rank in written.items()}
    assert b"<|endoftext|>" not in ranks and b"\xff\xfe\xfd" not in ranks


def test_a_piece_is_merged_without_the_pattern() -> None:
    tokenizer = get("gpt2")
    # The pattern would cut before "world"; the merges alone would not.
    whole = undocumented.encode_piece(tokenizer, "Hello world")
    assert b"".join(map(tokenizer.decode_single_token_bytes, whole)) == b"Hello world", f"{CHANGED} bytes are lost"
    assert undocumented.encode_piece(tokenizer, " " * 40) == tokenizer.encode_ordinary(" " * 40), (
        f"{CHANGED} a run of spaces is merged in another way"
    )


def test_the_folder_of_the_variable_is_read_and_the_variable_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tiktoken.load import read_file_cached

    # SHA-1 of the address: what tiktoken calls the file in its folder.
    (tmp_path / "0ea1e91bbb3a60f729a8dc8f777fd2fc07cd8df4").write_bytes(b"from the folder")
    address = "https://openaipublic.blob.core.windows.net/encodings/r50k_base.tiktoken"
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "before")
    monkeypatch.setattr("tiktoken.load.read_file", lambda _: b"fetched")
    with undocumented.reading_from(tmp_path):
        found = read_file_cached(address)
    assert found == b"from the folder", f"{CHANGED} it looks for its files elsewhere"
    assert undocumented.os.environ["TIKTOKEN_CACHE_DIR"] == "before"
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR")
    with undocumented.reading_from(tmp_path):
        pass
    assert "TIKTOKEN_CACHE_DIR" not in undocumented.os.environ


def test_no_other_module_uses_a_private_name_of_tiktoken() -> None:
    private = re.compile(r"\._(pat_str|mergeable_ranks|encode_single_piece|core_bpe|special_tokens)\b")
    using = [path for path in (ROOT / "explorer").rglob("*.py") if private.search(path.read_text(encoding="utf-8"))]
    assert using == [Path(undocumented.__file__)], "move what is private to tiktoken into undocumented.py"
