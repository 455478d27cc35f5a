"""Scripts of the Projection page: what "Show the code" offers, runnable in the project's folder."""

from __future__ import annotations

from typing import Protocol


class Recipe(Protocol):
    """What a script needs to know of the three switches; `explorer.vectors.view.Recipe` is one."""

    @property
    def center(self) -> bool:
        """Subtract the mean row."""

    @property
    def unit(self) -> bool:
        """Make rows equally long."""

    @property
    def remove(self) -> int:
        """How many top directions to take out."""


LOAD = {
    "MiniLM": 'shipped("MiniLM")',
    "GloVe": 'shipped("GloVe")',
    "Whisper": 'shipped("Whisper")',
}


def _load(name: str) -> str:
    if name in LOAD:
        return f"from explorer.words.tables import shipped\n\ntable = {LOAD[name]}\n"
    return (
        "from pathlib import Path\n\nfrom explorer.data.uploads import read_table\n\n"
        '# Your own file, or vectors saved from a run on the page.\npath = Path("my_vectors.tsv")\n'
        "table = read_table(path.name, path.read_bytes())\n"
    )


def word_map(name: str, recipe: Recipe, components: tuple[int, ...], word: str) -> str:
    """PCA of a table, the share of the chosen components, and one word's neighbours in the table and in the picture."""
    examine = (
        f"""
row = table.find({word!r})
true = cosine_neighbours(table.vectors, row, 10)
drawn = picture_neighbours(points, row, 10)
print("nearest in all numbers:", [table.words[i] for i in true.ids])
print("nearest in the picture:", [table.words[i] for i in drawn.ids])
print("both:", len(agreement(true, drawn)))
"""
        if word
        else ""
    )
    return f"""{_load(name)}
from explorer.vectors.neighbours import agreement, cosine_neighbours, picture_neighbours
from explorer.vectors.pca import pca, prepare
from explorer.vectors.view import Recipe

view = prepare(table.vectors, Recipe(center={recipe.center}, unit={recipe.unit}, remove={recipe.remove}))
found = pca(view, center={recipe.center})
components = {components}  # counted from 0
points = found.project(view, components)
print("rows drawn:", len(points))
print("share of the variance: {{:.1%}}".format(sum(found.shares[c] for c in components)))
{examine}"""


def spectrum(name: str, recipe: Recipe) -> str:
    """Cumulative shares of the components, of the table and of a random one."""
    return f"""{_load(name)}
from explorer.vectors.pca import pca, prepare, random_shares
from explorer.vectors.view import Recipe

view = prepare(table.vectors, Recipe(center={recipe.center}, unit={recipe.unit}, remove={recipe.remove}))
found = pca(view, center={recipe.center})
random = random_shares(*view.shape)
for count in (1, 2, 3, 10, 50):
    if count <= len(found.shares):
        print(count, "components: {{:.1%}}, random {{:.1%}}".format(found.shares[:count].sum(), random[:count].sum()))
"""


def analogy(name: str, words: tuple[str, str, str], exclude: bool) -> str:
    """One analogy, and the accuracy on the Google set."""
    return f"""{_load(name)}
from explorer.data import load_analogies
from explorer.words.analogies import accuracy, complete, together

a, b, c = (table.find(word) for word in {words!r})
best = complete(table.vectors, a, b, c, 5, exclude_inputs={exclude}, allowed=table.whole)
for row, cosine in zip(best.ids, best.values):
    print(table.words[row], "{{:.3f}}".format(cosine))
scores = accuracy(table.vectors, table.find, load_analogies(), allowed=table.whole)
every = together(scores)
print("accuracy: {{:.1%}} of {{:,}} questions".format(every.accuracy, every.asked))
"""


def ruler(name: str, recipe: Recipe, ends: tuple[tuple[str, str], ...], words: tuple[str, ...]) -> str:
    """Places of some words along differences of words."""
    return f"""{_load(name)}
from explorer.words.axes import ruler
from explorer.vectors.pca import prepare
from explorer.vectors.view import Recipe

view = prepare(table.vectors, Recipe(center={recipe.center}, unit={recipe.unit}, remove={recipe.remove}))
for low, high in {ends!r}:
    found = ruler(view, table.find(low), table.find(high))
    for word in {words!r}:
        if (row := table.find(word)) is not None:
            print(f"{{low}} < {{word}} < {{high}}: {{found.places[row]:.3f}}")
"""


def train(module: str, request: str) -> str:
    """A run of word vectors and the neighbours of a few words."""
    return f"""from explorer.vectors.neighbours import cosine_neighbours
from explorer.training.{module} import *
from explorer.training.wordvec import Corpus

for record in train({request}):
    print(record.step, "of", record.steps, record.phase, "loss {{:.3f}}".format(record.loss))
for word in record.words[100:110]:
    near = cosine_neighbours(record.vectors, record.words.index(word), 5).ids
    print(word, "->", [record.words[row] for row in near])
"""


def tsne(name: str, first: int, perplexity: float) -> str:
    """PCA and two runs of t-SNE of all kinds of words and a table's first whole words."""
    return f"""{_load(name)}
import numpy as np

from explorer.words.categories import NAMES, members
from explorer.vectors.islands import kept_neighbours
from explorer.vectors.tsne import LARGEST, request_for, run
from explorer.vectors.view import unit_rows

kinds = members(table.find, NAMES)
rows = [*np.concatenate(list(kinds.values())).tolist(), *np.flatnonzero(table.whole)[:{first}].tolist()]
rows = list(dict.fromkeys(rows))[:LARGEST]
request = request_for(unit_rows(table.vectors[rows]), perplexity={perplexity})
flat = request.array()[:, :2]
print(f"PCA of {{len(rows)}} points: {{kept_neighbours(request.array(), flat):.0%}} of the 10 nearest kept.")
print(table.words[rows[0]], flat[0].round(3))
for record in run(request):
    if record.points is not None:
        kept = kept_neighbours(request.array(), record.points)
        print(f"seed {{record.seed}}: divergence {{record.divergence:.3f}}, {{kept:.0%}} of the 10 nearest kept.")
        print(table.words[rows[0]], record.points[0].round(3))
"""


def copies(name: str) -> str:
    """Bytes, largest error and neighbours kept of smaller copies."""
    return f"""{_load(name)}
from explorer.words.copies import KINDS, compare

for kind in KINDS:
    copy = compare(table.vectors, kind)
    print(kind, f"{{copy.nbytes:,}} bytes, largest error {{copy.largest_error:.2e}}, kept {{copy.kept:.1%}}")
"""
