"""The script behind an association test on the Projection page."""

from __future__ import annotations

from explorer.scripts.projection.loading import OwnFile, load


def association(name: str | OwnFile, number: int) -> str:
    """One of the published tests on a table: effect and probability."""
    return f"""{load(name)}
import numpy as np

from explorer.wording import number, signed
from explorer.words.associations import TESTS, associations, compare


def rows(words):
    return np.array(list(dict.fromkeys(row for word in words if (row := table.find(word)) is not None)))


test = TESTS[{number}]
one, other = (rows(words) for _, words in test.attributes)
first, second = (associations(table.vectors, rows(words), one, other) for _, words in test.targets)
found = compare(first, second)
print(test.name)
means = [signed(float(places.mean()), 3) for places in (first, second)]
print(f"attribute words: {{len(one)}} and {{len(other)}}; mean places: {{means[0]}} and {{means[1]}}")
print(f"d = {{signed(found.effect, 2)}}, p = {{number(found.p)}},", "all" if found.exact else "drawn", end=" ")
print(f"{{found.dealt:,}} ways to deal the {{len(first) + len(second)}} words")
"""
