"""The student's own screen at `/join`: a small page that shows the question, takes an answer and shows the result.

It is served beside Streamlit, so that a class of two hundred that waits costs no run of a page.
"""

from explorer.ui.join.routes import routes
from explorer.ui.join.watch import end

__all__ = ["end", "routes"]
