"""Tables trained here: named by their settings, and reproducible from the name."""

import pytest

from explorer.views import projection
from explorer.views.projection.trained_tables import COUNTING, request_of, table_call


@pytest.mark.slow
def test_a_training_called_by_the_name_of_its_table_gives_the_same_table() -> None:
    found = projection.trained(texts=("Moby-Dick",), method=COUNTING, width=10, window=2)
    again = eval(repr(found), {"projection": projection})
    assert again.key == found.key and (again.table.vectors == found.table.vectors).all()
    assert repr(found) == table_call(request_of(("Moby-Dick",), COUNTING, 10, 1, 2))


@pytest.mark.parametrize("wrong", [{"texts": ("Homer",)}, {"method": "magic"}, {"width": 0}, {"own": "too few"}])
def test_a_training_that_can_not_be_made_says_so(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"Expected|words"):
        projection.trained(**wrong)  # type: ignore[arg-type]
