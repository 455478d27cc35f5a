import pytest

from explorer.nn.adam_optimizer import rate_at


@pytest.mark.parametrize(
    ("steps", "expected"), [(1, [1]), (2, [1, 1]), (4, [0.5, 1, 1, 0.5]), (6, [1 / 3, 2 / 3, 1, 1, 2 / 3, 1 / 3])]
)
def test_a_run_shorter_than_its_warm_up_climbs_for_half_of_its_steps(steps: int, expected: list[float]) -> None:
    assert [rate_at(step, steps, 1.0) for step in range(steps)] == pytest.approx(expected)
