"""Benchmarks: time of each kernel compared with a copy of its result, and with other libraries.

Times depend on the machine, so every figure is a ratio to a reference measured in the same run, most often a memcpy of
as many bytes as the kernel writes. ``python -m benchmarks`` runs all of them, ``python -m benchmarks lookup
class_load.`` those whose name contains one of the words; ``--write`` updates their tables in benchmarks/README.md.

To add some, add a module here; all modules of the package are imported, and decorated functions are named
``<module>.<function>``:

    from collections.abc import Iterator
    from benchmarks import Row, benchmark, compare, memcpy

    @benchmark("Turning queries and keys by rotary tables")
    def rotate() -> Iterator[Row]:
        x = ...
        yield from compare(
            {"explorer rotate": lambda: F.rotate(x, cos, sin), "PyTorch": None if torch is None else lambda: ...},
            reference=("memcpy of the result", memcpy(x.nbytes)),
        )

``compare`` times all candidates and the reference in alternating rounds and keeps the best of each; a candidate that is
None (its library is not installed) is left out. ``Row(what, seconds, reference_seconds, note)`` is for other results; a
figure without seconds is a ``note``. ``torch`` is the module, with one thread, or None.
"""

from benchmarks.harness import BENCHMARKS, Row, benchmark, compare, memcpy, torch

__all__ = ["BENCHMARKS", "Row", "benchmark", "compare", "memcpy", "torch"]
