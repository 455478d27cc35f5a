"""Scripts of t-SNE: the points that it maps, beside the flat PCA of the same, and two runs from different seeds."""

from __future__ import annotations

from explorer.scripts.projection.loading import OwnFile, load, truth
from explorer.vectors.nearness import Near


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
    found = distortion(truth, points, k=k, sample=1000, measure=measure)
    some = f" ({{len(found.examined):,}} examined, ± {{100 * found.margin:.1f}} points)" if found.margin else ""
    return share(found.share) + some


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
