"""What the scripts print is what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from explorer.scripts import projection as scripts
from explorer.scripts.projection import ways as ways_script
from explorer.training import ppmi
from explorer.training.wordvec import Corpus
from explorer.ui.projection.comparing import sample
from explorer.vectors import tsne
from explorer.vectors.distortion import distortion
from explorer.vectors.nearness import Near
from explorer.vectors.neighbours import cosine_neighbours
from explorer.vectors.view import unit_rows
from explorer.views.projection.source import Source
from explorer.wording import share
from explorer.words.categories import NAMES, members
from explorer.words.tables import shipped
from tests.support import run_script

TABLE = shipped("GloVe")


def test_training() -> None:
    request = ppmi.PpmiRequest(Corpus(("mobydick",)), dim=10, window=2)
    printed = run_script(scripts.train("ppmi", repr(request)))
    last = list(ppmi.train(request))[-1]
    near = cosine_neighbours(last.vectors, 100, 5).ids
    assert f"{last.words[100]} nearest by cosine: {[last.words[row] for row in near]}" in printed
    assert "5 of 5 done" in printed


@pytest.mark.slow
def test_tsne() -> None:
    printed = run_script(scripts.tsne("GloVe", 0, 30.0, Near())).splitlines()
    rows = np.concatenate(list(members(TABLE.find, NAMES).values()))
    request = tsne.request_for(unit_rows(TABLE.vectors[rows]), perplexity=30.0)
    flat = request.array()[:, :2]
    truth = unit_rows(TABLE.vectors[rows])

    def kept(points: np.ndarray) -> str:
        return share(distortion(truth, points, k=10, sample=1000).share)

    assert printed[:2] == [
        f"PCA of {len(rows)} points: {kept(flat)} of the 10 nearest in all {truth.shape[1]} numbers kept.",
        f"{TABLE.words[rows[0]]} {flat[0].round(3)}",
    ]
    done = [record for record in tsne.run(request) if record.points is not None]
    assert len(done) == 2
    for record, line, place in zip(done, printed[2:6:2], printed[3:6:2], strict=True):
        assert line == f"seed {record.seed}: divergence {record.divergence:.3f}, {kept(record.points)} of the 10 kept."
        assert place == f"{TABLE.words[rows[0]]} {record.points[0].round(3)}"


@pytest.mark.slow
def test_ways() -> None:
    printed = run_script(ways_script.ways("GloVe", 0, Near(), 30, 15, 0, "pca"))
    found = sample.chosen(Source("GloVe", TABLE), sample.KINDS_ONLY, Near())
    assert f"{len(found.rows):,} points, 50 numbers of each" in printed
    for name, kept in (
        ("drawn by chance", sample.by_chance(Source("GloVe", TABLE), sample.KINDS_ONLY, Near())),
        ("PCA", sample.kept(found, found.reduced[:, :2])),
    ):
        line = f"{name}: {share(kept.share, digits=3)} of the 10 nearest kept, "
        line += f"trustworthiness {kept.trustworthiness:.3f}, continuity {kept.continuity:.3f}"
        assert line in printed
    shares = re.findall(r"^t-SNE: ([\d.]+) % of the 10 nearest kept", printed, re.MULTILINE)
    assert 55 < float(shares[0]) < 63
    assert "UMAP: " in printed


@pytest.mark.slow
def test_other_seeds_runs_all_that_the_part_draws() -> None:
    runs = ((30, 0), (30, 1), (5, 0))
    printed = run_script(ways_script.seeds("GloVe", 0, Near(), "t-SNE", runs))
    for told, seed in runs:
        assert f"seed {seed}, perplexity {told}: " in printed
    shared = re.findall(r"shared with the first run: ([\d.]+) %", printed)
    assert [float(each) == 100 for each in shared] == [True, False, False]
    assert "the lowest and the highest share: " in printed
    printed = run_script(ways_script.seeds("GloVe", 0, Near(), "UMAP", ((15, 0),)))
    assert "UMAP: pip install umap-learn" in printed or "seed 0, neighbours 15: " in printed


def test_a_file_is_loaded_as_the_visitor_put_it_together(tmp_path: Path) -> None:
    path, labels = tmp_path / "my_vectors.npy", tmp_path / "labels.txt"
    np.save(path, np.arange(8.0).reshape(4, 2))
    labels.write_text("a\nb\nc\nd\n", encoding="utf-8")
    lines = scripts.load(scripts.OwnFile("my_vectors", "npy", ("labels.txt",), which="the array"))
    lines = lines.replace("'labels.txt'", repr(str(labels))).replace('"my_vectors', f'"{tmp_path}/my_vectors')
    assert run_script(f"{lines}print(table.words, table.vectors[1])").strip() == "('a', 'b', 'c', 'd') [2. 3.]"
