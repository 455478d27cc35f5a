"""Clusters of a table's rows by k-means in all dimensions, labelled with their own words, and their separation."""

import streamlit as st

from explorer import ui
from explorer.jobs.job_queue import Job
from explorer.questions import Question
from explorer.ui.frame.job_progress import wait_for
from explorer.ui.projection.on_map import legend
from explorer.ui.projection.table import similarity_switch as nearness
from explorer.ui.projection.table import table_choice
from explorer.vectors.similarity_measures import Near
from explorer.views import View
from explorer.views import projection as views
from explorer.views.projection.colouring import PLAIN
from explorer.views.projection.found_clusters import beforehand
from explorer.views.projection.table_source import DIVISIONS, Source, queue_of, remembering
from explorer.wording import count, fixed
from explorer.words.cluster_cache import FEWEST, DivisionRequest, run
from explorer.words.clusters import Division
from explorer.words.shipped_tables import SHIPPED

PART = ui.Part(
    "Clusters",
    question="Are there groups of words, or do I only see them?",
    why="[[k-means]] finds groups of near rows (clusters). It finds some in any table, so ask how real they are.",
    look="Each colour is a group, found in all numbers of a row. The list below says where its name comes from.",
)

KEY = "j_clusters"
APART = "hardly (below 0.1)", "somewhat (0.1 to 0.5)", "clearly (0.5 or more)"
REAL = "You mostly only see them", "There are groups that run into each other", "There are groups"
"""What each answer says to the title."""


def show() -> None:
    """Draw the map with a colour, a shape and a name for each cluster, their list, and how far to trust them."""
    with ui.controls(KEY):
        line = ui.row("bottom")
        where = table_choice.choose(line, nearness=True)
        if where is None:
            return
        if len(where.table.words) <= FEWEST:
            st.warning(f"This table has {count(len(where.table.words), 'row')}: too few for clusters.")
            return
        given = {"table": where}
        search = ui.ask(views.clusters, "k", "start", at=line, given=given)
        only = ui.ask(views.clusters, "only", at=line, given=search)["only"]
    meant = table_choice.page_similarity(where)
    before = beforehand(where, meant, search["k"], search["start"])
    found = before or division_or_job(where, meant, search["k"], search["start"])
    if isinstance(found, Job):
        wait(found, search["k"])
        ui.show(KEY, views.word_map(**table_choice.settings(where), colour=PLAIN))
        return
    if only > len(found.sizes):
        st.warning(f"There are {count(len(found.sizes), 'cluster')}; {only} is not one of them, so all are drawn.")
        only = 0
    settings = table_choice.settings(where) | nearness.settings() | search
    ran = None if before else found
    guess = len(found.sizes) < 2 or _ask_separate(found)
    view = views.clusters(**settings, only=only, found=ran).at_question(bool(guess))
    ui.show(KEY, view)
    if not guess:
        return
    _list(views.cluster_names(**settings, found=ran), only)
    ui.formulas(KEY, view.formulas)


def _ask_separate(found: Division) -> ui.Guess:
    at = (found.separate >= 0.1) + (found.separate >= 0.5)
    return ui.predict(
        Question(
            f"How far do these {len(found.sizes)} groups lie apart? 1: each is a single point; "
            "0: every row is as near to another group as to its own.",
            APART,
            key="j_guess_separate",
        ),
        answer=APART[at],
        because=f"**{REAL[at]}: their distance apart, the silhouette, is {fixed(found.separate, 3)}.** k-means finds "
        f"groups even in the same table with each column shuffled by itself; there it is {fixed(found.shuffled, 3)}.",
        hint="It is about all dimensions, not about the two in the picture. Are there gaps between the colours?",
    )


def _list(view: View, only: int) -> None:
    def take(number: int) -> None:
        st.session_state["j_only"] = number

    legend.show(
        f"{KEY}_list",
        view.table,
        range(1, view.table.rows + 1),
        pressed=only,
        label="Clusters and their colours and shapes",
        take=take,
    )
    st.caption(f"Press a number to see that cluster alone. {view.sentence}")
    ui.view_toolbar(f"{KEY}_names", view)


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
