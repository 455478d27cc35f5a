"""What goes wrong, and would I notice?"""

from explorer import ui
from explorer.ui.failures import dialects, elsewhere, loud, silent

ui.page("failures", [loud, silent, elsewhere, dialects])
