"""What does the model see when I type?"""

from explorer import ui
from explorer.ui.tokens import compare, lookup, merges, neighbours, order, overview, pipeline, typed

ui.begin("tokens")
typed.show()
ui.parts(
    "t_part",
    {
        "Tokens": overview.show,
        "Merges": merges.show,
        "Rows": lookup.show,
        "Pipeline": pipeline.show,
        "Order": order.show,
        "Neighbours": neighbours.show,
        "Encodings": compare.show,
    },
)
ui.end("tokens")
