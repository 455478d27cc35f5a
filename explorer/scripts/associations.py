"""The script behind an association test on the Projection page."""

from __future__ import annotations

from explorer.scripts.projection import load


def association(name: str, number: int) -> str:
    """One of the published tests on a table: effect and probability."""
    return f"""{load(name)}
import numpy as np

from explorer.words.associations import TESTS, associations, compare


def rows(words):
    return np.array(list(dict.fromkeys(row for word in words if (row := table.find(word)) is not None)))


test = TESTS[{number}]
one, other = (rows(words) for _, words in test.attributes)
first, second = (associations(table.vectors, rows(words), one, other) for _, words in test.targets)
found = compare(first, second)
print(test.name)
print(f"d = {{found.effect:.2f}}, p = {{found.p:.6f}}, {{found.dealt:,}} ways,", "all" if found.exact else "drawn")
"""
