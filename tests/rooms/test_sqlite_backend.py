"""The file of rooms: permissions, deletion of ended rooms, and error messages."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.questions import Question
from explorer.rooms import RoomStore, UnavailableError, sqlite_backend
from explorer.rooms.sqlite_backend import SqliteBackend
from tests.support import tally

CHOICES = ("one", "two", "three")

POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners, permissions, pipes or fork")


def lesson(rooms: RoomStore) -> tuple[str, str, str]:
    """A room with a question and a guess: its code, the teacher's secret and the seat."""
    code, secret = rooms.open()
    rooms.ask(code, secret, {"a-question": Question("How many?", CHOICES, CHOICES[1])})
    seat = rooms.join(code)
    rooms.submit_answer(code, seat, "a-question", 2)
    return code, secret, seat


def stored(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


@POSIX
def test_the_file_holds_no_secret_and_is_the_servers_own(tmp_path: Path) -> None:
    path = tmp_path / "made" / "here" / "rooms.sqlite"
    before = os.umask(0)
    try:
        rooms = RoomStore(SqliteBackend(path))
        code, secret, seat = lesson(rooms)
    finally:
        os.umask(before)
    files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert files == {"rooms.sqlite": 0o600, "rooms.sqlite-wal": 0o600, "rooms.sqlite-shm": 0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    here = stored(path.parent)
    assert code.encode() in here and seat.encode() in here and secret.encode() not in here
    rooms.close()


def test_nothing_is_left_of_a_room_that_has_ended_also_in_the_log_beside_the_file(tmp_path: Path) -> None:
    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite"))
    code, secret, seat = lesson(rooms)
    other, _, others = lesson(rooms)
    rooms.end(code, secret)
    here = stored(tmp_path)
    assert code.encode() not in here and seat.encode() not in here
    assert other.encode() in here and others.encode() in here
    rooms.close()


@POSIX
def test_a_killed_server_leaves_a_log_which_the_next_one_reads_and_empties(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    child = os.fork()
    if child == 0:  # ends without closing anything
        now = [1e9]
        lesson(RoomStore(SqliteBackend(path), clock=lambda: now[0]))
        os._exit(0)
    os.waitpid(child, 0)
    assert (tmp_path / "rooms.sqlite-wal").stat().st_size > 0
    rooms = RoomStore(SqliteBackend(path))
    assert len(rooms._backend.room_versions()) == 1  # expired long ago
    rooms.sweep()
    assert b"a-question" not in stored(tmp_path) and (tmp_path / "rooms.sqlite-wal").stat().st_size == 0
    rooms.close()


@POSIX
def test_what_is_not_ours_is_not_used(tmp_path: Path) -> None:
    def refused(path: Path) -> None:
        with pytest.raises(UnavailableError, match=r"own user.*EXPLORER_ROOMS.*works without a room"):
            SqliteBackend(path).room_versions()

    victim = tmp_path / "victim"
    victim.write_text("mine", encoding="utf-8")
    (tmp_path / "linked.sqlite").symlink_to(victim)
    with pytest.raises(UnavailableError, match=r"Whoever runs this server"):
        SqliteBackend(tmp_path / "linked.sqlite").room_versions()
    (tmp_path / "twice.sqlite").hardlink_to(victim)
    refused(tmp_path / "twice.sqlite")
    assert victim.read_text(encoding="utf-8") == "mine"
    os.mkfifo(tmp_path / "pipe.sqlite")
    refused(tmp_path / "pipe.sqlite")

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "link").symlink_to(elsewhere)
    refused(tmp_path / "link" / "rooms.sqlite")
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    refused(shared / "rooms.sqlite")
    assert not list(elsewhere.iterdir()) and not list(shared.iterdir())


@POSIX
def test_a_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(UnavailableError, match=r"own user"):
        SqliteBackend(tmp_path / "rooms.sqlite").room_versions()


def a_folder_that_cannot_be_made(path: Path) -> None:
    path.parent.write_text("a file where a folder should be", encoding="utf-8")


def a_folder_in_place_of_the_file(path: Path) -> None:
    path.mkdir(parents=True, mode=0o700)
    path.parent.chmod(0o700)


def no_database(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    path.write_bytes(b"hello, I am not a database" * 100)


def a_torn_database(path: Path) -> None:
    rooms = RoomStore(SqliteBackend(path))
    for _ in range(150):
        rooms.open()
    rooms.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[4096 + 8192 : len(whole) // 2])


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (a_folder_that_cannot_be_made, "“rooms.sqlite”.*must set EXPLORER_ROOMS"),
        (a_folder_in_place_of_the_file, "“rooms.sqlite”.*must set EXPLORER_ROOMS"),
        (no_database, "“rooms.sqlite”, is damaged.*must delete it"),
        (a_torn_database, "“rooms.sqlite”, is damaged.*must delete it"),
    ],
)
def test_harm_is_told_in_words_and_mended_without_a_restart(
    harm: Callable[[Path], None], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "folder" / "rooms.sqlite"
    harm(path)
    rooms = RoomStore(SqliteBackend(path))
    with pytest.raises(UnavailableError, match=words) as said:
        rooms.open()
    assert str(tmp_path) not in str(said.value)  # the server's paths are not disclosed
    path.parent.rename(tmp_path / "away")
    code, _, _ = lesson(rooms)
    assert tally(rooms, code, "a-question", 1) == {2: 1}
    rooms.close()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="nothing is unwritable for root")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UnavailableError, match=r"Permission denied.*must set EXPLORER_ROOMS"):
        SqliteBackend(tmp_path / "rooms.sqlite").room_versions()


def test_a_full_disk_loses_nothing_that_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = RoomStore(SqliteBackend(tmp_path / "rooms.sqlite", most_bytes=40_000))
    code, secret, _ = lesson(rooms)
    with pytest.raises(UnavailableError, match=r"is full.*Rooms that end make space"):
        for _ in range(400):
            rooms.submit_answer(code, rooms.join(code), "a-question", 1)
    assert tally(rooms, code, "a-question", 1)[2] == 1 and rooms.room(code).code == code
    rooms.end(code, secret)
    lesson(rooms)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 250_000
    rooms.close()


def test_a_locked_file_is_waited_for_then_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_backend, "WAIT", 0.05)
    path = tmp_path / "rooms.sqlite"
    rooms = RoomStore(SqliteBackend(path))
    code, secret, _ = lesson(rooms)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(UnavailableError, match=r"locked. Try again in a moment"):
        rooms.reveal(code, secret, "a-question")
    other.execute("ROLLBACK")
    assert not rooms.room(code).questions["a-question"].revealed
    other.close()
    rooms.close()


def test_while_another_program_locks_the_file_reads_go_on_and_writers_dont_queue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = 1.0
    monkeypatch.setattr(sqlite_backend, "WAIT", wait)
    path = tmp_path / "rooms.sqlite"
    rooms = RoomStore(SqliteBackend(path))
    code, secret, seat = lesson(rooms)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    failed: list[str] = []

    def answer() -> None:
        try:
            rooms.submit_answer(code, seat, "a-question", 1)
        except UnavailableError as error:
            failed.append(str(error))

    writers = [threading.Thread(target=answer) for _ in range(20)]
    for each in writers:
        each.start()
    assert rooms.answers_by_seat(code, "a-question", 1) == {seat: 2} and rooms.is_teacher(code, secret)
    for each in writers:
        each.join()
    assert time.monotonic() - began < 20 * wait, "together, not one after the other"
    began = time.monotonic()
    for _ in range(20):  # one after the other, as where a server has fewer threads than writers
        answer()
    assert time.monotonic() - began < 20 * wait / 2, "after one that has waited in vain the others hardly wait"
    assert len(failed) == 40 and all("locked. Try again" in each for each in failed)
    other.execute("ROLLBACK")
    other.close()
    answer()
    assert rooms.answers_by_seat(code, "a-question", 1) == {seat: 1}
    rooms.close()


@POSIX
@pytest.mark.parametrize("replaced", [False, True])
def test_a_deleted_or_replaced_file_is_noticed_and_told(
    tmp_path: Path, replaced: bool, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "other").mkdir(mode=0o700)
    rooms, others = (RoomStore(SqliteBackend(folder / "rooms.sqlite")) for folder in (tmp_path, tmp_path / "other"))
    code, _, seat = lesson(rooms)
    theirs, _, _ = lesson(others)
    others.close()
    for file in tmp_path.glob("rooms.sqlite*"):
        file.unlink()
    if replaced:
        (tmp_path / "other" / "rooms.sqlite").rename(tmp_path / "rooms.sqlite")
    assert not rooms.has_seat(code, seat) and set(rooms.versions()) == ({theirs} if replaced else set())
    assert "was deleted or replaced" in caplog.text
    again, _, _ = lesson(rooms)
    assert set(RoomStore(SqliteBackend(tmp_path / "rooms.sqlite")).versions()) >= {again}, "others see the same file"
    rooms.close()


def test_another_process_that_comes_and_goes_takes_no_room_away(tmp_path: Path) -> None:
    """SQLite deletes the write-ahead log when the last connection closes: the locks of this process must be held."""
    path = tmp_path / "rooms.sqlite"
    backend = SqliteBackend(path)
    assert backend.add("ABCDEF", "secret", 0.0, 1e12) and backend.read("ABCDEF")  # opens both connections

    def elsewhere() -> list[str]:
        code = f"import sqlite3; print(*sqlite3.connect({str(path)!r}).execute('SELECT state FROM room').fetchall())"
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()

    assert elsewhere() == ["('{}',)"]
    assert backend.change("ABCDEF", 1, "new")
    assert elsewhere() == ["('new',)"]
