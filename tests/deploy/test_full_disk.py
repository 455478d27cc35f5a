"""A full disk, as a real mount in a mount namespace.

Skipped if the system allows no such namespace; tests of `rooms` inject the same errors.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.app_server import ROOT

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
print("tally", list(rooms.answers_by_seat(code, "a-question", 1).values()).count(2), rooms.room(code).code == code)
rooms.submit_answer(code, rooms.join(code), "a-question", 2)
print("again", list(rooms.answers_by_seat(code, "a-question", 1).values()).count(2))
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
