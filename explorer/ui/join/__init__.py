"""Student screen at `/join`: a small page that shows the question, takes an answer and shows the result.

It is served beside Streamlit, so that a waiting class of two hundred causes no page runs.
"""

from explorer.ui.join.http_routes import routes
from explorer.ui.join.room_polling import end
