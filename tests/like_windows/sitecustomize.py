"""Takes away what Windows' Python lacks, in every process that has LIKE_WINDOWS set and this folder in PYTHONPATH."""

import contextlib
import functools
import importlib
import os
import signal
import sys
from pathlib import Path

LACKING = {
    os: (
        *("getuid", "geteuid", "getgid", "killpg", "getpgrp", "nice", "setsid", "fchmod", "getloadavg"),
        *("O_NOFOLLOW", "O_NONBLOCK"),
        *(name for name in dir(os) if name.startswith("sched_")),
    ),
    signal: ("SIGHUP", "SIGUSR1", "SIGALRM"),
}
MODULES = ("resource", "fcntl", "pwd", "grp", "termios")


class Gone:
    """Finder that finds none of the modules."""

    def find_spec(self, name, path=None, target=None):
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def in_use():
    """Files that this process holds open or has mapped."""
    with Path("/proc/self/maps").open(encoding="utf-8") as maps:
        mapped = {line.rstrip("\n").rpartition(" ")[2] for line in maps}
    return mapped | {os.path.realpath(each) for each in Path("/proc/self/fd").iterdir()}


def refuse_open_files(change):
    """Windows neither deletes nor moves a file that a process holds open or has mapped; here, one of this process."""

    @functools.wraps(change)
    def changed(path, *rest, dir_fd=None, **more):
        at = os.path.realpath(os.fsdecode(path) if dir_fd is None else f"/proc/self/fd/{dir_fd}/{os.fsdecode(path)}")
        if Path(at).is_file() and at in in_use():
            raise PermissionError(13, "another process (or this one) uses the file", at)
        return change(path, *rest, **({} if dir_fd is None else {"dir_fd": dir_fd}), **more)

    return changed


if os.environ.get("LIKE_WINDOWS"):
    with contextlib.suppress(ImportError):  # on this system it asks for the user as it is imported
        importlib.import_module("platformdirs.unix")
    for module, names in LACKING.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Gone())
    for name in ("unlink", "remove", "rename", "replace") if Path("/proc/self/fd").is_dir() else ():
        setattr(os, name, refuse_open_files(getattr(os, name)))
