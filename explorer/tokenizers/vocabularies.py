"""Vocabulary files for tiktoken, unpacked from the package, so that it never goes online.

tiktoken reads a vocabulary from a cache folder, under the SHA-1 of its URL, and downloads it if the file is missing or
differs. So before the first use of an encoding the file in our own folder is checked against its SHA-256 and, if it
differs, unpacked again.
"""

import contextlib
import gzip
import hashlib
import os
import tempfile
from pathlib import Path

import tiktoken

from explorer.data import FILES, DamagedFileError
from explorer.data.cache import Cache
from explorer.platform_differences import user_name
from explorer.tokenizers.vocabulary_parts import build, first_ranks, reading_from

ENCODINGS: tuple[str, ...] = ("gpt2", "r50k_base", "p50k_base", "cl100k_base", "o200k_base")

_R50K = "0ea1e91bbb3a60f729a8dc8f777fd2fc07cd8df4"
_NEEDS: dict[str, tuple[str, ...]] = {
    "gpt2": ("6d1cbeee0f20b3d9449abfede4726ed8212e3aee", "6c7ea1a7e38e3a7f062df639a5b80947f075ffe6"),
    "r50k_base": (_R50K,),
    "p50k_base": ("ec7223a39ce59f226a68acc30dc1af2788490e15",),
    "cl100k_base": ("9b5ad71b2ce5302211f9c61530b329a4922fc6a4",),
    "o200k_base": ("fb374d419588a4632f3f557e76b4b70aebbca790",),
}
# SHA-256 of each unpacked file; the same digests stand in tiktoken_ext/openai_public.py.
_DIGESTS: dict[str, str] = {
    "6d1cbeee0f20b3d9449abfede4726ed8212e3aee": "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5",
    "6c7ea1a7e38e3a7f062df639a5b80947f075ffe6": "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783",
    _R50K: "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
    "ec7223a39ce59f226a68acc30dc1af2788490e15": "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
    "9b5ad71b2ce5302211f9c61530b329a4922fc6a4": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "fb374d419588a4632f3f557e76b4b70aebbca790": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}

SAME = {"r50k_base": "gpt2"}
"""Encodings that share a vocabulary, of which one file is shipped; this saves 11 MB."""
NAMED = {"gpt2": "GPT-2", "cl100k_base": "GPT-4", "o200k_base": "GPT-4o"}
"""A well-known model of each list; p50k_base is gpt2's with some runs of spaces more."""
SMALL = "gpt2_4096"
"""gpt2's vocabulary truncated to 4,096 tokens, for our own language model; not one of `ENCODINGS`."""
SMALL_SIZE = 4096
CHOICES: tuple[str, ...] = (*ENCODINGS, SMALL)
"""What a text can be read with: the public tokenizers, and that of our own language model."""

_stays: Cache[tiktoken.Encoding] = Cache(max_entries=2, stays=True)
"""gpt2, the default of every page, and its truncation."""
_others: Cache[tiktoken.Encoding] = Cache(max_entries=len(ENCODINGS))
"""The other four take 80 MB together (o200k_base 42); each loads in 0.6 s."""


class VocabularyError(DamagedFileError):
    """A shipped vocabulary cannot be used: the file is damaged, or no folder can take it."""


def folders() -> list[Path]:
    """Folders to unpack to, in order of preference: the user's cache, then the folder for temporary files."""
    choices = []
    if cache := os.environ.get("XDG_CACHE_HOME"):
        choices.append(Path(cache))
    with contextlib.suppress(RuntimeError):  # no home folder
        choices.append(Path.home() / ".cache")
    choices.append(Path(tempfile.gettempdir()))
    return [folder / f"embedding-explorer-{user_name()}" / "tiktoken" for folder in choices]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _unpacked(name: str) -> bytes:
    path = FILES / "tiktoken" / f"{name}.gz"
    try:
        data = gzip.decompress(path.read_bytes())
    except (OSError, EOFError, ValueError) as error:
        raise VocabularyError(
            f"The shipped vocabulary {path.name} can't be read: {error}. Get it from the repository again."
        ) from error
    if (found := _digest(data)) != _DIGESTS[name]:
        raise VocabularyError(
            f"The shipped vocabulary {path.name} is damaged: expected SHA-256 {_DIGESTS[name]}, got {found}. "
            "Get it from the repository again, with line-ending conversion off."
        )
    return data


def _write_vocabulary(name: str, folder: Path) -> None:
    """Write `folder/name` atomically, unless it is already right."""
    target = folder / name
    with contextlib.suppress(OSError):
        if _digest(target.read_bytes()) == _DIGESTS[name]:
            return
    data = _unpacked(name)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def unpack(encoding: str) -> Path:
    """Unpack and check the files of an encoding in the first folder that can be written to; return it."""
    tried = []
    for folder in folders():
        try:
            for name in _NEEDS[encoding]:
                _write_vocabulary(name, folder)
        except OSError as error:
            tried.append(f"{folder} ({error.strerror or error})")
        else:
            return folder
    raise VocabularyError(
        f"No folder to unpack the vocabulary of {encoding} to. Tried {'; '.join(tried)}. "
        "Set XDG_CACHE_HOME to a folder that can be written to."
    )


def get(encoding: str) -> tiktoken.Encoding:
    """Load tiktoken's object for an encoding, offline and once for all (`explorer.data.cache`).

    Raises:
        ValueError: the name is not one of `CHOICES`.
        VocabularyError: the shipped file is damaged or cannot be unpacked.

    >>> get("gpt2").encode_ordinary("Hello, world!")
    [15496, 11, 995, 0]
    """
    if encoding not in CHOICES:
        raise ValueError(f"Unknown encoding {encoding!r}: expected one of {', '.join(CHOICES)}")
    kept = _stays if encoding in (SMALL, ENCODINGS[0]) else _others
    return kept.get(encoding, lambda: _loaded(encoding))


def from_file(encoding: str) -> tiktoken.Encoding:
    """Load an encoding from its shipped file."""
    with reading_from(unpack(encoding)):
        return build(encoding)


def _loaded(encoding: str) -> tiktoken.Encoding:
    if encoding == SMALL:
        return first_ranks(SMALL, get(ENCODINGS[0]), SMALL_SIZE)
    return get(SAME[encoding]) if encoding in SAME else from_file(encoding)
