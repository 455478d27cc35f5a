"""Ten people open the Map at the same time in a container with little memory; no page fails."""

import pytest

from benchmarks.small_container import NoGroupsError, group, measured

MEMORY = 400.0
"""Memory in MB, too little for ten copies of a table of 47 MB."""


@pytest.mark.slow
def test_ten_people_at_once_on_the_map_fit_into_a_small_container() -> None:
    try:
        with group(1.0, MEMORY):
            pass
    except NoGroupsError as why:
        pytest.skip(str(why))
    found = measured("projection", "Map", {"j_part": "Map"}, people=10, cores=1.0, memory=MEMORY)
    assert not found.problem, found
    assert found.memory < MEMORY
