import numpy as np
import pytest
from sklearn.decomposition import PCA

from explorer.data import load_glove
from explorer.vectors.pca import mean_row, pca, prepare, random_shares, strongest
from explorer.vectors.preprocessing import PreparedTable, Preprocessing
from explorer.words.shipped_tables import shipped


@pytest.mark.parametrize("shape", [(500, 20), (12, 30), (30, 30), (3, 2)])
def test_it_equals_scikit_learns_full_svd_with_its_signs(shape: tuple[int, int]) -> None:
    table = np.random.default_rng(0).normal(size=shape) * np.linspace(3, 0.5, shape[1]) + 5
    expected = PCA(svd_solver="full").fit(table)
    found = pca(table.astype(np.float32))
    rank = min(shape[0] - 1, shape[1])
    np.testing.assert_allclose(found.shares[:rank], expected.explained_variance_ratio_[:rank], rtol=1e-4)
    np.testing.assert_allclose(found.components[: min(rank, 5)], expected.components_[: min(rank, 5)], atol=2e-3)
    np.testing.assert_allclose(found.project(table), expected.transform(table)[:, :2], atol=5e-3)


def test_a_shipped_table_agrees_with_scikit_learn_to_ten_digits() -> None:
    table = load_glove().tokens()
    expected = PCA(svd_solver="full").fit(table.astype(np.float64))
    found = pca(table)
    np.testing.assert_allclose(found.shares, expected.explained_variance_ratio_, rtol=1e-10)
    np.testing.assert_allclose(found.components, expected.components_, atol=1e-9)


def test_a_large_mean_costs_no_digits() -> None:
    spread = np.random.default_rng(1).normal(size=(5000, 4)) * [3, 2, 1, 0.5]
    far = pca(spread + 1e6, center=True)  # float64 in; a view works in float32, which holds 1e6 ± 0.06
    near = pca(spread)
    np.testing.assert_allclose(far.moments, near.moments, rtol=2e-2)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number", "share"), [("MiniLM", 0, 0.01), ("GloVe", 1, 0.06), ("Whisper", 2, 0.84)])
def test_without_centring_the_first_component_leans_on_the_mean(name: str, number: int, share: float) -> None:
    cosine, most = (0.78, 0.96, 1, 84)[number], (0.78, 0.96, 1, 84)[3]
    table = shipped(name).vectors
    found = pca(table, center=False)
    mean = mean_row(table)
    assert abs(found.components[0] @ mean) / np.linalg.norm(mean) == pytest.approx(cosine, abs=0.005)
    by_hand = len(table) * (mean @ mean) / np.square(table.astype(np.float64)).sum()
    assert found.mean_share == pytest.approx(by_hand, rel=1e-6)
    assert found.mean_share == pytest.approx(share, abs=0.006)
    assert (name == "Whisper") == (round(100 * found.mean_share) == most)


@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("shape", [(300, 6), (5, 9)])
def test_the_share_of_the_variance_is_about_the_mean_whatever_was_subtracted(
    center: bool, shape: tuple[int, int]
) -> None:
    table = np.random.default_rng(2).normal(size=shape) + np.arange(shape[1])
    found = pca(table, center=center)
    about = table - table.mean(axis=0)
    by_hand = np.square(about @ found.components.T).sum(axis=0) / np.square(about).sum()
    np.testing.assert_allclose(found.shares, by_hand, atol=1e-6)
    assert found.explained((0, 1, 1)) == pytest.approx(by_hand[0] + by_hand[1], abs=1e-6)
    raw = np.square((table - found.mean) @ found.components.T).sum(axis=0)
    np.testing.assert_allclose(found.squares, raw / raw.sum(), atol=1e-6)
    np.testing.assert_allclose(found.mean_parts.sum(), found.mean_share, atol=1e-6)
    assert (found.mean_share > 0.5) != center


@pytest.mark.parametrize("center", [True, False])
def test_removing_directions_leaves_the_later_components(center: bool) -> None:
    table = np.random.default_rng(3).normal(size=(300, 8)).astype(np.float32) * np.arange(8, 0, -1)
    before = pca(table, center=center)
    view = prepare(table, Preprocessing(center=center, remove=2))
    after = pca(view, center=center)
    np.testing.assert_allclose(after.moments[:6], before.moments[2:], rtol=1e-4)
    np.testing.assert_allclose(view.rows(slice(None)) @ before.components[:2].T, 0, atol=1e-4)


def test_unit_length_is_the_last_step() -> None:
    table = np.random.default_rng(4).normal(size=(50, 5)) + 3
    view = prepare(table, Preprocessing(center=True, unit=True, remove=1))
    np.testing.assert_allclose(np.linalg.norm(view.rows(slice(None)), axis=1), 1, atol=1e-6)
    by_hand = table - table.mean(axis=0)
    direction = np.linalg.svd(by_hand)[2][0]
    by_hand -= np.outer(by_hand @ direction, direction)
    by_hand /= np.linalg.norm(by_hand, axis=1, keepdims=True)
    np.testing.assert_allclose(view.rows(slice(None)), by_hand, atol=1e-5)


def test_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.random.default_rng(5).normal(size=(1000, 7)).astype(np.float16)
    whole = pca(table)
    monkeypatch.setattr("explorer.vectors.pca.MOMENT_BLOCK", 13)
    np.testing.assert_allclose(pca(table).components, whole.components, atol=1e-12)


def test_a_constant_table_has_no_directions() -> None:
    found = pca(np.ones((10, 3)))
    assert found.shares.tolist() == [0, 0, 0]


@pytest.mark.parametrize(("rows", "width"), [(2000, 30), (20, 50)])
def test_the_random_spectrum_is_that_of_random_numbers(rows: int, width: int) -> None:
    drawn = [pca(np.random.default_rng(seed).normal(size=(rows, width))).shares for seed in range(5)]
    expected = np.mean(drawn, axis=0)[: min(rows - 1, width)]
    found = np.mean([random_shares(rows, width, seed=seed) for seed in range(5)], axis=0)
    np.testing.assert_allclose(found[:10], expected[:10], rtol=0.08)
    assert found.sum() == pytest.approx(1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pca(np.ones((1, 3))), r"at least two rows and one column, got shape \(1, 3\)"),
        (lambda: PreparedTable(np.ones(3)), r"Expected a table \(words, numbers\), got shape \(3,\)"),
        (lambda: Preprocessing(remove=-1), "at least 0, got -1"),
        (lambda: prepare(np.eye(4), Preprocessing(remove=4)), "At most 3 directions can be removed here, got 4"),
        (lambda: pca(np.eye(4)).project(np.eye(4), (0, 7)), "has 4 components; asked for 1, 8"),
    ],
)
def test_errors_say_what_was_expected(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


@pytest.mark.parametrize("shape", [(5, 3), (6, 40), (30, 30), (80, 12)])
def test_the_strongest_components_of_a_few_rows_are_the_first_of_all(shape: tuple[int, int]) -> None:
    rows = np.random.default_rng(3).normal(size=shape) * np.linspace(3, 1, shape[1]) + 5
    rows = rows.astype(np.float32)
    every, first = pca(rows), strongest(rows, 2)
    np.testing.assert_allclose(first.components, every.components[:2], atol=1e-9)
    np.testing.assert_allclose(first.moments, every.moments[:2], rtol=1e-9)
    assert first.explained((0, 1)) == pytest.approx(every.explained((0, 1)), rel=1e-9)


def test_the_strongest_components_of_rows_along_one_line_are_those_of_all() -> None:
    along = np.outer(np.arange(6.0), [1.0, 2.0, 2.0])
    found = strongest(along, 2)
    np.testing.assert_allclose(found.components[0], [1 / 3, 2 / 3, 2 / 3], atol=1e-12)
    assert found.explained((0, 1)) == pytest.approx(1)
