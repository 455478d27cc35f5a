#!/bin/sh
# Double-click on macOS, ./start.command on Linux: makes the environment once, starts the app, opens the browser.
# Plain python3 is not tried: on macOS it is too old, or opens a dialog of its own.
cd "$(dirname "$0")" || exit 1
for name in python3.13 python3.12 python3.14 python3.11; do
  python=$(command -v "$name") && "$python" -c "" 2>/dev/null && exec "$python" tools/start.py "$@"
done
uv --version 2>/dev/null && exec uv run --no-project --python 3.12 tools/start.py "$@"
echo "Python 3.11 or newer is missing. Install it from https://www.python.org/downloads/ and try again."
exit 1
