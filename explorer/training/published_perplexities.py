"""Published figures, shown beside ours; none was measured here.

Each was read in the paper itself or in its authors' repository, where `source` says.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

NO_MEMORY = float("nan")


@dataclass(frozen=True)
class Published:
    """Perplexities by length of the window.

    Attributes:
        of: the text that was read.
        source: paper, table or file.
        url: where that was read.
        trained_at: length in training, in tokens.
        lengths: of the windows, in tokens.
        perplexity: by model, one for each length; NaN where the authors ran out of memory.
    """

    of: str
    source: str
    url: str
    trained_at: int
    lengths: tuple[int, ...]
    perplexity: Mapping[str, tuple[float, ...]]

    def at(self, name: str, length: int) -> float:
        """Perplexity of one model at one length.

        >>> ALIBI.at("sinusoidal", 532), ALIBI.at("sinusoidal", 602), ALIBI.at("sinusoidal", 15512)
        (19.91, 20.4, 406.01)
        """
        return self.perplexity[name][self.lengths.index(length)]

    def lowest(self, name: str) -> tuple[float, tuple[int, ...]]:
        """Lowest perplexity of a model, and all of these lengths with it.

        >>> ALIBI.lowest("sinusoidal")
        (19.91, (532, 562))
        """
        values = self.perplexity[name]
        best = min(value for value in values if not math.isnan(value))
        return best, tuple(n for n, value in zip(self.lengths, values, strict=True) if value == best)


ALIBI_LENGTHS = 35
"""Rows of the table; these 18 are held here, and the others lie between them."""
# Inputs; perplexity of sinusoidal, rotary, T5 bias, ALiBi.
_TABLE_2 = """
  512  20.05 20.07 19.65 19.73
  522  19.93 20.02 19.57 19.64
  532  19.91 19.98 19.53 19.61
  562  19.91 19.87 19.39 19.49
  602  20.40 19.81 19.33 19.38
  712  24.86 19.79 19.10 19.14
  812  30.82 20.17 18.94 18.99
 1012  43.54 21.37 18.79 18.73
 1212  58.01 23.02 18.87 18.67
 1512  76.23 25.99 18.91 18.52
 2512 132.41 31.58 20.41 18.41
 3512 178.97 35.54 22.91 18.40
 4512 209.37 39.15 25.91 18.41
 6512 271.40 47.81 34.48 18.35
 8512 305.65 54.98 43.08 18.34
10512 341.53 60.77 52.95 18.32
12512 373.17 69.70 64.94 18.31
15512 406.01 79.25  OOM  18.31
"""
_ROWS = [line.split() for line in _TABLE_2.strip().splitlines()]

ALIBI = Published(
    "WikiText-103",
    "Press, Smith and Lewis 2022, Train Short, Test Long, table 2",
    "https://github.com/ofirpress/ofirpress.github.io/blob/68bff42/train_short_test_long.pdf",
    512,
    tuple(int(row[0]) for row in _ROWS),
    {
        name: tuple(NO_MEMORY if row[i] == "OOM" else float(row[i]) for row in _ROWS)
        for i, name in enumerate(("sinusoidal", "RoPE", "T5", "ALiBi"), start=1)
    },
)
ALIBI_TRAINED_512_AT_3072 = 18.40  # table 5 of the same paper
ALIBI_SLIDING = {512: 17.98, 3072: 18.30}  # table 15: sliding window, stride 1

YARN = Published(
    "proof-pile, a collection of mathematical texts",
    "Peng et al. 2024, YaRN: github.com/jquesnelle/yarn, data/proofpile-long-small-32k-70b.csv, commit 995db5b",
    "https://github.com/jquesnelle/yarn/blob/995db5b/data/proofpile-long-small-32k-70b.csv",
    4096,  # Llama 2; the other one was trained further, for windows of `YARN_FOR` tokens
    (1024, 2048, 3072, 4096, 4608, 5120, 5632, 6144, 6656, 7168, 7680, 8192),
    {
        "RoPE": (3.706, 3.275, 3.037, 2.957, 2.975, 3.670, 6.478, 11.858, 19.670, 29.539, 41.390, 56.099),
        "YaRN, trained further": (3.610, 3.224, 2.993, 2.913, 2.921, 2.960, 2.944, 2.934, 2.917, 2.877, 2.839, 2.819),
    },
)
YARN_MODEL = "Llama 2 70B"
YARN_FOR = 32_768
YARN_CARD = "https://huggingface.co/NousResearch/Yarn-Llama-2-70b-32k"
