"""File type sniffing, for files whose first bytes contradict their extension."""

from __future__ import annotations

import re

from explorer.data.uploads.limits import UploadError, short

BINARY = ("npy", "npz", "parquet", "arrow", "feather", "safetensors")
"""Extensions of binary formats."""
HEAD = 1_000
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")


def check_kind(ending: str, data: bytes) -> None:
    r"""Raise an `UploadError` if the first bytes contradict the extension; the message says what to do.

    >>> check_kind("npy", b"\x93NUMPY\x01\x00")
    >>> check_kind("csv", b"\x93NUMPY\x01\x00")
    Traceback (most recent call last):
    ...
    explorer.data.uploads.limits.UploadError: By its first bytes this is a NumPy array, but its name ends in .csv: name
    it .npy and choose it again
    """
    found = _kind(data)
    if found is not None and ending not in found[1]:
        what, _, remedy = found
        raise UploadError(f"By its first bytes this is {what}, but its name ends in .{ending}: {remedy}")
    if found is None and ending in BINARY and (text := _text(data)):
        raise UploadError(
            f"This is a text that begins with {short(text)!r}, but its name ends in .{ending}: name it .csv or .tsv "
            "(columns) or .txt (a word and its numbers, as GloVe has them), and choose it again"
        )


def _kind(data: bytes) -> tuple[str, tuple[str, ...], str] | None:
    """Detected type, matching extensions, and advice; None if the first bytes are inconclusive."""
    if data[5:10] == b'\0\0\0{"':  # five bytes of the header's length, then the header's beginning
        return "a safetensors file", ("safetensors",), _rename_hint("safetensors")
    # No text continues like this after these letters.
    if data[:4] == b"PAR1" and _CONTROL.match(data[4:5].decode("latin-1")):
        return "a Parquet file", ("parquet",), _rename_hint("parquet")
    if data[:7] == b"ARROW1\0":
        return "an Arrow file", ("arrow", "feather"), _rename_hint("arrow")
    if data[:6] == b"\x93NUMPY":
        return "a NumPy array", ("npy",), _rename_hint("npy")
    if data[:3] == b"\x1f\x8b\x08":
        return "a file packed by gzip", (), "unpack it, and choose what was in it"
    if data[:4] == b"PK\x03\x04":
        if b"xl/workbook" in data:
            return "a spreadsheet", (), "save it as “CSV UTF-8”, and choose that file"
        if b".npy" in data[:HEAD]:
            return "an archive of NumPy arrays", ("npz",), _rename_hint("npz")
        return "a zip archive", ("npz",), "unpack it, and choose what was in it"
    return None


def _rename_hint(ending: str) -> str:
    return f"name it .{ending} and choose it again"


def _text(data: bytes) -> str:
    """First line of a UTF-8 text; "" for other bytes."""
    try:
        head = data[:HEAD].decode("utf-8-sig", "strict" if len(data) <= HEAD else "ignore")
    except UnicodeDecodeError:
        return ""
    if _CONTROL.search(head) or len(head.encode()) < min(len(data), HEAD) - 6:
        return ""
    return head.strip().split("\n")[0].strip()
