"""Home: a sentence that visitor and model write together; and the page after the path's last step."""

from explorer import ui
from explorer.ui.frame import guide
from explorer.ui.home import write_sentence_with_model

ui.page_header("home", pictures=False)
if guide.at_end():
    guide.path_end_page.show()
else:
    write_sentence_with_model.show()
ui.page_footer("home")
