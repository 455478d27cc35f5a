"""Wrong variants of the claims of Home: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

PREDICT = "explorer/lm/predict.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
    "home-model": (
        Mutant(PREDICT, "math.sqrt(config.head_dim) + future", "math.sqrt(config.embed_dim) + future"),
        Mutant(PREDICT, "np.maximum(hidden, 0)", "np.abs(hidden)"),
    ),
    "home-losses": (Mutant("explorer/lm/ngrams.py", "DISCOUNT = 0.75", "DISCOUNT = 0.7"),),
    "home-vocabulary": (
        Mutant("explorer/tokenizers/undocumented.py", "if rank < size}", "if rank < size and rank != 300}"),
    ),
    "home-swap": (Mutant(PREDICT, "table if request.positions else None, freeze=True", "table, freeze=True"),),
    "home-row": (Mutant(PREDICT, "        ids[place] = other\n", "        ids[place] = other + 1\n"),),
    "home-length": (
        Mutant(PREDICT, "return ids[-trained:] if", "return ids[:trained] if"),
        Mutant(PREDICT, 'if request.past in ("clamp", "wrap")', 'if request.past in ("clamp", "wrap", "refuse")'),
    ),
}
