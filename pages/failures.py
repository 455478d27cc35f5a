"""What goes wrong, and would I notice?"""

from explorer import ui
from explorer.ui.failures import library_apis, raised_errors, silent_mistakes

ui.page("failures", [raised_errors, silent_mistakes, library_apis])
