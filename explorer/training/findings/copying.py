"""Results of the shipped runs on one small task: saying again the symbol some positions back."""

import numpy as np
import numpy.typing as npt

from explorer.nn.config import ENCODINGS, Encoding, spoken
from explorer.training.copy_task import SYMBOLS
from explorer.training.precomputed_run_results import arrays
from explorer.training.train_transformer import CopyRun
from explorer.wording import listed, share

LENGTHS = (32, 64, 128, 256)
"""Of the sequences; the models were trained on the first."""
MOST = 0.99  # of the answers right: the task counts as learned


def accuracy(encoding: Encoding) -> npt.NDArray[np.float32]:
    """Share of right answers in the second half of a sequence of each of `LENGTHS`: (seeds, 4)."""
    by_position = arrays()[f"task/copy k back/{encoding}/accuracy"]
    return np.stack([np.nanmean(by_position[:, n // 2 : n], axis=1) for n in LENGTHS], axis=1)


def learned() -> tuple[list[Encoding], list[Encoding]]:
    """The encodings of which every seed learned the task at the trained length, and the others."""
    every = {name: float(accuracy(name)[:, 0].min()) for name in ENCODINGS}
    return [name for name in ENCODINGS if every[name] > MOST], [name for name in ENCODINGS if every[name] <= MOST]


def copying_sentence() -> str:
    """Sentence on which models learned to copy, and how well they do on sequences of other lengths."""
    able, unable = learned()
    run, (trained, *_, longest) = CopyRun(), LENGTHS
    means = {name: accuracy(name).mean(axis=0) for name in ENCODINGS}
    failed = listed(f"{spoken(name)} ({100 * means[name][0]:.0f} %)" for name in unable)
    further = listed(f"{spoken(name)} {100 * means[name][-1]:.0f} %" for name in (*able, *unable))
    return (
        f"Asked for the symbol {run.k} positions back, one of {SYMBOLS}. After {run.steps} steps of training on "
        f"sequences of {trained}, right at that length more than {share(MOST)} of the time: "
        f"{listed(map(spoken, able))}; not: {failed}. In sequences of {longest}: {further}; who always gives the same "
        f"answer is right in {share(1 / SYMBOLS, digits=3)}."
    )
