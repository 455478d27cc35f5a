"""Embedding Explorer: see how text becomes vectors. Run with `streamlit run app.py`."""

import streamlit as st

if __name__ == "__main__":  # a visitor's page: Streamlit runs this file for each of them
    from explorer import ui

    st.set_page_config(page_title="Embedding Explorer", layout="wide", initial_sidebar_state=220)
    ui.navigation().run()
else:  # the server: `streamlit run` looks for the name `app` in this file
    from explorer import serve

    def load() -> None:
        """Read what Home needs, before its first visitor comes."""
        from explorer.ui.frame import ahead

        ahead.load()

    def ended() -> bool:
        """Let go of the sessions whose visitors have gone for good."""
        from explorer.ui.undocumented import leaving

        return leaving.let_go()

    first = serve.first(st.get_option("server.baseUrlPath"))
    app = st.App(__file__, middleware=first, lifespan=serve.before(load, ended))
