"""The script of the map along components."""

from __future__ import annotations

from typing import Protocol

from explorer.scripts.projection.loading import OwnFile, load
from explorer.vectors.nearness import Near


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


def word_map(
    name: str | OwnFile,
    recipe: Recipe,
    components: tuple[int, ...],
    word: str,
    near: Near,
    neighbours: int = 10,
    *,
    column: str = "",
    number: str = "",
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
        number: the column of numbers that does, or "".
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
    if number:
        examine += f"""
from explorer.figures.projection.cloud import scale_of
from explorer.wording import number

scale = scale_of(table.metadata[{number!r}])
print("the colours end at", number(scale.low), "and", number(scale.high), f"with {{scale.beyond:,}} rows beyond")
print("(the 1st and 99th percentile; the smallest and the largest number where none is far off)")
"""
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
print("directions taken out before:", {recipe.remove})
print("share of the variance:", share(found.held(components), digits=3))
print("share of the sum of squares:", share(sum(found.squares[c] for c in set(components)), digits=3))
print("the mean row's share of that sum:", share(found.mean_share, digits=3))
k = min(10, (len(points) - 1) // 3)
kept = distortion(truth, points, k=k, measure={near.measure!r})
print("kept:", share(kept.share, digits=3), "by chance:", share(kept.by_chance))
print(f"trustworthiness {{kept.trustworthiness:.3f}}, continuity {{kept.continuity:.3f}}")
{examine}"""


def _coloured(values: str, wanted: str) -> str:
    """Lines that count some values, one per row, and the rows of those that contain some characters."""
    return f"""
from collections import Counter

from explorer.figures.projection.looks import LOOKS

counts = Counter({values})
print("rows without a value:", f"{{counts.pop('', 0):,}}; different values: {{len(counts):,}}; looks: {{LOOKS}}")
wanted = {wanted.strip()!r}
marked = [value for value in counts if wanted == f"“{{value}}”"]  # in quotation marks: that value alone
marked = marked or [value for value in counts if wanted.casefold() in value.casefold()]
print("highlighted values:", f"{{len(marked):,}}, their rows: {{sum(counts[value] for value in marked):,}}")
"""


def _recipe(recipe: Recipe) -> str:
    return f"Recipe(center={recipe.center}, unit={recipe.unit}, remove={recipe.remove})"
