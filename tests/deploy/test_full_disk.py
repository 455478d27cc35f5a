"""A full disk and a read-only project folder, as real mounts in a mount namespace.

Skipped if the system allows no such namespace; tests of `rooms` inject the same errors.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.app_server import ROOT, free_port, wait_for
from benchmarks.simulated_visitor import Visitor

IS_ROOT = hasattr(os, "getuid") and os.getuid() == 0
UNSHARE = ["unshare", "--mount"] if IS_ROOT else ["unshare", "--map-root-user", "--mount"]


def namespaces() -> bool:
    if shutil.which("unshare") is None:
        return False
    tried = subprocess.run([*UNSHARE, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False)
    return tried.returncode == 0


pytestmark = [pytest.mark.slow, pytest.mark.skipif(not namespaces(), reason="no namespace of mounts here")]

FULL = """
import sys
from pathlib import Path

from explorer.questions import Question
from explorer.rooms import UnavailableError, RoomStore
from explorer.rooms.sqlite_backend import SqliteBackend

disk = Path(sys.argv[1])
rooms = RoomStore(SqliteBackend(disk / "rooms" / "rooms.sqlite"))
code, secret = rooms.open()
rooms.ask(code, secret, {"a-question": Question("How many?", ("one", "two", "three"), "two")})
rooms.submit_answer(code, rooms.join(code), "a-question", 2)
(disk / "filler").write_bytes(b"")
try:
    with (disk / "filler").open("ab", buffering=0) as filler:
        while True:
            filler.write(b"x" * 4_096)
except OSError as error:
    print("full", error.errno)
try:
    for _ in range(400):
        rooms.submit_answer(code, rooms.join(code), "a-question", 1)
    print("never refused")
except UnavailableError as told:
    print("told", told)
(disk / "filler").unlink()
print("tally", rooms.tally(code, "a-question", 1).get(2), rooms.room(code).code == code)
rooms.submit_answer(code, rooms.join(code), "a-question", 2)
print("again", rooms.tally(code, "a-question", 1).get(2))
"""


def test_a_full_disk_loses_no_guess(tmp_path: Path) -> None:
    script, disk = tmp_path / "full.py", tmp_path / "disk"
    script.write_text(FULL, encoding="utf-8")
    disk.mkdir()
    shell = 'mount -t tmpfs -o size=2m,mode=700 tmpfs "$2" && exec "$0" "$1" "$2"'
    command = [*UNSHARE, "sh", "-c", shell, sys.executable, str(script), str(disk)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    said = dict(line.split(" ", 1) for line in done.stdout.replace("left over", "has_leftovers").splitlines())
    assert done.returncode == 0, done.stderr
    assert said["full"] == "28" and "is full" in said["told"], said
    assert said["tally"] == "1 True" and said["again"] == "2", said


def test_every_page_opens_from_a_project_folder_that_cannot_be_written(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    shell = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && ! touch "$0/x" && exec "$@"'
    serve = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        "app.py",
        "--server.port",
        str(port),
        "--server.headless",
        "true",
    ]
    folders = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "EXPLORER_CACHE", "TMPDIR")}
    with log.open("wb") as out:
        command = [*UNSHARE, "sh", "-c", shell, str(ROOT), *serve, "--server.headless", "true"]
        process = subprocess.Popen(command, env=os.environ | folders, stdout=out, stderr=out)
    try:
        wait_for(port)
        for file in sorted((ROOT / "pages").glob("*.py")):
            with Visitor(port, "" if file.stem == "home" else file.stem) as visitor:
                assert visitor.elements > 10, file.stem
    finally:
        process.terminate()
        process.wait(60)
    told = log.read_text(encoding="utf-8")
    assert "Read-only file system" in told.splitlines()[0], "the folder was not read-only after all"
    assert "Traceback" not in told
