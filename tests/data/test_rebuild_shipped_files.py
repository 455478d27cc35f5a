"""Pure functions of the script that rebuilds the shipped files, on hand-made examples."""

from explorer.data import SUMS
from explorer.lm.shipped_model import REPORT, WEIGHTS
from tools.rebuild import data as rebuild


def test_every_shipped_file_has_a_recipe_and_a_package():
    trained_here = {WEIGHTS, REPORT}  # by tools/train_lm.py
    assert {file.name for file in rebuild.FILES} == set(SUMS) - trained_here
    assert {file.package for file in rebuild.FILES} == set(rebuild.PACKAGES)


def test_packages_are_asked_for_by_name_with_no_address():
    for kind, package in rebuild.PACKAGES.values():
        command = rebuild.download_command(kind, package)
        assert command[-1] == package
        assert not any("://" in part or "index-url" in part for part in command)


def test_a_wrong_sum_is_named_and_fails(tmp_path, monkeypatch, capsys):
    (tmp_path / "gensim").mkdir()
    (tmp_path / "gensim" / "questions-words.txt").write_text("not these")
    assert rebuild.main(["questions", "--packages", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "DIFFERS questions-words.txt expected SHA-256 8c29b333" in said
    assert "0 of 1 files proved" in said
    assert rebuild.main(["no such file"]) == 1


def test_a_right_sum_is_proved(tmp_path, capsys):
    (tmp_path / "gensim").mkdir()
    (tmp_path / "gensim" / "questions-words.txt").write_bytes(
        (rebuild.ROOT / "explorer/data/files/questions-words.txt").read_bytes()
    )
    assert rebuild.main(["questions", "--packages", str(tmp_path)]) == 0
    assert "1 of 1 files proved" in capsys.readouterr().out
