#!/usr/bin/env python3
"""Quantize Whisper's token table and write the measured errors to explorer/memory/quantization_error.json.

    python tools/measure/quantization_error.py

Takes half a minute on one core. A test repeats the measurement and compares.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from explorer.memory.quantization_error import RESULTS, QuantizationRequest, quantise


def main() -> None:
    """Measure every scheme, print it, and write all of them."""
    records = []
    for record in quantise(QuantizationRequest()):
        print(record)
        records.append(asdict(record))
    RESULTS.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
