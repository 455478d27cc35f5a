"""Scripts of the Projection page: what "Show the code" offers, runnable in the project's folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from explorer.vectors.nearness import COSINE, Near


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


@dataclass(frozen=True)
class OwnFile:
    """A visitor's own file and how it was put together, so that a script does the same.

    Attributes:
        file: what the script calls it, without its ending.
        kind: its ending.
        beside: names of the files of labels, or of those a config names.
        aside: columns of numbers left out of the vector; None as the reader understood them.
        word: the column of words; None likewise.
        which: the array, or the columns; None likewise.
    """

    file: str
    kind: str
    beside: tuple[str, ...] = ()
    aside: tuple[str, ...] | None = None
    word: str | None = None
    which: str | None = None


def load(name: str | OwnFile, variable: str = "table") -> str:
    """Lines that make a `WordTable` of the name that the page gives it, or of a visitor's own file.

    >>> print(load(OwnFile("mine", "csv", aside=("year",)), "other").splitlines()[-1])
    other = read_table(path.name, path.read_bytes(), aside=('year',))
    """
    if isinstance(name, OwnFile):
        return _own(name, variable)
    if name in LOAD:
        return f"from explorer.words.tables import shipped\n\n{variable} = {LOAD[name]}\n"
    if name == "Local table":
        return (
            "import os\nfrom pathlib import Path\n\nfrom explorer.data.local import open_table\n\n"
            "# The table that the app was started with; text is written once as .npy into the second folder.\n"
            f'{variable} = open_table(Path(os.environ["EXPLORER_TABLE"]), Path.cwd())\n'
        )
    return (
        "from pathlib import Path\n\nfrom explorer.data.uploads import read_table\n\n"
        '# Vectors saved from a run on the page.\npath = Path("my_vectors.tsv")\n'
        f"{variable} = read_table(path.name, path.read_bytes())\n"
    )


def _own(file: OwnFile, variable: str) -> str:
    beside = "".join(f"{name!r}: Path({name!r}).read_bytes(), " for name in file.beside).removesuffix(", ")
    chosen = [f", {{{beside}}}"] if beside else []
    for what in ("aside", "word", "which"):
        value = getattr(file, what)
        chosen += [f", {what}={value!r}"] if value is not None else []
    return (
        "from pathlib import Path\n\nfrom explorer.data.uploads import read_table\n\n"
        f'# Your own file: write its name here.\npath = Path("{file.file}.{file.kind}")\n'
        f"{variable} = read_table(path.name, path.read_bytes(){''.join(chosen)})\n"
    )


def word_map(
    name: str | OwnFile,
    recipe: Recipe,
    components: tuple[int, ...],
    word: str,
    near: Near,
    neighbours: int = 10,
    *,
    column: str = "",
    kinds: tuple[str, ...] = (),
    wanted: str = "",
    dense: bool = False,
) -> str:
    """What the picture along some components shows of a table, and one word's neighbours in both, as `near` says.

    Args:
        name: of the table.
        recipe: of the picture.
        components: drawn, counted from 0.
        word: that is examined, or "".
        near: what counts as near.
        neighbours: how many of the word's.
        column: of texts that colours the dots, or "".
        kinds: of words that do, where some of them are highlighted.
        wanted: what highlighted values contain, in “ ” what one of them is, or "".
        dense: whether lines around dense rows are drawn.
    """
    examine = (
        f"""
row = table.find({word!r})
true = near_rows(truth, row, {neighbours}, measure={near.measure!r})
drawn = picture_neighbours(points, row, {neighbours})
print("nearest in all numbers:", [table.words[i] for i in true.ids])
print("nearest in the picture:", [table.words[i] for i in drawn.ids])
print("both:", len(agreement(true, drawn)))
"""
        if word
        else ""
    )
    examine += _coloured(f"table.metadata[{column!r}].tolist()", wanted) if column else ""
    if kinds:
        words = f"[kind for kind, rows in members(table.find, {kinds!r}).items() for _ in rows]"
        examine += f"\nfrom explorer.words.categories import members\n{_coloured(words, wanted)}"
    if dense:
        examine += """
from explorer.figures.projection.density import held, said

print(said(held(points)))
"""
    return f"""{load(name)}
from explorer.vectors.distortion import distortion
from explorer.vectors.nearness import near_rows
from explorer.vectors.neighbours import agreement, picture_neighbours
from explorer.vectors.pca import pca, prepare
from explorer.vectors.view import Recipe
from explorer.wording import share

view = prepare(table.vectors, {_recipe(recipe)})
truth = prepare(table.vectors, {_recipe(near.recipe)})  # in these numbers two rows are near by: {near.measure}
found = pca(view, center={recipe.center})
components = {components}  # counted from 0
points = found.project(view, components)
print("rows drawn:", f"{{len(points):,}}, numbers in each: {{view.shape[1]:,}}")
print("components drawn:", *(component + 1 for component in components))
print("share of the variance:", share(found.held(components), digits=3))
print("share of the sum of squares:", share(sum(found.squares[c] for c in set(components)), digits=3))
print("the mean row's share of that sum:", share(found.mean_share, digits=3))
k = min(10, (len(points) - 1) // 3)
kept = distortion(truth, points, k=k, measure={near.measure!r})
print("kept:", share(kept.share, digits=3), "by chance:", share(kept.by_chance))
print(f"trustworthiness {{kept.trustworthiness:.3f}}, continuity {{kept.continuity:.3f}}")
{examine}"""


def _coloured(values: str, wanted: str) -> str:
    """Lines that count some values, one a row, and the rows of those that contain some characters."""
    return f"""
from collections import Counter

from explorer.figures.projection.map import LOOKS

counts = Counter({values})
print("rows without a value:", f"{{counts.pop('', 0):,}}; different values: {{len(counts):,}}; looks: {{LOOKS}}")
wanted = {wanted.strip()!r}
marked = [value for value in counts if wanted == f"“{{value}}”"]  # in quotation marks: that value alone
marked = marked or [value for value in counts if wanted.casefold() in value.casefold()]
print("highlighted values:", f"{{len(marked):,}}, their rows: {{sum(counts[value] for value in marked):,}}")
"""


def _recipe(recipe: Recipe) -> str:
    return f"Recipe(center={recipe.center}, unit={recipe.unit}, remove={recipe.remove})"


def spectrum(name: str | OwnFile, recipe: Recipe) -> str:
    """Shares of the components, of the table and of a random one, and how many of them make half and nine tenths."""
    return f"""{load(name)}
import numpy as np

from explorer.vectors.pca import pca, prepare, random_shares
from explorer.vectors.view import Recipe
from explorer.wording import share

view = prepare(table.vectors, {_recipe(recipe)})
found = pca(view, center={recipe.center})
random = random_shares(*view.shape)
print("components 1 and 2, share of the variance:", share(found.held((0, 1)), digits=3))
print("components 1 and 2, share of the sum of squares:", share(found.squares[:2].sum(), digits=3))
print("the mean row's share of that sum:", share(found.mean_share, digits=3))
print("components 1 and 2 of a random table:", share(random[:2].sum(), digits=3))
total = np.cumsum(found.squares)
for part in (0.5, 0.9):
    needed = np.searchsorted(total, part - 1e-12) + 1
    print(f"{{share(part)}} of that sum takes {{needed}} of {{len(total)}} components")
"""


def analogy(name: str | OwnFile, words: tuple[str, str, str], exclude: bool) -> str:
    """One analogy, and the accuracy on the Google set."""
    return f"""{load(name)}
from explorer.data import load_analogies
from explorer.vectors.neighbours import cosines
from explorer.vectors.view import unit_rows
from explorer.wording import share
from explorer.words.analogies import ask, complete, scores, together
from explorer.words.pairs import spread
from explorer.words.parallelogram import corners

a, b, c = (table.find(word) for word in {words!r})
best = complete(table.vectors, a, b, c, 5, exclude_inputs={exclude}, allowed=table.whole)
for row, cosine in zip(best.ids, best.values):
    print(table.words[row], "{{:.3f}}".format(cosine))
three = unit_rows(table.vectors[[a, b, c]])
for word, cosine in zip({words!r}, cosines(three, (three[1] - three[0] + three[2])[None])[:, 0]):
    print("given:", word, "{{:.3f}}".format(cosine))
print("all rows with length 1; best answer off the plane:", end=" ")
print("{{:.2f}}".format(corners(table.vectors, [a, b, c], best.ids[:1])[1][4]))
answers = ask(table.vectors, table.find, load_analogies(), allowed=table.whole)
sections = scores(answers)
every = together(sections)


def interval(found):
    return f"{{share(found.low, digits=3)}} to {{share(found.high, digits=3)}}, {{found.pairs:,}} pairs"


if every.asked:
    for number, score in enumerate(sections):
        if score.asked:
            print(f"{{score.section}}: {{share(score.accuracy, digits=3)}}, 95 %:", interval(spread(answers, number)))
    print("all, 95 % of 2,000 draws of the pairs:", interval(spread(answers)))
    print(f"{{every.right:,}} of {{every.asked:,}} questions:", share(every.accuracy, digits=3))
    print(f"of all {{every.total:,}} questions:", share(every.right, every.total, 3))
    print("without a word of theirs:", f"{{every.total - every.asked:,}}")
    print("with the given words allowed:", share(every.right_with_inputs, every.asked, 3))
    print("then answered by one of them:", share(every.echoes, every.asked, 3))
"""


def train(module: str, request: str) -> str:
    """A run of word vectors and the neighbours of a few words."""
    return f"""from explorer.vectors.neighbours import cosine_neighbours
from explorer.training.{module} import *
from explorer.training.wordvec import Corpus

for record in train({request}):
    print(record.step, "of", record.steps, record.phase, "loss {{:.3f}}".format(record.loss))
print(f"{{len(record.words):,}} words")
for word in record.words[100:110]:
    near = cosine_neighbours(record.vectors, record.words.index(word), 5).ids
    print(word, "nearest by cosine:", [record.words[row] for row in near])
"""


def truth(near: Near) -> str:
    """Lines that make `truth`, all numbers of each of `rows` as `near` compares them, and `measure`."""
    made = f"truth = prepare(table.vectors, {near.recipe!r}).rows(rows)"
    if near.measure == COSINE:
        made = made.replace("= ", "= unit_rows(", 1) + ")  # each of length 1, so that distances order them as cosines"
    return f"{made}\nmeasure = {near.measure!r}"


def _tsne_points(name: str | OwnFile, first: int, perplexity: float, near: Near, imports: str) -> str:
    """The points of a map of all kinds of words and a table's first whole words, and what flat PCA keeps."""
    return f"""{load(name)}
import numpy as np

from explorer.vectors.distortion import distortion
{imports}
from explorer.vectors.pca import prepare
from explorer.vectors.view import Recipe, unit_rows
from explorer.wording import share
from explorer.words.categories import NAMES, members

kinds = members(table.find, NAMES)
rows = [*np.concatenate(list(kinds.values())).tolist(), *np.flatnonzero(table.whole)[:{first}].tolist()]
rows = list(dict.fromkeys(rows))[:LARGEST]
{truth(near)}
request = request_for(truth, perplexity={perplexity})
flat = request.array()[:, :2]
k = min(10, (len(rows) - 1) // 3)


def kept(points):
    return share(distortion(truth, points, k=k, sample=1000, measure=measure).share)


print(f"PCA of {{len(rows)}} points: {{kept(flat)}} of the {{k}} nearest in all {{truth.shape[1]}} numbers kept.")
print(table.words[rows[0]], flat[0].round(3))
"""


def tsne_pca(name: str | OwnFile, first: int, perplexity: float, near: Near) -> str:
    """Flat PCA of the points of a t-SNE."""
    return _tsne_points(name, first, perplexity, near, "from explorer.vectors.tsne import LARGEST, request_for")


def tsne(name: str | OwnFile, first: int, perplexity: float, near: Near) -> str:
    """PCA and two runs of t-SNE of all kinds of words and a table's first whole words."""
    imports = "from explorer.vectors.islands import agreement_of_distances, most_changed\n"
    imports += "from explorer.vectors.tsne import LARGEST, request_for, run"
    return f"""{_tsne_points(name, first, perplexity, near, imports)}
pictures = []
for record in run(request):
    if record.points is not None:
        pictures.append(record.points)
        print(f"seed {{record.seed}}: divergence {{record.divergence:.3f}}, {{kept(record.points)}} of the {{k}} kept.")
        print(table.words[rows[0]], record.points[0].round(3))
place = {{row: at for at, row in enumerate(rows)}}
found = {{name: np.array([place[row] for row in ids.tolist() if row in place], int) for name, ids in kinds.items()}}
found = {{name: ids for name, ids in found.items() if len(ids) >= 3}}
if len(found) >= 3:
    names, groups = list(found), list(found.values())
    one, two, factor = most_changed(*pictures, groups)
    print(f"{{names[one]}} and {{names[two]}}: factor {{factor:.1f}}")
    print("distances, run against run: {{:.2f}}".format(agreement_of_distances(*pictures, groups)[0]))
    for points in (*pictures, flat):
        print("distances against the true ones: {{:.2f}}".format(agreement_of_distances(truth, points, groups)[0]))
"""


def copies(name: str | OwnFile) -> str:
    """Bytes, largest error and neighbours kept of smaller copies."""
    return f"""{load(name)}
from explorer.wording import decimal, number, share
from explorer.words.copies import KINDS, compare

for kind in KINDS:
    copy = compare(table.vectors, kind)
    print(kind, f"{{copy.nbytes:,}} bytes, {{decimal(copy.nbytes)}}, largest error {{number(copy.largest_error)}},")
    print("  kept", share(copy.kept, digits=3), "of", copy.k, "nearest, for", copy.examined, "rows")
    print("  with the mean row taken off", share(copy.kept_centred, digits=3), end=" ")
    print(f"± {{100 * copy.margin:.1f}} percentage points (95 %)")
"""


def shadow(words: tuple[str, ...], columns: tuple[int, int], angle: float) -> str:
    """Shadows of some words on a line, what it keeps, and the angle at which it keeps most."""
    return f"""from explorer.vectors.shadow import best_angle, meeting, shadow
from explorer.wording import share
from explorer.words.tables import shipped

table = shipped("GloVe")
words = {words!r}
points = table.vectors[[table.find(word) for word in words]][:, {columns}]
print(len(words), "words, numbers", *{columns}, "counted from 0, of", table.vectors.shape[1])
found = shadow(points, {angle})
print("kept at {angle}°:", share(found.share, digits=3))
one, two, far, near = meeting(points, {angle})
print(f"{{words[one]}} and {{words[two]}}: {{far:.2f}} apart, shadows {{near:.2f}}")
best = best_angle(points)
print(f"most at {{best:.1f}}°:", share(shadow(points, best).share, digits=3))
print("a quarter turn further:", share(shadow(points, best + 90).share, digits=3))
"""


def start(request: str) -> str:
    """What a training of word vectors begins from."""
    return f"""from explorer.training.skipgram import *
from explorer.training.wordvec import Corpus
from explorer.wording import share
from explorer.words.motion import plane_of

first = start({request})
rows = first.snapshot.astype("float32")
print(f"the rows of the {{len(rows):,}} most frequent words, of {{len(first.words):,}}; {{rows.shape[1]}} numbers each")
print("the two directions drawn hold", share(plane_of(rows).held(rows)), "of the variance")
"""
