"""What a run tells the browser at its beginning is put together once, not with each run.

Each run's first message, also a fragment's, has the theme of config.toml, gathered from all its options once for each
of six sections, the settings, the machine, whether the developer is to be offered more, and all pages of the
navigation, one field at a time: a sixth of an empty page's run. All of it stays the same until the options are read
anew; what does not is filled in. It wraps methods of Streamlit's own, seen in 1.67
(`AppSession._create_new_session_message`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from streamlit import config
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession, AppSessionState

Pages = tuple[tuple[str, str, str], ...]
"""What is told of each page: its hash, its name and its icon."""


@lru_cache(maxsize=64)
def told(pages: Pages) -> bytes:
    """What the message says of pages, as Streamlit writes it."""
    alone = NewSession()
    info: Any = {each: {"page_name": name, "icon": icon} for each, name, icon in pages}
    AppSession._populate_app_pages(None, alone, info)  # type: ignore[arg-type]
    written: bytes = alone.SerializeToString()
    return written


def put_together_once() -> None:
    """From now on a run's first message is copied, and what is the run's and the session's own filled in."""
    make = AppSession._create_new_session_message
    if hasattr(make, "before"):
        return
    known: dict[object, bytes] = {}
    options: list[object] = [None]

    def always(self: AppSession, run: Any) -> bytes:
        now, script = config.get_config_options(), self._script_data
        if options[0] is not now:  # read anew: `make dev` does so when config.toml changes
            options[0] = now
            known.clear()
        which = script.main_script_path, script.is_hello
        if which not in known:
            whole = make(self, "", run).new_session
            whole.ClearField("app_pages")
            known[which] = whole.SerializeToString()
        return known[which]

    def begin(self: AppSession, page_script_hash: str, run_descriptor: Any, pages: Any = None) -> ForwardMsg:
        message = ForwardMsg()
        app_session._set_run_identity(message, run_descriptor)
        new = message.new_session
        new.MergeFromString(always(self, run_descriptor))
        listed = pages or self._pages_manager.get_pages()
        # One page: before there is a navigation, and by the name in the visitor's address, which is not to be kept.
        write = told if len(listed) > 1 else told.__wrapped__
        new.MergeFromString(write(tuple((each, info["page_name"], info["icon"]) for each, info in listed.items())))
        new.page_script_hash = page_script_hash
        new.initialize.session_status.run_on_save = self._run_on_save
        new.initialize.session_status.script_is_running = self._state == AppSessionState.APP_IS_RUNNING
        new.initialize.session_id = self.id
        return message

    begin.before = make  # type: ignore[attr-defined]
    AppSession._create_new_session_message = begin  # type: ignore[method-assign]
