"""Figures that others published, beside which ours are shown. None of them was measured here.

Perplexity of Llama 2 70B by length of the window, in the authors' own repository: jquesnelle/yarn,
data/proofpile-long-small-32k-70b.csv at commit 995db5b. The model read plainly (RoPE, trained at 4,096: see the same
repository's finetune.py) and after fine-tuning with YaRN for 32,768.
"""

from __future__ import annotations

SOURCE = "Peng et al. 2024, YaRN: github.com/jquesnelle/yarn, data/proofpile-long-small-32k-70b.csv, commit 995db5b"
URL = "https://github.com/jquesnelle/yarn/blob/995db5b/data/proofpile-long-small-32k-70b.csv"
TRAINED_AT = 4096

LENGTHS = (1024, 2048, 3072, 4096, 4608, 5120, 5632, 6144, 6656, 7168, 7680, 8192)
PLAIN_ROPE = (3.706, 3.275, 3.037, 2.957, 2.975, 3.670, 6.478, 11.858, 19.670, 29.539, 41.390, 56.099)
YARN = (3.610, 3.224, 2.993, 2.913, 2.921, 2.960, 2.944, 2.934, 2.917, 2.877, 2.839, 2.819)

ALIBI_SOURCE = "Press, Smith and Lewis 2022, Train Short, Test Long, abstract"
ALIBI_URL = "https://arxiv.org/abs/2108.12409"
ALIBI_IN_WORDS = (
    "a 1.3-billion-parameter ALiBi model trained at 1,024 reads 2,048 with the perplexity of a sinusoidal model "
    "trained at 2,048"
)
