"""Parquet and Arrow (Feather) files, parsed by pyarrow in a worker process.

Both formats are compressed: a page of a few bytes can unpack to gigabytes, whatever its header says. So the file is
parsed in a process with limits on memory and time (`arrow_worker_process.py`); the server imports no pyarrow for it.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.data.uploads.column_roles import ParsedColumns
from explorer.data.uploads.limits import ARROW_MEMORY, ARROW_SECONDS, UploadError
from explorer.platform_differences import over_limit

ROOT = Path(__file__).resolve().parents[3]
SECONDS = 30
_NAMES = {"parquet": "Parquet", "arrow": "Arrow and Feather"}
_TOO_MUCH = (
    f"The file unpacks to too much: reading it took more than {ARROW_MEMORY // 1_000_000} MB of memory or "
    f"{ARROW_SECONDS} seconds of computing. Save fewer rows or columns, or the numbers alone with numpy.save"
)


def read_arrow(data: bytes, kind: str) -> ParsedColumns:
    """Columns of a file of kind "parquet" or "arrow".

    Raises:
        UploadError: whatever is wrong with the file.
    """
    command = [sys.executable, "-m", "explorer.data.uploads.arrow_worker_process", kind]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=SECONDS, cwd=ROOT, check=False)
    except subprocess.TimeoutExpired:
        raise UploadError(f"Reading this file took longer than {SECONDS} seconds") from None
    except OSError as error:
        raise UploadError(_stopped(kind, str(error.strerror))) from error
    size = int.from_bytes(done.stdout[:8], "little")
    if done.returncode or len(done.stdout) < 8 + size:
        too_much = over_limit(done.returncode) or b"MemoryError" in done.stderr or b"bad_alloc" in done.stderr
        raise UploadError(_TOO_MUCH if too_much else _stopped(kind, f"exit code {done.returncode}"))
    found: dict[str, Any] = json.loads(done.stdout[8 : 8 + size])
    if "error" in found:
        raise UploadError(found["error"])
    if "lacking" in found:
        raise UploadError(
            f"This server can't read {_NAMES[kind]} files, whatever is in them: it lacks pyarrow ({found['lacking']}). "
            "Whoever runs it must type “pip install pyarrow”; until then save the numbers alone with numpy.save"
        )
    if "memory" in found:
        raise UploadError(_TOO_MUCH)
    if "unreadable" in found:
        cut = kind == "parquet" and data[:4] == b"PAR1" != data[-4:]
        raise UploadError(
            f"Expected {'a Parquet' if kind == 'parquet' else 'an Arrow or Feather'} file; it can't be read as one"
            f"{', since its end is missing: it was cut off' if cut else ''}. Save or download it again (with pandas: "
            f"{'to_parquet' if kind == 'parquet' else 'to_feather'})"
        )
    arrays: list[NDArray[Any]] = []
    at = 8 + size
    for rows, width, dtype in found["arrays"]:
        flat = np.frombuffer(done.stdout, dtype, rows * width, at)
        arrays.append(flat.reshape(rows, width))
        at += flat.nbytes
    lists = dict(zip(found["lists"], arrays[1:], strict=True))
    columns = (found[name] for name in ("order", "numeric", "whole"))
    return ParsedColumns.of(*columns, texts=found["texts"], numbers=arrays[0], note=found["note"], lists=lists)


def _stopped(kind: str, how: str) -> str:
    """Message of a worker that ended by itself: nothing is known about the file."""
    return (
        f"This server's reader of {_NAMES[kind]} files stopped ({how}), which says nothing about the file. Try again, "
        "or save the numbers alone with numpy.save, or as CSV"
    )
