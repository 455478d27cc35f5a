"""Memory of this machine: free, allowed for a measurement, resident, and cache sizes.

Read from Linux's /proc and /sys; without these a safe default or nothing.
"""

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

LARGEST = 512 * 10**6
_CGROUP = Path("/sys/fs/cgroup")


def available() -> int:
    """Available memory in bytes: of the machine, or of its container's limit."""
    free = 10**9
    meminfo = Path("/proc/meminfo")
    if meminfo.exists():
        lines = dict(line.split(":", 1) for line in meminfo.read_text().splitlines() if ":" in line)
        free = int(lines["MemAvailable"].split()[0]) * 1024
    return min([free, *_cgroup_free()])


def _cgroup_free() -> Iterator[int]:
    """Bytes left under the limits of this process's control groups (cgroups v1 and v2), if any."""
    groups = Path("/proc/self/cgroup")
    lines = groups.read_text().splitlines() if groups.exists() else []
    own = {names: path.lstrip("/") for _, names, path in (line.split(":", 2) for line in lines)}
    # In a container the path may be the host's; then the root folder is the container's own.
    limits = [(_CGROUP / path, "memory.max", "memory.current") for path in (own.get("", ""), "")]
    first = "memory.limit_in_bytes", "memory.usage_in_bytes"
    limits += [(_CGROUP / "memory" / path, *first) for path in (own.get("memory", ""), "")]
    for folder, limit, used in limits:
        try:
            most, now = (folder / limit).read_text().strip(), (folder / used).read_text()
        except OSError:
            continue
        if most.isdigit():
            yield max(0, int(most) - int(now))


def allowance() -> int:
    """Bytes that one measurement may allocate: a quarter of the available memory, at most 512 MB."""
    return min(LARGEST, available() // 4)


def resident() -> int:
    """Resident set size of this process in bytes, from /proc; 0 where that is missing."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


@lru_cache(maxsize=1)
def caches() -> tuple[tuple[str, int], ...]:
    """This machine's data caches as (name, bytes), smallest first; () if unknown.

    >>> all(size > 0 for _, size in caches())
    True
    """
    found: dict[str, int] = {}
    for folder in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        kind, level, size = ((folder / name).read_text().strip() for name in ("type", "level", "size"))
        if kind != "Instruction" and size[:-1].isdigit():
            found[f"L{level}"] = int(size[:-1]) * {"K": 1024, "M": 1024**2}[size[-1]]
    return tuple(sorted(found.items(), key=lambda item: item[1]))
