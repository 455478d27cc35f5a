"""Build static/: our JavaScript modules, bundled to one file per component, plotly.js and DruidJS from npm.

    python tools/rebuild/js.py            # npm ci, then write static/ and explorer/ui/plot/assets.json
    python tools/rebuild/js.py --check    # build in memory and list differences

Needs Node 20 or newer, only for this build. package-lock.json has npm's packages with checksums. plotly.js is two of
its official partial bundles: one for 2D, and one for 3D scenes, which only pages with a scene load. DruidJS is under
the LGPL: its file stays as it is, beside its licences, and only the worker of t-SNE and UMAP loads it. File names
contain the beginning of the content's SHA-256, so browsers can cache them without revalidation.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
MANIFEST = ROOT / "explorer" / "ui" / "plot" / "assets.json"
MODULES = {
    "chart": "explorer/ui/plot/js/chart.js",
    "picture_toolbar": "explorer/ui/plot/js/picture_toolbar.js",
    "token_strip": "explorer/ui/tokens/token_strip.js",
    "merge_history_entries": "explorer/ui/frame/merge_history_entries.js",
    "term_definitions": "explorer/ui/frame/term_definitions.js",
    "path_link": "explorer/ui/frame/path_link.js",
    "connection": "explorer/ui/frame/connection.js",
    "guide": "explorer/ui/frame/guide/guide.js",
    "chapter_summaries": "explorer/ui/frame/guide/chapter_summaries.js",
    "pipeline_picture": "explorer/ui/home/pipeline_picture.js",
    "next_token_bars": "explorer/ui/home/next_token_bars.js",
    "quiz_progress": "explorer/ui/check/quiz_progress.js",
    "room": "explorer/ui/room/room.js",
    "join": "explorer/ui/join/join.js",
    "browser_maps": "explorer/ui/projection/js/browser_maps.js",
    "map_worker": "explorer/ui/projection/js/map_worker.js",
    "legend": "explorer/ui/projection/js/legend.js",
    "lesson_navigation_bar": "explorer/ui/frame/lesson/lesson_navigation_bar.js",
    "lesson_storage": "explorer/ui/teach/lesson_storage.js",
    "correct_point": "explorer/ui/teach/correct_point.js",
    "open_lesson_buttons": "explorer/ui/teach/open_lesson_buttons.js",
    "handout": "explorer/ui/teach/handout.js",
}
PLOTLY = {"plain": ("cartesian", "plotly-cartesian.min.js"), "scenes": ("gl3d", "plotly-gl3d.min.js")}
AHEAD = "//# allFunctionsCalledOnLoad\n"
"""Magic comment: Chromium compiles all functions of the file in a background thread on load, not on first call. For the
2D bundle only, which pages preload; the 3D bundle is loaded when it must draw at once."""
Built = dict[str, bytes]


def npm(*words: str) -> str:
    """Run an npm or npx command in the project's folder; returns what it printed."""
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def digest(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def sources(entry: str, inputs: dict[str, Any]) -> set[str]:
    """Modules of `entry`, including itself, from esbuild's metafile."""
    found, waiting = {entry}, [entry]
    while waiting:
        imports = {each["path"] for each in inputs[waiting.pop()]["imports"]} - found
        found |= imports
        waiting += imports
    return found


def modules() -> tuple[Built, dict[str, Any]]:
    """Build our components: file name → content, and their entries in the manifest."""
    files: Built = {}
    told: dict[str, Any] = {}
    flags = ("--bundle", "--format=esm", "--minify", "--target=es2022", "--charset=utf8", "--legal-comments=none")
    with tempfile.TemporaryDirectory() as folder:
        # All in one process: npx takes half a second to start.
        entries = [f"{name}={entry}" for name, entry in MODULES.items()]
        meta = Path(folder) / "meta.json"
        npm("npx", "--no-install", "esbuild", *entries, *flags, f"--outdir={folder}", f"--metafile={meta}")
        inputs = json.loads(meta.read_text(encoding="utf-8"))["inputs"]
        for name, entry in MODULES.items():
            content = (Path(folder) / f"{name}.js").read_bytes()
            file = f"{name}-{digest(content)[:10]}.js"
            files[file] = content
            parts = {path: digest((ROOT / path).read_bytes()) for path in sorted(sources(entry, inputs))}
            told[name] = {"file": file, "sha256": digest(content), "sources": parts}
    return files, told


def unwrapped(script: str) -> str:
    """plotly.js as a module that exports it: both bundles write the same global, and both may be on a page.

    The two wrapper functions are removed, since browsers parse the body of a function twice (to find its end, and to
    run it). This more than halves the time to start.

    Raises:
        ValueError: the script has an unknown form.
    """
    head, inside, licenses = (
        r"(/\*\*.*?\*/).*?",
        r"var Plotly=\(\(\)=>\{(.*)return (\w+)\(\);\}\)\(\);",
        r"(\s*/\*!.*\*/)",
    )
    parts = re.fullmatch(head + inside + licenses + r"\s*window\.Plotly = Plotly;.*", script, re.DOTALL)
    if not parts:
        raise ValueError("plotly.js has another form than the one known here")
    who, body, begin, said = parts.groups()
    return f"{who}\n{body}\nexport default {begin}(){said}\n"


def plotly() -> tuple[Built, dict[str, Any]]:
    """plotly.js and its licence: file name → content, and the bundles' entries in the manifest."""
    files: Built = {}
    told: dict[str, Any] = {}
    for name, (bundle, source) in PLOTLY.items():
        package = ROOT / "node_modules" / f"plotly.js-{bundle}-dist-min"
        script = unwrapped((package / source).read_text(encoding="utf-8"))
        content = ((AHEAD if name == "plain" else "") + script).encode()
        version = json.loads((package / "package.json").read_text(encoding="utf-8"))["version"]
        file = f"plotly-{bundle}-{version}-{digest(content)[:10]}.js"
        files[file] = content
        files["plotly-LICENSE.txt"] = (package / "LICENSE").read_bytes()
        told[name] = {"file": file, "sha256": digest(content), "package": f"plotly.js-{bundle}-dist-min@{version}"}
    return files, told


def druid() -> tuple[Built, dict[str, Any]]:
    """DruidJS, unchanged, with its LGPL and the GPL: file name → content, and the entry in the manifest."""
    package = ROOT / "node_modules" / "@saehrimnir" / "druidjs"
    content = (package / "dist" / "druid.js").read_bytes()
    told = json.loads((package / "package.json").read_text(encoding="utf-8"))
    named, file = f"{told['name']}@{told['version']}", f"druid-{told['version']}-{digest(content)[:10]}.js"
    source = f"{file} is dist/druid.js of npm's {named}, unchanged. Source: https://github.com/saehm/DruidJS\n\n"
    licences = (package / "LICENCE").read_bytes() + b"\n" + Path(__file__).with_name("GPL-3.0.txt").read_bytes()
    files = {file: content, "druid-LICENSE.txt": source.encode() + licences}
    return files, {"druid": {"file": file, "sha256": digest(content), "package": named}}


def differences(files: Built, manifest: str) -> list[str]:
    """Files that differ from the build."""
    found = [] if MANIFEST.exists() and MANIFEST.read_text(encoding="utf-8") == manifest else [MANIFEST.name]
    for name, data in files.items():
        if not (STATIC / name).exists() or (STATIC / name).read_bytes() != data:
            found.append(name)
    return found + sorted(path.name for path in STATIC.iterdir() if path.name not in files)


def main() -> int:
    """Build; with --check compare instead of writing. Returns 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--no-install", action="store_true", help="take node_modules as it is")
    options = parser.parse_args()
    if not options.no_install:
        npm("npm", "ci")
    files: Built = {}
    told: dict[str, Any] = {}
    for found, entries in (modules(), plotly(), druid()):
        files, told = files | found, told | entries
    manifest = json.dumps(told, indent=1, sort_keys=True) + "\n"
    different = differences(files, manifest)
    if options.check:
        print("\n".join(different) or "static/ is what its sources build")
        return int(bool(different))
    STATIC.mkdir(exist_ok=True)
    for path in STATIC.iterdir():
        if path.name not in files:
            path.unlink()
    for name in different:
        if name in files:
            (STATIC / name).write_bytes(files[name])
    MANIFEST.write_text(manifest, encoding="utf-8")
    print("\n".join(f"{(STATIC / name).stat().st_size:>9,} {name}" for name in sorted(files)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
