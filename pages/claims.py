"""How do we know? Every claim on a screen, and what stands behind it."""

from explorer import ui
from explorer.ui.claims import overview

ui.begin("claims")
overview.show()
ui.end("claims")
