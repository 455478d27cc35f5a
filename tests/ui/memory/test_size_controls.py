"""Size controls of Memory: sliders and number inputs have the same bounds."""

import pytest

from explorer.views.memory.settings import OF_REQUEST
from explorer.views.setting import Whole

SIZES = {name: size for name, size in OF_REQUEST.items() if isinstance(size, Whole)}


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
def test_a_slider_ends_where_what_may_be_typed_ends_and_stops_at_the_default(size: Whole) -> None:
    assert (size.stops[0], size.stops[-1]) == (size.low, size.high)
    assert size.default in size.stops
    assert list(size.stops) == sorted(set(size.stops))
