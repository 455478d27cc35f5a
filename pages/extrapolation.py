"""I trained on 64 tokens. What happens at 65, at 128, at 512?"""

from explorer import ui
from explorer.ui.extrapolation import budget, length, position, row, tasks, train, ways, why

ui.page("extrapolation", [row, position, length, ways, tasks], deeper=[why, budget, train])
