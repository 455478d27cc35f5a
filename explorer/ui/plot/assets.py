"""plotly.js from the installed plotly package, served by the app itself: no request leaves for another machine."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

import plotly

STATIC = Path(__file__).resolve().parents[3] / "static"


@cache
def plotly_file() -> str:
    """The name of plotly.js below `/app/static/`; copies it there once, whole or not at all.

    The version is in the name, so that a browser never keeps an old copy after an upgrade. Raises OSError where the
    folder can't be written.
    """
    target = STATIC / f"plotly-{plotly.__version__}.min.js"
    source = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    if not target.exists() or target.stat().st_size != source.stat().st_size:
        STATIC.mkdir(exist_ok=True)
        handle, partial = tempfile.mkstemp(dir=STATIC, suffix=".part")
        with os.fdopen(handle, "wb") as out:
            out.write(source.read_bytes())
        Path(partial).chmod(0o644)
        Path(partial).replace(target)
    return target.name
