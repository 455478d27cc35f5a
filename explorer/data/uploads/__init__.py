"""Parsers for uploaded tables, one module per format; nothing is unpickled, sizes are checked before memory is
allocated.

`read_upload` (`parsed_upload.py`) chooses the parser by the file's first bytes and its name, and returns a `Reading`,
which says how the file was understood and can be assembled in other ways. Errors (`UploadError`, a ValueError) say what
was expected, what was found, and on which line.
"""

from explorer.data.uploads.limits import MAX_BYTES, MAX_ROWS, UploadError
from explorer.data.uploads.parsed_upload import Reading, read_table, read_upload
