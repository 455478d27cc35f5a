"""What the scripts print is what the page shows."""

from __future__ import annotations

import numpy as np
import pytest

from explorer.data import load_analogies
from explorer.scripts import projection as scripts
from explorer.training import ppmi
from explorer.training.wordvec import Corpus
from explorer.vectors import tsne
from explorer.vectors.islands import kept_neighbours
from explorer.vectors.neighbours import cosine_neighbours
from explorer.vectors.pca import pca, prepare
from explorer.vectors.view import Recipe, unit_rows
from explorer.words import copies
from explorer.words.analogies import accuracy, complete, together
from explorer.words.axes import ruler
from explorer.words.categories import NAMES, members
from explorer.words.tables import shipped
from tests.support import run_script

TABLE = shipped("GloVe")


@pytest.mark.parametrize("recipe", [Recipe(True), Recipe(True, True, 2)])
def test_the_map(recipe: Recipe) -> None:
    printed = run_script(scripts.word_map("GloVe", recipe, (0, 1), "king"))
    shares = pca(prepare(TABLE.vectors, recipe)).shares
    assert "rows drawn: 30000" in printed
    assert f"share of the variance: {shares[:2].sum():.1%}" in printed
    near = cosine_neighbours(TABLE.vectors, TABLE.find("king") or 0, 10)
    assert f"nearest in all numbers: {[TABLE.words[i] for i in near.ids]}" in printed


def test_the_spectrum() -> None:
    shares = pca(TABLE.vectors).shares
    assert f"10 components: {shares[:10].sum():.1%}" in run_script(scripts.spectrum("GloVe", Recipe(True)))


def test_an_analogy_and_the_accuracy() -> None:
    printed = run_script(scripts.analogy("GloVe", ("man", "woman", "king"), True))
    rows = [TABLE.find(word) or 0 for word in ("man", "woman", "king")]
    best = complete(TABLE.vectors, *rows, 1, allowed=TABLE.whole)
    assert printed.startswith(f"{TABLE.words[best.ids[0]]} {best.values[0]:.3f}")
    score = together(accuracy(TABLE.vectors, TABLE.find, load_analogies(), allowed=TABLE.whole))
    assert f"accuracy: {score.accuracy:.1%} of {score.asked:,} questions" in printed


def test_a_ruler() -> None:
    printed = run_script(scripts.ruler("GloVe", Recipe(), (("he", "she"),), ("nurse", "no-such-word")))
    places = ruler(TABLE.vectors, TABLE.find("he") or 0, TABLE.find("she") or 0).places
    assert printed.strip() == f"he < nurse < she: {places[TABLE.find('nurse') or 0]:.3f}"


def test_training() -> None:
    request = ppmi.PpmiRequest(Corpus(("mobydick",)), dim=10, window=2)
    printed = run_script(scripts.train("ppmi", repr(request)))
    last = list(ppmi.train(request))[-1]
    near = cosine_neighbours(last.vectors, 100, 5).ids
    assert f"{last.words[100]} -> {[last.words[row] for row in near]}" in printed
    assert "5 of 5 done" in printed


def test_tsne() -> None:
    printed = run_script(scripts.tsne("GloVe", 0, 30.0)).splitlines()
    rows = np.concatenate(list(members(TABLE.find, NAMES).values()))
    request = tsne.request_for(unit_rows(TABLE.vectors[rows]), perplexity=30.0)
    flat = request.array()[:, :2]
    kept = kept_neighbours(request.array(), flat)
    assert printed[:2] == [
        f"PCA of {len(rows)} points: {kept:.0%} of the 10 nearest kept.",
        f"{TABLE.words[rows[0]]} {flat[0].round(3)}",
    ]
    done = [record for record in tsne.run(request) if record.points is not None]
    assert len(done) == 2
    for record, line, place in zip(done, printed[2::2], printed[3::2], strict=True):
        kept = kept_neighbours(request.array(), record.points)
        assert line == f"seed {record.seed}: divergence {record.divergence:.3f}, {kept:.0%} of the 10 nearest kept."
        assert place == f"{TABLE.words[rows[0]]} {record.points[0].round(3)}"


def test_copies() -> None:
    printed = run_script(scripts.copies("GloVe"))
    expected = copies.compare(TABLE.vectors, "INT4")
    assert (
        f"INT4 {expected.nbytes:,} bytes, largest error {expected.largest_error:.2e}, kept {expected.kept:.1%}"
        in printed
    )


def test_a_file_of_ones_own(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    rows = np.random.default_rng(0).normal(size=(30, 4))
    lines = ["\t".join([f"w{n}", *(f"{value:.5f}" for value in row)]) for n, row in enumerate(rows)]
    with open("my_vectors.tsv", "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write("\n".join(lines))
    printed = run_script(scripts.word_map("Your file", Recipe(True), (0, 1), "w3"))
    assert "rows drawn: 30" in printed
