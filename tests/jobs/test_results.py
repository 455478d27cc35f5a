"""Finished runs on disk: found again after a restart, bounded, private, and never in the way."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from explorer.jobs import results as module
from explorer.jobs.queue import Queue
from explorer.jobs.results import Kept, Results, default_folder
from explorer.training.ppmi import PpmiRequest
from explorer.training.runs import LanguageRun
from explorer.training.skipgram import SkipgramRequest
from explorer.training.wordvec import Corpus
from tests.jobs.generators import Count, Step, count

KEY = ("module", "function", Count(steps=3))


def test_a_finished_run_is_there_after_a_restart(tmp_path: Path) -> None:
    log = tmp_path / "log"
    request = Count(steps=3, log=str(log))
    first = Queue(results=Results(tmp_path / "kept")).submit(count, request)
    assert first.wait(60) == "done"
    for _ in range(1000):
        if list((tmp_path / "kept").glob("*.run")):
            break
        first._queue.changed.acquire()
        first._queue.changed.wait(0.01)
        first._queue.changed.release()
    again = Queue(results=Results(tmp_path / "kept")).submit(count, request)
    assert again.state == "done"
    assert again.records == first.records
    assert again.seconds_running == pytest.approx(first.seconds_running)
    assert len(log.read_text().split()) == 1


def test_measurements_are_not_kept(tmp_path: Path) -> None:
    job = Queue(results=Results(tmp_path)).submit(count, Count(steps=1), short=True)
    assert job.wait(60) == "done"
    assert not list(tmp_path.glob("*.run"))


def test_a_run_on_a_visitors_words_never_reaches_the_disk(tmp_path: Path) -> None:
    job = Queue(results=Results(tmp_path)).submit(count, Count(steps=1, keep=False))
    assert job.wait(60) == "done"
    assert not list(tmp_path.glob("*.run"))
    corpus = Corpus(("austen",), pasted="my secret diary")
    assert not PpmiRequest(corpus).keep and not SkipgramRequest(corpus).keep
    assert PpmiRequest(Corpus(("austen",))).keep and SkipgramRequest(Corpus(("austen",))).keep and LanguageRun().keep


def test_other_settings_or_other_code_find_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Results(tmp_path)
    kept.put(KEY, Kept([Step(1, 3)], 2.5, 10))
    assert kept.get(KEY) == Kept([Step(1, 3)], 2.5, 10)
    assert kept.get((*KEY[:2], Count(steps=4))) is None
    assert kept.get(("module", "other", Count(steps=3))) is None
    monkeypatch.setattr(module, "code_fingerprint", lambda: "changed")
    assert kept.get(KEY) is None


@pytest.mark.parametrize("damage", [b"", b"x" * 40, b"\x80\x04."])
def test_a_damaged_file_is_passed_over_and_removed(tmp_path: Path, damage: bytes) -> None:
    kept = Results(tmp_path)
    kept.put(KEY, Kept([1], 1.0, 1))
    (file,) = tmp_path.glob("*.run")
    file.write_bytes(damage)
    assert kept.get(KEY) is None
    assert not file.exists()


def test_a_file_whose_sum_is_wrong_is_never_unpickled(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return Path.touch, (tmp_path / "sprung",)  # type: ignore[return-value]

    kept = Results(tmp_path)
    kept.put(KEY, Kept([1], 1.0, 1))
    (file,) = tmp_path.glob("*.run")
    file.write_bytes(b"0" * 32 + pickle.dumps(Trap()))
    assert kept.get(KEY) is None
    assert not (tmp_path / "sprung").exists()


def test_the_folder_is_bounded_and_the_least_used_goes_first(tmp_path: Path) -> None:
    kept = Results(tmp_path, most_bytes=3_500)
    for number in range(5):
        kept.put(("m", "f", Count(steps=number)), Kept([b"x" * 1_000], 1.0, 1_000))
        for age, file in enumerate(sorted(tmp_path.glob("*.run"), key=lambda p: p.stat().st_mtime, reverse=True)):
            os.utime(file, (1_000_000 - age, 1_000_000 - age))
    found = [kept.get(("m", "f", Count(steps=number))) is not None for number in range(5)]
    assert found == [False, False, True, True, True]
    kept.put(KEY, Kept([b"x" * 10_000], 1.0, 1))
    assert kept.get(KEY) is None  # heavier than the whole folder


def test_a_folder_that_others_may_write_to_is_not_used(tmp_path: Path) -> None:
    kept = Results(tmp_path)
    kept.put(KEY, Kept([1], 1.0, 1))
    tmp_path.chmod(0o777)
    assert kept.get(KEY) is None
    kept.put((*KEY[:2], Count(steps=9)), Kept([1], 1.0, 1))
    assert len(list(tmp_path.glob("*.run"))) == 1


def test_a_full_disk_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, "fdopen", full)
    Results(tmp_path).put(KEY, Kept([1], 1.0, 1))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = Results(tmp_path / "file" / "folder")
    kept.put(KEY, Kept([1], 1.0, 1))
    assert kept.get(KEY) is None


def test_the_folder_is_the_one_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXPLORER_CACHE", "/somewhere")
    assert default_folder() == Path("/somewhere")
    monkeypatch.delenv("EXPLORER_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert default_folder() == Path("/cache/embedding-explorer")
