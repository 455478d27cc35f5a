"""Middleware that redirects a page's URL with capitals (`/Tokens`) or an encoded "?", and one below any page."""

import streamlit as st
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from explorer.content.pages import PAGES


class LowercasePageUrls:
    """Redirects `/Tokens` to `/tokens` and `/Join` to `/join`: Streamlit's paths are case-sensitive, and a phone's
    keyboard capitalizes the first letter. `/tokens%3Ftext%3Dcat` leads to `/tokens?text=cat`: some chats and mail
    programs encode the whole link. `/tokens/abc` leads to `/tokens`, and `/abc/def` to `/abc`, where Streamlit says
    that there is no such page, and shows Home: below a page its scripts are not found, and the window stays blank.
    """

    NAMES = frozenset(page.name for page in PAGES) | {"join"}

    SERVED = frozenset({"static", "app", "media", "component", "join", "_stcore"})
    """Folders of files and messages, by Streamlit and by this app."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or redirect it to one of the app's pages."""
        path, encoded, typed_query = scope.get("path", "").partition("?")
        folder, _, name = path.rpartition("/")
        base = str(st.get_option("server.baseUrlPath") or "").strip("/")
        first, *below = path.removeprefix(f"/{base}").strip("/").split("/")
        if below and first not in self.SERVED and _is_a_visit(scope):
            await RedirectResponse(f"{'../' * (len(below) + path.endswith('/'))}{first}")(scope, receive, send)
            return
        ours = scope.get("method") == "GET" and folder.strip("/") == base and name.lower() in self.NAMES
        if not ours or (name == name.lower() and not encoded):
            await self.app(scope, receive, send)
            return
        query = "&".join(filter(None, (typed_query.replace("#", "%23"), scope["query_string"].decode("latin-1"))))
        await RedirectResponse(f"./{name.lower()}{'?' if query else ''}{query}")(scope, receive, send)


def _is_a_visit(scope: Scope) -> bool:
    """Whether a browser opens this address in a window."""
    return scope.get("method") == "GET" and dict(scope["headers"]).get(b"accept", b"").startswith(b"text/html")
