"""Health check that renders a page: opens a session as a browser does, instead of only connecting to the port.

    python tools/health_check.py                     # http://127.0.0.1:8501, the Home page
    python tools/health_check.py --port 8502 --page tokens --timeout 20
    python -m explorer._app.health_check             # of an installed package

Exit status 0 if the page ran without an error box, otherwise 1 with a one-line reason. The container and the load
balancer use this script. It speaks Streamlit's WebSocket protocol (seen in 1.67) and needs only `requirements.txt`.
"""

import argparse
import asyncio
import os
import sys

import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake


async def render(address: str, page: str) -> str:
    """Run `page` once; returns an error message, or ""."""
    async with connect(address, subprotocols=["streamlit"], max_size=None, compression=None) as socket:
        ask = BackMsg()
        ask.rerun_script.page_name = page
        await socket.send(ask.SerializeToString())
        drawn = 0
        while True:
            message = ForwardMsg()
            message.ParseFromString(await socket.recv())
            kind = message.WhichOneof("type")
            if kind == "page_not_found":
                return f"there is no page {page!r}"
            if kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                drawn += 1
                if message.delta.new_element.WhichOneof("type") == "exception":
                    return "the page shows an error box"
            # A page that reruns itself ends early; the second run counts.
            if kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                    return "the page does not compile"
                return "" if drawn > 2 else "the page is empty"


def main() -> int:
    """Read the options, try once."""
    parser = argparse.ArgumentParser(description="Whether a page of a running server renders.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=os.environ.get("STREAMLIT_SERVER_PORT") or 8501)
    parser.add_argument("--page", default="")
    # Streamlit's settings from the environment are read by its command alone.
    base = os.environ.get("STREAMLIT_SERVER_BASE_URL_PATH") or st.get_option("server.baseUrlPath")
    parser.add_argument("--base", default=base, help="the path before the pages")
    parser.add_argument("--tls", action="store_true", help="over TLS; $SSL_CERT_FILE has a certificate of one's own")
    parser.add_argument("--timeout", type=float, default=15.0, help="seconds")
    options = parser.parse_args()
    base = options.base.strip("/")
    address = (
        f"{'wss' if options.tls else 'ws'}://{options.host}:{options.port}/{base + '/' if base else ''}_stcore/stream"
    )
    try:
        wrong = asyncio.run(asyncio.wait_for(render(address, options.page), options.timeout))
    except TimeoutError:
        wrong = f"no finished page within {options.timeout:g} s"
    except (OSError, InvalidHandshake) as error:
        wrong = f"no answer at {address}: {error} (if the app is below another path: --base PATH)"
    if wrong:
        print(f"unhealthy: {wrong}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
