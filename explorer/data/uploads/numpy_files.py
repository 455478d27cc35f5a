"""NumPy's .npy and .npz: headers are checked first, pickles refused, unpacked sizes bounded."""

import io
import lzma
import math
import tokenize
import zipfile
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import distinct
from explorer.data.uploads.limits import LONGEST_LABEL, MAX_UNPACKED, UploadError, check_shape, label, short
from explorer.data.uploads.table_names import rank_name

_BROKEN_ZIP = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error, lzma.LZMAError, OSError)
_BROKEN_HEADER = (
    *(ValueError, EOFError, OSError, RecursionError, MemoryError, SyntaxError, TypeError),
    tokenize.TokenError,  # from NumPy's second attempt at a header, as Python 2 wrote it
)
_UNREADABLE = "NumPy can't read this as a .npy file: save the array with numpy.save"
AT_ONCE = 2_048
"""Labels that are decoded at a time."""
_MOST = 2**62
"""Maximum numbers in a header: an index cannot exceed it, and a message would be all digits."""


def read_npy(data: bytes) -> NDArray[Any]:
    """The array as a view of the bytes, without a copy.

    Raises:
        UploadError: it is malformed, holds objects, or is shorter than its header says.
    """
    stream = io.BytesIO(data)
    try:
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, fortran, dtype = read(stream, max_header_size=10_000)
        if any(type(side) is not int or not 0 <= side < _MOST for side in shape) or math.prod(shape) >= _MOST:
            raise ValueError(shape)
    except _BROKEN_HEADER:
        raise UploadError(_UNREADABLE) from None
    if dtype.hasobject:
        raise UploadError(
            "The array holds Python objects, and pickles are never opened here. Save words with .astype(str), and "
            "numbers with .astype(float)"
        )
    if dtype.kind not in "iufSU":
        raise UploadError(f"Expected numbers; the array's type is {dtype}")
    if dtype.itemsize == 0:
        raise UploadError("The array holds texts of no characters: save numbers")
    count, start = math.prod(shape), stream.tell()
    if count * dtype.itemsize > len(data) - start:
        raise UploadError(
            f"The header promises {count * dtype.itemsize:,} bytes of numbers; the file has {len(data):,} bytes in all."
            " It was cut off: save or download it again"
        )
    try:
        if count == 0:
            return np.empty(shape, dtype)
        return np.frombuffer(data, dtype, count, start).reshape(shape, order="F" if fortran else "C")
    except ValueError:  # more axes than an array can have
        raise UploadError(_UNREADABLE) from None


_MANY = (
    "The archive holds {} files; at most 20 are read. Save the table alone, in Python with its name: import numpy; "
    "numpy.save('vectors.npy', numpy.load('archive.npz')['NAME']); numpy.load('archive.npz').files has the names"
)


def read_npz(data: bytes) -> tuple[dict[str, NDArray[Any]], list[str] | None]:
    """Two-dimensional arrays of numbers by name, tables of words by name first, and the first array of strings: labels.

    Raises:
        UploadError: it is malformed, unpacks to too much, or holds no table.
    """
    tables: list[NDArray[Any]] = []
    names: list[str] = []
    words: list[str] | None = None
    remaining = MAX_UNPACKED
    if (entries := data.count(b"PK\x01\x02")) > 1000:  # before each is parsed: half a million take seconds
        raise UploadError(_MANY.format(f"about {entries:,}"))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > 20:
                raise UploadError(_MANY.format(f"{len(members):,}"))
            for member in members:
                if not member.filename.endswith(".npy"):
                    continue
                if member.file_size > remaining:
                    raise UploadError(
                        f"{short(member.filename)!r} would unpack to {member.file_size / 1e6:,.0f} MB: too much"
                    )
                # The directory's size may be false: read at most one byte more.
                with archive.open(member) as packed:
                    content = packed.read(member.file_size + 1)
                remaining -= len(content)
                try:
                    array = read_npy(content)
                except UploadError as problem:
                    raise UploadError(f"{short(member.filename)!r}: {problem}") from None
                if array.dtype.kind in "SU" and array.ndim == 1 and words is None:
                    words = _labels(array)
                elif array.dtype.kind not in "SU" and array.ndim == 2:
                    tables.append(array)
                    names.append(label(member.filename.removesuffix(".npy")))
    except UploadError:
        raise
    except (*_BROKEN_ZIP, ValueError):
        raise UploadError("The .npz archive can't be read: save it with numpy.savez") from None
    if not tables:
        raise UploadError("The archive holds no two-dimensional array of numbers")
    by_name = sorted(zip(distinct(names), tables, strict=True), key=lambda item: rank_name(item[0]))
    return dict(by_name), words


def _labels(array: NDArray[Any]) -> list[str]:
    check_shape(max(len(array), 3), 2)
    if array.dtype.kind == "S":
        return [label(bytes(each).decode("utf-8", "replace")) for each in array]
    # NumPy's strings raise for invalid code points, so the numbers are read instead, some rows at a time.
    every = array.view(np.uint32).reshape(len(array), -1)[:, : LONGEST_LABEL + 1]
    found: list[str] = []
    for start in range(0, len(every), AT_ONCE):
        codes = every[start : start + AT_ONCE]
        if array.dtype.byteorder == ">":
            codes = codes.byteswap()
        known = (codes < 0x110000) & ((codes < 0xD800) | (codes > 0xDFFF))
        plain = np.ascontiguousarray(np.where(known, codes, ord("?")).astype("=u4"))
        found += map(label, plain.view(f"=U{plain.shape[1]}")[:, 0].tolist())
    return found
