"""Benchmarks: how far each kernel is from just copying its result, and from its peers.

Seconds belong to one machine, so every figure is a ratio to a reference measured in the same run, most often a
memcpy of as many bytes as the kernel writes. ``python -m benchmarks`` runs all of them, ``python -m benchmarks lookup
rooms.`` those whose name contains one of the words, and ``--write`` puts the tables of those that have a section in
benchmarks/README.md there.

To add some, drop a file beside this one; every module of the package is imported, and each decorated function is
known as ``<module>.<function>``:

    from collections.abc import Iterator
    from benchmarks import Row, benchmark, compare, memcpy

    @benchmark("Turning queries and keys by rotary tables")
    def rotate() -> Iterator[Row]:
        x = ...
        yield from compare(
            {"explorer rotate": lambda: F.rotate(x, cos, sin), "PyTorch": None if torch is None else lambda: ...},
            reference=("memcpy of the result", memcpy(x.nbytes)),
        )

``compare`` times all candidates and the reference in turn, round after round, and keeps each one's best; a candidate
that is None (its library isn't installed) is left out. ``Row(what, seconds, reference_seconds, note)`` is for what
doesn't fit, a figure without seconds as a ``note``. ``torch`` is the module, with one thread, or None.
"""

from benchmarks.harness import BENCHMARKS, Row, benchmark, compare, memcpy, torch

__all__ = ["BENCHMARKS", "Row", "benchmark", "compare", "memcpy", "torch"]
