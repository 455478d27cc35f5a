"""Every claim on a screen, one module per page (`tokens_page` …); each module has a tuple `CLAIMS`."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules

from explorer.claims.registry import Claim


@lru_cache(maxsize=16)
def claims_of(page: str) -> tuple[Claim, ...]:
    """The claims of a page, () where it makes none.

    Example:
        >>> claims_of("no such page")
        ()
    """
    name = f"{page}_page"
    if name not in {module.name for module in iter_modules(__path__)}:
        return ()
    return tuple(import_module(f"{__name__}.{name}").CLAIMS)
