"""The only package that imports Streamlit: navigation, URL state, the chart component, and every part's controls.

A page is one call of `page` with its views; a view is a module with a `PART` and a `show`; see pages/memory.py.
"""

import explorer.ui.one_blas_thread  # before NumPy is loaded
from explorer.content.pages import PAGES, info
from explorer.ui.frame import shared_inputs, style
from explorer.ui.frame.ask import ask, control, moves, step_field
from explorer.ui.frame.glossary_markup import write
from explorer.ui.frame.layout import controls, later, lazy_expander, more_controls, row
from explorer.ui.frame.model_badge import badge
from explorer.ui.frame.navigation import navigation, page_footer, page_header, show_claims
from explorer.ui.frame.page_with_parts import page
from explorer.ui.frame.part_containers import margin
from explorer.ui.frame.part_declaration import Part, Pictures, formulas
from explorer.ui.frame.picture_toolbar import view_toolbar
from explorer.ui.frame.predict_then_reveal import Guess, predict
from explorer.ui.frame.step_size import draws
from explorer.ui.plot.animation import Dial, Moves
from explorer.ui.plot.chart import Event, Point, chart
from explorer.ui.plot.picture_with_sentence import show, write_sentence
from explorer.views.table import Table
