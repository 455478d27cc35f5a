"""What goes wrong, and would I notice?"""

from explorer import ui
from explorer.ui.failures import dialects, other_libraries, raising, silent

ui.page("failures", [raising, silent, other_libraries, dialects])
