"""Do similar words end up close, and can I believe the picture?"""

from explorer import ui
from explorer.ui.projection import (
    analogies,
    associations,
    clusters,
    copies,
    groups,
    isolate,
    rulers,
    seeds,
    shadow,
    spectrum,
    tables,
    train,
    tsne,
    ways,
)
from explorer.ui.projection import map as word_map

ui.page(
    "projection",
    [shadow, word_map, spectrum, analogies, train],
    deeper=[groups, clusters, isolate, ways, rulers, associations, tables, tsne, seeds, copies],
)
