"""What the server does before a page runs: files from memory, words before JavaScript, Home's model loaded ahead.

`app.py` gives it to `st.App`, Streamlit's own way to add to its server. A host that runs `app.py` as a plain script
goes without: the pages work there too, and come later.
"""

from explorer.serve.before import before
from explorer.serve.middleware import first

__all__ = ["before", "first"]
