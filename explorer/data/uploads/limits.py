"""Size limits of uploads, checked before anything is parsed."""

import codecs
import io
from collections.abc import Iterator, Sequence

from explorer.wording import count, listed

MAX_BYTES = 25_000_000
MAX_ROWS = 60_000
MAX_WIDTH = 4_096
MAX_WIDE = 1_000
"""Maximum rows of more than 2,048 numbers: vectors of sentences. All components of more would take minutes."""
MAX_VALUES = 24_000_000
MAX_CELLS = 4_000_000
"""Maximum cells of a text file; each is an object while it is parsed."""
MAX_TEXTS = 10
"""Maximum text columns of a file."""
MAX_UNPACKED = 100_000_000
"""Maximum unpacked bytes of an archive."""
SHOWN = 40
"""Maximum letters of a name or a piece of the file in a message."""
LONGEST_LABEL = 1_000
"""Maximum letters of a word, or of a text beside it."""
NAMED = 5
"""Maximum rows, lines or columns named in a message."""
_CHUNK = 1 << 20


class UploadError(ValueError):
    """A file is not a valid table; the message is for the visitor."""


def short(text: str) -> str:
    r"""Shorten a text to 40 characters, without lone surrogates.

    >>> short("x" * 50) == "x" * 39 + "…", short("lone \ud800")
    (True, 'lone ?')
    """
    cut = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
    return cut.encode("utf-8", "replace").decode("utf-8")


def label(text: str) -> str:
    r"""A word or a text beside it, whole up to a thousand letters, without lone surrogates.

    >>> len(label("x" * 300)), len(label("x" * 2_000)), label("lone \ud800")
    (300, 1000, 'lone ?')
    """
    cut = text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
    return cut.encode("utf-8", "replace").decode("utf-8")


def list_first(numbers: Sequence[int], what: str = "row") -> str:
    """The first rows or lines, and the number of the others, for a message.

    >>> list_first([2]), list_first([2, 3, 4]), list_first(range(1, 9), "line")
    ('row 2', 'rows 2, 3 and 4', 'lines 1, 2, 3, 4, 5 and 3 more')
    """
    return f"{what}{'s' * (len(numbers) > 1)} {listed((f'{number:,}' for number in numbers), most=NAMED)}"


def check_shape(rows: int, width: int) -> None:
    """Raise an `UploadError` for a table that is too small or too large."""
    if rows < 3 or width < 2:
        raise UploadError(f"A table needs at least 3 rows of 2 numbers; got {count(rows, 'row')} of {width:,}")
    if rows > MAX_WIDE and 2_048 < width <= MAX_WIDTH:
        raise UploadError(
            f"At most {MAX_WIDE:,} rows of more than 2,048 numbers can be read, got {rows:,} of {width:,}"
        )
    if rows > MAX_ROWS or width > MAX_WIDTH or rows * width > MAX_VALUES:
        raise UploadError(
            f"{rows:,} rows of {width:,} numbers are too many: at most {MAX_ROWS:,} rows, {MAX_WIDTH:,} numbers per "
            f"row and {MAX_VALUES // 1_000_000} million numbers in all"
        )


def check_size(data: bytes) -> None:
    """Raise an `UploadError` for a file with too many bytes."""
    if len(data) > MAX_BYTES:
        raise UploadError(f"The file has {len(data) / 1e6:.1f} MB; at most {MAX_BYTES / 1e6:.0f} MB can be read")


def check_text(data: bytes, separators: bytes) -> int:
    r"""Raise an `UploadError` for a text with too many bytes, lines or cells, or not in UTF-8; returns its lines'
    number.

    Nothing is parsed: separators are counted, and bytes decoded a megabyte at a time.

    >>> check_text(b"a,1\nb,2", b",")
    2
    """
    check_size(data)
    lines = (data.count(b"\n") or data.count(b"\r")) + 1
    if lines > 2 * MAX_ROWS + 2:
        raise UploadError(f"The file has {lines:,} lines; at most {MAX_ROWS:,} rows can be read")
    cells = lines + sum(data.count(bytes([sign])) for sign in separators)
    if cells > MAX_CELLS:
        raise UploadError(
            f"The file has about {cells:,} cells; at most {MAX_CELLS:,} can be read from text. "
            "Save the numbers with numpy.save, and upload the .npy file"
        )
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        raise UploadError(
            "This text is in UTF-16, which spreadsheets call “Unicode text”: save it as UTF-8; they call that "
            "“CSV UTF-8”"
        )
    decoder = codecs.getincrementaldecoder("utf-8")()
    for start in range(0, len(data), _CHUNK):
        pending = len(decoder.getstate()[0])
        try:
            decoder.decode(data[start : start + _CHUNK], final=start + _CHUNK >= len(data))
        except UnicodeDecodeError as problem:
            at = start - pending + problem.start
            line = max(data.count(b"\n", 0, at), data.count(b"\r", 0, at)) + 1
            raise UploadError(
                f"Line {line:,} is not UTF-8 (byte {at:,} of the file is 0x{data[at]:02x}): save the text as "
                "UTF-8; spreadsheets call it “CSV UTF-8”"
            ) from None
    return lines


def lines_of(data: bytes, separators: str) -> Iterator[str]:
    """Iterate over the lines of a checked text; an `UploadError` for one with too many cells."""
    for line in io.TextIOWrapper(io.BytesIO(data), "utf-8-sig", newline=None):
        cells = 1 + sum(map(line.count, separators))
        if cells > MAX_WIDTH + 50:
            raise UploadError(f"A line has {cells:,} cells: at most {MAX_WIDTH:,} numbers per row can be read")
        yield line
