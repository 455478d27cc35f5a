"""Serialization of a figure for the browser: one block of bytes, with its arrays in binary."""

from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

_TYPES = ("i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8")
"""Of arrays that the browser has too; others become lists."""


def pack(spec: dict[str, Any]) -> bytes:
    """A figure's dict as bytes: uint32 length of the header, the JSON header, then the arrays it refers to.

    Arrays become `{"$array": {dtype, offset, count, shape}}`, with 8-byte aligned offsets into what follows the header.

    Example:
        >>> figure = {"data": [{"y": np.zeros(1000, np.float32)}], "layout": {}}
        >>> 4000 < len(pack(figure)) < 4200
        True
    """
    blocks: list[bytes] = []
    size = 0

    def plain(value: Any) -> Any:
        nonlocal size
        if isinstance(value, np.ndarray) and value.dtype.isnative and value.dtype.str[1:] in _TYPES:
            entry = {"dtype": value.dtype.str[1:], "offset": size, "count": value.size, "shape": list(value.shape)}
            raw = value.tobytes()
            blocks.append(raw + b"\0" * (-len(raw) % 8))
            size += len(blocks[-1])
            return {"$array": entry}
        if hasattr(value, "tolist"):
            return value.tolist()
        raise TypeError(f"A figure can't carry a {type(value).__name__}")

    header = json.dumps(spec, default=plain).encode()
    return struct.pack("<I", len(header)) + header + b"".join(blocks)
