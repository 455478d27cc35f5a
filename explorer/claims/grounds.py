"""What each claim rests on: the functions that compute it, and the shipped arrays that hold its figures.

A function is named from the package `explorer` on; an array as `file: beginning of its name`, in the files of
`explorer/training`. The suite looks that each is there, and that the wrong variants of a claim
(`tools/claim_mutants.py`) lie in what is named here.
"""

from __future__ import annotations

from explorer.claims.grounds_practice import PRACTICE

RESTS_ON: dict[str, tuple[str, ...]] = {
    "home-model": (
        "lm.predict.read",
        "lm.predict.blocks",
    ),
    "home-losses": (
        "lm.model.load_report",
        "lm.ngrams.NGrams",
    ),
    "home-vocabulary": ("tokenizers.undocumented.first_ranks",),
    "home-swap": ("lm.predict.read",),
    "home-row": ("lm.predict.read",),
    "home-length": ("lm.predict.read",),
    "tokens-tiktoken": ("tokenizers.encoding.encode",),
    "tokens-characters": ("tokenizers.graphemes.group_tokens",),
    "tokens-merges": ("tokenizers.merges.merge_ladder",),
    "tokens-lookup": ("chain.onehot.one_hot_product",),
    "tokens-whisper": (
        "data.tables.load_whisper",
        "chain.tables.table_for",
    ),
    "tokens-sum": (
        "chain.pipeline.run",
        "core.layer.EmbeddingLayer.scaled",
    ),
    "tokens-order": ("chain.order.compare_orders",),
    "tokens-neighbours": ("chain.neighbours.neighbours",),
    "tokens-sound": ("chain.neighbours.neighbours",),
    "tokens-scripts": ("chain.compare.counts",),
    "tokens-bags": ("chain.bags.bags",),
    "positions-count": ("waves.beginnings.Counter.turns",),
    "positions-sine": ("waves.beginnings.twin",),
    "positions-arrows": ("waves.beginnings.summed",),
    "positions-view": ("waves.window.drawn",),
    "positions-layouts": ("waves.closeness.to_concatenated",),
    "positions-nearest": ("waves.nearest.closest_rows",),
    "positions-fastest": ("ui.positions.heatmap.fastest",),
    "positions-base": ("core.functional.frequencies.frequencies",),
    "positions-6283": (
        "waves.closeness.came_back",
        "core.functional.frequencies.frequencies",
    ),
    "positions-offset": ("waves.closeness.closeness",),
    "positions-rotation": ("core.functional.sinusoidal.shift_matrix",),
    "positions-fit": ("waves.shift.fit_shift",),
    "positions-unseen": (
        "waves.shift.error_groups",
        "waves.shift.fit_shift",
    ),
    "positions-whisper": ("waves.tables.sinusoidal_candidate",),
    "positions-row-0": (
        "data.tables.load_minilm",
        "waves.tables.TableFacts.zero_stands_out",
    ),
    "positions-learned": ("waves.tables.largest_rise",),
    "positions-bounds": ("waves.scale.start_bounds",),
    "positions-rope": (
        "core.functional.rotary.rotate",
        "waves.after.rotary_scores",
    ),
    "positions-alibi": ("core.functional.bias.alibi_slopes",),
    "x-no-row": ("nn.encodings.place",),
    "x-ways-out": ("nn.encodings.place",),
    "x-stretched": (
        "reasons.npz: reasons/learned/standard/stretched",
        "training.findings_rows.loss_past",
        "training.findings_rows.understood",
    ),
    "x-best-way": (
        "results.npz: language",
        "training.findings.best_way",
    ),
    "x-falls": (
        "results.npz: language/sinusoidal/plain/by position",
        "results.npz: language/ALiBi/plain/by position",
        "training.findings.falling_places",
    ),
    "x-mean-hides": (
        "results.npz: language/RoPE/plain/by length",
        "results.npz: language/T5/plain/by position",
    ),
    "x-tasks": (
        "results.npz: task",
        "training.findings_tasks.best_everywhere",
    ),
    "x-guessing": ("training.findings_tasks.guessing",),
    "x-alibi": (
        "results.npz: language/ALiBi/plain/by position",
        "results.npz: language/RoPE/plain/by position",
    ),
    "x-budget": (
        "results.npz: budget/learned",
        "results.npz: budget/sinusoidal",
    ),
    "x-why-rows": (
        "reasons.npz: reasons/sinusoidal/standard/starts",
        "reasons.npz: reasons/RoPE/standard/gaps",
        "reasons.npz: reasons/T5/standard/gaps",
        "training.reasons.findings.one_at_a_time",
    ),
    "x-why-seen": (
        "reasons.npz: reasons/sinusoidal/standard/long",
        "reasons.npz: reasons/sinusoidal/one jump/long",
        "training.reasons.findings.all_new",
    ),
    "x-why-waves": (
        "reasons.npz: reasons/sinusoidal/standard, base 3/starts",
        "reasons.npz: reasons/sinusoidal/starts 0 to 448/starts",
        "training.why.Waves.whole",
    ),
    "x-why-some-waves": (
        "reasons.npz: reasons/sinusoidal/standard/waves",
        "training.reasons.findings.moved",
    ),
    "x-why-attention": (
        "reasons.npz: reasons/sinusoidal/standard/looks",
        "reasons.npz: reasons/sinusoidal/standard/swap",
        "training.reasons.written.read",
    ),
    "x-why-tried": (
        "reasons.npz: reasons/sinusoidal/standard, 2400 steps/starts",
        "reasons.npz: reasons/sinusoidal/b, v and k early only/letters",
        "training.reasons.findings.tries",
    ),
    "x-waves": ("training.why.waves_seen",),
    "x-shift": ("training.findings_why.shift",),
    "x-probe": (
        "reasons.npz: reasons/learned/standard/probe",
        "training.findings_why.probe",
    ),
    "x-rows": (
        "results.npz: language/learned 0.02/rows",
        "results.npz: language/learned 0.3/rows",
        "training.findings_why.neighbours",
        "training.findings_why.neighbours_verdict",
    ),
    "x-model": (
        "nn.encodings.place",
        "nn.transformer.Transformer.logits",
    ),
    "x-gradients": ("nn.transformer.Transformer.loss_and_gradient",),
    "x-again": (
        "results.npz: budget/sinusoidal/75/inside",
        "training.runs.optimize",
    ),
    "x-once": ("jobs.board.Board.submit",),
    "x-published": ("training.published.YARN",),
    "x-published-alibi": ("training.published.ALIBI",),
    "x-rope": (
        "results.npz: language/RoPE/window/by position",
        "results.npz: language/RoPE/NTK scaling/by length",
    ),
    "j-shadow": (
        "vectors.shadow.best_angle",
        "vectors.shadow.meeting",
    ),
    "j-exact": (
        "vectors.pca.pca",
        "vectors.pca.moments",
    ),
    "j-all": (
        "ui.projection.source.points",
        "figures.projection.map.word_map",
    ),
    "j-labels": ("figures.projection.placing.place_labels",),
    "j-variance": ("vectors.pca.Pca.shares",),
    "j-kept": (
        "vectors.neighbours.kept",
        "words.copies.compare",
        "vectors.distortion.distortion",
    ),
    "j-scale": ("figures.projection.map.word_map",),
    "j-switches": (
        "vectors.pca.prepare",
        "vectors.view.View.apply",
    ),
    "j-mean": (
        "vectors.pca.Pca.mean_share",
        "vectors.pca.pca",
    ),
    "j-whisper": (
        "vectors.neighbours.mean_cosine",
        "vectors.view.View.apply",
    ),
    "j-flat": (
        "vectors.distortion.Distortion.share",
        "vectors.pca.Pca.project",
    ),
    "j-trust": ("vectors.distortion.distortion",),
    "j-analogies": ("words.analogies.ask", "words.analogies.scores"),
    "j-parallelogram": ("words.parallelogram.corners",),
    "j-skipgram": ("training.skipgram.Trainer.step",),
    "j-limits": ("training.ppmi.train",),
    "j-moments": (
        "words.motion.Plane.draw",
        "words.motion.plane_of",
    ),
    "j-maps": ("ui.projection.drawn.TOTALS", "ui.projection.sample.chosen"),
    "j-rule": ("ui.projection.sample.kept", "vectors.distortion.distortion"),
    "j-tsne": ("vectors.tsne.run",),
    "j-near": ("vectors.nearness.closeness", "ui.projection.source.meant"),
    "j-pairs": ("words.pairs.spread",),
    "j-axes": ("words.axes.pair_ruler", "words.axes.redrawn"),
    "j-turn": ("vectors.procrustes.rotation", "vectors.procrustes.padded", "words.two_tables.compare"),
    "j-alone": ("words.isolate.isolate",),
    "j-copies": ("words.copies.copy_of",),
    "j-groups": ("words.groups.shared",),
    "j-clusters": ("vectors.kmeans.kmeans", "vectors.kmeans.silhouettes", "words.clusters.divide"),
    "j-named": ("words.naming.named",),
    "j-weat": ("words.associations.compare",),
    "j-private": (
        "ui.projection.remember.remembered",
        "data.uploads.reading.read_upload",
    ),
    "gradients-tied": ("gradients.tied.Ends.gradient",),
    "gradients-rows": (
        "core.functional.rowsparse.sum_rows",
        "core.functional.lookup.embedding_backward",
    ),
    "gradients-padding": (
        "gradients.batch.read",
        "core.embedding.Embedding.forward",
    ),
    "gradients-step": (
        "core.optim.SGD",
        "core.optim.Adam",
    ),
    "gradients-momentum": (
        "core.optim.SGD",
        "core.optim.Adam",
        "gradients.step.one_step",
    ),
    "gradients-books": (
        "gradients.touched.results",
        "gradients.touched.measure",
        "gradients.touched.one_percent",
    ),
    "gradients-gpt2-r50k": ("tokenizers.encoding.encode",),
    "gradients-zipf": (
        "gradients.touched.results",
        "gradients.touched.times_zipf",
    ),
    "gradients-ways": ("gradients.ways.WAYS",),
    "gradients-chain": ("gradients.blackboard.work",),
    "gradients-unseen": ("gradients.toy.train",),
    "memory-bill": ("memory.estimate.bill",),
    "memory-one-hot": ("memory.estimate.bill",),
    "memory-optimizer": (
        "memory.estimate.OPTIMIZERS",
        "memory.estimate.bill",
    ),
    "memory-sparse": ("memory.estimate.Request.sparse",),
    "memory-shares": ("memory.models.MODELS",),
    "memory-gpt3": ("memory.model.Model.token_share",),
    "memory-largest": ("memory.models.MODELS",),
    "memory-tied": ("memory.models.MODELS",),
    "memory-wider": ("memory.pairs.wider_and_deeper",),
    "memory-bandwidth": (
        "memory.hardware.BANDWIDTHS",
        "memory.hardware.Traffic.seconds",
    ),
    "memory-shards": ("memory.hardware.shards",),
    "memory-checked": ("memory.measure.allocate",),
    "memory-files": ("memory.measure.shipped_files",),
    "memory-caches": ("memory.measure.lookup_curve",),
    "memory-alone": (
        "jobs.board.Board",
        "ui.frame.progress.job_panel",
    ),
    "memory-precision": (
        "memory.precision.results",
        "memory.precision.quantise",
    ),
    "memory-units": (
        "memory.course.COURSE",
        "memory.course.reading",
    ),
}

RESTS_ON |= PRACTICE
