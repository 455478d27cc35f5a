"""Scripts of the Projection page: what "Show the code" offers, runnable in the project's folder."""

from explorer.scripts.projection.islands import tsne, tsne_pca
from explorer.scripts.projection.loading import OwnFile, load, truth
from explorer.scripts.projection.words import start, train

__all__ = [
    "OwnFile",
    "load",
    "start",
    "train",
    "truth",
    "tsne",
    "tsne_pca",
]
