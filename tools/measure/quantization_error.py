#!/usr/bin/env python3
"""Quantize the shipped tables and write the measured errors to explorer/memory/quantization_error.json.

    python tools/measure/quantization_error.py

Takes a minute on one core. Tests repeat the measurement and compare.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from explorer.memory.quantization_error import RESULTS, QuantizationRequest, quantise
from explorer.words.shipped_tables import SHIPPED, shipped


def main() -> None:
    """Measure every scheme for each table, print it, and write all of them."""
    found = {}
    for name in SHIPPED:
        found[name] = [asdict(record) for record in quantise(QuantizationRequest(), shipped(name).vectors)]
        print(name, *found[name], sep="\n")
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
