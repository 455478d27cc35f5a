#!/usr/bin/env bash
# A class on the smallest cloud, measured: many people at once, a part of a core, a few hundred MB, every part of every page.
#
#   tools/small_container.sh                                   thirty people, 0.25 of a core, 690 MB: the table of docs/hosts.md
#   CORES=1 MEMORY=1000 tools/small_container.sh 100           a hundred people, one core, 1 GB
#   tools/small_container.sh 10 projection/Map tokens          ten people; these parts alone
#   tools/small_container.sh uploads                           three large tables at once (there is room for two), and a training besides
#
# Limits are the kernel's (control groups): that needs Linux and root. Where they can't be had it says so.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
[ -x "$python" ] || python=python3
exec "$python" -m benchmarks.small_container "$@"
