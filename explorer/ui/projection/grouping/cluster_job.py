"""Cluster jobs: one run in another process for each table and setting."""

from explorer.jobs.job_queue import Job
from explorer.ui.frame.job_progress import wait_for
from explorer.vectors.similarity_measures import Near
from explorer.views.projection.table_source import DIVISIONS, Source, queue_of, remembering
from explorer.wording import count
from explorer.words.cluster_cache import DivisionRequest, run
from explorer.words.clusters import Division
from explorer.words.shipped_tables import SHIPPED

KEPT, SHARED = 40, 120
"""Cached divisions, per session of its own tables and per server of all others: a byte per row and a few lists."""


class StillLookedForError(Exception):
    """The division is not ready yet; `job` computes it."""

    def __init__(self, job: Job) -> None:
        super().__init__("the clusters are not there yet")
        self.job = job


def division_or_job(where: Source, meant: Near, k: int, start: int) -> Division | Job:
    """The division, or the job that computes it: the server's own process never does."""
    try:
        return _division(where, meant, k, start)
    except StillLookedForError as wait:
        return wait.job


@remembering(DIVISIONS, KEPT, SHARED, is_heavy=True)
def _division(where: Source, meant: Near, k: int, start: int) -> Division:
    runs = queue_of(where)
    job = runs.submit(run, division_request(where, meant, k, start))
    if job.state != "done":
        raise StillLookedForError(job)
    runs.forget(job)
    found: Division = job.records[-1]
    return found


def division_request(where: Source, meant: Near, k: int, start: int) -> DivisionRequest:
    """Request for the other process: a shipped table by its name, one on the disk by its path, any other whole."""
    if where.key in SHIPPED:
        return DivisionRequest(where.key, meant, k, start, name=where.key)
    if where.path is not None:
        return DivisionRequest(where.key, meant, k, start, path=str(where.path))
    return DivisionRequest(where.key, meant, k, start, lent=(where.table.vectors, where.table.begins))


def wait(job: Job, k: int) -> None:
    """Show the job's progress until it has ended."""
    wait_for(
        job,
        "j_clusters_again",
        doing=f"Looking for {count(k, 'cluster')}",
        label="The search for clusters",
        failed="The clusters were not found.",
        again="Look again",
    )
