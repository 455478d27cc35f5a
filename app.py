"""Embedding Explorer: see how text becomes vectors. Run with `streamlit run app.py`."""

import streamlit as st

if __name__ == "__main__":  # a visitor's page: Streamlit runs this file for each of them
    from explorer import ui

    # Of a presented step it would flash up before the page's own styles are there.
    st.set_page_config(
        page_title="Embedding Explorer",
        layout="wide",
        initial_sidebar_state="collapsed" if {"lesson", "present"} <= set(st.query_params) else 220,
    )
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
