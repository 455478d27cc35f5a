from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer import wording
from explorer.data import load_analogies, memory_mapped_table
from explorer.data.word_table import WordTable
from explorer.jobs.job_queue import queue
from explorer.training import ppmi, skipgram
from explorer.training.word_corpus import Corpus
from explorer.ui.projection.table import table_choice
from explorer.vectors.neighbours import mean_cosine
from explorer.vectors.pca import pca, prepare
from explorer.vectors.preprocessing import Preprocessing
from explorer.vectors.similarity_measures import near_rows
from explorer.views import projection
from explorer.views.projection import colouring, point_sample
from explorer.views.projection._analogies import LONGEST
from explorer.views.projection._word_axes import GENDER, VALUE
from explorer.views.projection._word_vector_training import ALIKE
from explorer.views.projection.point_sample import Selection
from explorer.views.projection.table_source import Source
from explorer.views.projection.trained_tables import PREDICTING, request_of, source_of
from explorer.wording import share
from explorer.words.analogies import ask
from explorer.words.analogy_accuracy_bootstrap import spread
from explorer.words.selection_outlines import within
from explorer.words.shipped_tables import shipped
from explorer.words.text_search import matching
from explorer.words.word_axes import pair_ruler, redrawn
from explorer.words.word_categories import NAMES, members
from tests.support import parts_of, plain_texts

Open = Callable[..., AppTest]
GIVE_UP = "Just show me"
PARTS = parts_of("projection")


def texts(app: AppTest) -> str:
    return "\n".join(plain_texts(app))


def legend(app: AppTest) -> list[dict[str, Any]]:
    """The rows of the list of kinds below the map."""
    (found,) = [made for made in app.get("bidi_component") if made.proto.component_name.endswith("legend")]
    kinds: list[dict[str, Any]] = json.loads(found.proto.bytes)["kinds"]
    return kinds


def html(app: AppTest) -> str:
    return "".join(element.proto.body for element in app.get("html"))


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("table", ["GloVe", "Trained here", "Your file"])
def test_every_part_opens_with_every_kind_of_table(open_page: Open, part: str, table: str) -> None:
    app = open_page("projection", j_part=part, j_table=table)
    assert not app.error
    if table == "Trained here" and [box for box in app.selectbox if box.key == "j_table"]:
        assert "The server does not have this table yet" in app.info[0].value
        assert app.button(key="j_train_here").label == "Train"


def test_a_table_that_nobody_has_trained_waits_for_the_button(open_page: Open) -> None:
    link = {"j_table": "Trained here", "j_method": "Count and decompose", "j_width": 11}
    app = open_page("projection", j_part="Map", **link)
    assert "The server does not have this table yet" in app.info[0].value
    assert not app.button(key="j_train_here").disabled
    assert not [button for button in app.button if (button.key or "").startswith("j_run_here")]


@pytest.mark.slow
@pytest.mark.parametrize("table", ["MiniLM", "GloVe", "Whisper"])
def test_the_map_says_how_much_it_shows(open_page: Open, table: str) -> None:
    app = open_page("projection", j_part="Map", j_table=table)
    rows = shipped(table)
    share = pca(rows.vectors).shares[:2].sum()
    assert f"Each dot is a row of {table}: all {len(rows.words):,}, none left out." in texts(app)
    assert f"hold {wording.share(share, digits=3)} of the rows’ spread (their variance)" in texts(app)


def test_unknown_words_are_named_with_similar_ones(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe", j_find="kingg, queen")
    assert "A word is not in this table." in app.warning[0].value
    assert "“kingg” is missing. Rows that begin like it: king" in texts(app)
    assert "The nearest to queen by cosine" in "".join(each.proto.body for each in app.get("html"))


def test_two_words_without_a_comma_are_told_apart(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe", j_find="pizza football")
    assert "For several words put commas between: pizza, football" in texts(app)


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        {"j_find": ""},
        {"j_find": ",,,"},
        {"j_find": "<script>alert(1)</script>"},
        {"j_view": "3D"},
        {"j_c1": 500, "j_c2": 500},
        {"j_remove": 10, "j_unit": "true", "j_center": "false"},
        {"j_labelled": 0, "j_k": 20, "j_compare": "the table after the switches"},
        {"j_labelled": 80, "j_k": 3, "j_colour": "row number"},
        {"j_colour": "frequency in our texts"},
        {"j_colour": "no such column"},
        {"j_kinds": ""},
    ],
)
def test_the_map_takes_every_setting(open_page: Open, query: dict) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe", **query)
    assert "all 30,000, none left out" in texts(app)


@pytest.mark.slow
def test_a_guess_reveals_what_the_whole_picture_keeps(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe")
    assert not app.metric
    # Nothing above the guess gives its answer away.
    assert "also among" not in texts(app)
    app.radio(key="j_guess").set_value("6 or more").run()
    assert "A hint: the picture has 2 of 50 directions" in app.info[0].value
    app.radio(key="j_guess").set_value("3 to 6").run()
    assert "fewer than 1" in app.info[0].value
    assert "Of the 10 rows nearest to “king” by all 50 numbers, " in texts(app)
    assert [metric.label for metric in app.metric] == ["Neighbours kept", "Trustworthiness", "Continuity"]
    assert "500 of 30,000 rows were examined" in texts(app)


@pytest.mark.slow
def test_the_switches_change_the_spectrum(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_view="Spectrum", j_table="Whisper", j_share=GIVE_UP)
    app.radio(key="j_share").set_value(GIVE_UP).run()
    assert (
        f"hold {wording.share(pca(shipped('Whisper').vectors).explained((0, 1)), digits=3)} of the rows’ spread"
        in texts(app)
    )
    app.toggle(key="j_center").set_value(False).run()
    # The answer is about the variance still, and the mean's part is said.
    assert "hold 23.3 % of the rows’ spread" in texts(app)
    assert "these hold 87.6 % of that sum, and 83.9 % of it is the mean row's" in texts(app)


def test_the_analogy_and_its_accuracy(open_page: Open) -> None:
    app = open_page("projection", j_part="Analogies")
    assert "(without the three given and pieces that begin inside a word)." in texts(app)
    assert "by the cosine of all 384 numbers: queen 0.502, kings 0.452, " in texts(app)
    assert "Of the three given words, king is nearest (0.649)" in texts(app)
    app.toggle(key="j_exclude").set_value(False).run()
    assert "by the cosine of all 384 numbers: king 0.649, queen 0.502, " in texts(app)
    assert "the three given among them." in texts(app)
    assert "If the given words may be answers" not in texts(app)
    app.radio(key="j_echo").set_value(GIVE_UP).run()
    assert "answers 9,173 of the 12,154 questions whose words it has, 75.5 %; that is 46.9 % of all" in texts(app)
    assert "If the given words may be answers, 1." in texts(app)


@pytest.mark.parametrize(
    ("a", "b", "c", "said"),
    [
        ("man", "man", "king", "Choose three different words"),
        ("", "woman", "king", "An analogy takes three words of the table."),
        ("qqqq", "woman", "king", "An analogy takes three words of the table."),
    ],
)
def test_an_impossible_analogy_is_a_warning(open_page: Open, a: str, b: str, c: str, said: str) -> None:
    app = open_page("projection", j_part="Analogies", j_b=b, j_d=c)
    app.text_input(key="j_a").set_value(a).run()
    assert [warning.value.startswith(said) for warning in app.warning] == [True]


def test_words_that_are_missing_are_named_in_one_warning(open_page: Open) -> None:
    app = open_page("projection", j_part="Analogies")
    for key in ("j_a", "j_b", "j_d"):
        word = "q" * LONGEST
        app.text_input(key=key).set_value(word).run()
        (warning,) = app.warning
        assert f"“{word}” is missing. Try another." in warning.value
        app.text_input(key=key).set_value(f"{word}q").run()
        told = f"Expected at most {len(word)} characters, got {len(word) + 1}."
        assert sum(warning.value.startswith(told) for warning in app.warning) == 1
        app.text_input(key=key).set_value("king" if key == "j_a" else "queen").run()


@pytest.mark.parametrize(
    ("across", "upward", "message"),
    [
        ("he", "", "An axis takes two words"),
        ("he, she, it", "", "An axis takes two words"),
        ("he, qqqqq", "", "An axis needs two words of the table"),
        ("he, he", "", "same vector"),
        ("he, she", "good", "An axis takes two words"),
    ],
)
def test_an_impossible_axis_is_a_warning(open_page: Open, across: str, upward: str, message: str) -> None:
    app = open_page("projection", j_part="Word axes", j_table="GloVe", j_across=across, j_up=upward)
    assert any(message in warning.value for warning in app.warning)


def test_one_axis_alone_shows_the_distance_from_it(open_page: Open) -> None:
    settings = {"j_across": "he, she", "j_up": "", "j_place": "aunt, uncle, zzzz"}
    app = open_page("projection", j_part="Word axes", j_table="GloVe", **settings)
    assert "Not in this table: zzzz" in texts(app)
    assert "2 words by their place between he and she" in texts(app)
    assert "1 pair says too little about how much pairs differ: name 3 or more" in texts(app)


@pytest.mark.slow
@pytest.mark.parametrize("table", ["GloVe", "MiniLM", "Whisper"])
def test_an_axis_of_many_pairs_says_how_surely_words_lie(open_page: Open, table: str) -> None:
    app = open_page("projection", j_part="Word axes", j_table=table, j_up="", j_place="nurse, war, son, soldier")
    of = shipped(table)
    pairs = [[of.find(word) for word in pair.split(", ")] for pair in GENDER.split("; ")]
    rows = [of.find(word) or 0 for word in ("nurse", "war", "son", "soldier")]
    found = redrawn(prepare(of.vectors, Preprocessing(center=True)), pairs, rows)
    sure = int(((found > 0).all(axis=1) | (found < 0).all(axis=1)).sum())
    assert f"The axis is made of 8 pairs. With these drawn anew 1,000 times, {sure} of 4 words" in texts(app)
    coordinates = pair_ruler(prepare(of.vectors, Preprocessing(center=True)), pairs).coordinates.astype(np.float64)
    low, high = coordinates.mean() - coordinates.std(), coordinates.mean() + coordinates.std()
    out = int(((found > high).all(axis=1) | (found < low).all(axis=1)).sum())
    assert f"and {out} of 4 {wording.verb(out, 'stays', 'stay')} outside the grey band" in texts(app)
    assert "1 of the words is an end itself." in texts(app)
    widest = int(np.argmax(np.ptp(found, axis=1)))
    # Whisper's two ends are 0.1 apart: two digits after the point would leave one of them.
    low, high = (wording.signed(float(end), 3 if table == "Whisper" else 2) for end in found[widest])
    assert f"{of.words[rows[widest]]} has the widest range, from {low} to {high}" in texts(app)


def test_pairs_with_a_missing_word_are_left_out_and_said(open_page: Open) -> None:
    app = open_page("projection", j_part="Word axes", j_table="GloVe", j_across="he, she; qqqq, woman; boy, girl")
    assert "Not in this table: qqqq; 2 pairs of 3 are used." in texts(app)
    assert "2 pairs say too little about how much pairs differ" in texts(app)


@pytest.mark.slow
def test_analogies_say_the_interval_over_word_pairs(open_page: Open) -> None:
    app = open_page("projection", j_part="Analogies", j_table="GloVe")
    table = shipped("GloVe")
    found = spread(ask(table.vectors, table.find, load_analogies(), allowed=table.whole))
    assert f"made of {found.pairs:,} word pairs" in texts(app)
    ends = f"from {share(found.low, digits=3)} to {share(found.high, digits=3)}"
    assert f"the middle 95 % of the shares reach {ends}" in texts(app)
    assert "is known least well" in texts(app)


@pytest.mark.slow
def test_what_is_trained_can_be_looked_at_in_the_other_parts(open_page: Open) -> None:
    request = ppmi.PpmiRequest(Corpus(("mobydick",)), dim=10, window=5)
    queue().submit(ppmi.train, request).wait(120)
    app = open_page(
        "projection", j_part="Watch it train", j_texts="Moby-Dick", j_method="Count and decompose", j_width=10
    )
    assert "The nearest to war by cosine in all 10 numbers of the table as it is: " in texts(app)
    app.session_state["j_near_open"] = True  # its content is drawn when it is opened
    app.run()
    app.segmented_control(key="j_near").set_value("Euclid").run()
    found = source_of(request, queue().find(ppmi.train, request).records, {}).table
    near = near_rows(found.vectors, found.find("war") or 0, 8, "Euclid")
    listed = next(each.proto.body for each in app.get("html") if "nearest in all 10 numbers" in each.proto.body)
    assert all(f"{found.words[at]}</td>" in listed for at in near.ids) and f"{near.values[7]:.3f}" in listed
    app.radio(key="j_limits").set_value("more than half").run()
    assert "less than 10 %" in app.info[-1].value
    app.segmented_control(key="j_part").set_value("Map").run()
    app.selectbox(key="j_table").set_value("Trained here").run()
    assert "Each dot is a row of Trained here" in texts(app)
    assert not app.exception


@pytest.mark.slow
@pytest.mark.parametrize("part", [part for part in PARTS if part not in ("Shadow", "Watch it train")])
def test_a_link_to_a_table_trained_here_shows_it_at_once_where_the_server_has_it(open_page: Open, part: str) -> None:
    request = ppmi.PpmiRequest(Corpus(("mobydick",)), dim=10, window=5)
    queue().submit(ppmi.train, request).wait(120)
    link = {"j_table": "Trained here", "j_texts": "Moby-Dick", "j_method": "Count and decompose", "j_width": 10}
    app = open_page("projection", j_part=part, **link)
    assert not app.info
    assert not [button for button in app.button if button.key == "j_train_here"]
    if part == "Map":
        assert "Each dot is a row of Trained here" in texts(app)


def test_a_link_to_a_pasted_text_asks_for_the_text(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="Trained here", j_texts="My own text")
    assert "Choose at least one text, or paste one." in app.warning[0].value


@pytest.mark.slow
def test_a_run_that_saw_too_little_text_says_that_its_words_are_all_alike(open_page: Open) -> None:
    request = request_of(["Moby-Dick"], PREDICTING, 10, 1, 5)
    job = queue().submit(skipgram.train, request)
    job.wait(120)
    alike = mean_cosine(job.records[-1].vectors)
    app = open_page("projection", j_part="Watch it train", j_texts="Moby-Dick", j_width=10, j_passes=1)
    assert alike > ALIKE
    assert f"two of them have a cosine of {alike:.2f} on average" in app.warning[0].value


def test_training_says_what_is_missing(open_page: Open) -> None:
    app = open_page("projection", j_part="Watch it train", j_texts="My own text")
    assert "Choose at least one text, or paste one." in app.warning[0].value
    assert queue().find(skipgram.train, skipgram.SkipgramRequest(Corpus(("shakespeare",)), dim=200)) is None


def test_two_maps_wait_for_the_browser(open_page: Open) -> None:
    app = open_page("projection", j_part="Maps", j_table="GloVe")
    left = "The other 29,335 of GloVe's 30,000 rows are left out."
    said = "665 points of GloVe: the 665 rows whose words are of a kind. t-SNE reads 50 numbers of each"
    assert said in texts(app) and left in texts(app)
    assert "What both maps keep is counted when they are done, or stopped." in texts(app)
    assert not app.radio


def test_two_maps_that_need_no_browser_are_compared_at_once(open_page: Open) -> None:
    app = open_page("projection", j_part="Maps", j_table="GloVe", j_ways_right="Word axes")
    found = point_sample.draw_sample(Source("GloVe", shipped("GloVe")), Selection())
    pca = point_sample.sample_distortion(found, found.reduced[:, :2])
    table = shipped("GloVe")
    rows = [
        pair_ruler(table.vectors, [tuple(map(table.find, pair.split(", "))) for pair in text.split("; ")])
        for text in (GENDER, VALUE)
    ]
    axes = point_sample.sample_distortion(
        found, np.stack([each.coordinates[list(found.rows)] for each in rows], axis=1)
    )
    assert f"{100 * pca.share:.1f}" not in html(app)
    app.radio(key="j_ways_guess").set_value(GIVE_UP).run()
    for kept in (pca, axes, point_sample.by_chance(Source("GloVe", shipped("GloVe")), Selection())):
        assert f"{100 * kept.share:.1f}" in html(app)
        assert f"{kept.trustworthiness:.3f}" in html(app) and f"{kept.continuity:.3f}" in html(app)
    assert f"The answer: **{'PCA' if pca.share > axes.share else 'Word axes'}**" in app.info[0].value
    n, m, k = len(found.rows), len(pca.examined), found.k
    beyond = (1 - pca.trustworthiness) * m * k * (2 * n - 3 * k - 1) / 2
    assert (
        f"PCA: the strangers' ranks lie beyond {k} by {round(beyond):,} in all, and 2 / ({m:,} · {k} · "
        f"{2 * n - 3 * k - 1:,}) of that is {1 - pca.trustworthiness:.4f}: T = {pca.trustworthiness:.4f}."
    ) in "".join(each.value for each in app.markdown)


def test_the_same_way_twice_and_a_missing_axis_are_said(open_page: Open) -> None:
    app = open_page("projection", j_part="Maps", j_table="GloVe", j_ways_right="PCA")
    assert "drawn the same way" in app.info[0].value
    app = open_page("projection", j_part="Maps", j_table="GloVe", j_ways_right="Word axes", j_up="bad")
    assert "An axis takes two words" in app.warning[0].value


@pytest.mark.parametrize("method", ["t-SNE", "UMAP"])
def test_other_seeds_wait_for_the_browser(open_page: Open, method: str) -> None:
    app = open_page("projection", j_part="Maps", j_maps="other seeds", j_table="GloVe", j_seeds_method=method)
    left = "The other 29,335 of GloVe's 30,000 rows are left out."
    said = f"665 points of GloVe: the 665 rows whose words are of a kind. {method} reads 50 numbers of each, its"
    assert said in texts(app) and left in texts(app)
    assert "counted when all of them are done" in texts(app)


@pytest.mark.slow
def test_the_shadow_turns_and_the_longest_is_found_by_guessing(open_page: Open) -> None:
    app = open_page("projection")
    assert "On the line at 150° the shadows keep" in texts(app)
    app.number_input(key="j_angle").set_value(60).run()
    assert "On the line at 60° the shadows keep 94" in texts(app)
    assert "a quarter turn further" not in texts(app)
    app.radio(key="j_longest").set_value("near 60°").run()
    assert "It is 5" in app.success[0].value
    assert "a quarter turn further" in texts(app)


def test_a_link_from_when_the_map_came_first_still_opens_it(open_page: Open) -> None:
    app = open_page("projection", j_table="GloVe")
    assert "Each dot is a row of GloVe: all 30,000" in texts(app)


def test_a_table_named_at_the_start_is_one_of_the_tables(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe")
    assert "Local table" not in app.selectbox(key="j_table").options
    path = tmp_path / "mine.npy"
    np.save(path, np.random.default_rng(0).normal(size=(50, 8)).astype(np.float32))
    monkeypatch.setenv("EXPLORER_TABLE", str(path))
    app = open_page("projection", j_part="Map", j_table="Local table")
    assert "Each dot is a row of Local table: all 50, none left out." in texts(app)
    path.unlink()
    memory_mapped_table.open_table.cache_clear()
    app = open_page("projection", j_part="Map", j_table="Local table")
    assert app.error[0].value == "The local table can't be used."
    assert "'mine.npy' can't be read: No such file or directory" in texts(app)


@pytest.mark.slow
def test_every_part_opens_with_a_table_named_at_the_start(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "mine.npy"
    np.save(path, np.random.default_rng(0).normal(size=(50, 8)).astype(np.float32))
    monkeypatch.setenv("EXPLORER_TABLE", str(path))
    for part in PARTS:
        app = open_page("projection", j_part=part, j_table="Local table")
        asked = [box.value for box in app.selectbox if box.key == "j_table"]
        assert asked == ([] if part in ("Shadow", "Watch it train", "Sentences") else ["Local table"]), (
            part
        )  # those bring their own
        assert not app.error
        assert not app.exception


def test_a_large_table_leaves_out_what_compares_everything_and_says_so(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_choice, "LARGE", 20_000)
    for part, what in (("Analogies", "Asking Google's analogy questions"),):
        app = open_page("projection", j_part=part, j_table="GloVe")
        assert f"{what} compares thousands of words with every row, and is left out above 20,000 rows (30,000)." in [
            box.value for box in app.info
        ]


@pytest.mark.slow
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
    assert (
        "The column has 60 different values, and each has a colour and a shape; there are 49 of these, so they" in said
    )
    assert f"{kinds.count('')} rows without a value are grey." in said
    app.text_input(key="j_kind").set_value("KIND1").run()
    rows = sum(kind.startswith("kind1") for kind in kinds)
    assert f"Highlighted: 11 values, {rows} rows." in texts(app)
    listed = [kind["cells"][0] for kind in legend(app)]
    assert len(listed) == 11 and all(re.fullmatch(r"kind1\d?", value) for value in listed)
    app.text_input(key="j_kind").set_value("“kind1”").run()
    assert f"Highlighted: 1 value, {kinds.count('kind1')} rows." in texts(app)
    assert [kind["cells"][0] for kind in legend(app) if kind["pressed"]] == ["kind1"] and len(legend(app)) == 30
    app.text_input(key="j_kind").set_value("KIND1").run()
    path = tmp_path / "my_vectors.csv"
    path.write_bytes(content)
    for wanted in ("KIND1", "“kind1”"):
        app.text_input(key="j_kind").set_value(wanted).run()
        sentence = next(text.value for text in app.text if "Highlighted" in text.value)
        view = projection.word_map(table=str(path), colour="sort", wanted=wanted)
        assert view.sentence == sentence
    app.text_input(key="j_kind").set_value("zzz").run()
    assert "Highlighted: 0 values, 0 rows." in texts(app)
    assert "No value contains these characters." in texts(app)


def test_a_group_by_a_pattern_says_what_its_rows_share(open_page: Open) -> None:
    app = open_page("projection", j_part="Groups", j_table="GloVe")
    rows = matching(shipped("GloVe").words, "*land")
    assert f"{len(rows)} of 30,000 rows" in texts(app)
    shown = "\n".join(element.proto.body for element in app.get("html"))
    assert "countries (kind of word)" in shown


@pytest.mark.parametrize("chosen", [(1, 2), (3, 5)])
def test_a_groups_picture_names_its_components_from_one_and_what_they_hold(
    open_page: Open, chosen: tuple[int, int]
) -> None:
    app = open_page("projection", j_part="Groups", j_table="GloVe", j_c1=chosen[0], j_c2=chosen[1])
    held = (
        pca(prepare(shipped("GloVe").vectors, Preprocessing(center=True)))
        .shares[[number - 1 for number in chosen]]
        .sum()
    )
    said = f"The picture shows components {chosen[0]} and {chosen[1]}, which hold {share(held, digits=3)} of the rows’"
    assert said in texts(app)


def test_a_group_by_a_list(open_page: Open) -> None:
    app = open_page("projection", j_part="Groups", j_table="GloVe", j_how="a list", j_members="paris, rome, zzzz")
    assert "Not in this table: zzzz" in texts(app)
    assert "2 of 30,000 rows" in texts(app)


@pytest.mark.parametrize(("missing", "more"), [(12, False), (13, True)])
def test_of_many_words_that_are_not_there_twelve_are_named(open_page: Open, missing: int, more: bool) -> None:
    words = [f"zz{letter}zz" for letter in "abcdefghijklm"[:missing]]
    app = open_page("projection", j_table="GloVe", j_part="Groups", j_how="a list", j_members=", ".join(words))
    (said,) = [text.value for text in app.text if "Not in this table: " in text.value]
    assert [word for word in words if word in said] == words[:12]
    assert said.endswith(" and 1 more.") == more
    app = open_page("projection", j_part="Groups", j_table="GloVe", j_how="a list", j_members="paris")
    assert "One row of 30,000 is in the group: paris. The other 29,999 rows are grey." in texts(app)


def test_a_group_by_an_outline(open_page: Open) -> None:
    app = open_page("projection", j_part="Groups", j_table="GloVe", j_how="an outline")
    assert "No row of GloVe is in the group yet; all 30,000 are grey." in texts(app)
    app = open_page("projection", j_part="Groups", j_table="GloVe", j_how="an outline", j_area="2,0; 3,0; 3,1")
    where, recipe = Source("GloVe", shipped("GloVe")), Preprocessing(center=True)
    rows = within(table_choice.points(where, recipe, (0, 1)), ((2.0, 0.0), (3.0, 0.0), (3.0, 1.0)))
    assert len(rows) > 10
    assert f"{len(rows):,} of 30,000 rows" in texts(app)
    app.text_input(key="j_area").set_value("2,0; 3").run()
    assert app.warning[0].value == "This outline can't be read."
    assert "Corner 2 should be two numbers" in texts(app)
    app.segmented_control(key="j_others").set_value("not drawn").run()
    assert "all 30,000 are not drawn." in texts(app)


def test_kinds_of_words_are_buttons_above_the_map_and_one_is_shown_alone(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="GloVe")
    assert [kind["cells"] for kind in legend(app)] == [["countries"], ["numbers"], ["animals"], ["family"]]
    assert len({(kind["sign"], kind["color"]) for kind in legend(app)}) == 4
    app.session_state["j_map_more"] = True
    app.run()
    app.text_input(key="j_kind").set_value("“animals”").run()
    assert [kind["cells"][0] for kind in legend(app) if kind["pressed"]] == ["animals"] and len(legend(app)) == 4
    rows = members(shipped("GloVe").find, NAMES[:4])["animals"]
    sentence = next(text.value for text in app.text if "Highlighted" in text.value)
    assert f"Highlighted: 1 kind, {len(rows)} rows." in sentence
    app.multiselect(key="j_kinds").set_value(list(NAMES)).run()
    app.text_input(key="j_kind").set_value("verbs, ").run()
    assert len(legend(app)) == len(NAMES)
    assert f"Highlighted: {sum('verbs, ' in name for name in NAMES)} kinds," in texts(app)
    # A table without such words has no buttons.
    assert not colouring.of_kinds(WordTable("mine", ("x1", "x2"), np.eye(2)), NAMES).values[1:]
