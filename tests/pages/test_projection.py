import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer import wording
from explorer.data import load_analogies, memory_mapped_table
from explorer.data.uploads.limits import LONGEST_LABEL
from explorer.data.word_table import WordTable
from explorer.jobs.job_queue import queue
from explorer.training import ppmi, skipgram
from explorer.training.word_corpus import Corpus
from explorer.ui.projection.comparing import browser_maps
from explorer.ui.projection.table import table_choice
from explorer.vectors.neighbours import mean_cosine
from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import near_rows
from explorer.views import projection
from explorer.views.projection import colouring, point_sample
from explorer.views.projection.map_methods import BrowserMaps
from explorer.views.projection.named_axes import GENDER
from explorer.views.projection.point_sample import Selection
from explorer.views.projection.table_source import Source
from explorer.views.projection.trained_tables import PREDICTING, request_of, source_of
from explorer.views.projection.word_vector_training import ALIKE
from explorer.wording import share
from explorer.words.analogies import ask
from explorer.words.analogy_accuracy_bootstrap import spread
from explorer.words.shipped_tables import shipped
from explorer.words.word_axes import pair_ruler, redrawn
from explorer.words.word_categories import NAMES, members
from tests.support import html_of, legend, numbers_in, open_folds, parts_of, texts

Open = Callable[..., AppTest]
GIVE_UP = "Just show me"
PARTS = parts_of("projection")


def said_on(app: AppTest) -> set[float]:
    """All numbers of the page's sentences."""
    return numbers_in(texts(app))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("table", ["Trained here", "Your file"])
def test_every_part_opens_with_every_kind_of_table(open_page: Open, part: str, table: str) -> None:
    app = open_page("projection", j_part=part, j_table=table)
    assert not app.error
    if table == "Trained here" and [box for box in app.selectbox if box.key == "j_table"]:
        assert app.info and not app.button(key="j_train_here").disabled


def folds(app: AppTest) -> list[str]:
    return [str(fold.key) for fold in app.expander]


def test_unknown_words_are_named_with_similar_ones(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe", j_find="kingg, queen", j_lists_more="true")
    (told,) = app.warning
    assert re.search(r"“kingg”.*\bking\b", told.value) and "queen" in texts(app)


def test_the_answer_of_an_analogy_and_their_accuracy_come_after_the_guess(open_page: Open) -> None:
    app = open_page("projection", j_part="Analogies", j_table="GloVe")
    view = projection.analogy(table="GloVe")
    assert view.at_question(False).sentence in texts(app) and view.table["word"][0] == "queen"
    assert "j_accuracy_more" not in folds(app) and len(view.at_question(False).table["word"]) == 3
    app.radio(key="j_nearest_sum").set_value("king").run()
    after = projection.analogy(table="GloVe", exclude=False, drawn="cosines")  # the answer lets the given words in
    assert app.success and after.summary in texts(app) and after.details in texts(app)
    assert "j_accuracy_more" in folds(app)


def test_words_that_are_missing_are_named_in_one_warning(open_page: Open) -> None:
    app = open_page("projection", j_part="Analogies")
    for key in ("j_a", "j_b", "j_d"):
        word = "q" * LONGEST_LABEL
        app.text_input(key=key).set_value(word).run()
        (warning,) = app.warning
        assert f"“{word[:50]}" in warning.value
        app.text_input(key=key).set_value(f"{word}q").run()
        assert sum({len(word), len(word) + 1} <= numbers_in(warning.value) for warning in app.warning) == 1
        app.text_input(key=key).set_value("king" if key == "j_a" else "queen").run()


def test_what_is_trained_can_be_looked_at_in_the_other_parts(open_page: Open) -> None:
    request = ppmi.PpmiRequest(Corpus(("mobydick",)), dim=10, window=5)
    queue().submit(ppmi.train, request).wait(600)
    app = open_page(
        "projection", j_part="Watch it train", j_texts="Moby-Dick", j_method="Count and decompose", j_width=10
    )
    assert not [each for each in app.radio if each.key == "j_limits"], "another visitor's run is not shown"
    app.session_state["j_near_open"] = True  # its content is drawn when it is opened
    app.button(key="j_go").click().run()
    app.segmented_control(key="j_near").set_value("Euclid").run()
    found = source_of(request, queue().find(ppmi.train, request).records, {}).table
    near = near_rows(found.vectors, found.find("war") or 0, 8, "Euclid")
    assert all(f"{found.words[at]}</td>" in html_of(app) for at in near.ids) and f"{near.values[7]:.3f}" in html_of(app)
    app.radio(key="j_limits").set_value("more than half").run()
    assert 10 in numbers_in(app.info[-1].value)
    app.segmented_control(key="j_part").set_value("Map").run()
    app.selectbox(key="j_table").set_value("Trained here").run()
    assert "Trained here" in texts(app) and not app.exception


@pytest.mark.parametrize("part", [part for part in PARTS if part != "Watch it train"])
def test_a_link_to_a_table_trained_here_shows_it_at_once_where_the_server_has_it(open_page: Open, part: str) -> None:
    request = ppmi.PpmiRequest(Corpus(("mobydick",)), dim=10, window=5)
    queue().submit(ppmi.train, request).wait(600)
    link = {"j_table": "Trained here", "j_texts": "Moby-Dick", "j_method": "Count and decompose", "j_width": 10}
    app = open_page("projection", j_part=part, **link)
    assert not app.info
    assert not [button for button in app.button if button.key == "j_train_here"]


def test_a_run_that_saw_too_little_text_says_that_its_words_are_all_alike(open_page: Open) -> None:
    request = request_of(["Moby-Dick"], PREDICTING, 10, 1, 5)
    job = queue().submit(skipgram.train, request)
    job.wait(600)
    alike = mean_cosine(job.records[-1].vectors)
    app = open_page("projection", j_part="Watch it train", j_texts="Moby-Dick", j_width=10, j_passes=1)
    app.button(key="j_go").click().run()
    assert alike > ALIKE
    assert round(alike, 2) in numbers_in(app.warning[0].value)


def test_two_maps_are_compared_once_the_browser_has_drawn(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    found = point_sample.draw_sample(Source("GloVe", shipped("GloVe")), Selection())
    pca = point_sample.sample_distortion(found, found.reduced[:, :2])
    points = np.ascontiguousarray(found.reduced[:, 2:4])
    moved = point_sample.sample_distortion(found, points)
    monkeypatch.setattr(browser_maps, "show", lambda *_: BrowserMaps((1000,), (points,)))
    app = open_page("projection", j_part="Other maps", j_table="GloVe")
    assert f"{100 * pca.share:.1f}" not in html_of(app)
    app.radio(key="j_ways_guess").set_value(GIVE_UP).run()
    for kept in (pca, moved, point_sample.by_chance(Source("GloVe", shipped("GloVe")), Selection())):
        assert f"{100 * kept.share:.1f}" in html_of(app)
        assert f"{kept.trustworthiness:.3f}" in html_of(app) and f"{kept.continuity:.3f}" in html_of(app)
    assert {round(10 * each.share, 1) for each in (pca, moved)} <= numbers_in(app.info[0].value)
    n, m, k = len(found.rows), len(pca.examined), found.k
    beyond = (1 - pca.trustworthiness) * m * k * (2 * n - 3 * k - 1) / 2
    worked = {round(beyond), m, k, 2 * n - 3 * k - 1, round(1 - pca.trustworthiness, 4), round(pca.trustworthiness, 4)}
    assert any(worked <= numbers_in(each.value) for each in open_folds(app, "_formula").markdown)


def test_a_table_named_at_the_start_is_one_of_the_tables(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe")
    assert "Local table" not in app.selectbox(key="j_table").options
    path = tmp_path / "mine.npy"
    np.save(path, np.random.default_rng(0).normal(size=(50, 8)).astype(np.float32))
    monkeypatch.setenv("EXPLORER_TABLE", str(path))
    app = open_page("projection", j_part="Map", j_table="Local table")
    assert "Local table" in texts(app) and 50 in said_on(app)
    path.unlink()
    memory_mapped_table.open_table.cache_clear()
    app = open_page("projection", j_part="Map", j_table="Local table")
    assert app.error and "'mine.npy'" in texts(app)


def test_every_part_opens_with_a_table_named_at_the_start(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "mine.npy"
    np.save(path, np.random.default_rng(0).normal(size=(50, 8)).astype(np.float32))
    monkeypatch.setenv("EXPLORER_TABLE", str(path))
    for part in PARTS:
        app = open_page("projection", j_part=part, j_table="Local table")
        asked = [box.value for box in app.selectbox if box.key == "j_table"]
        assert asked == ([] if part in ("Watch it train", "Sentences") else ["Local table"]), (
            part
        )  # those bring their own
        assert not app.error
        assert not app.exception


def test_a_large_table_leaves_out_what_compares_everything_and_says_so(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_choice, "LARGE", 20_000)
    app = open_page(
        "projection", j_part="Analogies", j_table="GloVe", j_nearest_sum="Just show me", j_accuracy_more="true"
    )
    assert {20_000, 30_000} in [numbers_in(box.value) for box in app.info]


def test_a_column_of_texts_colours_the_map_and_is_searched(open_page: Open, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    kinds = [f"kind{number % 60}" if number % 7 else "" for number in range(600)]
    lines = [f"w{row},{x:.4f},{y:.4f},{z:.4f},{kinds[row]}" for row, (x, y, z) in enumerate(rng.normal(size=(600, 3)))]
    content = "\n".join(["word,x,y,z,sort", *lines]).encode()
    app = open_page("projection", j_part="Map", j_table="Your file")
    app.get("file_uploader")[0].upload("mine.csv", content, "text/csv").run()
    app.selectbox(key="j_colour").set_value("sort").run()
    assert not app.exception
    said = texts(app)
    assert {60, 49, kinds.count("")} <= numbers_in(said)
    app.text_input(key="j_kind").set_value("KIND1").run()
    rows = sum(kind.startswith("kind1") for kind in kinds)
    assert {11, rows} <= said_on(app)
    listed = [kind["cells"][0] for kind in legend(app)]
    assert len(listed) == 11 and all(re.fullmatch(r"kind1\d?", value) for value in listed)
    app.text_input(key="j_kind").set_value("“kind1”").run()
    assert {1, kinds.count("kind1")} <= said_on(app)
    assert [kind["cells"][0] for kind in legend(app) if kind["pressed"]] == ["kind1"] and len(legend(app)) == 30
    app.text_input(key="j_kind").set_value("KIND1").run()
    path = tmp_path / "my_vectors.csv"
    path.write_bytes(content)
    for wanted in ("KIND1", "“kind1”"):
        app.text_input(key="j_kind").set_value(wanted).run()
        assert projection.word_map(table=str(path), colour="sort", wanted=wanted).sentence in texts(app)
    app.text_input(key="j_kind").set_value("zzz").run()
    drawn = [made.proto.component_name for made in app.get("bidi_component")]
    assert not app.exception and not any(name.endswith("legend") for name in drawn)


def test_kinds_of_words_are_buttons_above_the_map_and_one_is_shown_alone(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe")
    assert [kind["cells"] for kind in legend(app)] == [["countries"], ["numbers"], ["animals"], ["family"]]
    assert len({(kind["sign"], kind["color"]) for kind in legend(app)}) == 4
    app.session_state["j_map_more"] = True
    app.run()
    app.text_input(key="j_kind").set_value("“animals”").run()
    assert [kind["cells"][0] for kind in legend(app) if kind["pressed"]] == ["animals"] and len(legend(app)) == 4
    rows = members(shipped("GloVe").find, NAMES[:4])["animals"]
    assert {1, len(rows)} <= said_on(app)
    app.multiselect(key="j_kinds").set_value(list(NAMES)).run()
    app.text_input(key="j_kind").set_value("verbs, ").run()
    assert len(legend(app)) == len(NAMES)
    assert sum("verbs, " in name for name in NAMES) in said_on(app)
    # A table without such words has no buttons.
    assert not colouring.of_kinds(WordTable("mine", ("x1", "x2"), np.eye(2)), NAMES).values[1:]


@pytest.mark.parametrize("table", ["MiniLM", "GloVe", "Whisper"])
def test_the_map_says_how_much_it_shows(open_page: Open, table: str) -> None:
    app = open_page("projection", j_part="Map", j_table=table)
    rows = shipped(table)
    share = pca(rows.vectors).shares[:2].sum()
    assert len(rows.words) in said_on(app) and wording.share(share, digits=3) in texts(app)


def test_the_switches_change_the_spectrum(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_view="Spectrum", j_table="Whisper", j_share=GIVE_UP)
    app.radio(key="j_share").set_value(GIVE_UP).run()
    assert wording.share(pca(shipped("Whisper").vectors).explained((0, 1)), digits=3) in texts(app)
    app.toggle(key="j_center").set_value(False).run()
    # The answer is about the variance still, and the mean's part is said.
    assert {23.3, 87.6, 83.9} <= said_on(app)


@pytest.mark.slow
def test_analogies_say_the_interval_over_word_pairs() -> None:
    said = projection.analogy_accuracy(table="GloVe").sentence
    table = shipped("GloVe")
    found = spread(ask(table.vectors, table.find, load_analogies(), allowed=table.whole))
    assert {found.pairs, 95} <= numbers_in(said)
    assert share(found.low, digits=3) in said and share(found.high, digits=3) in said


@pytest.mark.slow
@pytest.mark.parametrize("table", ["GloVe", "MiniLM", "Whisper"])
def test_an_axis_of_many_pairs_says_how_surely_words_lie(table: str) -> None:
    words = ("nurse", "war", "son", "soldier")
    said = projection.word_axes(table=table, axes=(GENDER,), words=", ".join(words)).sentence
    of = shipped(table)
    pairs = [[of.find(word) for word in pair.split(", ")] for pair in GENDER.split("; ")]
    rows = [of.find(word) or 0 for word in words]
    found = redrawn(prepare(of.vectors, Preprocessing(center=True)), pairs, rows)
    sure = int(((found > 0).all(axis=1) | (found < 0).all(axis=1)).sum())
    coordinates = pair_ruler(prepare(of.vectors, Preprocessing(center=True)), pairs).coordinates.astype(np.float64)
    low, high = coordinates.mean() - coordinates.std(), coordinates.mean() + coordinates.std()
    out = int(((found > high).all(axis=1) | (found < low).all(axis=1)).sum())
    assert {8, 1_000, sure, 4, out, 1} <= numbers_in(said)
    widest = int(np.argmax(np.ptp(found, axis=1)))
    # Whisper's two ends are 0.1 apart: two digits after the point would leave one of them.
    low, high = (wording.signed(float(end), 3 if table == "Whisper" else 2) for end in found[widest])
    assert of.words[rows[widest]] in said and low in said and high in said
