"""The progress panel of a job by AppTest, with real worker processes."""

from types import SimpleNamespace

from streamlit.testing.v1 import AppTest

from explorer.jobs.job_queue import Queue
from explorer.ui.frame.job_progress import describe
from tests.jobs.job_generators import Count, count
from tests.support import numbers_in

LONG = 60.0


def page(job):
    import streamlit as st

    from explorer.ui.frame.job_progress import job_panel

    st.title("Page")
    job_panel(job, lambda records: st.text(f"drawn {[record.step for record in records]}"), key="x_run", label="Count")


def open_page(job) -> AppTest:
    at = AppTest.from_function(page, args=(job,), default_timeout=LONG).run()
    assert not at.exception
    return at


def progress_text(at: AppTest) -> str:
    (bar,) = at.get("progress")
    return bar.proto.text


def started(job):
    with job._queue.changed:
        assert job._queue.changed.wait_for(lambda: job._records, LONG)
    return job


def test_a_running_job_can_be_stopped_and_run_again(tmp_path):
    gate = tmp_path / "gate"
    job = started(Queue().submit(count, Count(steps=3, gate=str(gate))))
    at = open_page(job)
    assert progress_text(at) == "Count: step 1 of 3, working out the time left"
    assert [text.value for text in at.text] == ["drawn [1]"]
    at.button(key="x_run_stop").click().run()
    assert job.state == "stopped"
    assert progress_text(at) == "Count stopped at step 1 of 3"
    assert [text.value for text in at.text] == ["drawn [1]"]
    gate.touch()
    at.button(key="x_run_again").click().run()
    assert job.wait(LONG) == "done"
    at.run()
    assert progress_text(at).startswith("Count: done in ") and progress_text(at).endswith(", 3 steps")
    assert [text.value for text in at.text] == ["drawn [1, 2, 3]"]
    assert not at.button


def test_before_its_first_step_a_run_says_what_it_does():
    for phase, said in (("reading the text", "reading the text"), ("training", "starting"), ("", "starting")):
        job = SimpleNamespace(state="running", progress=(0, 300), records=(SimpleNamespace(phase=phase),))
        assert describe(job, "Training") == (0.0, f"Training: {said} …")


def test_one_visitor_cannot_stop_anothers_run(tmp_path):
    job = started(Queue().submit(count, Count(steps=3, gate=str(tmp_path / "never"))))
    at = open_page(job)
    job.watch("somebody else")
    at.button(key="x_run_stop").click().run()
    assert job.state == "running"
    assert progress_text(at) == "You stopped watching; other visitors keep this run going."
    at.button(key="x_run_watch").click().run()
    assert progress_text(at) == "Count: step 1 of 3, working out the time left"
    job.stop()


def test_a_failed_job_shows_its_message_as_text():
    job = Queue().submit(count, Count(steps=3, fail_at=2))
    job.wait(LONG)
    at = open_page(job)
    assert len(at.error) == 1
    assert [text.value for text in at.text] == ["step 2 is one too many", "drawn [1]"]
    assert at.button(key="x_run_again")


def test_a_queued_job_tells_its_queue_position():
    jobs = Queue(at_once=0)
    first, second = jobs.submit(count, Count(steps=1)), jobs.submit(count, Count(steps=2))
    done, told = describe(first, "Training")
    assert done == 0 and told.startswith("Training ") and not numbers_in(told)
    assert numbers_in(progress_text(open_page(second))) == {2}


def page_of_choice(jobs):
    import streamlit as st

    from explorer.ui.frame.job_progress import job_panel
    from tests.jobs.job_generators import Count, count

    steps = int(st.selectbox("Steps", (2, 3), key="steps"))
    job_panel(jobs.submit(count, Count(steps=steps)), lambda records: None, key="x_run")


def test_whoever_moves_on_from_a_run_that_nobody_else_watches_stops_it():
    jobs = Queue(at_once=0)
    at = AppTest.from_function(page_of_choice, args=(jobs,), default_timeout=LONG).run()
    first = jobs.find(count, Count(steps=2))
    at.selectbox(key="steps").select(3).run()
    second = jobs.find(count, Count(steps=3))
    assert (first.state, second.state) == ("stopped", "queued")
    at.selectbox(key="steps").select(2).run()
    assert (first.state, second.state) == ("queued", "stopped")  # asked for again: it is in line anew
    second.restart()
    first.watch("somebody else")
    at.selectbox(key="steps").select(3).run()
    assert (first.state, second.state) == ("queued", "queued")
