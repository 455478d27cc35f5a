"""Command line of the benchmarks: ``python -m benchmarks [names] [--write]``."""

import argparse
import importlib
import pkgutil
import sys

from threadpoolctl import threadpool_limits

import benchmarks
from benchmarks import harness


def main(arguments: list[str]) -> int:
    """Run the selected benchmarks; returns 2 if none has such a name."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help="run those whose name contains one of these; all by default")
    parser.add_argument("--write", action="store_true", help="put the tables where benchmarks/README.md has them")
    parser.add_argument("--list", action="store_true", help="only say which benchmarks there are")
    asked = parser.parse_args(arguments)
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if module.name not in ("__main__", "app_server", "concurrent_visitors", "harness", "simulated_visitor"):
            importlib.import_module(f"benchmarks.{module.name}")
    chosen = [b for b in harness.BENCHMARKS.values() if not asked.names or any(n in b.name for n in asked.names)]
    if not chosen:
        parser.error(f"no benchmark is called that; there are {', '.join(harness.BENCHMARKS)}")
    for bench in chosen:
        print(f"\n{bench.name}: {bench.title}", flush=True)
        if asked.list:
            continue
        with threadpool_limits(1):
            body = harness.table(bench.run())
        print(body, flush=True)
        if asked.write:
            text = harness.README.read_text(encoding="utf-8")
            harness.README.write_text(harness.write(text, bench.name, harness.section(bench, body)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
