"""How a figure travels to the browser: as bytes, and what of it is heavy by itself, once."""

from __future__ import annotations

import hashlib
import json
import struct
import weakref
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer.ui.plot import assets
from explorer.ui.undocumented.messages import standing_for

_store = st.components.v2.component("explorer_store", js=assets.component("chart"), isolate_styles=False)
HEAVY = 30_000
"""Bytes from which on a cloud's dots, or their colours, travel in a message of their own."""
LARGE = 120_000
"""The same of a heatmap's numbers, which are seldom sent again: below, one more element costs what it saves."""
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


def stored(trace: dict[str, Any], key: str) -> dict[str, Any]:
    """A trace that refers to its dots, or to its table of numbers, by digests, where they are many: they travel apart
    (js/store.js).

    Streamlit sends a message that the browser has already as its hash alone. So a picture whose marks change does not
    send its dots again, and one whose dots change their colours sends the colours. And a table that is kept for
    everybody is packed and hashed once, not at each visitor's run: of 256 × 256 numbers that was half a millisecond.
    """
    digests, whole = [], trace
    for name, (place, heavy) in _parts(trace).items():
        digest, message = _message(place, heavy)
        if not digest:
            continue
        with standing_for(message):
            _store(key=f"{key}{name}", data=digest.encode())
        digests.append(digest)
        left = {name: value for name, value in (whole.get("meta") or {}).items() if name not in heavy["meta"]}
        whole = {name: value for name, value in whole.items() if name not in heavy} | {"meta": left}
    return whole | {"meta": whole["meta"] | {"stored": digests}} if digests else trace


def _parts(trace: dict[str, Any]) -> dict[str, tuple[NDArray[Any], dict[str, Any]]]:
    """What of a trace may travel apart: the end of its key → an array that stands for it, and the properties."""
    meta, table = trace.get("meta") or {}, trace.get("z")
    if isinstance(table, np.ndarray) and table.ndim == 2 and table.nbytes >= LARGE:
        return {"": (table, {"z": table, "meta": {}})}
    if "names" not in meta or not isinstance(trace["x"], np.ndarray):
        return {}
    colours = {name: meta[name] for name in COLOURS if name in meta}
    places: dict[str, Any] = {name: trace[name] for name in ("x", "y", "z") if name in trace}
    places["meta"] = {name: value for name, value in meta.items() if name not in colours}
    parts = {"": (trace["x"], places)}
    if colours:
        parts["_colours"] = (colours["kinds" if "kinds" in colours else "codes"], {"meta": colours})
    return parts


COLOURS = ("codes", "kinds", "looks", "titles")
"""What of a cloud says how its dots are coloured."""
_messages: dict[int, tuple[weakref.ref[Any], str, bytes]] = {}
"""Of each cloud or table that is kept somewhere, by its first coordinates, its colours or its numbers: these, the
digest, the message."""


def _message(array: NDArray[Any], heavy: dict[str, Any]) -> tuple[str, bytes]:
    """The digest of a part of a trace and its message, made once for the array in it; none of either if it is small."""
    place = id(array)
    known = _messages.get(place)
    if known is None or known[0]() is not array:
        # Its own name for them: at the end of the process the array may outlive this module's names.
        alive = weakref.ref(array, lambda _, messages=_messages: messages.pop(place, None))  # type: ignore[misc]
        packed = pack({"trace": heavy})
        small = len(packed) < HEAVY
        digest = "" if small else hashlib.blake2b(packed, digest_size=12).hexdigest()
        known = _messages[place] = alive, digest, b"" if small else pack({"digest": digest, "trace": heavy})
    return known[1:]
