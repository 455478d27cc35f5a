"""What does the model see when I type?"""

from explorer import ui
from explorer.ui.tokens import compare, lookup, merges, neighbours, order, overview, pipeline, typed

ui.page("tokens", [overview, merges, lookup, pipeline, order], deeper=[neighbours, compare], before=typed.show)
