"""Published figures, shown beside ours; none was measured here.

Each was read in the paper itself or in its authors' repository, where `source` says.
"""

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
        (19.91, (532, 542, 552, 562))
        """
        values = self.perplexity[name]
        best = min(value for value in values if not math.isnan(value))
        return best, tuple(n for n, value in zip(self.lengths, values, strict=True) if value == best)


# Inputs; perplexity of sinusoidal, rotary, T5 bias, ALiBi.
_TABLE_2 = """
  512  20.05 20.07 19.65 19.73
  513  19.98 20.01 19.57 19.62
  522  19.93 20.02 19.57 19.64
  532  19.91 19.98 19.53 19.61
  542  19.91 19.94 19.47 19.57
  552  19.91 19.93 19.47 19.54
  562  19.91 19.87 19.39 19.49
  572  19.95 19.83 19.36 19.46
  582  20.13 19.88 19.41 19.48
  592  20.18 19.84 19.36 19.43
  602  20.40 19.81 19.33 19.38
  612  20.59 19.81 19.27 19.38
  712  24.86 19.79 19.10 19.14
  812  30.82 20.17 18.94 18.99
  912  37.42 20.73 18.86 18.88
 1012  43.54 21.37 18.79 18.73
 1112  50.36 22.01 18.77 18.68
 1212  58.01 23.02 18.87 18.67
 1312  63.62 23.93 18.84 18.60
 1412  70.75 24.81 18.87 18.59
 1512  76.23 25.99 18.91 18.52
 2512 132.41 31.58 20.41 18.41
 3512 178.97 35.54 22.91 18.40
 4512 209.37 39.15 25.91 18.41
 5512 240.44 43.14 29.54 18.36
 6512 271.40 47.81 34.48 18.35
 7512 293.02 51.12 39.29 18.33
 8512 305.65 54.98 43.08 18.34
 9512 336.02 57.85 48.90 18.34
10512 341.53 60.77 52.95 18.32
11512 362.74 66.62 61.38 18.32
12512 373.17 69.70 64.94 18.31
13512 382.91 73.27   OOM 18.31
14512 399.98 75.52   OOM 18.31
15512 406.01 79.25   OOM 18.31
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


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(map(float, text.split()))


YARN = Published(
    "proof-pile, a collection of mathematical texts",
    "Peng et al. 2024, YaRN: github.com/jquesnelle/yarn, data/proofpile-long-small-32k-70b.csv, commit 995db5b",
    "https://github.com/jquesnelle/yarn/blob/995db5b/data/proofpile-long-small-32k-70b.csv",
    4096,  # Llama 2; the other one was trained further, for windows of `YARN_FOR` tokens
    tuple(range(1024, 8193, 512)),
    {
        "RoPE": _numbers(
            "3.706 3.458 3.275 3.174 3.037 3.019 2.957 2.975 3.670 6.478 11.858 19.670 29.539 41.390 56.099"
        ),
        "YaRN, trained further": _numbers(
            "3.610 3.392 3.224 3.124 2.993 2.969 2.913 2.921 2.960 2.944 2.934 2.917 2.877 2.839 2.819"
        ),
    },
)
YARN_MODEL = "Llama 2 70B"
YARN_FOR = 32_768
YARN_CARD = "https://huggingface.co/NousResearch/Yarn-Llama-2-70b-32k"
