"""Wrong variants of the claims of Memory: what would make each false."""

from __future__ import annotations

from tools.mutants.mutant import Mutant

ESTIMATE = "explorer/memory/estimate.py"
MODELS = "explorer/memory/models.py"
PAIRS = "explorer/memory/pairs.py"
QUEUE = "explorer/jobs/queue.py"

MUTANTS: dict[str, tuple[Mutant, ...]] = {
    "memory-bill": (
        Mutant(ESTIMATE, "2 * r.layers * r.tokens * r.kv_width * wide", "r.layers * r.tokens * r.kv_width * wide"),
        Mutant(ESTIMATE, "(r.tokens * r.embed_dim * wide + logits) * r.training", "logits * r.training"),
    ),
    "memory-one-hot": (
        Mutant(
            ESTIMATE,
            'Item("One-hot input", r.tokens * r.vocab_size * wide,',
            'Item("One-hot input", r.tokens * r.vocab_size,',
        ),
    ),
    "memory-optimizer": (
        Mutant(ESTIMATE, '"Momentum": 1, "Adam": 2}', '"Momentum": 1, "Adam": 1}'),
        Mutant(
            ESTIMATE,
            'copies = (OPTIMIZERS[r.optimizer] or 0) + (r.number != "FP32")',
            "copies = OPTIMIZERS[r.optimizer] or 0",
        ),
    ),
    "memory-sparse": (
        Mutant(ESTIMATE, 'self.gradients == "Row-sparse" and self.output != "Tied"', 'self.gradients == "Row-sparse"'),
    ),
    "memory-shares": (
        Mutant(
            MODELS,
            'norms=4), "Tied", *_GEMMA),\n    _llama("Gemma 2 9B"',
            'norms=2), "Tied", *_GEMMA),\n    _llama("Gemma 2 9B"',
        ),
        Mutant(MODELS, "experts = (256 + 1) * 3", "experts = (256 + 2) * 3"),
    ),
    "memory-gpt3": (
        Mutant(
            "explorer/memory/model.py",
            "return self.token_table / self.parameters",
            "return 1.02 * self.token_table / self.parameters",
        ),
    ),
    "memory-largest": (Mutant(MODELS, "width * max(hidden, inner),", "width * width,"),),
    "memory-tied": (
        Mutant(
            MODELS,
            '_Decoder(32, 4096, 14_336, 32, 8), "Untied", *_MISTRAL',
            '_Decoder(32, 4096, 14_336, 32, 8), "Tied", *_MISTRAL',
        ),
    ),
    "memory-wider": (
        Mutant(
            PAIRS,
            "if large.embedding_share >= small.embedding_share",
            "if large.embedding_share <= small.embedding_share",
        ),
        Mutant(PAIRS, "        and small.layers <= large.layers\n", ""),
    ),
    "memory-bandwidth": (
        Mutant("explorer/memory/hardware.py", "wires(6_400_000_000, 1024)", "wires(6_400_000_000, 512)"),
        Mutant(
            "explorer/memory/hardware.py", "return self.total / bytes_per_second", "return self.read / bytes_per_second"
        ),
    ),
    "memory-shards": (
        Mutant("explorer/memory/hardware.py", "away = request.tokens * (cards - 1)", "away = request.tokens * cards"),
        Mutant(
            "explorer/memory/hardware.py",
            "cards = -(-request.vocab_size // rows_that_fit)",
            "cards = request.vocab_size // rows_that_fit + 1",
        ),
    ),
    "memory-checked": (
        Mutant(
            "explorer/memory/measure.py",
            "return [np.empty((rows, width), np.float32)]",
            "return [np.zeros((rows, width), np.float32) + 0]",
        ),
        Mutant(
            "explorer/memory/measure.py",
            "np.empty((rows, -(-width // 32)), np.float16)",
            "np.empty((rows, width // 32), np.float16)",
        ),
    ),
    "memory-files": (
        Mutant(
            "explorer/memory/measure.py",
            "                path.stat().st_size - array.offset,\n",
            "                path.stat().st_size,\n",
        ),
        Mutant(
            "explorer/memory/measure.py",
            "                        entry.file_size - formula,\n",
            "                        entry.file_size - entry.compress_size,\n",
        ),
    ),
    "memory-caches": (
        Mutant(
            "explorer/memory/measure.py",
            "return Timed(runs[0], min(runs[1:]), median(runs[1:]))",
            "return Timed(runs[0], min(runs), median(runs))",
        ),
        Mutant(
            "explorer/memory/measure.py",
            'np.take(table, part, axis=0, out=out, mode="clip")',
            'np.take(table, part % 64, axis=0, out=out, mode="clip")',
        ),
    ),
    "memory-alone": (
        Mutant(QUEUE, "other.shared = job.shared = True", "other.shared = True"),
        Mutant(
            "explorer/ui/frame/progress.py",
            "if timing and job.shared and records:",
            "if timing and not job.shared and records:",
        ),
    ),
    "memory-precision": (
        Mutant("explorer/memory/schemes.py", "    top = 2 ** (bits - 1) - 1\n", "    top = 2 ** (bits - 1) - 2\n"),
        Mutant(
            "explorer/memory/precision.py",
            "return tuple(Quantised(**entry) for",
            "return tuple(Quantised(**(entry | {'kept': entry['kept'] - 0.01})) for",
        ),
    ),
    "memory-units": (
        Mutant("explorer/memory/course.py", '50_257, 12_288, "2.4", "GB")', '50_257, 12_288, "2.5", "GB")'),
        Mutant("explorer/memory/course.py", '(f"{letter}iB", 1024)', '(f"{letter}iB", 1025)'),
    ),
}
