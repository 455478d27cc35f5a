"""The tool that holds the presets against public files, on clones made here."""

import subprocess

import pytest

from explorer.memory.facts import FACTS, Facts
from tools import check_presets


@pytest.fixture
def clones(tmp_path, monkeypatch):
    """A clone with one configuration, and a preset read in it."""
    repo = tmp_path / "some+one" / "repo"
    repo.mkdir(parents=True)
    (repo / "config.py").write_text("layers: int = 24\nSIZES = dict(vocab_size=32_000, dim=8)\n")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(repo)]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "made"]):
        subprocess.run([*git, *command], check=True)
    commit = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()

    def use(**fields):
        url = f"https://github.com/some/one/blob/{commit}/config.py"
        monkeypatch.setattr(check_presets, "FACTS", {"A": Facts(url, "its makers", fields)})
        return tmp_path

    return use


def test_numbers_that_are_there_pass(clones, capsys):
    folder = clones(layers=24, vocab_size=32_000, dim=8)
    assert check_presets.main(["--clones", str(folder)]) == 0
    assert capsys.readouterr().out == "A: all 3 there\n"


def test_a_wrong_number_is_named(clones, capsys):
    folder = clones(layers=25, dim=8)
    assert check_presets.main(["--clones", str(folder)]) == 1
    assert capsys.readouterr().out == "A: not there: layers = 25\n"


def test_an_address_without_a_commit_is_refused():
    with pytest.raises(ValueError, match=r"Expected the address of a file at a commit, got 'https://a\.b/c'"):
        check_presets.text_of("https://a.b/c", None)
    assert all(check_presets.ADDRESS.fullmatch(facts.url) for facts in FACTS.values())
