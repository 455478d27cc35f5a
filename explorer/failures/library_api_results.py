"""Facts on each library: measured now, recorded, or from its source code.

This core's are measured now. Those of other libraries were recorded with version and date
(`tools/record/library_apis.py`, `library_api_results.json`).
"""

import contextlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from explorer.data import shipped_files
from explorer.failures.library_apis import CORE, ROWS, WIDTH, LibraryApi, find_api
from explorer.wording import number

LONGEST = 90
"""Maximum characters of a message."""
FILE = Path(__file__).with_name("library_api_results.json")

SPREAD = "spread at the start"
ASPECTS = (
    "the table's name",
    "its shape",
    "its numbers are",
    SPREAD,
    "row of a padding id",
    "id 10 of 10 rows",
    "id −1",
    "id 1.7",
)


def measure(api: LibraryApi) -> dict[str, str]:
    """Results of a library's programs, by `ASPECTS`; its library must be installed.

    >>> measure(find_api("this core"))["id −1"].split(":")[0]
    'TokenIdError'
    """
    scope: dict[str, Any] = {"np": np}
    exec(api.before, scope)  # noqa: S102 - our own lines, above

    def table_of(made: str) -> Any:
        scope["layer"] = eval(made, scope)  # noqa: S307 - as above
        scope["it"] = eval(f"layer.{api.table}", scope)  # noqa: S307
        return np.asarray(eval(api.numbers, scope))  # noqa: S307

    start = table_of(api.make.format(V=ROWS, D=WIDTH))
    padding = "has none"
    if api.padded:
        padding = "numbers like the others" if table_of(api.padded.format(V=10, D=4))[0].any() else "zeros"
    table = table_of(api.make.format(V=10, D=4))
    shape = "(V, D)" if table.shape == (10, 4) else str(table.shape)
    facts = [api.table, shape, str(table.dtype), f"{start.std():.2g}", padding]
    facts += [_lookup_result(api, scope, table, ids) for ids in ("[[10]]", "[[-1]]", "[[1.7]]")]
    return dict(zip(ASPECTS, facts, strict=True))


def _lookup_result(api: LibraryApi, scope: dict[str, Any], table: Any, ids: str) -> str:
    """Result of looking up an invalid id: a message, or a row."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            given = eval(api.call.format(ids=ids), scope)  # noqa: S307
    except Exception as problem:  # any type
        said = str(problem).strip().splitlines()[0]
        return f"{type(problem).__name__}: {said if len(said) <= LONGEST else said[:LONGEST].rstrip(' ,') + '…'}"
    scope["it"] = given
    row = np.asarray(eval(api.numbers, scope)).reshape(-1, table.shape[1])[0]  # noqa: S307
    if np.isnan(row).all():
        return "not-a-numbers (NaN), no message"
    same = [number for number, other in enumerate(table) if np.allclose(other, row)]
    return f"row {same[0]}, no message" if same else "a row that is not in the table, no message"


@dataclass(frozen=True)
class Facts:
    """Facts on a library by aspect, and their source."""

    by_aspect: Mapping[str, str]
    known: str


@lru_cache(maxsize=1)
def recorded() -> Mapping[str, Any]:
    """Results of `tools/record/library_apis.py`."""
    with shipped_files.reading(FILE):
        found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=16)
def facts(name: str) -> Facts:
    """Facts on a library, without the standard deviation, which depends on the table's size."""
    api = find_api(name)
    words = {"drawn from": api.drawn, "positions": api.positions, "sinusoids": api.layout}
    if name == CORE:
        known, found = "run here", measure(api)
    elif api.read:
        known, found = "read", dict(zip((each for each in ASPECTS if each != SPREAD), api.read, strict=True))
    else:
        kept = recorded()[name]
        known, found = f"recorded with {api.package} {kept['version']} on {kept['day']}", dict(kept["facts"])
    return Facts({aspect: found[aspect] for aspect in ASPECTS if aspect != SPREAD} | words, known)


def lines(name: str, vocab_size: int = ROWS, embed_dim: int = WIDTH) -> dict[str, str]:
    """Facts on a library by aspect, with the standard deviation of a new table of that size.

    >>> lines("this core", 50_257, 768)["spread at the start"], lines("Flax nnx")["spread at the start"]
    ('0.00626', '0.125')
    """
    return {SPREAD: number(find_api(name).spread(vocab_size, embed_dim))} | dict(facts(name).by_aspect)


def differences(one: str, other: str, vocab_size: int = ROWS, embed_dim: int = WIDTH) -> list[tuple[str, str, str]]:
    """(aspect, first, second) for every aspect in which two libraries differ."""
    left, right = (lines(name, vocab_size, embed_dim) for name in (one, other))
    return [(aspect, left[aspect], right[aspect]) for aspect in left if left[aspect] != right[aspect]]
