"""Training as generators, from a frozen request to records of progress with loss curves.

The same request gives bitwise the same numbers on the same machine: for the shipped results, in a visitor's session and
in an exported script.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from explorer.nn.adam_optimizer import adam, rate_at
from explorer.nn.adam_optimizer import step as step_adam
from explorer.nn.config import EXTENSIONS, Encoding, Extension, ModelConfig
from explorer.nn.position_inputs import PositionInputs
from explorer.nn.transformer import Transformer
from explorer.training.character_corpus import Ids, char_text
from explorer.training.copy_task import SYMBOLS, sample
from explorer.training.loss_by_position_and_length import loss_by_position
from explorer.vectors.blas_thread_limit import one_thread

PEAK_RATE = 5e-3
CLIP = 1.0
BATCH = 16  # windows per step
COPY_BATCH = 32  # sequences to copy per step
EVAL_FACTOR = 8  # longest window, in trained lengths

Batch = tuple[Ids, Ids, "npt.NDArray[np.bool_] | None"]


@dataclass(frozen=True)
class LanguageRun:
    """Request: a character model, and its reading past the trained length.

    Args:
        encoding: the positional encoding.
        extension: past the trained length.
        seed: of the initialization and the order of the text.
        steps: optimizer steps.
        train_len: longest sequence in training.
        position_std: initial standard deviation of learned position rows.
        windows: held-out windows of `8 · train_len` for each curve.
        curve_every: steps between two curves.
    """

    encoding: Encoding = "sinusoidal"
    extension: Extension = "plain"
    seed: int = 0
    steps: int = 600
    train_len: int = 64
    position_std: float = 0.02
    windows: int = 16
    curve_every: int = 100

    def __post_init__(self) -> None:
        _check_reading(self.encoding, self.extension)
        if min(self.steps, self.train_len, self.windows, self.curve_every) < 1:
            raise ValueError(f"Steps, lengths and windows must be at least 1, got {self}")

    @property
    def config(self) -> ModelConfig:
        """Model configuration."""
        return ModelConfig(
            char_text().vocab_size, self.encoding, self.train_len, position_std=self.position_std, seed=self.seed
        )


def _check_reading(encoding: Encoding, extension: Extension) -> None:
    if extension not in EXTENSIONS[encoding]:
        raise ValueError(f"{encoding} can be read as {', '.join(EXTENSIONS[encoding])}; got {extension!r}")


@dataclass(frozen=True)
class CopyRun:
    """Request: a model that learns to copy the symbol k positions back, at length 32, and does it at longer ones."""

    encoding: Encoding = "sinusoidal"
    extension: Extension = "plain"
    k: int = 4
    seed: int = 0
    steps: int = 300
    train_len: int = 32
    curve_every: int = 50

    def __post_init__(self) -> None:
        _check_reading(self.encoding, self.extension)

    @property
    def config(self) -> ModelConfig:
        """Model configuration, with half the feed-forward width of the language model's."""
        return ModelConfig(SYMBOLS, self.encoding, self.train_len, ff_mult=2, seed=self.seed)


@dataclass(frozen=True, eq=False)
class Progress:
    """Progress of a run.

    Attributes:
        step: steps done.
        steps: steps in all.
        loss: mean training loss since the last record, in nats.
        curve: by position in a window of `8 · train_len`: loss in nats of a language run, accuracy of one that copies;
            None if it was not measured at this step.
    """

    step: int
    steps: int
    loss: float
    curve: npt.NDArray[np.float32] | None = None


def train_language(run: LanguageRun) -> Iterator[Progress]:
    """Train a character model; a record every ten steps, with a loss-by-position curve every `curve_every`.

    >>> *_, last = train_language(LanguageRun(steps=2, train_len=8, windows=2))
    >>> last.step, last.curve.shape
    (2, (64,))
    """
    yield from records(run, Transformer(run.config))


def records(run: LanguageRun | CopyRun, model: Transformer) -> Iterator[Progress]:
    """Train `model` as `run` says, in place."""
    if isinstance(run, LanguageRun):
        text = char_text()

        def batch(rng: np.random.Generator) -> Batch:
            return (*text.batch(rng, BATCH, run.train_len), None)

        def curve() -> npt.NDArray[np.float32]:
            return loss_by_position(
                model, text, EVAL_FACTOR * run.train_len, windows=run.windows, extension=run.extension
            )
    else:

        def batch(rng: np.random.Generator) -> Batch:
            return sample(rng, COPY_BATCH, run.train_len, run.k)

        def curve() -> npt.NDArray[np.float32]:
            return accuracy_by_position(model, run, EVAL_FACTOR * run.train_len)

    losses: list[float] = []
    for step, loss in optimize(model, batch, run.steps):
        losses.append(loss)
        due = step % run.curve_every == 0 or step == run.steps
        if due or step % 10 == 0:
            with one_thread():
                measured = curve() if due else None
            yield Progress(step, run.steps, float(np.mean(losses)), measured)
            losses.clear()


def optimize(
    model: Transformer,
    batch: Callable[[np.random.Generator], Batch],
    steps: int,
    *,
    positional: Callable[[], Sequence[PositionInputs]] | None = None,
) -> Iterator[tuple[int, float]]:
    """Adam with warm-up, linear decay and clipped gradients; yields (steps done, loss) after every step.

    `positional` gives the position inputs of each batch's two halves; None for the encoding's own, at 0 … T − 1.
    """
    optimizer = adam(model.flat)
    rng = np.random.default_rng([model.config.seed, 2])
    for step in range(steps):
        ids, targets, counts = batch(rng)
        with one_thread():
            inputs = positional() if positional else None
            loss, gradient = model.loss_and_gradient(ids, targets, counts, positional=inputs)
        step_adam(optimizer, gradient, rate_at(step, steps, PEAK_RATE), CLIP)
        yield step + 1, loss


def accuracy_by_position(model: Transformer, run: CopyRun, seq_len: int) -> npt.NDArray[np.float32]:
    """Accuracy at each position, over 64 new sequences; NaN where no sequence has an answer."""
    count = 64
    ids, answers, counts = sample(np.random.default_rng([run.seed, 4]), count, seq_len, run.k)
    step = max(1, 4096 // seq_len)
    guesses = [model.logits(ids[i : i + step], run.extension).argmax(axis=-1) for i in range(0, count, step)]
    right = (np.concatenate(guesses) == answers) & counts
    asked = counts.sum(axis=0)
    share = np.full(seq_len, np.nan, np.float32)
    np.divide(right.sum(axis=0), asked, out=share, where=asked > 0, casting="unsafe")
    return share
