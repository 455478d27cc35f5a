"""What goes wrong, and would I notice?"""

from explorer import ui
from explorer.ui.failures import dialects, other_libraries, raised_errors, silent

ui.page("failures", [raised_errors, silent, other_libraries, dialects])
