"""What does the table cost, in bytes and in time?"""

from explorer import ui
from explorer.ui.memory import bandwidth, bits, caches, cards, checked, shares, stack, units

ui.page("memory", [stack, units, shares, bits, bandwidth], deeper=[caches, cards, checked])
