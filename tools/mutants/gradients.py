"""Wrong variants of the claims of Gradients: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

OPTIM = "explorer/core/optim.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
    "gradients-tied": (
        Mutant(
            "explorer/gradients/tied.py",
            "self.lookup + self.softmax if tied else self.lookup",
            "self.lookup - self.softmax if tied else self.lookup",
        ),
    ),
    "gradients-rows": (
        Mutant(
            "explorer/core/functional/rowsparse.py",
            "            total[line] += value\n",
            "            total[line] = value\n",
        ),
        Mutant("explorer/core/functional/lookup.py", "grad_weight[row] += gradient", "grad_weight[row] = gradient"),
    ),
    "gradients-padding": (
        Mutant(
            "explorer/gradients/batch.py",
            "in split_lines(clean(text)[0]) if line]",
            "in split_lines(clean(text)[0])] + [encode('!', encoding)]",
        ),
        Mutant(
            "explorer/core/embedding.py",
            "step = EmbeddingBackward(self.vocab_size, ids, self.padding_idx)",
            "step = EmbeddingBackward(self.vocab_size, ids, None)",
        ),
    ),
    "gradients-step": (
        Mutant(
            OPTIM,
            "        data[rows] -= self.lr * grad\n",
            "        data[rows] -= self.lr * grad\n        data *= 1 - np.float32(1e-6)\n",
        ),
    ),
    "gradients-momentum": (
        Mutant(
            OPTIM, "velocity[rows] = grad = self.momentum * velocity[rows] + grad", "velocity[rows] = grad = grad * 1.0"
        ),
        Mutant(
            "explorer/gradients/step.py",
            "                table.weight.grad = table.weight.grad\n",
            "                pass\n",
        ),
    ),
    "gradients-books": (
        Mutant("explorer/gradients/touched.py", "ONE_PERCENT = (1000, 1300)", "ONE_PERCENT = (900, 1300)"),
        Mutant(
            "explorer/gradients/touched.py",
            "found = [len(np.unique(draw(ids, size, rng))) / vocab_size for",
            "found = [len(draw(ids, size, rng)) / vocab_size for",
        ),
    ),
    "gradients-gpt2-r50k": (
        Mutant(
            "explorer/tokenizers/encoding.py",
            "        parts.append(ids.astype(np.int64))\n",
            "        parts.append(ids.astype(np.int64) + (encoding == 'r50k_base'))\n",
        ),
    ),
    "gradients-zipf": (
        Mutant(
            "explorer/gradients/touched.py",
            "np.array(curve.counts) * np.array(curve.ranks) / curve.counts[0]",
            "np.array(curve.counts) * np.array(curve.ranks) ** 0.5 / curve.counts[0]",
        ),
        Mutant("explorer/gradients/touched.py", "LOW, HIGH = 0.7, 3.4", "LOW, HIGH = 0.7, 2.5"),
    ),
    "gradients-ways": (
        Mutant(
            "explorer/gradients/ways.py",
            "    np.add.at(out, ids, gradient)\n    return out",
            "    np.add.at(out, ids[::-1], gradient[::-1])\n    return out",
        ),
        Mutant(
            "explorer/gradients/ways.py",
            "        out[row] += gradient[token]\n",
            "        out[row] = gradient[token]\n",
        ),
    ),
    "gradients-chain": (
        Mutant(
            "explorer/gradients/blackboard.py",
            "factor = math.sqrt(WIDTH) if scale else 1.0",
            "factor = WIDTH / 4 if scale else 1.0",
        ),
    ),
    "gradients-unseen": (
        Mutant(
            "explorer/gradients/toy.py",
            "seen = np.arange(len(words)) <= ids.max()",
            "seen = np.arange(len(words)) < ids.max()",
        ),
        Mutant(
            "explorer/gradients/toy.py",
            "output = table if request.output == TIED else",
            "output = table if request.output != TIED else",
        ),
    ),
}
