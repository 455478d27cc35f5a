"""What POSIX has and Windows lacks, or does in another way: users, file owners, priorities, process groups.

Nothing else in the package asks for a name that only some systems have. The standard library only, since a job's
process imports it.
"""

import contextlib
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any


class NotOursError(OSError):
    """The folder or the file belongs to another user, or others may write to it."""


def user_name() -> str:
    """Name of this user for a folder: the number where users have one, otherwise the name without odd characters.

    >>> user_name() == "".join(each for each in user_name() if each.isalnum() or each in "._-") != ""
    True
    """
    if hasattr(os, "getuid"):
        return str(os.getuid())
    import getpass

    try:
        name = getpass.getuser()
    except (ImportError, KeyError, OSError):  # no variable names the user
        name = ""
    return "".join(each for each in name if each.isalnum() or each in "._-") or "user"


def make_own_file(path: Path) -> None:
    """Create folder and file for their owner only, or check existing ones: owner, no links, permissions.

    Windows has neither owners nor permissions in `stat`; there the folder's inherited access list protects the file,
    and links are checked alone.

    Raises:
        NotOursError: another user can read or write it.
    """
    if not path.parent.is_symlink():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = path.parent.lstat()
    if not stat.S_ISDIR(folder.st_mode) or not _is_ours(folder) or (_has_owners() and folder.st_mode & 0o022):
        raise NotOursError(f"{path.parent} is not a folder of this user alone")
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    # An existing file is not opened: closing it would drop the locks that SQLite's connections of this process hold on
    # it (POSIX), and another process would then delete the write-ahead log below them.
    found = path.lstat()
    if not stat.S_ISREG(found.st_mode) or not _is_ours(found) or found.st_nlink != 1:
        raise NotOursError(f"{path} is not a file of this user alone")
    if _has_owners():
        path.chmod(0o600)


def _has_owners() -> bool:
    return hasattr(os, "getuid")


def _is_ours(found: os.stat_result) -> bool:
    return not _has_owners() or found.st_uid == os.getuid()


def lower_priority(niceness: int) -> None:
    """Let other processes go first. On Windows `new_group` has done it."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(niceness)


def new_group() -> dict[str, Any]:
    """Arguments of `subprocess.Popen` for a process that leads a group of its own (Windows: of low priority too)."""
    if hasattr(os, "killpg"):
        return {"start_new_session": True}
    names = ("CREATE_NEW_PROCESS_GROUP", "BELOW_NORMAL_PRIORITY_CLASS")
    return {"creationflags": sum(getattr(subprocess, name, 0) for name in names)}


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that it started."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
            return
        if sys.platform == "win32":
            command = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(command, capture_output=True, timeout=10, check=False)
        process.kill()


def end_own_group() -> None:
    """Kill this process and, where it leads a group, all that it started."""
    with contextlib.suppress(OSError, AttributeError):
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(1)


def wait_for_end(stream: IO[bytes]) -> None:
    """Wait until the other end of a pipe is closed; what arrives is dropped."""
    if sys.platform == "win32":
        # While a read waits, NumPy's import hangs: https://github.com/numpy/numpy/issues/24290
        import _winapi
        import msvcrt

        with contextlib.suppress(OSError):
            while True:
                _winapi.PeekNamedPipe(msvcrt.get_osfhandle(stream.fileno()))
                time.sleep(0.25)
        return
    while stream.read(4096):
        pass
