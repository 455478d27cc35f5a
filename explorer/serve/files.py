"""Files whose name holds their content's hash, from memory and compressed: a first visit asks for 110 of them.

Streamlit reads each of them from disk for each visitor and sends it as it is, 4 MB in all; compressed it is 1.8 MB.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from pathlib import Path

HASHED = re.compile(r"[.-][\w-]{8,}\.(js|css|woff2|js\.gz)$")
"""Names that change with the content: the browser may keep such a file for ever."""

_FOR_EVER = b"public, immutable, max-age=31536000"
_PACKED = (".woff2", ".gz")
"""Nothing is gained by compressing these. A file that lies here compressed, as `a-0123456789.js.gz`, is also found as
`a-0123456789.js`: then the browser unpacks it."""

_LEVEL = 6
"""Of gzip: 9 takes three times as long and saves 1 %."""

Headers = list[tuple[bytes, bytes]]


class Files:
    """The files below some folders, by their address.

    Args:
        folders: the address that each folder stands under, and the folder.
    """

    def __init__(self, folders: dict[str, Path]) -> None:
        self._folders = folders
        self._kept: dict[str, tuple[Headers, bytes]] = {}

    def get(self, address: str) -> tuple[Headers, bytes] | None:
        """Headers and body of a file for a browser that reads gzip; None where there is no such file to keep.

        >>> from tempfile import mkdtemp
        >>> folder = Path(mkdtemp())
        >>> _ = (folder / "a-0123456789.js").write_text("export default 1")
        >>> headers, body = Files({"/static/": folder}).get("/static/a-0123456789.js")
        >>> dict(headers)[b"content-encoding"], gzip.decompress(body)
        (b'gzip', b'export default 1')
        >>> Files({"/static/": folder}).get("/static/../a-0123456789.js")
        """
        if address not in self._kept:
            path = self._path(address)
            if path is None:
                return None
            self._kept[address] = _packed(path, as_it_is=address.endswith(_PACKED))
        return self._kept[address]

    def _path(self, address: str) -> Path | None:
        """The file that an address names; only plain names of folders and a hashed name lead to one."""
        for start, folder in self._folders.items():
            inside = address.removeprefix(start)
            if inside != address and HASHED.search(inside) and not re.search(r"(^|/)\.|[^\w./-]", inside):
                path = folder / inside
                packed = path.with_name(f"{path.name}.gz")
                return path if path.is_file() else packed if packed.is_file() else None
        return None


def _packed(path: Path, *, as_it_is: bool) -> tuple[Headers, bytes]:
    """What is sent of a file: compressed for the way, or `as_it_is`."""
    kind, packed = mimetypes.guess_type(path.name)
    if packed and as_it_is:
        kind = f"application/{packed}"
    headers = [
        (b"content-type", (kind or "application/octet-stream").encode()),
        (b"cache-control", _FOR_EVER),
        (b"x-content-type-options", b"nosniff"),
    ]
    body = path.read_bytes()
    if not as_it_is:
        body = body if packed else gzip.compress(body, _LEVEL, mtime=0)
        headers += [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
    return [*headers, (b"content-length", str(len(body)).encode())], body
