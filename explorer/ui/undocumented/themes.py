"""The theme of config.toml is read once, not with each run.

At the beginning of each run, also of a fragment's, Streamlit tells the browser the whole theme, and gathers it from all
its options, once for each of six sections: a tenth of an empty page's run. What it gathers stays the same until the
options are read anew. It wraps a function of Streamlit's own, seen in 1.67 (`_populate_theme_msg` in the module of the
session).
"""

from __future__ import annotations

from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session


def read_once() -> None:
    """From now on a section of the theme is copied, where it has been gathered before."""
    gather = app_session._populate_theme_msg
    if hasattr(gather, "before"):
        return
    known: dict[str, bytes] = {}
    options: list[object] = [None]

    def populate(msg: CustomThemeConfig, section: str = "theme") -> None:
        now = config.get_config_options()
        if options[0] is not now:  # read anew: `make dev` does so when config.toml changes
            options[0] = now
            known.clear()
        if section not in known:
            alone = CustomThemeConfig()
            gather(alone, section)
            known[section] = alone.SerializeToString()
        if known[section]:
            msg.MergeFromString(known[section])

    populate.before = gather  # type: ignore[attr-defined]
    app_session._populate_theme_msg = populate
