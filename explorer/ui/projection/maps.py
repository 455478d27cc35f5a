"""Maps of the same points: two methods side by side, or one method with other seeds and settings."""

from __future__ import annotations

from explorer import ui
from explorer.ui.projection import map_methods, tsne_umap_seeds
from explorer.ui.projection.table import table_choice

PART = ui.Part(
    "Maps",
    question="Does another map show other neighbours?",
    why="There is no one map of a table: [[principal component|PCA]] throws a shadow, [[t-SNE]] and [[UMAP]] move the "
    "dots so that near words come to stand together, and each way keeps something different. What changes between two "
    "[[seed|seeds]] can't be the table's.",
    look="Two methods: choose a word, and its lines lead to its five true neighbours; in which map are they short? "
    "Other seeds: which islands change places?",
)

KEY = "j_maps"
METHODS, SEEDS = "two methods", "other seeds"


def show() -> None:
    """Draw the same points by two methods, or by one with other seeds."""
    with ui.controls(KEY, above=ui.style.is_embedded()):
        line = ui.row("bottom")
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        compared = line.segmented_control(
            "Compare", [METHODS, SEEDS], default=METHODS, required=True, key=KEY, bind="query-params"
        )
    (tsne_umap_seeds if compared == SEEDS else map_methods).show(where)
