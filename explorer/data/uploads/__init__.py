"""A visitor's file as a table, one module per format; nothing is unpickled, sizes are bounded before memory is taken.

`read_upload` (`reading.py`) picks the reader by the ending of the name; what comes out is a `Reading`, which says how
the file was understood and can be put together in another way. Errors (`UploadError`, a ValueError) say what was
expected, what came and on which line.
"""

from explorer.data.uploads.limits import MAX_BYTES, MAX_ROWS, UploadError
from explorer.data.uploads.parsed_upload import KINDS, Choice, Reading, read_table, read_upload

__all__ = ["KINDS", "MAX_BYTES", "MAX_ROWS", "Choice", "Reading", "UploadError", "read_table", "read_upload"]
