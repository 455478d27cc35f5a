"""The command `embedding-explorer` (`python -m explorer`): open the app from any folder.

It starts Streamlit's own server on `app.py`, which lies beside the package in the project's folder, and inside of it
where pip has installed it.
"""

import argparse
import importlib.util
import os
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from explorer import __version__
from explorer.data.memory_mapped_table import KINDS, VARIABLE

HERE = Path(__file__).resolve().parent
FOLDERS = (HERE / "_app", HERE.parent)
PORT, PORT_SET, BASE_SET = 8501, "STREAMLIT_SERVER_PORT", "STREAMLIT_SERVER_BASE_URL_PATH"
ADDRESS_SET = "STREAMLIT_SERVER_ADDRESS"
PATHS = (VARIABLE, "EXPLORER_ROOMS", "EXPLORER_CACHE")
"""Environment variables with a path."""


def app_folder(folders: Sequence[Path] = FOLDERS) -> Path:
    """The folder with `app.py`, `pages/` and the settings of the server.

    Raises:
        FileNotFoundError: the package was copied without them.
    """
    for folder in folders:
        if (folder / "app.py").is_file() and (folder / "pages").is_dir():
            return folder
    raise FileNotFoundError(f"Expected app.py and pages/ in {' or '.join(map(str, folders))}, got neither")


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The command's options, checked.

    >>> arguments(["--port", "9000", "--no-browser"]).port
    9000
    """
    parser = argparse.ArgumentParser(prog="embedding-explorer", description="See how text becomes vectors.")
    parser.add_argument("--version", action="version", version=__version__)
    port = os.environ.get(PORT_SET) or None
    if port and not port.isdecimal():
        parser.error(f"expected a port from 1 to 65535 in ${PORT_SET}, got {port}")
    parser.add_argument(
        "--port",
        type=int,
        default=port,
        help=f"of the server on this machine (default: ${PORT_SET}, else {PORT}, or the next that is free)",
    )
    parser.add_argument(
        "--address",
        default=os.environ.get(ADDRESS_SET),
        help=f"127.0.0.1 for this machine only, as behind a web server (default: ${ADDRESS_SET}, else all)",
    )
    parser.add_argument(
        "--base-path",
        metavar="PATH",
        default=os.environ.get(BASE_SET),
        help=f"the path of the app, as in https://school.example/PATH/ (default: ${BASE_SET})",
    )
    kinds = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"
    parser.add_argument("--table", type=Path, metavar="FILE", help=f"a table of your own: {kinds}")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    chosen = parser.parse_args(given)
    if chosen.port is None:
        chosen.port = next(port for port in count(PORT) if not _is_taken(port))
        if chosen.port != PORT:
            print(f"Port {PORT} is taken, perhaps by this app in another window. Taking {chosen.port}.", flush=True)
    elif not 1 <= chosen.port <= 65_535:
        parser.error(f"expected a port from 1 to 65535, got {chosen.port}")
    elif _is_taken(chosen.port):
        parser.error(f"port {chosen.port} is taken by another program")
    if chosen.address and not _is_mine(chosen.address):
        where = f" in ${ADDRESS_SET}" if chosen.address == os.environ.get(ADDRESS_SET) else ""
        parser.error(f"expected an address of this machine, such as 127.0.0.1, got {chosen.address}{where}")
    base = (chosen.base_path or "").strip("/")
    if base and not all(re.fullmatch(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*", part) for part in base.split("/")):
        where = f" in ${BASE_SET}" if chosen.base_path == os.environ.get(BASE_SET) else ""
        parser.error(f"expected a path of letters, digits and - _ . ~, such as courses/explorer, got {base}{where}")
    if chosen.table is not None and not chosen.table.is_file():
        parser.error(f"expected a file, got {chosen.table}")
    if chosen.table is not None and chosen.table.suffix.lower() not in KINDS:
        parser.error(f"expected a file that ends in {kinds}, got {chosen.table.name}")
    return chosen


def environment_for(table: Path | None) -> dict[str, str]:
    """The server's environment variables: relative paths in them begin in the folder where the command was typed."""
    environment = dict(os.environ) | ({VARIABLE: str(table)} if table else {})
    for name in PATHS:
        if (path := environment.get(name, "").strip()) and not re.match(r"[A-Za-z]+(:|//)", path):
            environment[name] = str(Path(path).expanduser().absolute())
    return environment


def _is_taken(port: int) -> bool:
    """Whether a program on this machine answers at a port."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def _is_mine(address: str) -> bool:
    """Whether a server can listen at an address: it, or what a name stands for, is this machine's."""
    try:
        for family, kind, protocol, _, where in socket.getaddrinfo(address, 0, type=socket.SOCK_STREAM):
            with socket.socket(family, kind, protocol) as probe:
                probe.bind(where)
    except (OSError, UnicodeError):  # UnicodeError: a name that no network can have, such as "a..b"
        return False
    return True


def main(given: Sequence[str] | None = None) -> int:
    """Run the server until it is stopped; returns its exit status."""
    chosen = arguments(given)
    if importlib.util.find_spec("streamlit") is None:
        missing = 'The app needs more packages than the notebooks. Type: pip install "embedding-explorer[app]"'
        print(missing, file=sys.stderr)
        return 1
    folder = app_folder()
    command = [sys.executable, "-m", "streamlit", "run", str(folder / "app.py"), "--server.port", str(chosen.port)]
    command += ["--server.headless", "true"] if chosen.no_browser else []
    command += ["--server.address", chosen.address] if chosen.address else []
    command += ["--server.baseUrlPath", chosen.base_path] if chosen.base_path else []
    print(f"Starting at port {chosen.port} …", flush=True)
    environment = environment_for(chosen.table)
    os.chdir(folder)  # Streamlit reads .streamlit/config.toml of the folder in which it is started
    if os.name == "posix":
        os.execve(command[0], command, environment)  # the server takes this process, so that a signal reaches it
    try:
        return subprocess.call(command, env=environment)
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
