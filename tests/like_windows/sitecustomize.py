"""Takes away what Windows' Python lacks, in every process that has LIKE_WINDOWS set and this folder in PYTHONPATH."""

import os
import signal
import sys

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


if os.environ.get("LIKE_WINDOWS"):
    for module, names in LACKING.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Gone())
