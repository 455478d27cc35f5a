"""Browser assets: built from their sources, complete, licensed, and never written at run time."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import plotly
import pytest

from explorer.ui.plot import assets
from tools.rebuild import js

ROOT = Path(__file__).resolve().parents[3]
NODE = shutil.which("npm") and (ROOT / "node_modules" / ".package-lock.json").exists()
needs_node = pytest.mark.skipif(not NODE, reason="Node or node_modules is not here: `npm ci` in the project's folder")


def content(name: str) -> bytes:
    return (ROOT / "static" / assets.file(name)).read_bytes()


@pytest.mark.parametrize("name", sorted(assets.manifest()))
def test_a_file_is_whole_and_its_name_holds_its_sum(name: str) -> None:
    digest = hashlib.sha256(content(name)).hexdigest()
    assert digest == assets.manifest()[name]["sha256"]
    assert digest[:10] in assets.file(name)


def test_what_was_built_is_what_the_modules_say_now() -> None:
    for name, built in assets.manifest().items():
        for path, digest in built.get("sources", {}).items():
            now = hashlib.sha256((ROOT / path).read_bytes()).hexdigest()
            assert now == digest, f"{path} was changed after static/{assets.file(name)} was built: run `make js`"


def test_nothing_else_lies_in_static() -> None:
    files = {path.name for path in (ROOT / "static").iterdir()}
    licences = {"plotly-LICENSE.txt": ["MIT"], "druid-LICENSE.txt": ["LESSER GENERAL PUBLIC", "Corresponding Source"]}
    assert files == {assets.file(name) for name in assets.manifest()} | set(licences)
    for name, words in licences.items():
        text = (ROOT / "static" / name).read_text(encoding="utf-8")
        assert all(word in text for word in words), name


def test_plotly_js_is_of_the_version_that_plotlys_python_package_writes_for() -> None:
    own = (Path(plotly.__file__).parent / "package_data" / "plotly.min.js").read_bytes()[:200].decode()
    major = re.search(r"plotly\.js v(\d+)\.", own)
    assert major
    for name in ("plain", "scenes"):
        head = content(name)[:200].decode()
        found = re.search(r"plotly\.js \(\w+ - minified\) v(\d+)\.([\d.]+)", head)
        assert found and found[0].rpartition("v")[2] == assets.manifest()[name]["package"].rpartition("@")[2]
        assert found[1] == major[1], (
            f"The package plotly writes figures for plotly.js {major[1]}, static/ holds {found[0]}"
        )


@pytest.mark.parametrize("name", ["plain", "scenes"])
def test_plotly_js_stands_in_no_function(name: str) -> None:
    """A function's body is parsed twice before it runs, which takes a tenth of a second per million characters."""
    script = content(name).decode()
    code = re.sub(r"\A(//.*\n)?/\*\*.*?\*/\s*", "", script, count=1, flags=re.DOTALL)
    assert code.startswith("var ")
    assert re.search(r"^export default \w+\(\)$", code, re.MULTILINE)
    assert "native-promise-only" in code.rpartition("/*! Bundled license information")[2]


def test_the_bundle_that_comes_before_its_picture_is_compiled_when_it_comes() -> None:
    hinted = {name: content(name).startswith(js.AHEAD.encode()) for name in ("plain", "scenes")}
    assert hinted == {"plain": True, "scenes": False}
    assert js.AHEAD == "//# allFunctionsCalledOnLoad\n", "the browser knows this word alone, on the first line"


def test_plotly_js_of_another_form_is_not_built() -> None:
    who, licenses = "/** plotly.js v9 */", "/*! a license */\n/*! another */"
    script = (
        f"{who}\n(() => {{var Plotly=(()=>{{var a=1;return b();}})();\n{licenses}\n\nwindow.Plotly = Plotly;\n}})()"
    )
    assert js.unwrapped(script) == f"{who}\nvar a=1;\nexport default b()\n{licenses}\n"
    with pytest.raises(ValueError, match="another form"):
        js.unwrapped(script.replace("var Plotly=", "const Plotly="))


@pytest.mark.slow
def test_the_app_writes_nothing_into_its_folder(tmp_path: Path) -> None:
    # An empty page of a chart in a process that may not write: every attempt to open a file for writing is an error.
    code = """
import builtins, io, os
real, ROOT = io.open, os.getcwd()
def guarded(file, mode="r", *rest, **more):
    if isinstance(file, (str, os.PathLike)) and set(mode) & set("wax+") and os.fspath(file).startswith(ROOT):
        raise PermissionError(file)
    return real(file, mode, *rest, **more)
builtins.open = io.open = guarded
from streamlit.testing.v1 import AppTest
app = AppTest.from_file("app.py", default_timeout=600).run()
assert not app.exception, app.exception
assert app.get("bidi_component")
print("drawn")
"""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "drawn", done.stderr[-2000:]


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize("command", ["lint", "types", "unit"])
def test_the_modules_pass_their_own_checks(command: str) -> None:
    done = subprocess.run(["npm", "run", "--silent", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@needs_node
def test_the_modules_build_what_is_in_static() -> None:
    command = [sys.executable, "tools/rebuild/js.py", "--check", "--no-install"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_npm_installs_is_named_with_its_sums() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert all(entry.get("integrity", "").startswith("sha512-") for entry in packages.values())
    assert "resolved" not in json.dumps(lock)
