"""The script of two tables: one turned onto the other, what agrees, and which words moved."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.scripts.projection.loading import OwnFile, load
from explorer.vectors.nearness import Near

_MOMENT = """
# The second table: save an earlier moment of the training on the page, "Watch it train", under Data.
path = Path("my_moment.tsv")
other = read_table(path.name, path.read_bytes())
"""


def two_tables(name: str | OwnFile, other: str | OwnFile, near: Near, drawn: Sequence[str]) -> str:
    """The turn by Procrustes, agreement and chance, neighbours that stay, and the words that moved most.

    `other` is a shipped table, a visitor's own file, or "" for a moment of a training, which the script reads from one.
    """
    second = "\n" + load(other, "other") if other else _MOMENT
    return f"""{load(name)}{second}
import numpy as np

from explorer.vectors.pca import prepare
from explorer.vectors.view import Recipe
from explorer.wording import share
from explorer.words.two_tables import alike, compare, neighbourhoods, shared_words, whole

rows = shared_words(table, other)
words = [table.words[row] for row in rows[0]]
found = compare(table.vectors[rows[0]], other.vectors[rows[1]])
widths = sorted((table.vectors.shape[1], other.vectors.shape[1]))
print(f"{{len(words):,}} of {{len(whole(alike(table, other))):,}} words in both")
print(f"the table of {{widths[0]}} numbers gets {{widths[1] - widths[0]:,}} zeros")
drawn = [words.index(word) for word in {tuple(drawn)!r}]
for when, turned in (("before", found.before), ("after", found.after)):
    mean = np.einsum("nd,nd->n", turned[drawn], found.target[drawn]).mean()
    print(f"{{when}} the turn, {{len(drawn)}} words with themselves: {{mean:.3f}}")
print(f"on other words: cosine {{found.cosines.mean():.3f}}, shuffled {{found.chance.mean():.3f}}".replace("-", "−"))
print(f"shuffled, judged on the fitted words: {{found.fitted_chance:.3f}}".replace("-", "−"))
views = [prepare(each.vectors, {near.recipe!r}).rows(at) for each, at in ((table, rows[0]), (other, rows[1]))]
near = neighbourhoods(*views, {near.measure!r})
print(f"of the {{near.k}} nearest, the same in both: {{share(near.share, digits=3)}}", end=" ")
print(f"± {{100 * near.margin:.1f}} percentage points (95 %), from {{len(near.examined)}} words")
print(f"by chance {{near.k}} of {{len(words) - 1:,}}, {{share(near.by_chance, digits=3)}}")
order = np.argsort(found.cosines, kind="stable")
print("moved most:", [words[at] for at in order[:8]])
print("stayed most:", [words[at] for at in order[::-1][:8]])
"""
