"""The job queue, with real processes. No test waits for time to pass: gates are files, clocks are lists."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from explorer.jobs import job_queue
from explorer.jobs.job_queue import Job, Queue
from tests.jobs.job_generators import Count, chatter, count, crash, unpicklable, with_grandchild

LONG = 60.0


def first_record(job: Job) -> None:
    with job._queue.changed:
        assert job._queue.changed.wait_for(lambda: job._records or job._state in ("done", "failed", "stopped"), LONG)


def has_exited(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until_gone(pid: int) -> bool:
    tick = threading.Event()
    return any(has_exited(pid) or tick.wait(0.01) for _ in range(2000))


def test_records_come_in_order_and_the_job_is_done():
    job = Queue().submit(count, Count(steps=3))
    assert job.wait(LONG) == "done"
    assert [record.step for record in job.records] == [1, 2, 3]
    assert job.progress == (3, 3)
    assert job.finished and job.error is None and job.seconds_running > 0


def test_the_same_request_runs_once_for_everybody(tmp_path):
    log, gate = tmp_path / "log", tmp_path / "gate"
    jobs = Queue()
    request = Count(steps=2, log=str(log), gate=str(gate))
    found: list[Job] = []
    visitors = [
        threading.Thread(target=lambda: found.append(jobs.submit(count, Count(steps=2, log=str(log), gate=str(gate)))))
        for _ in range(20)
    ]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    gate.touch()
    assert len({id(job) for job in found}) == 1
    assert found[0].wait(LONG) == "done"
    assert jobs.submit(count, request) is found[0] is jobs.find(count, request)
    assert len(log.read_text().split()) == 1


def test_a_fixed_number_run_and_the_others_know_their_queue_position(tmp_path):
    gate = tmp_path / "gate"
    jobs = Queue(at_once=1)
    line = [jobs.submit(count, Count(steps=steps, gate=str(gate))) for steps in (2, 3, 4)]
    assert [job.state for job in line] == ["running", "queued", "queued"]
    assert [job.queue_position for job in line] == [0, 1, 2]
    assert line[2].started is None and line[2].seconds_running == 0
    line[1].stop()
    assert line[1].state == "stopped" and line[2].queue_position == 1
    gate.touch()
    assert [job.wait(LONG) for job in line] == ["done", "stopped", "done"]


def test_two_run_at_once_and_the_third_when_one_of_them_ends(tmp_path):
    gate = tmp_path / "gate"
    jobs = Queue()
    line = [jobs.submit(count, Count(steps=steps, gate=str(gate))) for steps in (2, 3, 4)]
    assert [job.state for job in line] == ["running", "running", "queued"]
    line[0].stop()
    assert [job.state for job in line] == ["stopped", "running", "running"]
    gate.touch()
    assert [job.wait(LONG) for job in line] == ["stopped", "done", "done"]


def test_stop_keeps_the_records_and_ends_the_process(tmp_path):
    log = tmp_path / "log"
    job = Queue().submit(count, Count(steps=5, log=str(log), gate=str(tmp_path / "never")))
    first_record(job)
    job.stop()
    assert job.state == "stopped"
    assert [record.step for record in job.records] == [1]
    assert wait_until_gone(int(log.read_text()))
    job.stop()
    assert job.state == "stopped"


def test_stop_also_ends_what_the_run_has_started():
    job = Queue().submit(with_grandchild, Count())
    first_record(job)
    job.stop()
    assert wait_until_gone(job.records[0])


@pytest.mark.slow
def test_a_stopped_job_is_returned_as_it_is_until_somebody_restarts_it(tmp_path):
    gate = tmp_path / "gate"
    jobs, request = Queue(), Count(steps=2, gate=str(gate))
    job = jobs.submit(count, request)
    first_record(job)
    job.stop()
    assert jobs.submit(count, request) is job and job.state == "stopped"
    gate.touch()
    job.restart()
    assert job.wait(LONG) == "done"
    assert [record.step for record in job.records] == [1, 2]
    job.restart()
    assert job.wait(LONG) == "done"


def test_a_failure_keeps_its_message_and_what_came_before():
    job = Queue().submit(count, Count(steps=3, fail_at=2))
    assert job.wait(LONG) == "failed"
    assert job.error == "step 2 is one too many"
    assert [record.step for record in job.records] == [1]


@pytest.mark.parametrize(
    ("generator", "message"), [(crash, "The run ended early"), (unpicklable, "Can't (get|pickle) local object|lambda")]
)
def test_a_run_that_dies_or_yields_the_unsendable_fails_with_a_message(generator, message):
    job = Queue().submit(generator, Count())
    assert job.wait(LONG) == "failed"
    assert len(job.records) == 1
    assert job.error and re.search(message, job.error)


def test_the_process_is_polite_alone_and_quiet():
    job = Queue().submit(chatter, Count())
    assert job.wait(LONG) == "done"
    (record,) = job.records
    if hasattr(os, "nice"):
        assert record["niceness"] >= os.nice(0) + 10 or record["niceness"] == 19
    assert record["threads"] == "1"
    assert record["heavy"] == []
    assert record["main"] is None


def test_a_job_that_nobody_watches_is_stopped_and_started_again_on_demand(tmp_path):
    gate = tmp_path / "gate"
    now = [0.0]
    jobs, request = Queue(at_once=1, patience=60, clock=lambda: now[0]), Count(steps=2, gate=str(gate))
    job = jobs.submit(count, request)
    waiting = jobs.submit(count, Count(steps=9))
    first_record(job)
    now[0] = 50.0
    assert job.state == "running"
    now[0] = 100.0
    jobs.tidy()
    assert (job._state, waiting._state, waiting.abandoned) == ("running", "stopped", True)
    now[0] = 200.0
    jobs.tidy()
    assert job._state == "stopped" and job.abandoned and len(job._records) == 1
    gate.touch()
    assert jobs.submit(count, request) is job
    assert job.wait(LONG) == "done" and not job.abandoned


@pytest.mark.slow
def test_finished_jobs_are_bounded_by_number_and_by_weight():
    jobs = Queue(keep=2, keep_bytes=10_000)
    for steps in (1, 2, 3):
        jobs.submit(count, Count(steps=steps)).wait(LONG)
    assert [jobs.find(count, Count(steps=steps)) is not None for steps in (1, 2, 3)] == [False, True, True]
    heavy = jobs.submit(count, Count(steps=1, weight=20_000))
    heavy.wait(LONG)
    assert jobs.find(count, Count(steps=3)) is None
    assert jobs.find(count, Count(steps=1, weight=20_000)) is heavy


def test_what_waits_or_runs_does_not_count_as_finished_and_stays(tmp_path):
    gate = str(tmp_path / "gate")
    jobs = Queue(at_once=1, keep=1)
    done = jobs.submit(count, Count(steps=1))
    assert done.wait(LONG) == "done"
    running, waiting = (jobs.submit(count, Count(steps=steps, gate=gate)) for steps in (2, 3))
    assert [running.state, waiting.state] == ["running", "queued"]
    for job, request in ((done, Count(steps=1)), *((job, job.task[1]) for job in (running, waiting))):
        assert jobs.find(count, request) is job
    waiting.stop()
    running.stop()


@pytest.mark.slow
def test_least_recently_asked_goes_first():
    jobs = Queue(keep=2)
    for steps in (1, 2):
        jobs.submit(count, Count(steps=steps)).wait(LONG)
    jobs.submit(count, Count(steps=1))
    jobs.submit(count, Count(steps=3)).wait(LONG)
    assert [jobs.find(count, Count(steps=steps)) is not None for steps in (1, 2, 3)] == [True, False, True]


def test_the_line_is_bounded():
    jobs = Queue(at_once=0, most_waiting=1)
    assert jobs.submit(count, Count(steps=1)).state == "queued"
    refused = jobs.submit(count, Count(steps=2))
    assert refused.state == "failed" and refused.error == "The line is full (1 waiting). Try again in a few minutes."


@pytest.fixture
def come(monkeypatch):
    """Be another visitor."""
    return lambda *visitor: monkeypatch.setattr(job_queue, "visitor", lambda: visitor)


def test_addresses_take_turns_and_a_full_line_is_not_shut_to_others(come):
    jobs = Queue(at_once=0, most_waiting=6)
    seeds = iter(range(100))

    def submit(*visitor):
        come(*visitor)
        return jobs.submit(count, Count(steps=next(seeds)))

    flood = [submit("a", f"session {number}") for number in range(8)]
    assert [job.state for job in flood] == 6 * ["queued"] + 2 * ["failed"]
    other, third = submit("b", "1"), submit("c", "1")
    assert [job.queue_position for job in (flood[0], other, third, flood[1])] == [1, 2, 3, 4]
    assert [job.state for job in flood] == 4 * ["queued"] + 4 * ["failed"]
    for job in flood[2:4]:
        job.stop()
    again, sibling = submit("b", "1"), submit("b", "2")
    assert sibling.queue_position < again.queue_position == 6, "so do the visitors of one address"
    jobs.running.append(jobs.waiting.pop(0))
    assert other.queue_position == 1


def test_a_visitor_has_a_few_runs(come):
    jobs = Queue(at_once=0)
    come("a", "1")
    found = [jobs.submit(count, Count(steps=steps)) for steps in range(1, 7)]
    assert [job.state for job in found] == 4 * ["queued"] + 2 * ["failed"]
    assert "4 runs of yours" in str(found[-1].error)
    come("a", "2")
    assert jobs.submit(count, Count(steps=9)).state == "queued"


def test_a_queue_beside_another_shares_its_places(tmp_path):
    gate = tmp_path / "gate"
    jobs = Queue(at_once=1)
    beside = Queue(at_once=1, keep=2, beside=jobs)
    first, second = jobs.submit(count, Count(steps=1, gate=str(gate))), beside.submit(count, Count(steps=2))
    assert (first.state, second.state, second.queue_position) == ("running", "queued", 1)
    gate.touch()
    assert second.wait(LONG) == "done" and jobs.find(count, Count(steps=2)) is None


def test_what_cannot_be_sent_is_refused_at_once():
    with pytest.raises(TypeError, match="top of an importable module"):
        Queue().submit(lambda request: iter(()), Count())
    with pytest.raises(TypeError, match="unhashable"):
        Queue().submit(count, {"steps": 3})  # type: ignore[arg-type]


def test_time_left_follows_the_pace_since_the_first_record(tmp_path):
    now = [100.0]
    jobs = Queue(at_once=0, clock=lambda: now[0])
    job = jobs.submit(count, Count())
    assert job.seconds_left is None
    job._records.append({"step": 40, "steps": 100})
    job._first, job._latest = (100.0, 10), (130.0, 40)
    now[0] = 131.0
    assert job.seconds_left == pytest.approx(59.0)
    now[0] = 500.0
    assert job.seconds_left == 0.0


def test_other_viewers_are_counted():
    now = [0.0]
    job = Queue(at_once=0, clock=lambda: now[0]).submit(count, Count())
    job.watch("ada")
    now[0] = 3.0
    job.watch("bob")
    assert (job.watched_by_others("bob"), job.watched_by_others("ada"), job.watched_by_others("eve")) == (1, 1, 2)
    now[0] = 6.0
    assert job.watched_by_others("bob") == 0


PARENT = """
import sys
from explorer.jobs.job_queue import Queue
from tests.jobs.job_generators import Count, count
job = Queue().submit(count, Count(steps=3, log=sys.argv[1], gate=sys.argv[1] + ".never"))
with job._queue.changed:
    job._queue.changed.wait_for(lambda: job._records)
print("ready", flush=True)
sys.stdin.read()
"""


def test_a_child_dies_with_its_parent(tmp_path):
    log = tmp_path / "log"
    root = Path(__file__).parents[2]
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(log)], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None and parent.stdin is not None
    assert parent.stdout.readline() == b"ready\n"
    child = int(log.read_text())
    assert not has_exited(child)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    parent.stdin.close()
    assert wait_until_gone(child)


def test_a_killed_run_keeps_what_it_had_says_so_and_runs_again(tmp_path):
    """As by the system's out-of-memory killer, without a message."""
    log, gate = tmp_path / "log", tmp_path / "gate"
    request = Count(steps=3, log=str(log), gate=str(gate))
    jobs = Queue()
    job = jobs.submit(count, request)
    first_record(job)
    os.kill(int(log.read_text()), getattr(signal, "SIGKILL", signal.SIGTERM))
    assert job.wait(LONG) == "failed"
    assert job.error == "The run ended early; perhaps the server ran out of memory."
    assert [record.step for record in job.records] == [1]
    gate.touch()
    job.restart()
    assert job.wait(LONG) == "done" and job.error is None
    assert [record.step for record in job.records] == [1, 2, 3]
    assert len(log.read_text().split()) == 2


def test_a_finished_run_on_a_visitors_words_is_forgotten_and_one_on_shipped_texts_stays():
    now = [0.0]
    jobs = Queue(clock=lambda: now[0], private=600)
    private, shipped = (jobs.submit(count, Count(steps=2, private=own)) for own in (True, False))
    assert private.wait(LONG) == shipped.wait(LONG) == "done"
    now[0] = 599
    jobs.tidy()
    assert jobs.find(count, private.key[2]) is private
    now[0] = 601
    jobs.tidy()
    assert jobs.find(count, private.key[2]) is None
    assert jobs.find(count, shipped.key[2]) is shipped


@pytest.mark.slow
def test_a_finished_run_can_be_let_go_and_one_that_waits_or_runs_cannot(tmp_path):
    gate = tmp_path / "gate"
    jobs = Queue(at_once=1)
    requests = [Count(steps=steps, gate=str(gate)) for steps in (2, 3)]
    first, second = (jobs.submit(count, request) for request in requests)
    jobs.forget(first)
    jobs.forget(second)
    assert [jobs.find(count, request) for request in requests] == [first, second]
    gate.touch()
    assert first.wait(LONG) == second.wait(LONG) == "done"
    jobs.forget(first)
    assert jobs.find(count, requests[0]) is None
    assert len(first.records) == 2  # still there for whoever holds the job
    anew = jobs.submit(count, requests[0])
    assert anew.wait(LONG) == "done"
    jobs.forget(first)
    assert jobs.find(count, requests[0]) is anew
