"""Why is the largest tensor of the model the one that we hardly touch?"""

from explorer import ui
from explorer.ui.memory import bandwidth, bits, caches, cards, checked, shares, stack, units

ui.page("memory", [stack, shares, cards, bandwidth, caches], deeper=[checked, bits, units])
