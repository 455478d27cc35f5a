"""Does a test behind every claim fail when the claim is made false?

For each claim `tools/mutants/<page>.py` names one or more wrong variants: a file, a piece of its text that occurs
once, and what to write there instead (another sign, constant or order in the computation, or a changed figure where a
shipped one is read). Each variant is written into a copy of the tree, and only the tests that the claim itself names
are run there. A claim survives when a variant of it lets all of them pass. Where they fail, they are run once more
without the variant: a test that fails anyway notices nothing.

    python tools/mutate_claims.py                    every claim
    python tools/mutate_claims.py memory- j-mean     claims whose id begins so
    python tools/mutate_claims.py --results out.json  go on where an earlier run stopped

Exit status 1 if any variant survived.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from explorer.claims import claims_of  # noqa: E402
from explorer.claims.registry import Claim  # noqa: E402
from explorer.content.pages import PAGES  # noqa: E402
from tools.mutants import mutants_of  # noqa: E402
from tools.mutants.mutant import Mutant  # noqa: E402

PAGE_OF = {claim.id: page.name for page in PAGES for claim in claims_of(page.name)}
MUTANTS = {name: mutants for page in dict.fromkeys(PAGE_OF.values()) for name, mutants in mutants_of(page).items()}
COPIED = ("app.py", "pages", "explorer", "static", "tests", "tools", "benchmarks", "pyproject.toml", ".streamlit")
PATIENCE = 600  # seconds for the tests of one claim


@dataclass(frozen=True)
class Outcome:
    """What happened to a variant: "noticed", "survived", or why nothing can be said ("broke", "too long", "anyway")."""

    claim: str
    number: int
    what: str
    seconds: float


def all_claims() -> list[Claim]:
    """Every claim of every page."""
    return [claim for page in PAGES for claim in claims_of(page.name)]


def lacking(claims: Sequence[str]) -> str:
    """What to add where for claims without a wrong variant; "" if each has one."""
    without = [name for name in claims if not MUTANTS.get(name)]
    return "; ".join(f"tools/mutants/{PAGE_OF[name]}.py lacks a wrong variant of {name}" for name in without)


def tests_of(claim: Claim) -> list[str]:
    """The tests that a claim names, those that need a browser last."""
    nodes = [evidence.name for evidence in claim.all_evidence if evidence.kind == "test"]
    return sorted(nodes, key=lambda node: node.startswith("tests/browser"))


def changed(text: str, mutant: Mutant) -> str:
    """The file's text with the variant in it.

    Raises:
        ValueError: the piece to replace doesn't occur exactly once, or nothing changes.
    """
    found = text.count(mutant.old)
    if found != 1 or mutant.old == mutant.new:
        raise ValueError(
            f"{mutant.path}: expected the piece to replace once, found it {found} times: {mutant.old!r}. "
            "Name another in tools/mutants"
        )
    return text.replace(mutant.old, mutant.new)


def copy_tree(target: Path) -> None:
    """The tree as links, so that it takes no time; what is changed there is written anew."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, target / name, copy_function=link, ignore=ignored)
        else:
            link(str(source), str(target / name))


def link(source: str, target: str) -> None:
    """A hard link, or a copy where the two lie on different disks."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def try_one(claim: Claim, number: int, mutant: Mutant) -> Outcome:
    """Run a claim's tests on a tree with one variant in it."""
    began = time.monotonic()
    nodes = tuple(node.partition("[")[0] for node in tests_of(claim))
    what = run(nodes, mutant)
    if what == "noticed" and not hold(nodes):
        what = "anyway"
    return Outcome(claim.id, number, what, time.monotonic() - began)


@cache
def hold(nodes: tuple[str, ...]) -> bool:
    """Whether tests pass on a tree without any variant; run once for all variants of a claim."""
    return run(nodes, None) == "survived"


def run(nodes: Sequence[str], mutant: Mutant | None) -> str:
    """What tests say of a tree with a variant in it, or without one."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        tree = Path(folder)
        copy_tree(tree)
        if mutant is not None:
            place = tree / mutant.path
            text = changed(place.read_text(encoding="utf-8"), mutant)
            place.unlink()
            place.write_text(text, encoding="utf-8")
        command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no"]
        try:
            done = subprocess.run([*command, *nodes], cwd=tree, capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return "too long"
    what = {0: "survived", 1: "noticed"}.get(done.returncode, "broke")
    if what == "broke":
        print(done.stdout[-2000:], done.stderr[-2000:], file=sys.stderr)
    return what


def summary(outcomes: Sequence[Outcome], claims: int) -> str:
    """How many claims survive, and which.

    >>> summary([Outcome("a", 0, "noticed", 1.0), Outcome("b", 0, "survived", 1.0)], 2)
    '2 variants of 2 claims tried: 1 claim survives (b), nothing can be said of 0.'
    """
    survived = sorted({outcome.claim for outcome in outcomes if outcome.what == "survived"})
    unclear = sorted({outcome.claim for outcome in outcomes if outcome.what not in ("survived", "noticed")})
    tail = f" ({', '.join(survived)})" if survived else ""
    more = f" ({', '.join(unclear)})" if unclear else ""
    return (
        f"{len(outcomes)} variants of {claims} claims tried: {len(survived)} "
        f"{'claim survives' if len(survived) == 1 else 'claims survive'}{tail}, "
        f"nothing can be said of {len(unclear)}{more}."
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all variants, or those of the claims asked for."""
    parser = argparse.ArgumentParser(description="Make each claim false and see whether its tests notice.")
    parser.add_argument("claims", nargs="*", help="beginnings of claims' ids; all by default")
    parser.add_argument("--results", type=Path, help="a JSON file to go on from and to write to")
    options = parser.parse_args(arguments)
    known: list[Outcome] = []
    if options.results and options.results.exists():
        known = [Outcome(**entry) for entry in json.loads(options.results.read_text(encoding="utf-8"))]
    done = {(outcome.claim, outcome.number) for outcome in known}
    wanted = [
        claim for claim in all_claims() if not options.claims or any(claim.id.startswith(o) for o in options.claims)
    ]
    ids = [claim.id for claim in wanted]
    unknown = [begin for begin in options.claims if not any(name.startswith(begin) for name in ids)]
    if unknown:
        parser.error(f"No claim of explorer/claims has an id that begins with {', '.join(unknown)}")
    if without := lacking(ids):
        parser.error(without)
    for claim in wanted:
        for number, mutant in enumerate(MUTANTS[claim.id]):
            if (claim.id, number) in done:
                continue
            outcome = try_one(claim, number, mutant)
            print(f"{outcome.what:9} {outcome.seconds:6.1f} s  {claim.id} {number}", flush=True)
            known.append(outcome)
            if options.results:
                options.results.write_text(json.dumps([vars(entry) for entry in known], indent=1), encoding="utf-8")
    mine = [outcome for outcome in known if outcome.claim in {claim.id for claim in wanted}]
    print(summary(mine, len({outcome.claim for outcome in mine})))
    return int(any(outcome.what != "noticed" for outcome in mine))


if __name__ == "__main__":
    raise SystemExit(main())
