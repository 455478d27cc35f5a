"""I trained on 64 tokens. What happens at 65, at 128, at 512?"""

from explorer import ui
from explorer.ui.extrapolation import budget, length, models, position, row, tasks, train, ways, why

ui.page("extrapolation", [row, position, why, ways, tasks], deeper=[length, budget, train], before=models.show)
