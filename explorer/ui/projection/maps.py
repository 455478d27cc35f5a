"""Maps of the same points: two methods side by side, or one method with other seeds and settings."""

from __future__ import annotations

from explorer import ui
from explorer.ui.projection import map_methods, tsne_umap_seeds
from explorer.ui.projection.table import table_choice

METHODS, SEEDS = "two methods", "other seeds"
PART = ui.Part(
    "Maps",
    question="Does another map show other neighbours?",
    why="There is no one map of a table. [[principal component|PCA]] throws a shadow; [[t-SNE]] and [[UMAP]] move the "
    "dots so that near words come to stand together.",
    look="Point at a word: its lines lead to its five true neighbours. In which map are they short?",
    looks={
        ("j_maps", SEEDS): "Which islands change places? What changes between two [[seed|seeds]] can't be the table's."
    },
)

KEY = "j_maps"


def show() -> None:
    """Draw the same points by two methods, or by one with other seeds."""
    box = ui.controls(KEY, above=ui.style.is_embedded())
    with box:
        line = ui.row("bottom")
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        compared = line.segmented_control(
            "Compare", [METHODS, SEEDS], default=METHODS, required=True, key=KEY, bind="query-params"
        )
    (tsne_umap_seeds if compared == SEEDS else map_methods).show(where, box)
