"""The part Clusters: its texts agree with the computed clusters."""

from collections.abc import Callable

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer.data.word_table import WordTable
from explorer.jobs.job_queue import Queue, queue
from explorer.ui.frame.answer_feedback import SKIP
from explorer.ui.projection import clusters
from explorer.vectors.pca import prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import EUCLID, Near
from explorer.views import projection
from explorer.views.projection.cluster_labels import named_of, names_from
from explorer.views.projection.table_source import Source
from explorer.wording import fixed, share
from explorer.words.cluster_cache import USUAL, precomputed_division, run
from explorer.words.clusters import Division, divide
from explorer.words.shipped_tables import shipped
from tests.support import legend, numbers_in, texts

Open = Callable[..., AppTest]
GLOVE = shipped("GloVe")
FIVE = {"j_part": "Clusters", "j_guess_separate": SKIP, "j_table": "GloVe", "j_clusters_k": 5}


def made(name: str, k: int) -> Division:
    """The shipped division."""
    found = precomputed_division(name, Near(), k, 0)
    assert found is not None
    return found


def found_by(app: AppTest, where: Source, meant: Near, k: int, start: int) -> AppTest:
    """The page once the run that looks for these clusters has ended."""
    job = queue().submit(run, clusters.division_request(where, meant, k, start))
    assert job.wait(600) == "done", job.error
    app.run()
    assert not app.exception and not app.get("progress")
    return app


def test_while_a_run_waits_its_turn_the_rows_are_there_without_clusters(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Queue(at_once=0)
    monkeypatch.setattr(clusters, "queue_of", lambda where: full)
    app = open_page("projection", j_part="Clusters", j_table="GloVe", j_clusters_k=5, j_start=7)
    assert 30_000 in numbers_in(texts(app)) and len(app.get("progress")) == 1
    names = [made.proto.component_name for made in app.get("bidi_component")]
    assert any(name.endswith("chart") for name in names) and not any(name.endswith("legend") for name in names)
    (job,) = full.waiting
    job.stop(abandoned=True)
    app.run()
    assert job.state == "queued"  # requested again by opening the page
    full.end_job(job, "failed", "no memory left")
    app.run()
    assert len(app.error) == 1 and "no memory left" in texts(app)
    app.button(key="j_clusters_again").click().run()
    assert job.state == "queued" and not app.exception


def test_how_far_the_clusters_lie_apart_is_guessed_before_they_are_named(open_page: Open) -> None:
    app = open_page("projection", j_part="Clusters", j_table="GloVe")
    separate = fixed(made("GloVe", USUAL).separate, 3)
    assert separate not in texts(app) and not any(
        each.proto.component_name.endswith("legend") for each in app.get("bidi_component")
    )
    app.radio(key="j_guess_separate").set_value(clusters.APART[0]).run()
    assert len(app.success) == 1 and separate in app.success[0].value and len(legend(app)) == USUAL


def test_clusters_follow_the_switch_of_what_is_near(open_page: Open) -> None:
    app = open_page(
        "projection",
        j_part="Clusters",
        j_guess_separate=SKIP,
        j_table="GloVe",
        j_near=EUCLID,
        j_compare="the table centred",
    )
    app = found_by(app, Source("GloVe", GLOVE), Near(EUCLID, Preprocessing(center=True)), USUAL, 0)
    found = divide(prepare(GLOVE.vectors, Preprocessing(center=True)), USUAL, measure=EUCLID)
    assert fixed(found.separate, 3) in texts(app)


def test_clusters_of_a_file_that_knows_few_kinds_of_words_are_named_by_its_column() -> None:
    rng = np.random.default_rng(0)
    vectors = (9 * np.repeat(np.eye(3), 20, axis=0) + rng.normal(size=(60, 3))).astype(np.float32)
    labels = tuple(f"item {at}" for at in range(60))
    shop = np.array(["shoes"] * 20 + ["hats"] * 20 + ["bags"] * 20)
    table = WordTable("mine", labels, vectors, metadata={"shop": shop, "price": np.arange(60.0)})
    where, division = Source("mine", table), divide(prepare(vectors, Preprocessing()), 3, measure=EUCLID)
    found = named_of(where, division)
    assert {items[0].term for items in found} == {"shoes", "hats", "bags"} and names_from(where) == "shop"
    assert [(items[0].here, items[0].everywhere) for items in found] == [(20, 20)] * 3


def test_no_cluster_of_minilm_with_words_is_listed_by_pieces(open_page: Open) -> None:
    app = open_page("projection", j_part="Clusters", j_guess_separate=SKIP, j_table="MiniLM", j_clusters_k=12)
    table = shipped("MiniLM")
    found = made("MiniLM", 12)
    inside = np.array([word.startswith("##") and len(word) > 2 for word in table.words])
    assert any(inside[rows[:5]].any() for rows in found.typical)  # without care some would be
    cells = {kind["number"]: kind["cells"] for kind in legend(app)}
    for cluster in range(12):
        whole = not inside[found.labels == cluster].all()
        assert ("##" not in cells[cluster + 1][1]) == whole


def test_the_numbers_and_words_are_those_that_were_found(open_page: Open) -> None:
    app = open_page("projection", **FIVE, j_start=3)
    app = found_by(app, Source("GloVe", GLOVE), Near(), 5, 3)
    found = divide(prepare(GLOVE.vectors, Preprocessing()), 5, 3)
    told = {5, found.sizes.min(), found.sizes.max(), found.nearer, 30_000, 4}
    assert told <= numbers_in(texts(app))
    for number in (fixed(found.separate, 3), fixed(found.shuffled, 3), share(found.again, digits=3)):
        assert number in texts(app)
    for rows in found.typical:
        assert ", ".join(GLOVE.words[row] for row in rows[:5]) in [kind["cells"][1] for kind in legend(app)]
    assert [kind["number"] for kind in legend(app)] == [1, 2, 3, 4, 5]
    assert len({(kind["sign"], kind["color"]) for kind in legend(app)}) == 5
    assert not any(kind["pressed"] for kind in legend(app))


@pytest.mark.slow
def test_every_cluster_has_its_name_in_the_picture() -> None:
    spec = projection.clusters().spec
    assert spec is not None
    names = sorted(int(note["text"].split(":")[0]) for note in spec.layout["annotations"])
    assert names == list(range(1, USUAL + 1))
