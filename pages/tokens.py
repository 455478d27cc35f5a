"""What does the model see when I type?"""

from explorer import ui
from explorer.ui.tokens import bags, compare, lookup, merges, neighbours, order, overview, pipeline, typed

ui.page(
    "tokens",
    [overview, merges, lookup, bags, pipeline],
    deeper=[order, neighbours, compare],
    before=typed.show,
)
