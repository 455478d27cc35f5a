"""The container: the Dockerfile is built, started read-only as its own user, and requested for a page.

Needs root, buildah and debootstrap (Debian: apt-get install buildah debootstrap). An image with Debian's Python, made
by debootstrap, replaces the Dockerfile's base image, which is not available offline and so is not tested. No daemon is
needed: buildah's chroot isolation works where containers do not.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from benchmarks.app_server import free_port, wait_for
from benchmarks.simulated_visitor import Visitor

ROOT = Path(__file__).resolve().parents[2]
BASE, IMAGE = "localhost/explorer-stand-in", "localhost/explorer-test"
DEBIAN = "http://deb.debian.org/debian"
WRITABLE = {"dev", "proc", "run", "sys", "tmp", "var"}
"""Folders that stay writable under Docker's --read-only with a tmpfs and a volume, or that Docker provides."""


def run(*command: str, **more: object) -> str:
    done = subprocess.run([*command], capture_output=True, text=True, check=False, timeout=1200, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{' '.join(command[:4])} … : {done.stderr[-3000:]}"
    return str(done.stdout).strip()


def missing() -> str:
    """Reason why a container can't be built here; "" if it can."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "building a container needs Linux and root"
    lacking = [tool for tool in ("buildah", "debootstrap") if shutil.which(tool) is None]
    return f"not here: {', '.join(lacking)} (apt-get install {' '.join(lacking)})" if lacking else ""


def pip_settings() -> tuple[str, list[str]]:
    """This machine's settings of pip as a file, and the folders that they name, to be lent to the build."""
    asked = [sys.executable, "-m", "pip", "config", "list"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    pairs = re.findall(r"^(?:global|:env:)\.([\w-]+)='(.*)'$", told, re.MULTILINE)
    names = set(re.findall(r"(?:file://)?(/[^\s']+)", told))
    folders = {path if path.is_dir() else path.parent for path in map(Path, names) if path.exists()}
    whole = {folder if folder.name != "simple" else folder.parent for folder in folders}
    return "[global]\n" + "".join(f"{name} = {value}\n" for name, value in dict(pairs).items()), sorted(map(str, whole))


def stand_in(folder: Path) -> None:
    """Make an image with Debian's Python and pip, called as in Python's official image, unless it is there."""
    if BASE in run("buildah", "images", "--format", "{{.Name}}").split():
        return
    suite = re.findall(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(encoding="utf-8"), re.MULTILINE)
    packages = "--include=python3-pip,python-is-python3,ca-certificates"
    words = ["debootstrap", "--variant=minbase", packages, suite[0] if suite else "stable", str(folder), DEBIAN]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=1200)
    if done.returncode:
        pytest.skip(f"Debian's packages can't be had here: {done.stdout[-200:]}")
    for mark in folder.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
        mark.unlink()
    container = run("buildah", "from", "scratch")
    run("buildah", "copy", "-q", container, str(folder), "/")
    run("buildah", "commit", "-q", container, BASE)
    run("buildah", "rm", container)


@contextmanager
def started(port: int) -> Iterator[None]:
    """The image as a running container that can write only what Docker's --read-only leaves it."""
    container = run("buildah", "from", IMAGE)
    try:
        root = Path(run("buildah", "mount", container))
        config = json.loads(run("buildah", "inspect", container))["OCIv1"]["config"]
        assert config["User"] == "explorer"
        command = ["127.0.0.1" if word == "0.0.0.0" else word for word in config["Cmd"]]
        command[command.index("--server.port") + 1] = str(port)
        locked = [path.name for path in root.iterdir() if path.is_dir() and not path.is_symlink()]
        volumes = [f"--volume={root / name}:/{name}:ro" for name in locked if name not in WRITABLE]
        words = ["buildah", "run", "--isolation", "chroot", *volumes, container, "--", *command]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield
        finally:
            for inside in servers(port):
                with suppress(ProcessLookupError):
                    os.kill(inside, 15)
            process.wait(30)
    finally:
        subprocess.run(["buildah", "rm", container], capture_output=True, check=False)


def servers(port: int) -> list[int]:
    """Streamlit's processes, distinguished from buildah's by their command."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0") if folder.name.isdigit() else []
            if str(port).encode() in words and b"buildah" not in words[0]:
                found.append(int(folder.name))
    return found


@pytest.mark.nightly  # a workflow builds and starts it at each push
def test_the_container_is_built_and_answers_with_a_page_read_only_and_as_its_user(tmp_path: Path) -> None:
    if why := missing():
        pytest.skip(why)
    stand_in(tmp_path / "base")
    text, folders = pip_settings()
    (tmp_path / "pip.conf").write_text(text, encoding="utf-8")
    lent = [f"--volume={folder}:{folder}:ro" for folder in folders]
    lent.append(f"--volume={tmp_path / 'pip.conf'}:/etc/pip.conf:ro")
    build = ["buildah", "bud", "-q", "--isolation", "chroot", "--network", "host", "--from", BASE, "-t", IMAGE]
    run(*build, *lent, str(ROOT))
    port = free_port()
    with started(port):
        wait_for(port, 120)
        with Visitor(port, "") as visitor:
            assert visitor.elements > 10
        (server,) = servers(port)
        assert Path(f"/proc/{server}").stat().st_uid == 10001
        mounts = Path(f"/proc/{server}/mountinfo").read_text(encoding="utf-8")
        for folder in ("/app", "/usr", "/etc"):
            assert re.search(rf" \S*{folder} ro[, ]", mounts), f"{folder} is not read-only"
