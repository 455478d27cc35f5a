"""Embedding Explorer: see how text becomes vectors. Run with `streamlit run app.py`."""

import streamlit as st

if __name__ == "__main__":  # a visitor's page: Streamlit runs this file for each of them
    from explorer import ui

    st.set_page_config(page_title="Embedding Explorer", layout="wide", initial_sidebar_state=220)
    if {"lesson", "present"} <= set(st.query_params):  # it would flash up before the stage's styles are there
        st.set_page_config(initial_sidebar_state="collapsed")
    ui.navigation().run()
else:  # the server: `streamlit run` reads in this text that `app` is an `st.App`, and imports it
    from explorer.ui import server

    app = st.App(
        __file__,
        lifespan=server.lifespan,
        routes=server.routes(),
        middleware=server.MIDDLEWARE,
        on_script_error=server.show_damaged_file,
    )
