"""Start the app for those who do not know Python; start.bat (Windows) and start.command (macOS, Linux) run this file.

It makes the environment .venv once, as `make run` does, then runs `python -m explorer` with the same options.
Older versions of Python must be able to read this file, so that it can say that they are too old.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NEEDED = ROOT / "requirements.txt"
DONE = VENV / ".run"
"""The mark of `make run`, too: the environment has what requirements.txt asked for at that time."""
GET = "Install Python 3.12 (64 bits) from https://www.python.org/downloads/ and try again."


def has_python():
    """Whether the environment has a Python that runs: the one it was made with may have been removed."""
    return PYTHON.exists() and subprocess.call([str(PYTHON), "-c", ""], stderr=subprocess.DEVNULL) == 0


def prepare():
    """Make the environment, or complete it; returns what to tell if that fails."""
    works = has_python()
    changed = max(path.stat().st_mtime for path in ROOT.glob("requirements*.txt"))
    if works and DONE.exists() and DONE.stat().st_mtime >= changed:
        return ""
    print("Preparing the app. This happens once; it loads about 150 MB and takes a few minutes.", flush=True)
    if not works:
        shutil.rmtree(str(VENV), ignore_errors=True)
        if subprocess.call([sys.executable, "-m", "venv", str(VENV)]):
            return f"No environment could be made in {VENV}: see above. Can you write to this folder?"
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "-r", str(NEEDED)]
    if subprocess.call(pip):
        return (
            "What the app needs could not be installed: see above. Is this computer online? A school's proxy is named "
            "by the variable HTTPS_PROXY. On Windows the path of this folder can be too long: move it to C:\\explorer."
        )
    DONE.touch()
    return ""


def main():
    """Start the app; returns the exit status, or what to tell."""
    if sys.version_info < (3, 11):  # noqa: UP036
        return f"This is Python {sys.version.split()[0]}, and the app needs 3.11 or newer. {GET}"
    if sys.maxsize < 2**32:
        return f"This Python has 32 bits, and the app needs 64. {GET}"
    if not NEEDED.is_file():
        return "The rest of the app is missing: extract the whole ZIP file first."
    return prepare() or subprocess.call([str(PYTHON), "-m", "explorer", *sys.argv[1:]], cwd=str(ROOT))


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(0)
