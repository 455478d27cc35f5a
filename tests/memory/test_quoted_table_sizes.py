from __future__ import annotations

import re

import pytest

from explorer.memory.quoted_table_sizes import COURSE, Quoted


@pytest.mark.parametrize("quoted", COURSE, ids=lambda quoted: f"{quoted.what}, {quoted.quoted}")
def test_the_table_that_is_computed_is_the_one_that_is_named(quoted: Quoted) -> None:
    (size,) = re.findall(r"([\d,]+) × ([\d,]+)", quoted.what)
    assert (quoted.rows, quoted.width) == tuple(int(number.replace(",", "")) for number in size)
