"""Base URL under which this app was opened, and whether other machines can open it."""

from __future__ import annotations

from urllib.parse import urlsplit

LOCAL = ("localhost", "127.0.0.1", "::1")
ONLY_YOU = (
    "You opened this page on your own machine, so its links and codes lead to “localhost”, which is everybody’s own "
    "machine. Open the app by the address that the server printed as “Network URL”."
)


def base(url: str) -> str:
    """Base URL of the app, from the URL of one of its pages.

    >>> base("http://10.0.0.7:8501/school/teach?l_part=Handout"), base("")
    ('http://10.0.0.7:8501/school/', '')
    """
    here = urlsplit(url)
    return f"{here.scheme}://{here.netloc}{here.path.rpartition('/')[0]}/" if here.netloc else ""


def only_you(url: str) -> bool:
    """Whether a URL has a loopback host, which every machine resolves to itself.

    >>> only_you("http://localhost:8501/teach"), only_you("http://[::1]:8501/"), only_you("http://10.0.0.7:8501/")
    (True, True, False)
    """
    return urlsplit(url).hostname in LOCAL
