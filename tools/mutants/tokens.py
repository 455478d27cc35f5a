"""Wrong variants of the claims of Tokens: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

MUTANTS: dict[str, tuple[Mutant, ...]] = {
    "tokens-tiktoken": (
        Mutant(
            "explorer/tokenizers/encoding.py",
            "        parts.append(ids.astype(np.int64))\n",
            "        parts.append(ids.astype(np.int64)[::-1])\n",
        ),
    ),
    "tokens-characters": (
        Mutant("explorer/tokenizers/graphemes.py", "        if position in ends:\n", "        if position:\n"),
    ),
    "tokens-merges": (Mutant("explorer/tokenizers/merges.py", "rank, i = min(pairs)", "rank, i = max(pairs)"),),
    "tokens-lookup": (
        Mutant("explorer/chain/onehot.py", "product = one_hot @ rows", "product = one_hot @ rows * np.float32(1.0001)"),
    ),
    "tokens-whisper": (
        Mutant(
            "explorer/data/tables.py",
            'tokens=mapped("whisper_tiny_en_tokens.npy")',
            'tokens=np.roll(mapped("whisper_tiny_en_tokens.npy"), 1, axis=0)',
        ),
    ),
    "tokens-sum": (
        Mutant(
            "explorer/chain/pipeline.py",
            "layer.scaled(picked).data, layer(ids).data",
            "layer.scaled(picked).data, picked.data",
        ),
        Mutant("explorer/core/layer.py", "math.sqrt(", "(1 + 1e-3) * math.sqrt("),
    ),
    "tokens-order": (
        Mutant(
            "explorer/chain/order.py",
            "apart(np.maximum(first, 0), np.maximum(second, 0))",
            "apart(first * 2, second * 2)",
        ),
        Mutant(
            "explorer/chain/order.py",
            "return float(np.abs(a.mean(axis=0, dtype=np.float64) - b.mean(",
            "return float(np.abs(a.mean(axis=0, dtype=np.float64) - 1.001 * b.mean(",
        ),
    ),
    "tokens-neighbours": (
        Mutant(
            "explorer/chain/neighbours.py",
            "return NeighbourResult(best.ids, best.values, others, float(pairs.mean()), shares)",
            "return NeighbourResult(best.ids, best.values, abs(others), float(pairs.mean()), shares)",
        ),
        Mutant("explorer/chain/neighbours.py", "float(pairs.mean())", "float(pairs.mean()) ** 2"),
    ),
    "tokens-sound": (
        Mutant("explorer/chain/neighbours.py", "nearest(found, request.count", "nearest(-found, request.count"),
    ),
    "tokens-scripts": (
        Mutant(
            "explorer/chain/compare.py",
            "tokens = tokenize(text, name, one_sequence=True)",
            'tokens = tokenize(text, "gpt2" if name == "cl100k_base" else name, one_sequence=True)',
        ),
        Mutant(
            "explorer/chain/compare.py",
            "result.append(Count(name, len(tokens),",
            'result.append(Count(name, len(tokens) + (name == "p50k_base"),',
        ),
    ),
    "tokens-bags": (
        Mutant(
            "explorer/chain/bags.py",
            "result.rows[0].astype(np.float64).sum(axis=0)",
            "result.rows[0].astype(np.float64).cumsum(axis=0).sum(axis=0)",
        ),
        Mutant(
            "explorer/chain/bags.py",
            "result.rows[0].astype(np.float64).sum(axis=0)",
            "(result.rows[0] * np.float32(1.1)).cumsum(axis=0)[-1]",
        ),
    ),
}
