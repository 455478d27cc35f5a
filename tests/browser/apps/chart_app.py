"""A page with one chart and a slider, for the tests of the chart component."""

import time
from pathlib import Path

import numpy as np
import streamlit as st

from explorer import ui
from explorer.figures import theme
from explorer.figures.figure_spec import Spec, layout
from explorer.questions import Question
from explorer.ui.frame.navigation import show_waits
from explorer.ui.plot import assets
from explorer.views.view import View

ui.style.apply()
st.html(f"<script>{assets.script('picture_toolbar')}</script>", unsafe_allow_javascript=True)
ui.shared_inputs.text_box()
n = st.slider("Points", 2, 100, 10, key="n", bind="query-params")
kind = st.radio("Kind", ["scatter", "scatter3d"], key="kind", bind="query-params")
values = np.arange(n, dtype=np.float32)
if kind == "scatter3d":
    trace = {"type": kind, "x": values, "y": values, "z": values, "mode": "markers"}
else:
    trace = {"type": kind, "x": values, "y": values**2, "mode": "markers", "marker": {"color": theme.INK, "size": 12}}
said = f"{n} points, the last at {n - 1}. ![not](an) *image* $x$"
squares = View(Spec([trace], layout("x", "y", 300)), said, ui.Table({"x": values, "square": values**2}, "squares"))
event = ui.show("picture", squares, events=("click", "view"))
ui.predict(Question("How many?", ("one", "two"), key="guess"), answer="two", because="Count them.")
st.text(f"clicked {event.click.index if event.click else None}")
st.text(f"view {[round(v) for v in event.view['x']] if event.view else None}")
show_waits("the squares")
gate = st.text_input("Compute while this file exists")
while gate and Path(gate).exists():
    time.sleep(0.05)
