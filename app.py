"""Embedding Explorer: see how text becomes vectors. Run with `streamlit run app.py`."""

import streamlit as st

from explorer import ui

st.set_page_config(page_title="Embedding Explorer", layout="wide", initial_sidebar_state=220)
ui.navigation().run()
