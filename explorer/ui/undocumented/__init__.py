"""What this project uses of Streamlit and of Plotly beyond their documentation: one module for each library.

Such a thing may change in any version without a word. Each has its reason, the version it was seen in, the files that
use it and the test that says when it has changed. `tests/ui/undocumented` holds the lists against the installed
versions and against our own sources: what a list does not name, no file may use.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Use:
    """One thing that is used though it is not documented.

    Attributes:
        what: the thing, in words.
        why: what would be lost without it.
        files: where it is used, as paths from the project's root.
        test: the test that fails when it has changed.
        sign: text in the library's own JavaScript without which the thing is gone; "" where the test alone says.
        ours: regular expression of the thing in our sources, which only `files` may match; "" where there is none.
    """

    what: str
    why: str
    files: tuple[str, ...]
    test: str
    sign: str = ""
    ours: str = ""
