"""What goes wrong, and would I notice?"""

from explorer import ui
from explorer.ui.failures import library_apis, mistakes_in_libraries, raised_errors, silent_mistakes

ui.page("failures", [raised_errors, silent_mistakes, mistakes_in_libraries, library_apis])
