"""The same embedding in eight libraries: creating a table, looking ids up, and positions.

Six are short programs, whose results are in `library_api_results`; two were read in public repositories.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROWS, WIDTH = 1_000, 64  # of the measured initial table


def xavier(vocab_size: int, embed_dim: int) -> float:
    """Standard deviation of uniform numbers up to √(6 / (V + D)): the bound over √3.

    >>> round(xavier(1_000, 64), 4), round(xavier(50_257, 768), 4)
    (0.0434, 0.0063)
    """
    return float((2 / (vocab_size + embed_dim)) ** 0.5)


@dataclass(frozen=True)
class LibraryApi:
    """A library's embedding.

    Attributes:
        name: of the library.
        package: its distribution; "" if it was only read.
        before: imports.
        make: expression for a table of {V} rows of {D} numbers.
        call: expression for the rows of ids {ids} of the table `layer`.
        table: the table itself, as an attribute of `layer`.
        numbers: expression that converts `it` to a NumPy array.
        padded: like `make`, with id 0 for padding; "" if unsupported.
        positions: its positional encodings, in words.
        layout: column layout of its sinusoids, in words.
        drawn: default initialization, in words.
        spread: its standard deviation for a table of V rows of D numbers.
        source: where it was read; "" if it was run.
        read: facts by `library_api_results.ASPECTS`, without the spread, if it was read.
    """

    name: str
    package: str
    before: str
    make: str
    call: str
    table: str
    numbers: str
    padded: str
    positions: str
    layout: str
    drawn: str
    spread: Callable[[int, int], float]
    source: str = ""
    read: tuple[str, ...] = ()

    def snippet(self) -> str:
        """Program that creates a small table and looks three ids up."""
        made = self.make.format(V=10, D=4)
        call = self.call.format(ids="[[1, 2, 3]]")
        return f"{self.before}\n\nlayer = {made}\nrows = {call}\nprint(rows.shape)\n"


CORE = "this core"
SPREADS: Mapping[str, Callable[[int, int], float]] = {
    "√(2 / (V + D))": xavier,
    "1 / √D": lambda vocab_size, embed_dim: float(embed_dim**-0.5),
}


def _api(name: str, *, spread: float | str, read: Sequence[str] = (), **fields: str) -> LibraryApi:
    by = SPREADS[spread] if isinstance(spread, str) else lambda vocab_size, embed_dim: spread
    return LibraryApi(name, spread=by, read=tuple(read), **fields)


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
LIBRARY_APIS = tuple(_api(name, **fields) for name, fields in _WRITTEN.items())
NAMES = tuple(api.name for api in LIBRARY_APIS)
RUN = tuple(api for api in LIBRARY_APIS if api.package)


def find_api(name: str) -> LibraryApi:
    """LibraryApi by name."""
    return LIBRARY_APIS[NAMES.index(name)]
