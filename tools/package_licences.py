"""List name, version and licence of every installed package that the app needs: `python tools/package_licences.py`.

Read from the packages' metadata, starting from requirements.txt and the file that it includes, offline. Licences of
the shipped data and JavaScript are in explorer/data/licences and static/.
"""

import re
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]


def needed(lines: Iterable[str]) -> list[metadata.Distribution]:
    """Installed packages that these requirements need, recursively, by name.

    Raises:
        importlib.metadata.PackageNotFoundError: one of the packages named in `lines` isn't installed.
    """
    found: dict[str, metadata.Distribution] = {}
    first = [Requirement(line) for line in (line.split("#")[0].strip() for line in lines) if line]
    waiting = [(requirement, True) for requirement in first]
    while waiting:
        requirement, must = waiting.pop()
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if must:
                raise
            continue
        waiting += [(Requirement(line), False) for line in found[name].requires or ()]
    return [found[name] for name in sorted(found)]


def licence(package: metadata.Distribution) -> str:
    """Licence of a package: the expression, else the classifiers, else the first line of the field."""
    said = package.metadata
    if expression := said.get("License-Expression"):
        return str(expression)
    classified = [line.split(" :: ")[-1] for line in said.get_all("Classifier", []) if line.startswith("License ::")]
    return ", ".join(classified) or str(said.get("License") or "not said").strip().splitlines()[0][:80]


def main() -> None:
    """Print the list as a Markdown table."""
    print("| package | version | licence |\n|---|---|---|")
    files = [ROOT / name for name in ("requirements.txt", "requirements-notebook.txt")]
    lines = [
        line for file in files for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("-r")
    ]
    for package in needed(lines):
        print(f"| {package.metadata['Name']} | {package.version} | {licence(package)} |")


if __name__ == "__main__":
    main()
