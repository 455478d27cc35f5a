"""A server takes as many descriptors as the system lets it have: 1,024 are the 255th visitor's end."""

from __future__ import annotations

import subprocess
import sys

import pytest

from benchmarks.servers import ROOT
from explorer.serve.sockets import open_up

resource = pytest.importorskip("resource")
STARTED = """
import resource
from explorer.serve.before import before

async def run():
    async with before(lambda: None)(None):
        print(*resource.getrlimit(resource.RLIMIT_NOFILE))

try:
    run().send(None)
except StopIteration:
    pass
"""


@pytest.mark.parametrize(("hard", "found"), [(2_048, 2_048), (100, 100)])
def test_the_bound_is_the_systems_once_the_server_starts(hard: int, found: int) -> None:
    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 1_024), hard))

    command = [sys.executable, "-c", STARTED]
    done = subprocess.run(command, cwd=ROOT, preexec_fn=bound, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(found), str(hard)]


def test_more_than_is_needed_is_left_as_it_is() -> None:
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert open_up(most=64) == now
