"""How does text become vectors? The chain of the visitor's own sentence, and the pages to go on to."""

from explorer import ui
from explorer.ui.home import chain

ui.page_header("home")
chain.show()
ui.page_footer("home")
