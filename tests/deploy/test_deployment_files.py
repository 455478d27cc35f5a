"""The deployment files agree with the project: paths, ports, user, settings; `test_container.py` builds the image."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from benchmarks.app_server import SETTINGS

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
IGNORED = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()


def test_every_copied_path_exists_and_none_is_ignored() -> None:
    sources = [word for line in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.MULTILINE) for word in line.split()]
    assert {"app.py", "explorer", "pages", "requirements.txt", "tools/health_check.py"} <= set(sources)
    for source in sources:
        assert (ROOT / source).exists(), source
        assert source.split("/")[0] not in IGNORED


def test_the_container_is_not_root_and_checks_a_page() -> None:
    assert re.search(r"^USER explorer$", DOCKERFILE, re.MULTILINE)
    assert DOCKERFILE.index("USER explorer") < DOCKERFILE.index("\nCMD [")
    assert '["python", "tools/health_check.py"]' in DOCKERFILE


@pytest.mark.slow
def test_the_copied_files_are_enough_to_import_every_page(tmp_path: Path) -> None:
    for line in re.findall(r"^COPY (.+)$", DOCKERFILE, re.MULTILINE):
        *sources, target = line.split()
        for source in sources:
            goal = tmp_path / target if target != "./" else tmp_path / source
            if (ROOT / source).is_dir():
                goal.symlink_to(ROOT / source, target_is_directory=True)
            else:
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, goal)
    code = (
        "from pathlib import Path; from streamlit.testing.v1 import AppTest\n"
        'a = AppTest.from_file("app.py", default_timeout=600).run()\n'
        'for page in sorted(Path("pages").glob("*.py")):\n'
        "    a.switch_page(str(page)).run(); assert not a.exception, (page, a.exception)\n"
        "    print(page.stem, len(a.main.children) > 0)"
    )
    done = subprocess.run(
        [shutil.which("python3", path=str(Path(__import__("sys").executable).parent)) or "python3", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    pages = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))
    assert done.stdout.splitlines() == [f"{page} True" for page in pages], done.stderr[-2000:]


def documents(name: str) -> list[dict]:
    return list(yaml.safe_load_all((ROOT / name).read_text(encoding="utf-8")))


def test_compose_and_nginx_agree() -> None:
    (compose,) = documents("compose.yaml")
    nginx = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    assert set(compose["services"]) == {"explorer", "front"}
    assert "server explorer:8501" in nginx
    (port,) = compose["services"]["front"]["ports"]
    assert f"listen {port.partition(':')[2]};" in nginx
    assert "$request_uri" not in nginx and "$args" not in nginx and "$query_string" not in nginx


def test_kubernetes_selects_what_it_starts() -> None:
    deployment, service, scaler = documents("deploy/kubernetes.yaml")
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert deployment["spec"]["selector"]["matchLabels"] == service["spec"]["selector"] == labels
    assert scaler["spec"]["scaleTargetRef"]["name"] == deployment["metadata"]["name"]
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    assert container["readinessProbe"]["exec"]["command"] == ["python", "tools/health_check.py"]
    mounted = {mount["name"] for mount in container["volumeMounts"]}
    assert mounted == {volume["name"] for volume in deployment["spec"]["template"]["spec"]["volumes"]}


def test_kubernetes_accepts_every_document() -> None:
    checker = pytest.importorskip("kubernetes_validate", reason="the schemas come with a package of the developers'")
    for document in documents("deploy/kubernetes.yaml"):
        checker.validate(document, checker.latest_version(), strict=True)
    document["spec"]["maxReplica"] = 3
    with pytest.raises(checker.ValidationError):
        checker.validate(document, checker.latest_version(), strict=True)


@pytest.mark.parametrize("name", ["Dockerfile", "deploy/embedding-explorer@.service"])
def test_the_allocators_settings_are_those_that_memory_was_measured_with(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert dict(re.findall(r"\b(MALLOC_\w+)=(\d+)", text)) == SETTINGS


def test_compose_accepts_its_file() -> None:
    checker = pytest.importorskip("compose_spec", reason="the schema comes with a package of the developers'")
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert checker.PyCompose.from_yaml(text).service_names() == ["explorer", "front"]
    with pytest.raises(ValueError, match="read_onli"):
        checker.PyCompose.from_yaml(text.replace("read_only", "read_onli"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = (ROOT / "deploy/embedding-explorer@.service").read_text(encoding="utf-8")

    def verify(text: str) -> str:
        # Only the paths of the project and of its Python differ from the target machine.
        text = text.replace("/opt/embedding-explorer/.venv/bin/streamlit", shutil.which("true") or "/bin/true")
        file = tmp_path / "embedding-explorer@8501.service"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False)
        return done.stderr + ("" if done.returncode == 0 else f"exit status {done.returncode}")

    assert verify(unit) == ""
    assert "ProtectHomes" in verify(unit.replace("ProtectHome=", "ProtectHomes="))


def test_the_service_starts_the_app() -> None:
    unit = (ROOT / "deploy/embedding-explorer@.service").read_text(encoding="utf-8")
    command = shlex.split(re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)[0])
    assert command[0].endswith(".venv/bin/streamlit") and command[1:3] == ["run", "app.py"]


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / ".github/workflows").glob("*.yml")))
def test_workflows_call_targets_that_exist(name: str) -> None:
    (workflow,) = documents(f".github/workflows/{name}")
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    runs = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    for target in (run.split()[1] for run in runs if run.startswith("make ")):
        assert re.search(rf"^{target}:", make, re.MULTILINE), target
    named = {path for run in runs for path in re.findall(r"(?:tools/\w+\.py|requirements[\w-]*\.txt)", run)}
    assert not [path for path in named if not (ROOT / path).is_file()]
    assert all(job.get("timeout-minutes", 360) < 360 for job in workflow["jobs"].values()), "a job may hang for 6 hours"


def test_dependabot_looks_at_everything_that_is_fetched() -> None:
    (config,) = documents(".github/dependabot.yml")
    there = {"pip": "requirements.txt", "npm": "package.json", "docker": "Dockerfile", "github-actions": ".github"}
    assert all((ROOT / path).exists() for path in there.values())
    assert {update["package-ecosystem"] for update in config["updates"]} == set(there)
