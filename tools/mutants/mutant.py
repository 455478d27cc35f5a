"""What a wrong variant of a claim is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A wrong variant: in the file `path`, `old` (found once) becomes `new`."""

    path: str
    old: str
    new: str
