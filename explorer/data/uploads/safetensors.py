"""Safetensors: the header lists every tensor with its type and shape, so a table is chosen before numbers are read.

Format: eight bytes with the header's length, the header as JSON, the numbers. The `safetensors` package is not used:
its NumPy interface has no bfloat16, the type of most published models, and the header must be bounded and read without
the numbers.

Source: the format's description at https://github.com/huggingface/safetensors ("Format").
"""

import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.limits import UploadError, label, short
from explorer.data.uploads.table_names import rank_name

MAX_HEADER = 2_000_000
"""Maximum bytes of a header; the largest that we found in a published model has 0.2 MB."""
MOST_SIDES = 16
"""Maximum axes of a tensor; published ones have at most five. The product of thousands would have a million digits."""
MOST_TENSORS = 2_000
"""Maximum tensors of an upload; a published model of this size has a few hundred."""
MOST_ENTRIES = 2 * MOST_TENSORS
"""Maximum entries of an upload's header: tables and other tensors."""
TYPES = {
    **{"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1"},
    **{"U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1"},
}
"""Supported types and NumPy's; bfloat16 is read as the upper half of a float32."""


@dataclass(frozen=True)
class Tensor:
    """One entry of the header: name, type, shape and byte range."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    start: int
    end: int

    @property
    def is_table(self) -> bool:
        """Whether it has two axes, a supported type, and at least 3 rows of 2 numbers."""
        return len(self.shape) == 2 and self.dtype in TYPES and self.shape[0] >= 3 and self.shape[1] >= 2


def read_header(head: bytes, size: int) -> list[Tensor]:
    """Parse the header of a file of `size` bytes from its first bytes (the header or more).

    Raises:
        UploadError: it is malformed, or an entry's bytes are outside the file.

    >>> text = b'{"a":{"dtype":"F32","shape":[3,2],"data_offsets":[0,24]}}'
    >>> read_header(len(text).to_bytes(8, "little") + text, 8 + len(text) + 24)[0].shape
    (3, 2)
    """
    length = int.from_bytes(head[:8], "little")
    if len(head) < 8 or length > size - 8 or head[8:9] != b"{":
        raise UploadError(
            "Expected a safetensors file: 8 bytes with the header's length, then a header that begins with {. This is "
            "not one, or it was cut off: save or download it again"
        )
    if length > MAX_HEADER:
        raise UploadError(f"The header has {length / 1e6:.1f} MB; at most {MAX_HEADER / 1e6:.0f} MB can be read")
    try:
        entries: Any = json.loads(head[8 : 8 + length])
    except (ValueError, RecursionError):
        raise UploadError("The safetensors header is not JSON") from None
    if not isinstance(entries, dict):
        raise UploadError("The safetensors header is not JSON of names and tensors")
    return [_tensor(name, entry, 8 + length, size) for name, entry in entries.items() if name != "__metadata__"]


def _tensor(name: str, entry: Any, start: int, size: int) -> Tensor:
    shown, whole = short(name), label(name)
    try:
        dtype, shape, (low, high) = entry["dtype"], tuple(entry["shape"]), entry["data_offsets"]
    except (TypeError, KeyError, ValueError):
        raise UploadError(f"The header's entry {shown!r} lacks its type, shape or place") from None
    if len(shape) > MOST_SIDES:
        raise UploadError(f"The header's entry {shown!r} has {len(shape):,} axes; at most {MOST_SIDES} can be read")
    numbers = (*shape, low, high)
    if not isinstance(dtype, str) or any(type(number) is not int or not 0 <= number < 2**62 for number in numbers):
        raise UploadError(f"The header's entry {shown!r} holds something other than sizes")
    if low > high or start + high > size:
        raise UploadError(
            f"{shown!r} should lie at bytes {low:,} to {high:,} of the numbers; the file ends before. It was cut off: "
            "save or download it again"
        )
    if dtype in TYPES and math.prod(shape) * np.dtype(TYPES[dtype]).itemsize != high - low:
        raise UploadError(f"{shown!r} has {high - low:,} bytes, which is not what shape {shape} of {dtype} takes")
    return Tensor(whole, dtype, shape, start + low, start + high)


def numbers_of(data: Any, tensor: Tensor) -> NDArray[Any]:
    """Numbers of a tensor as a view of the file's bytes; bfloat16 as a new float32 array."""
    kind = TYPES[tensor.dtype]
    flat: NDArray[Any] = np.frombuffer(data, kind, math.prod(tensor.shape), tensor.start)
    if tensor.dtype == "BF16":
        flat = (flat.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return flat.reshape(tensor.shape)


def read_safetensors(data: bytes) -> list[Tensor]:
    """Tables of a file: those named like a table of words first, then by size.

    Raises:
        UploadError: as `read_header`, or the file has no table.
    """
    entries = data.count(b"data_offsets", 0, MAX_HEADER)  # cheap: reading many takes the processor from all visitors
    if entries > MOST_ENTRIES:
        raise UploadError(f"The header lists about {entries:,} tensors; at most {MOST_ENTRIES:,} can be read")
    tables = read_tables(data[: MAX_HEADER + 8], len(data))
    if len(tables) > MOST_TENSORS:
        raise UploadError(f"The file has {len(tables):,} tables; one of at most {MOST_TENSORS:,} can be chosen from")
    return tables


def read_tables(head: bytes, size: int) -> list[Tensor]:
    """`read_safetensors` from a file's first bytes and its size."""
    tensors = read_header(head, size)
    tables = [tensor for tensor in tensors if tensor.is_table]
    if not tables:
        found = ", ".join(f"{short(t.name)} {list(t.shape)} {t.dtype}" for t in tensors[:4]) or "no tensor"
        raise UploadError(f"Expected a tensor with rows and columns ({', '.join(TYPES)}); the file has {found}")
    return sorted(tables, key=lambda tensor: (rank_name(tensor.name), -math.prod(tensor.shape)))
