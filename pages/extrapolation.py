"""I trained on 64 tokens. What happens at 65, at 128, at 512?"""

from explorer import ui
from explorer.ui.extrapolation import (
    loss_by_position,
    missing_rows,
    model_summary,
    text_generation,
    why,
)

ui.page(
    "extrapolation",
    [missing_rows, text_generation, loss_by_position, why],
    after=model_summary.show,
)
