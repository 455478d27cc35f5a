"""For every claim on a screen, what would make it false: one module per page, each with a dict `MUTANTS`.

`tools/mutate_claims.py` tries them. A variant replaces a piece of a file that occurs exactly once. Where a claim rests on
shipped figures, the variant changes them where they are read.
"""

from __future__ import annotations

from importlib import import_module

from tools.mutants.mutant import Mutant


def mutants_of(page: str) -> dict[str, tuple[Mutant, ...]]:
    """The wrong variants of a page's claims, by the claim's id."""
    return dict(import_module(f"{__name__}.{page}").MUTANTS)
