"""Excerpt: those values of a whole that are drawn or computed, with their range, so that a sentence can name it.

What cuts a list or skips over it makes an `Excerpt`, and picture, numbers and sentence take their values from that: how
many there are and of how many is then one statement, wherever it is made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.wording import all_of, count, listed

T = TypeVar("T", bound="Sequence[Any] | NDArray[Any]")


@dataclass(frozen=True, eq=False)
class Excerpt(Generic[T]):
    """Some values of a whole.

    Attributes:
        noun: what the values are, in the singular.
        values: the excerpt.
        of: size of the whole.
        first: number of the first value, counted from 0.
        step: one in so many of the whole.
        how: how they were taken, if not in a row.
    """

    noun: str
    values: T
    of: int
    first: int = 0
    step: int = 1
    how: str = ""

    @property
    def cut(self) -> bool:
        """Whether something is missing."""
        return len(self.values) < self.of

    def __str__(self) -> str:
        """The values by their range.

        >>> str(first_of("row", "abc", 2)), str(block_of("row", "abcde", 3, 2)), str(first_of("row", "ab", 2))
        ('the first 2 of 3 rows', 'rows 2 and 3 of 5', 'both rows')
        >>> str(one_in(4, "row of the table", 9)), str(Excerpt("row", range(20), 500, how="drawn at random"))
        ('one in 4 of 9 rows of the table (3 in all)', '20 of 500 rows (drawn at random)')
        """
        head, _, tail = self.noun.partition(" ")
        several = f"{head}s {tail}".strip()
        many, whole = len(self.values), count(self.of, self.noun, several)
        if not self.cut:
            return all_of(many, self.noun, several)
        if self.how:
            return f"{many:,} of {whole} ({self.how})"
        if self.step > 1:
            return f"one in {self.step} of {whole} ({many:,} in all)"
        if not self.first:
            return f"the first {f'{many:,} ' * (many > 1)}of {whole}"
        last = self.first + many - 1
        ends = f"{self.first:,} {'to' if many > 2 else 'and'} {last:,}"
        return f"{self.noun} {last:,} of {self.of:,}" if many == 1 else f"{several} {ends} of {self.of:,}"


def first_of(noun: str, values: T, most: int) -> Excerpt[T]:
    """The first `most` values."""
    return Excerpt(noun, values[:most], len(values))  # type: ignore[arg-type]


def block_of(noun: str, values: T, at: int, size: int) -> Excerpt[T]:
    """The values of the block of `size` in which value `at` lies."""
    first = at // size * size
    return Excerpt(noun, values[first : first + size], len(values), first)  # type: ignore[arg-type]


def one_in(step: int, noun: str, of: int) -> Excerpt[NDArray[np.int64]]:
    """One in `step` of the numbers from 0 on."""
    return Excerpt(noun, np.arange(0, of, step), of, step=step)


def ranges(done: str, *excerpts: Excerpt[Any]) -> str:
    """Sentence on the excerpts that are cut; "" if all is there.

    >>> ranges("Drawn", first_of("line", "abc", 2), first_of("token", "ab", 2)), ranges("Drawn")
    ('Drawn: the first 2 of 3 lines.', '')
    """
    cut = [str(each) for each in excerpts if each.cut]
    return f"{done}: {listed(cut)}." if cut else ""
