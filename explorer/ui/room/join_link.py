"""Join link for students: `/join`, or the app itself where a host runs `app.py` as a plain script."""

from threading import Event

from explorer.rooms import PARAMETER

PATH = "join"
served = Event()
"""Set once this process serves `/join` (http_routes.py)."""


def link(base: str, code: str) -> str:
    """The join link, given the app's own address.

    >>> link("http://10.0.0.7:8501/", "ABCDEF").replace(PATH, "")
    'http://10.0.0.7:8501/?room=ABCDEF'
    """
    return f"{base}{PATH if served.is_set() else ''}?{PARAMETER}={code}"
