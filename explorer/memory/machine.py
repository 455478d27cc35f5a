"""The machine's own memory: what is free, what one measurement may take, what this process holds, how large caches are.

Read from Linux's /proc and /sys; where those don't say, a figure that is safe, or none.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

LARGEST = 512 * 10**6
_CGROUP = Path("/sys/fs/cgroup")


def available() -> int:
    """Bytes that the server may still use: free memory of the machine, or what its container's limit leaves."""
    free = 10**9
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        lines = dict(line.split(":", 1) for line in meminfo.read_text().splitlines() if ":" in line)
        free = int(lines["MemAvailable"].split()[0]) * 1024
    limit, used = _CGROUP / "memory.max", _CGROUP / "memory.current"
    if limit.exists() and used.exists() and (text := limit.read_text().strip()).isdigit():
        free = min(free, max(0, int(text) - int(used.read_text())))
    return free


def allowance() -> int:
    """Bytes that one measurement may allocate: a quarter of what is available, and at most 512 MB."""
    return min(LARGEST, available() // 4)


def resident() -> int:
    """Bytes of this process that lie in memory (RSS); 0 where the system doesn't say (it is read from /proc)."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


@cache
def caches() -> tuple[tuple[str, int], ...]:
    """This machine's data caches as (name, bytes), smallest first; () where the system doesn't say.

    >>> all(size > 0 for _, size in caches())
    True
    """
    found: dict[str, int] = {}
    for folder in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        kind, level, size = ((folder / name).read_text().strip() for name in ("type", "level", "size"))
        if kind != "Instruction" and size[:-1].isdigit():
            found[f"L{level}"] = int(size[:-1]) * {"K": 1024, "M": 1024**2}[size[-1]]
    return tuple(sorted(found.items(), key=lambda item: item[1]))
