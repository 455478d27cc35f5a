"""Installation by pip: a wheel with the data, and a command that opens the app from any folder without a checkout."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import numpy as np
import pytest

from benchmarks.app_server import free_port, wait_for
from explorer import __main__
from explorer.__main__ import app_folder, arguments, environment_for
from explorer.data.memory_mapped_table import KINDS

ROOT = Path(__file__).resolve().parents[1]
MOST = 90_000_000
"""Bytes of the wheel; PyPI takes 100 MB."""
NOTEBOOK = """
import nbclient, nbformat
notebook = nbformat.read("quickstart.ipynb", as_version=4)
notebook.cells.append(nbformat.v4.new_code_cell("import explorer; print(explorer.__file__)"))
nbclient.NotebookClient(notebook, timeout=300).execute()
print(notebook.cells[-1].outputs[0].text)
"""
"""Runs the quickstart in the current folder; prints from where the notebook imported the package."""
TYPED = """
import numpy as np
from explorer.core import Embedding, Tensor, concat
from explorer.core.optim import Adam
from explorer.views import memory, projection

view = memory.bill(number="INT4", embed_dim=64)
reveal_type(view.figure())
projection.word_map(table=np.eye(3), find=["dog"])
joined: Tensor = concat([Tensor([1.0])])
Adam(Embedding(np.int64(3), np.int32(2)).parameters(), lr=np.float32(0.1))
view.call.code()
(np.ones(1) * joined).exp()
memory.bill(number="INT3")
memory.bill(embed_dm=64)
projection.word_map(table=3)
"""
"""A user's program, of which a type checker refuses the last three lines."""


def run(*command: str | Path | int, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """A virtual environment with a wheel of the package, beside an empty folder."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT, cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < MOST
    made = tmp_path / "environment"
    venv.create(made)
    # Its dependencies are installed already, so the test needs no package index.
    (site,) = made.glob("lib/python*/site-packages")
    (site / "needs.pth").write_text(sysconfig.get_path("purelib"))
    run(*pip, "--python", made / "bin" / "python", "install", "-q", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    return made


@pytest.mark.nightly  # mypy reads the whole package, which `make types` does each day
def test_a_users_program_is_checked_by_our_types(environment: Path, tmp_path: Path) -> None:
    (tmp_path / "typed.py").write_text(TYPED)
    command = [environment / "bin" / "python", "-m", "mypy", "typed.py"]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "NotebookFigure" in checked.stdout, checked.stdout + checked.stderr
    wrong = [line.split(":")[1] for line in checked.stdout.splitlines() if ": error:" in line]
    assert wrong == [str(TYPED.count("\n") - at) for at in (2, 1, 0)], checked.stdout


@pytest.mark.slow
def test_a_wheel_opens_the_app_and_draws_a_picture_from_any_folder(environment: Path, tmp_path: Path) -> None:
    python = environment / "bin" / "python"
    code = (
        "import explorer; from explorer.views import memory\n"
        "print(explorer.__file__, memory.bill().figure().data[0].type)"
    )
    where, kind = run(python, "-c", code, cwd=tmp_path).split()
    assert str(environment) in where and kind == "bar"
    shutil.copy(ROOT / "examples" / "quickstart.ipynb", tmp_path)
    assert run(python, "-c", NOTEBOOK, cwd=tmp_path).strip() == where
    np.save(tmp_path / "vectors.npy", np.eye(20, 8, dtype=np.float32))
    command = (environment / "bin" / "embedding-explorer", "--table", "vectors.npy")
    for start, page in ((command, "projection"), ((python, "-m", "explorer"), "privacy")):
        port = free_port()
        server = subprocess.Popen(
            [*map(str, start), "--port", str(port), "--no-browser"],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(port)
            run(
                sys.executable,
                ROOT / "tools" / "health_check.py",
                "--port",
                port,
                "--page",
                page,
                "--timeout",
                300,
                cwd=ROOT,
            )
        finally:
            server.terminate()
            server.wait(120)


def test_a_copy_without_its_pages_says_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"Expected app\.py and pages/ in"):
        app_folder([tmp_path])


def test_an_address_of_this_machine_and_a_path_of_parts_are_taken() -> None:
    for address in ("127.0.0.1", "localhost", "0.0.0.0"):
        assert arguments(["--address", address]).address == address
    for path in ("/", "explorer", "/courses/explorer-2/"):
        assert arguments(["--base-path", path]).base_path == path


def test_relative_paths_of_the_environment_are_of_the_folder_where_the_command_was_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in (("EXPLORER_ROOMS", "rooms.sqlite"), ("EXPLORER_CACHE", "cache"), ("EXPLORER_TABLE", "a.npy")):
        monkeypatch.setenv(name, value)
        assert environment_for(None)[name] == str(tmp_path / value)
    assert environment_for(Path("b.npy"))["EXPLORER_TABLE"] == str(tmp_path / "b.npy")
    for address in ("redis://127.0.0.1:6379/0", "Redis://127.0.0.1", "redis//127.0.0.1", "unix:///run/redis"):
        monkeypatch.setenv("EXPLORER_ROOMS", address)
        assert environment_for(None)["EXPLORER_ROOMS"] == address


@pytest.mark.parametrize(("name", "value"), [("PORT", "abc"), ("BASE_URL_PATH", "/a b/"), ("ADDRESS", "300.1.1.1")])
def test_a_bad_setting_of_the_server_is_named_as_it_was_set(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"STREAMLIT_SERVER_{name}", value)
    with pytest.raises(SystemExit):
        arguments([])
    assert f"STREAMLIT_SERVER_{name}" in capsys.readouterr().err


def test_without_a_choice_the_first_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(__main__, "_is_taken", lambda port: port < 8503)
    assert arguments([]).port == 8503 and arguments(["--port", "9000"]).port == 9000
    with pytest.raises(SystemExit):
        arguments(["--port", "8502"])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--port", "70000"], "expected a port from 1 to 65535, got 70000"),
        (["--address", "999.1.1.1"], "got 999.1.1.1"),
        (["--address", "192.0.2.99"], "got 192.0.2.99"),
        (["--base-path", "../x y"], "got ../x y"),
        (["--table", "no-such-file"], "expected a file, got no-such-file"),
        (["--table", __file__], f"{KINDS[-1]}, got test_install.py"),
    ],
)
def test_a_bad_option_is_named(given: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        arguments(given)
    assert message in capsys.readouterr().err
