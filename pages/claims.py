"""How do we know? Every claim on a screen, and what stands behind it."""

from explorer import ui
from explorer.ui.claims import overview

ui.page_header("claims")
overview.show()
ui.page_footer("claims")
