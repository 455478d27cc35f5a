"""Training step and gradients of the small transformer, compared with PyTorch."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks import Row, benchmark, compare, torch
from explorer.nn import adam_optimizer
from explorer.nn.config import ENCODINGS, ModelConfig
from explorer.nn.transformer import Transformer

BATCH, LENGTH, VOCAB = 16, 64, 54
THREADS = 2


def our_step(encoding: str, threads: ThreadPoolExecutor | None) -> Callable[[], None]:
    """Forward, backward, clipping and Adam on a fixed batch."""
    model = Transformer(ModelConfig(VOCAB, encoding))  # type: ignore[arg-type]
    adam = adam_optimizer.adam(model.flat)
    ids, targets = np.random.default_rng(0).integers(0, VOCAB, (2, BATCH, LENGTH))

    def step() -> None:
        _, gradient = model.loss_and_gradient(ids, targets, None, threads)
        adam_optimizer.step(adam, gradient, 1e-4, clip=1.0)

    return step


def torch_step(encoding: str) -> Callable[[], None]:
    """The same with PyTorch's autograd, clip_grad_norm_ and fused Adam."""
    from benchmarks.torch_model import TorchModel

    model = TorchModel(Transformer(ModelConfig(VOCAB, encoding)), LENGTH)  # type: ignore[arg-type]
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4, betas=(0.9, 0.99), fused=True)
    ids, targets = torch.tensor(np.random.default_rng(0).integers(0, VOCAB, (2, BATCH, LENGTH)))

    def step() -> None:
        optimizer.zero_grad(set_to_none=True)
        model.loss(ids, targets).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()

    return step


@benchmark("One training step of the tiny transformer, 16 × 64 characters, two threads each")
def step() -> Iterator[Row]:
    """Every encoding; the reference is PyTorch if it is installed, else ours on one thread."""
    if torch is not None:
        torch.set_num_threads(THREADS)
    with ThreadPoolExecutor(THREADS) as threads:
        for encoding in ENCODINGS:
            ours = {f"{encoding}: NumPy, two threads": our_step(encoding, threads)}
            if torch is None:
                yield from compare(
                    dict(ours), (f"{encoding}: NumPy, one thread", our_step(encoding, None)), seconds=0.2
                )
            else:
                ours[f"{encoding}: NumPy, one thread"] = our_step(encoding, None)
                yield from compare(dict(ours), (f"{encoding}: PyTorch, two threads", torch_step(encoding)), seconds=0.2)
    if torch is not None:
        torch.set_num_threads(1)


@benchmark("Gradients of the tiny transformer against PyTorch's, in float64")
def gradients() -> Iterator[Row]:
    """Norm of the difference over the norm of the gradient, for all parameters together."""
    if torch is None:
        yield Row("PyTorch is not installed", note="`pip install -r benchmarks/requirements.txt`")
        return
    from benchmarks.torch_model import TorchModel

    for encoding in ENCODINGS:
        ours = Transformer(ModelConfig(VOCAB, encoding, position_std=0.3), np.float64)
        if encoding == "T5":
            ours.weights["t5"][...] = np.random.default_rng(1).normal(size=ours.weights["t5"].shape)
        ids, targets = np.random.default_rng(0).integers(0, VOCAB, (2, 4, LENGTH))
        loss, gradient = ours.loss_and_gradient(ids, targets)
        model = TorchModel(ours, LENGTH)
        theirs_loss = model.loss(torch.tensor(ids), torch.tensor(targets))
        theirs_loss.backward()
        theirs = np.concatenate([tensor.grad.numpy().ravel() for tensor in model.parameters()])
        away = np.linalg.norm(gradient - theirs) / np.linalg.norm(theirs)
        yield Row(encoding, note=f"{away:.1e}; losses differ by {abs(loss - theirs_loss.item()):.1e}")
