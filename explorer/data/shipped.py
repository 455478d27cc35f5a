"""Where the shipped files lie and what their bytes must be.

A table with one changed byte would still load and show wrong numbers, so the sums are kept beside the files
and a test compares every one of them.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent
FILES = ROOT / "files"


def read_sums(path: Path = ROOT / "SHA256SUMS") -> dict[str, str]:
    """Relative file name → SHA-256 (hex), from a file in the format of `sha256sum`.

    >>> len(read_sums())
    21
    """
    sums = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        digest, name = line.split(maxsplit=1)
        sums[name] = digest
    return sums


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
