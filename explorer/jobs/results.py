"""Finished runs on disk, so that a training that somebody waited for survives a restart of the server.

One file per run, named by a hash of the function, of every setting in the request, and of the project's own code:
changed code finds nothing of its predecessor's. The folder is bounded, least recently used going first. It is private
to the user who runs the server, since its files are pickles; a folder that somebody else may write to is not read. What
can't be read or written (a full disk, a damaged file, a read-only folder) is passed over: the run is then made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import pickle
import tempfile
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

MOST_BYTES = 200_000_000
_LOG = logging.getLogger(__name__)
_SOURCES = Path(__file__).resolve().parents[1]


class Kept(NamedTuple):
    """What a finished run yielded, and how many seconds it took."""

    records: list[Any]
    seconds: float
    size: int


def default_folder() -> Path:
    """`$EXPLORER_CACHE`, else a folder in the user's cache."""
    chosen = os.environ.get("EXPLORER_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) if chosen else Path(home) / "embedding-explorer"


@cache
def code_fingerprint() -> str:
    """A hash of the project's own Python sources, taken once."""
    digest = hashlib.sha256()
    for path in sorted(_SOURCES.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Results:
    """Finished runs in `folder`, at most `most_bytes` of them together."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self.folder, self.most_bytes = folder, most_bytes

    def get(self, key: tuple[str, str, Hashable]) -> Kept | None:
        """The run of this key, None where there is none or it can't be read."""
        path = self._path(key)
        try:
            if not self._private():
                return None
            body = path.read_bytes()
            digest, work = body[:32], body[32:]
            if hashlib.sha256(work).digest() != digest:
                raise ValueError("the file is damaged")
            kept = Kept(*pickle.loads(work))
            os.utime(path)
        except FileNotFoundError:
            return None
        except Exception as error:
            _LOG.warning("A kept run could not be read and will be made again: %s", type(error).__name__)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        return kept

    def put(self, key: tuple[str, str, Hashable], kept: Kept) -> None:
        """Keep a run; on failure (a full disk, a read-only folder) say so in the log and go on without."""
        work = pickle.dumps(tuple(kept), protocol=pickle.HIGHEST_PROTOCOL)
        if len(work) > self.most_bytes:
            return
        partial = None
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._private():
                return
            handle, partial = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "wb") as out:
                out.write(hashlib.sha256(work).digest() + work)
            Path(partial).replace(self._path(key))
            self._trim()
        except OSError as error:
            _LOG.warning("A finished run could not be kept on disk: %s", type(error).__name__)
            if partial is not None:
                with contextlib.suppress(OSError):
                    Path(partial).unlink()

    def _path(self, key: tuple[str, str, Hashable]) -> Path:
        name = hashlib.sha256(pickle.dumps(key, protocol=4) + code_fingerprint().encode()).hexdigest()
        return self.folder / f"{name}.run"

    def _private(self) -> bool:
        """Whether nobody else can put a file here."""
        if os.name != "posix":
            return self.folder.is_dir()
        found = self.folder.stat()
        private = found.st_uid == os.getuid() and not found.st_mode & 0o022
        if not private:
            _LOG.warning("The folder for finished runs belongs to others too, so it is not used")
        return private

    def _trim(self) -> None:
        files = sorted(self.folder.glob("*.run"), key=lambda path: path.stat().st_mtime)
        weight = sum(path.stat().st_size for path in files)
        for path in files:
            if weight <= self.most_bytes:
                break
            weight -= path.stat().st_size
            path.unlink()
