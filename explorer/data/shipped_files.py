"""Shipped files: their paths and checksums.

A table with one changed byte would still load and show wrong numbers, so a server checks each file's SHA-256 before it
first reads it, and a test checks all of them.
"""

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer.data.cache import cached

ROOT = Path(__file__).resolve().parent
FILES = ROOT / "files"


HELP = "Get the project's files again, with line-ending conversion off; other pages work without this one."


class DamagedFileError(RuntimeError):
    """A shipped file is missing or has changed; the message is for the visitor."""

    for_the_log = True
    """The message contains no visitor's words, and the operator needs the file's name: see `jobs.redact`."""


def read_sums(path: Path = ROOT / "SHA256SUMS") -> dict[str, str]:
    """Relative file name → SHA-256 (hex), from a file in the format of `sha256sum`.

    Raises:
        DamagedFileError: the file is missing or malformed.

    >>> len(read_sums())
    22
    """
    try:
        lines = [line.split(maxsplit=1) for line in path.read_text(encoding="utf-8").splitlines()]
        return {name: digest for digest, name in lines}
    except (OSError, ValueError) as error:
        raise DamagedFileError(f"The shipped file {path.name} can't be read: {error}. {HELP}") from error


SUMS: dict[str, str] = read_sums()


def sha256(path: Path) -> str:
    """SHA-256 of a file in hex, read in blocks."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def path(name: str) -> Path:
    """Path of a shipped file, after its checksum has been verified.

    Raises:
        DamagedFileError: the file is missing, unreadable, or has another checksum.

    >>> path("minilm_vocab.txt").name
    'minilm_vocab.txt'
    """
    where = FILES / name
    with reading(where):
        found = where.stat()
        digest = _digest(where, found.st_size, found.st_mtime_ns)
    if digest != SUMS[name]:
        raise DamagedFileError(
            f"The shipped file {_printable(where)} is damaged: expected SHA-256 {SUMS[name]}, got {digest}. {HELP}"
        )
    return where


@contextmanager
def reading(where: Path) -> Iterator[None]:
    """Context for reading a shipped file: errors name the file.

    Raises:
        DamagedFileError: instead of any exception of the format's reader.
    """
    try:
        yield
    except FileNotFoundError as error:
        raise DamagedFileError(f"The shipped file {_printable(where)} is missing. {HELP}") from error
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise DamagedFileError(f"The shipped file {_printable(where)} can't be read: {error}. {HELP}") from error


@cached(max_entries=64, stays=True)
def _digest(where: Path, size: int, changed: int) -> str:
    """Checksum, cached by the state of the file."""
    return sha256(where)


def _printable(where: Path) -> str:
    return where.relative_to(ROOT.parents[1]).as_posix() if where.is_relative_to(ROOT.parents[1]) else where.name
