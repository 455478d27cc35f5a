"""The forward pass against one written from the papers, and its bitwise reproducibility."""

import numpy as np
import pytest

from explorer.nn.attention_bias import t5_buckets
from explorer.nn.config import ENCODINGS, EXTENSIONS, ModelConfig
from explorer.nn.position_inputs import position_inputs
from explorer.nn.rotary import ntk_base, rotary_tables
from explorer.nn.transformer import Transformer


def written_out(model: Transformer, ids: np.ndarray) -> np.ndarray:
    """The model in plain NumPy: one sequence, one head at a time, no buffers."""
    w, config = model.weights, model.config
    time = len(ids)
    ago = np.arange(time)[:, None] - np.arange(time)

    def norm(x: np.ndarray, gain: np.ndarray) -> np.ndarray:
        return x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-6) * gain

    x = w["tokens"][ids]
    if config.encoding == "learned":
        x = x + w["positions"][:time]
    if config.encoding == "sinusoidal":
        for pos in range(time):
            for i in range(config.embed_dim):
                angle = pos / 10_000 ** (i // 2 * 2 / config.embed_dim)
                x[pos, i] += np.cos(angle) if i % 2 else np.sin(angle)
    for layer in range(config.n_layers):
        y = norm(x, w[f"layer{layer}.norm1.gain"])
        queries, keys, values = np.split(y @ w[f"layer{layer}.attention.qkv"], 3, axis=1)
        mixed = []
        for head in range(config.n_heads):
            own = slice(head * config.head_dim, (head + 1) * config.head_dim)
            q, k, v = queries[:, own], keys[:, own], values[:, own]
            if config.encoding == "RoPE":
                half = config.head_dim // 2
                turn = np.arange(time)[:, None] * 10_000.0 ** (-np.arange(half) / half)
                q, k = (
                    np.hstack(
                        [
                            z[:, :half] * np.cos(turn) - z[:, half:] * np.sin(turn),
                            z[:, :half] * np.sin(turn) + z[:, half:] * np.cos(turn),
                        ]
                    )
                    for z in (q, k)
                )
            scores = q @ k.T / np.sqrt(config.head_dim)
            if config.encoding == "ALiBi":
                scores -= 2.0 ** (-8 * (head + 1) / config.n_heads) * ago
            if config.encoding == "T5":
                scores += w["t5"][t5_buckets(-ago, max_distance=config.t5_max_distance), head]
            scores[ago < 0] = -np.inf
            share = np.exp(scores - scores.max(axis=1, keepdims=True))
            mixed.append(share / share.sum(axis=1, keepdims=True) @ v)
        x = x + np.hstack(mixed) @ w[f"layer{layer}.attention.out"]
        y = norm(x, w[f"layer{layer}.norm2.gain"])
        x = x + np.maximum(y @ w[f"layer{layer}.feed.up"], 0) @ w[f"layer{layer}.feed.down"]
    return norm(x, w["norm.gain"]) @ (w["tokens"].T if config.tied else w["readout.out"])


@pytest.mark.parametrize(("encoding", "tied"), [*((encoding, False) for encoding in ENCODINGS), ("learned", True)])
def test_the_forward_pass_is_the_papers(encoding: str, tied: bool) -> None:
    model = Transformer(ModelConfig(9, encoding, 12, 16, 2, 4, position_std=0.3, tied=tied), np.float64)
    rng = np.random.default_rng(0)
    if encoding == "T5":
        model.weights["t5"][...] = rng.normal(size=model.weights["t5"].shape)
    ids = rng.integers(0, 9, (3, 12))
    expected = np.array([written_out(model, row) for row in ids])
    # The core's sinusoidal rows are float64 sums of angles; 1e-6 is its contract, 1e-12 what the rest keeps.
    np.testing.assert_allclose(model.logits(ids), expected, rtol=0, atol=1e-6 if encoding == "sinusoidal" else 1e-12)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_no_position_sees_the_future(encoding: str) -> None:
    model = Transformer(ModelConfig(9, encoding, 12, 16, 2, 4))
    ids = np.random.default_rng(0).integers(0, 9, (1, 12))
    before = model.logits(ids)
    ids[0, 8:] = (ids[0, 8:] + 1) % 9
    after = model.logits(ids)
    np.testing.assert_array_equal(before[0, :8], after[0, :8])
    assert not np.array_equal(before[0, 8:], after[0, 8:])


def test_about_110_000_numbers() -> None:
    sizes = [Transformer(ModelConfig(54, encoding)).flat.size for encoding in ENCODINGS]
    assert min(sizes) > 105_000 and max(sizes) < 111_000


def test_a_tied_output_has_no_matrix_of_its_own() -> None:
    own, tied = (Transformer(ModelConfig(54, "learned", tied=tied)) for tied in (False, True))
    assert own.flat.size - tied.flat.size == 54 * 64
    assert "readout.out" not in tied.weights


def test_the_same_seed_gives_the_same_matrices_under_every_encoding() -> None:
    starts = [Transformer(ModelConfig(9, encoding, 12, 16, 2, 4)).weights for encoding in ENCODINGS]
    for weights in starts[1:]:
        np.testing.assert_array_equal(weights["layer1.feed.down"], starts[0]["layer1.feed.down"])


def table(encoding: str, **more: float) -> tuple[ModelConfig, dict[str, np.ndarray]]:
    config = ModelConfig(9, encoding, 4, 8, 1, 2, **more)
    return config, Transformer(config).weights


def test_a_learned_table_has_no_row_past_its_end() -> None:
    config, weights = table("learned")
    with pytest.raises(ValueError, match=r"^Sequence length 5 exceeds maximum 4$"):
        position_inputs(config, weights, 5)
    position_inputs(config, weights, 4)


def test_the_ways_out_of_a_learned_table() -> None:
    config, weights = table("learned")
    rows = weights["positions"]
    clamped = position_inputs(config, weights, 6, "clamp").added
    np.testing.assert_array_equal(clamped, rows[[0, 1, 2, 3, 3, 3]])
    wrapped = position_inputs(config, weights, 6, "wrap").added
    np.testing.assert_array_equal(wrapped, rows[[0, 1, 2, 3, 0, 1]])
    stretched = position_inputs(config, weights, 7, "interpolate").added
    np.testing.assert_allclose(stretched[[0, 2, 4, 6]], rows, atol=1e-7)
    np.testing.assert_allclose(stretched[1], (rows[0] + rows[1]) / 2, atol=1e-7)
    spare = position_inputs(config, weights, 100, "spare rows").added
    np.testing.assert_array_equal(spare[:4], rows)
    assert abs(spare[4:].std() / config.position_std - 1) < 0.1


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_inside_the_trained_length_every_way_out_is_the_plain_reading(encoding: str) -> None:
    config, weights = table(encoding)
    plain = position_inputs(config, weights, 4)
    for extension in EXTENSIONS[encoding]:
        other = position_inputs(config, weights, 4, extension)
        for name in ("added", "cos", "bias"):
            np.testing.assert_array_equal(getattr(plain, name), getattr(other, name))


def test_a_table_can_be_read_past_its_end_after_it_has_learned() -> None:
    model = Transformer(ModelConfig(9, "learned", 4, 8, 1, 2))
    ids = np.arange(8)[None, :]
    before = model.logits(ids, "interpolate")
    model.weights["positions"] += np.arange(4)[:, None]
    assert not np.allclose(before, model.logits(ids, "interpolate"))


def test_rope_scalings() -> None:
    config, weights = table("RoPE")
    squeezed = position_inputs(config, weights, 16, "position interpolation")
    cos, _ = rotary_tables(np.arange(16) / 4, config.head_dim)
    np.testing.assert_array_equal(squeezed.cos, cos)
    ntk = position_inputs(config, weights, 16, "NTK scaling")
    cos, _ = rotary_tables(16, config.head_dim, base=ntk_base(10_000.0, 4.0, config.head_dim))
    np.testing.assert_array_equal(ntk.cos, cos)


def test_a_window_hides_what_is_further_back_than_training_reached() -> None:
    config, weights = table("RoPE")
    bias = position_inputs(config, weights, 7, "window").bias[0]
    seen = np.isfinite(bias)
    assert seen.sum(axis=1).tolist() == [1, 2, 3, 4, 4, 4, 4]
    assert seen[6].tolist() == [False, False, False, True, True, True, True]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ({"encoding": "xPos"}, "Encoding must be one of"),
        ({"n_heads": 3}, "does not divide"),
        ({"n_layers": 0}, "at least 1"),
    ],
)
def test_a_config_that_cannot_be_built(bad: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ModelConfig(9, **bad)


def test_an_extension_that_an_encoding_does_not_have() -> None:
    config, weights = table("ALiBi")
    with pytest.raises(ValueError, match=r"ALiBi can be read as plain; got 'wrap'"):
        position_inputs(config, weights, 8, "wrap")


def test_a_window_hides_what_is_further_back_wherever_the_text_stands() -> None:
    config = ModelConfig(3, "none", 4, 8, 1, 2)
    seen = ~position_inputs(config, Transformer(config).weights, np.arange(5) + 100, window=2).hidden
    assert seen.sum(axis=1).tolist() == [1, 2, 2, 2, 2]
    assert seen.diagonal().all() and seen.diagonal(-1).all()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_positions_given_one_by_one_are_those_from_0_on(encoding: str) -> None:
    config, weights = table(encoding)
    for extension in ("plain", *EXTENSIONS[encoding]):
        if (encoding, extension) != ("learned", "plain"):
            counted, given = (position_inputs(config, weights, at, extension) for at in (7, np.arange(7)))
            for name in ("added", "cos", "bias", "hidden", "buckets"):
                np.testing.assert_array_equal(getattr(counted, name), getattr(given, name))


def test_ways_out_go_by_the_position_not_by_the_number_of_tokens() -> None:
    config, weights = table("learned")
    rows = weights["positions"]
    np.testing.assert_array_equal(position_inputs(config, weights, np.array([3, 9]), "clamp").added, rows[[3, 3]])
    np.testing.assert_array_equal(position_inputs(config, weights, np.array([3, 9]), "wrap").added, rows[[3, 1]])
    with pytest.raises(ValueError, match=r"^Sequence length 10 exceeds maximum 4$"):
        position_inputs(config, weights, np.array([3, 9]))


@pytest.mark.parametrize("encoding", ["learned", "sinusoidal"])
def test_every_sequence_can_have_positions_of_its_own(encoding: str) -> None:
    model = Transformer(ModelConfig(9, encoding, 20, 16, 2, 4, position_std=0.3))
    rng = np.random.default_rng(0)
    ids, targets = rng.integers(0, 9, (2, 2, 6))
    positions = np.array([np.arange(6), np.arange(6) + 14])
    both = model.surprise(ids, targets, positional=position_inputs(model.config, model.weights, positions))
    for i in range(2):
        alone = position_inputs(model.config, model.weights, positions[i])
        np.testing.assert_allclose(
            both[i], model.surprise(ids[i : i + 1], targets[i : i + 1], positional=alone)[0], atol=1e-5
        )
    assert abs(both[0] - model.surprise(ids[:1], targets[:1])[0]).max() < 1e-5
    assert abs(both[1] - model.surprise(ids[1:], targets[1:])[0]).max() > 1e-3


def test_the_gradient_of_a_learned_row_comes_from_where_it_stood() -> None:
    model = Transformer(ModelConfig(7, "learned", 12, 8, 1, 2, position_std=0.3, seed=1), np.float64)
    rng = np.random.default_rng(1)
    ids, targets = rng.integers(0, 7, (2, 2, 4))
    positions = np.array([[0, 1, 8, 9], [3, 4, 5, 6]])

    def loss_and_gradient() -> tuple[float, np.ndarray]:
        inputs = [position_inputs(model.config, model.weights, positions[i : i + 1]) for i in range(2)]
        return model.loss_and_gradient(ids, targets, positional=inputs)

    gradient = loss_and_gradient()[1].copy()
    rows = model.weights["positions"]
    end = model.flat.size - rows.size
    of_rows = gradient[end:].reshape(rows.shape)
    assert not of_rows[[2, 7, 10, 11]].any()
    for row in (0, 3, 8):
        rows[row, 0] += 1e-5
        above = loss_and_gradient()[0]
        rows[row, 0] -= 2e-5
        below = loss_and_gradient()[0]
        rows[row, 0] += 1e-5
        assert of_rows[row, 0] == pytest.approx((above - below) / 2e-5, rel=1e-5, abs=1e-9)
