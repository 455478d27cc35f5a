"""Where the shipped files lie and what their bytes must be.

A table with one changed byte would still load and show wrong numbers, so the sums are kept beside the files, a test
compares every one of them, and a server compares each file before it first reads it.
"""

from __future__ import annotations

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
    """A file that comes with the project is missing or not the bytes that it was; the text is for the visitor."""

    for_the_log = True
    """Nothing of a visitor's is in the text, and whoever runs the server needs the file's name: see `jobs.events`."""


def read_sums(path: Path = ROOT / "SHA256SUMS") -> dict[str, str]:
    """Relative file name → SHA-256 (hex), from a file in the format of `sha256sum`.

    Raises:
        DamagedFileError: the file is missing or has another form.

    >>> len(read_sums())
    21
    """
    try:
        lines = [line.split(maxsplit=1) for line in path.read_text(encoding="utf-8").splitlines()]
        return {name: digest for digest, name in lines}
    except (OSError, ValueError) as error:
        raise DamagedFileError(f"The shipped file {path.name} can't be read: {error}. {HELP}") from error


SUMS: dict[str, str] = read_sums()


def sha256(path: Path) -> str:
    """SHA-256 of a file as hex digits, read in blocks so that a large file costs no memory."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def verify(folder: Path = FILES) -> list[str]:
    """One line for each shipped file that is missing from `folder` or not the same bytes; none when all is well."""
    problems = []
    for name, expected in SUMS.items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{name}: missing")
        elif (found := sha256(path)) != expected:
            problems.append(f"{name}: expected SHA-256 {expected}, got {found}")
    return problems


def path(name: str) -> Path:
    """Where the shipped file `name` lies, once its bytes are what its sum promises.

    Raises:
        DamagedFileError: the file is missing, can't be read, or has another sum.

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
    """While a shipped file is read: what goes wrong is said with the file's name.

    Raises:
        DamagedFileError: instead of whatever the reader of that format raises.
    """
    try:
        yield
    except FileNotFoundError as error:
        raise DamagedFileError(f"The shipped file {_printable(where)} is missing. {HELP}") from error
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise DamagedFileError(f"The shipped file {_printable(where)} can't be read: {error}. {HELP}") from error


@cached(max_entries=64, stays=True)
def _digest(where: Path, size: int, changed: int) -> str:
    """A sum is taken once for each state of a file."""
    return sha256(where)


def _printable(where: Path) -> str:
    return where.relative_to(ROOT.parents[1]).as_posix() if where.is_relative_to(ROOT.parents[1]) else where.name
