"""Released pages of memory-mapped files leave the process and can be read again."""

import sys

import numpy as np
import pytest

from explorer.data import load_whisper
from explorer.data.release_memory import let_go
from tests.support import resident


@pytest.mark.skipif(sys.platform != "linux", reason="which pages a process holds is read from Linux")
def test_the_pages_of_a_table_leave_the_process_and_come_back_as_they_were() -> None:
    table = load_whisper().tokens
    before = table[::50].copy()
    float(table.sum(dtype=np.float32))
    assert resident(table) > 0.9 * table.nbytes / 1024
    assert let_go(table)
    assert resident(table) < 0.01 * table.nbytes / 1024
    np.testing.assert_array_equal(table[::50], before)


def test_what_is_no_file_stays_as_it_is() -> None:
    array = np.arange(6.0).reshape(2, 3)[1:]
    assert not let_go(array) and array.tolist() == [[3, 4, 5]]
