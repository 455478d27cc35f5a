"""Break random places of a folder of explorer/, one at a time, and see whether its tests notice.

    python tools/mutate.py core --lines 10 --seed 0
    python tools/mutate.py ui --tests tests/ui tests/pages --lines 10

Works on a copy of the tree, so nothing here changes. A break is one of: another comparison, another operator, another
number, a condition turned round. It prints every break that no test noticed, and the share that was caught.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SLOWER, LEAST = 5, 60
"""What takes this many times as long as the tests did without a break, and this many seconds, hangs: it is noticed."""
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def places(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """What can be broken: a node and its field. Annotations and texts are left out."""
    skipped = {id(inner) for node in ast.walk(tree) for outer in _annotations(node) for inner in ast.walk(outer)}
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Compare) and type(node.ops[0]) in OTHER:
            yield node, "ops"
        elif isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in OTHER:
            yield node, "op"
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node, "test"
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            yield node, "value"


def _annotations(node: ast.AST) -> list[ast.AST]:
    found = [getattr(node, name, None) for name in ("annotation", "returns")]
    return [each for each in found if each is not None]


def apply(node: ast.AST, field: str) -> None:
    """Break the node."""
    if isinstance(node, ast.Compare):
        node.ops[0] = OTHER[type(node.ops[0])]()  # type: ignore[assignment]
    elif field == "op":
        node.op = OTHER[type(node.op)]()  # type: ignore[attr-defined]
    elif field == "test":
        node.test = ast.UnaryOp(ast.Not(), node.test)  # type: ignore[attr-defined]
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]


def copy(to: Path) -> None:
    """The tree without what git ignores; the large files are links."""
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in names.stdout.splitlines():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".py"):
            shutil.copy(ROOT / name, to / name)
        elif (ROOT / name).exists():
            (to / name).symlink_to(ROOT / name)


def notices(tree: Path, tests: list[str], limit: float | None = None) -> bool:
    """Whether a test fails in that tree, or is not done after `limit` seconds."""
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
    command += ["-m", "not browser", "--ignore=tests/ui/undocumented", *tests]
    try:
        done = subprocess.run(command, cwd=tree, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def main() -> int:
    """Read the options, break, count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="below explorer/, or one file of it")
    parser.add_argument("--tests", nargs="*", help="default: tests/FOLDER (tests/test_FILE) and the examples in it")
    parser.add_argument("--lines", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    inside = ROOT / "explorer" / options.folder
    files = [inside] if inside.suffix == ".py" else sorted(inside.rglob("*.py"))
    every = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        every += [(path.relative_to(ROOT), number) for number, _ in enumerate(places(ast.parse(text)))]
    chosen = random.Random(options.seed).sample(every, min(options.lines, len(every)))  # noqa: S311
    mirror = Path("tests", options.folder)
    if inside.suffix == ".py":
        mirror = mirror.with_name(f"test_{mirror.name}")
    # pytest takes a file that it is given for a module of tests, and its functions for tests; in a folder it looks for
    # examples only. The few files of explorer/ itself are given as they are: the folder is everything.
    examples = Path(options.folder).parent if inside.suffix == ".py" else Path(options.folder)
    examples = Path("explorer", examples if examples.name else options.folder)
    tests = options.tests or [str(examples), str(mirror)]
    caught = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copy(tree)
        began = time.monotonic()
        if notices(tree, tests):
            print(f"{options.folder}: its tests fail without a break, so they tell nothing", file=sys.stderr)
            return 1
        limit = max(SLOWER * (time.monotonic() - began), LEAST)
        for path, number in chosen:
            whole = (ROOT / path).read_text(encoding="utf-8")
            parsed = ast.parse(whole)
            node, field = list(places(parsed))[number]
            before = ast.unparse(node)
            apply(node, field)
            (tree / path).write_text(ast.unparse(parsed), encoding="utf-8")
            found = notices(tree, tests, limit)
            caught += found
            if not found:
                print(f"not noticed: {path}:{node.lineno} {before!r} -> {ast.unparse(node)!r}", flush=True)  # type: ignore[attr-defined]
            (tree / path).write_text(whole, encoding="utf-8")
    print(f"{options.folder}: {caught} of {len(chosen)} breaks were noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
