"""Free memory of this machine, read from Linux's /proc and /sys; without these a safe default."""

from collections.abc import Iterator
from pathlib import Path

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
