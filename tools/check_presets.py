"""Hold the numbers in `explorer/memory/facts.py` against the public files that they were read in.

    python tools/check_presets.py                 fetches each file at its commit
    python tools/check_presets.py --clones FOLDER reads bare clones FOLDER/<owner>+<name>/repo instead

A number counts as found where its field's name stands right before it ("n_layer=24", "dim": 4096, n_embd: int = 4096).
Exit status 1 if a file lacks one of them.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from explorer.memory.facts import FACTS  # noqa: E402

ADDRESS = re.compile(r"https://github\.com/([^/]+)/([^/]+)/blob/([0-9a-f]{40})/(.+)")


def missing(fields: dict[str, float], text: str) -> list[str]:
    """The fields that a text does not have with these numbers.

    >>> missing({"n_layer": 24, "vocab": 32000, "dim": 8}, "n_layer=24, VOCAB: int = 32_000  # dim = 80")
    ['dim = 8']
    """
    plain = re.sub(r"(?<=\d)_(?=\d)", "", text)
    return [
        f"{name} = {value:g}"
        for name, value in fields.items()
        if not re.search(rf"\b{name}\b['\"\]]*\s*(?::\s*int)?\s*[:=]\s*{re.escape(str(value))}\b", plain, re.IGNORECASE)
    ]


@cache
def text_of(url: str, clones: Path | None) -> str:
    """The file at its commit.

    Raises:
        ValueError: the address names no file at a commit.
    """
    match = ADDRESS.fullmatch(url)
    if match is None:
        raise ValueError(f"Expected the address of a file at a commit, got {url!r}")
    owner, name, commit, path = match.groups()
    if clones is not None:
        command = ["git", "-C", str(clones / f"{owner}+{name}" / "repo"), "show", f"{commit}:{path}"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    with urllib.request.urlopen(f"https://raw.githubusercontent.com/{owner}/{name}/{commit}/{path}", timeout=60) as at:
        return str(at.read().decode("utf-8"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Check every preset that has a file."""
    parser = argparse.ArgumentParser(description="Hold the presets' numbers against public files.")
    parser.add_argument("--clones", type=Path, help="folder with bare clones, <owner>+<name>/repo")
    options = parser.parse_args(arguments)
    wrong = 0
    for model, facts in FACTS.items():
        left = missing(facts.fields, text_of(facts.url, options.clones))
        wrong += bool(left)
        print(f"{model}: {'not there: ' + ', '.join(left) if left else f'all {len(facts.fields)} there'}")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
