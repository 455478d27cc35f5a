"""How do we know? Every claim on a screen, and what stands behind it."""

from explorer import ui
from explorer.ui.claims import claims_with_evidence

ui.page_header("claims")
claims_with_evidence.show()
ui.page_footer("claims")
