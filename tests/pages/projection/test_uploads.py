"""The visitor's own file on the Projection page."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explorer import wording
from explorer.data.uploads.table_budget import TableBudget
from explorer.ui.projection.table import upload as upload_field
from explorer.views import projection
from explorer.views.projection.table_source import DIVISIONS, RUNS
from tests.support import numbers_in, plain_texts

MORE = """
queen man woman boy girl son daughter cat white black one four five six eight nine ten bread salt spring autumn day
night peace book house door window table chair river sea lake road stone tree leaf
"""
Open = Callable[..., AppTest]
NAMES = [f"q{x}{y}" for x in "bcdfghjk" for y in "lmnprstv"]


def texts(app: AppTest) -> str:
    others = (text.value for text in (*app.caption, *app.markdown, *app.error, *app.info))
    return " ".join([*plain_texts(app), *others])


def upload(app: AppTest, at: int, name: str, content: bytes) -> None:
    app.get("file_uploader")[at].upload(name, content, "text/csv").run()
    assert not app.exception


def test_a_file_of_bytes_stays_small(open_page: Open) -> None:
    numbers = np.random.default_rng(0).integers(-9, 9, (60, 5), dtype=np.int8)
    out = io.BytesIO()
    np.save(out, numbers)
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "numbers.npy", out.getvalue())
    assert 60 in numbers_in(texts(app))
    kept = app.session_state["j_own"].table.vectors
    assert kept.dtype == np.float16 and kept.tolist() == numbers.tolist()


def test_a_file_without_a_known_word_is_first_coloured_by_its_column_of_texts(open_page: Open) -> None:
    rows = [f"w{chr(97 + at)}q,{'north' if at % 3 else 'south'},{at},{at % 5},{-at}" for at in range(20)]
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "own.csv", "\n".join(["word,side,x,y,z", *rows]).encode())
    assert app.selectbox("j_colour").value == "side"
    app.selectbox("j_colour").select("nothing").run()
    assert not app.exception and app.selectbox("j_colour").value == "nothing"


def test_clusters_of_ones_own_file_are_found_by_a_run_of_the_session(open_page: Open) -> None:
    rng = np.random.default_rng(0)
    rows = [
        f"w{at},{'north' if at % 2 else 'south'}," + ",".join(map(str, rng.normal([9 * (at % 2), 9 - 9 * (at % 2), 0])))
        for at in range(60)
    ]
    app = open_page("projection", j_part="Clusters", j_table="Your file", j_clusters_k=2)
    upload(app, 0, "own.csv", "\n".join(["word,side,x,y,z", *rows]).encode())
    for job in list(app.session_state[RUNS]._jobs.values()):
        assert job.wait(600) == "done", job.error
    app.run()
    assert not app.exception and not app.get("progress")
    assert {2, 30} <= numbers_in(texts(app))
    assert not app.session_state[RUNS]._jobs and len(app.session_state[DIVISIONS]) == 1


def test_what_was_understood_is_one_line_above_the_picture_and_folded_below_it(open_page: Open) -> None:
    rows = [f"w{chr(97 + at)}q,{'north' if at % 3 else 'south'},{at}.5,{at % 5}.25,{1990 + at}" for at in range(20)]
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "own.csv", "\n".join(["word,side,x,y,year", *rows]).encode())
    assert "20 rows of 2 numbers" in texts(app) and "“waq”, “wbq” and “wcq”" in texts(app)
    assert "side and year" in texts(app)
    fold = next(box for box in app.expander if box.label.startswith("Your file"))
    assert not fold.proto.expanded
    fold.multiselect[0].set_value([]).run()
    assert "20 rows of 3 numbers" in texts(app) and "side and year" not in texts(app)


def test_a_number_that_stands_apart_is_left_out_and_named_where_it_can_be_taken_in(open_page: Open) -> None:
    rows = [f"w{chr(97 + at)}q,{at}.5,{at % 5}.25,{at % 3}.5,{'ab'[at % 2]},{at**3}.75" for at in range(20)]
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "own.csv", "\n".join(["word,v1,v2,v3,kind,price", *rows]).encode())
    assert "20 rows of 3 numbers" in texts(app)
    assert "price" in texts(app)
    assert "price" in app.selectbox("j_colour").options
    app.multiselect[0].set_value([]).run()
    assert "20 rows of 4 numbers" in texts(app)


def test_a_table_that_cannot_be_put_together_can_be_by_a_click(open_page: Open) -> None:
    rows = [f"w{chr(97 + at)}q,{at}.5,{at % 5}.25,{'nan' if at == 3 else 0.5}" for at in range(20)]
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "own.csv", "\n".join(["word,x,y,z", *rows]).encode())
    assert "column 'z'" in texts(app) and 5 in numbers_in(texts(app))
    app.multiselect[0].set_value(["z"]).run()
    assert not app.error and "20 rows of 2 numbers" in texts(app)


def test_the_first_word_is_that_of_the_table_now(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="Your file")
    lines = [f"{at}.5,{at % 5}.25" for at in range(20)]
    upload(app, 0, "own.csv", "\n".join(["x,y", *lines]).encode())
    assert app.text_input("j_find").value == "row 0"
    named = "\n".join(["word,x,y", *(f"w{chr(97 + at)}q,{line}" for at, line in enumerate(lines))])
    upload(app, 0, "named.csv", named.encode())
    assert app.text_input("j_find").value == "waq" and not app.warning


def test_a_method_runs_on_more_points_than_the_neighbours_it_is_asked_for(open_page: Open) -> None:
    for rows, refused in ((15, True), (16, False)):
        app = open_page(
            "projection", j_part="Other maps", j_maps="other seeds", j_table="Your file", j_seeds_method="UMAP"
        )
        lines = "\n".join(f"{name},{at % 7},{at % 11}.5,{at}.25" for at, name in enumerate(NAMES[:rows]))
        upload(app, 0, "mine.csv", f"word,a,b,c\n{lines}".encode())
        assert not app.exception
        warned = [box.value for box in app.warning]
        assert ({15, float(rows)} in map(numbers_in, warned)) == refused


PAIRS = """
man woman king queen boy girl father mother son daughter uncle aunt brother sister he she
"""


def test_all_right_of_eight_pairs_is_not_known_to_a_hundred_per_cent(open_page: Open, tmp_path: Path) -> None:
    # Each pair has a direction of its own and all have the same step, so every answer is right.
    rows = [[*(6.0 * (at == at_pair // 2) for at in range(8)), 1.0 - 2 * (at_pair % 2)] for at_pair in range(16)]
    content = "\n".join(
        f"{word} {' '.join(map(str, row))}" for word, row in zip(PAIRS.split(), rows, strict=True)
    ).encode()
    app = open_page("projection", j_part="Analogies", j_table="Your file", j_accuracy_more="true")
    upload(app, 0, "mine.txt", content)
    path = tmp_path / "my_vectors.txt"
    path.write_bytes(content)
    view = projection.analogy_accuracy(table=str(path)).at_question(False)
    low = wording.share(0.025 ** (1 / 8), digits=3)
    assert view.summary in texts(app) and view.details in texts(app)
    assert low in view.sentence and {95, 100} <= numbers_in(view.sentence)


def archive(**shapes: tuple[int, int]) -> bytes:
    out = io.BytesIO()
    rng = np.random.default_rng(0)
    np.savez(out, **{name.replace("__", "."): rng.normal(size=shape) for name, shape in shapes.items()})
    return out.getvalue()


def test_the_table_of_words_is_named_and_another_can_be_chosen(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "model.npz", archive(mlp__weight=(96, 6), wte__weight=(65, 6)))
    assert "“wte.weight”" in texts(app) and "65 rows of 6 numbers" in texts(app)
    box = next(box for box in app.selectbox if box.label == "The vectors are")
    box.set_value("mlp.weight").run()
    assert "“mlp.weight”" in texts(app) and "96 rows of 6 numbers" in texts(app)


def test_where_no_table_is_called_as_one_of_words_the_visitor_chooses(open_page: Open) -> None:
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "part.npz", archive(gate_proj__weight=(96, 6), q_proj__weight=(65, 6)))
    box = next(box for box in app.selectbox if box.label == "The vectors are")
    assert box.value is None and not app.error and "j_own" not in app.session_state
    box.set_value("q_proj.weight").run()
    assert not app.error and "65 rows of 6 numbers" in texts(app)


def test_a_server_full_of_visitors_tables_says_when_to_come_back(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = ("word,x,y\n" + "\n".join(f"{name},{at % 7}.5,{at}" for at, name in enumerate(NAMES))).encode()
    budget = TableBudget(most=2 * len(one))
    monkeypatch.setattr(upload_field, "TABLES", budget)
    first, second = (open_page("projection", j_part="Map", j_table="Your file") for _ in range(2))
    budget.hold(first, 2 * len(one) - 10)
    upload(second, 0, "one.csv", one)
    assert second.error and "j_own" not in second.session_state
    monkeypatch.setattr(upload_field, "TABLES", TableBudget())
    upload(second, 0, "one.csv", one + b"\n")
    assert "j_own" in second.session_state


def test_a_file_with_known_words_is_first_coloured_by_their_kinds(open_page: Open) -> None:
    rows = [f"{word},a{at % 2},{at},{at % 5},{-at}" for at, word in enumerate(MORE.split())]
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "own.csv", "\n".join(["word,side,x,y,z", *rows]).encode())
    assert app.selectbox("j_colour").value == "kind of word"


def test_one_known_word_among_many_does_not_hide_the_columns_of_a_file(open_page: Open) -> None:
    rows = [f"w{chr(97 + at)}q,{'north' if at % 3 else ''},{at},{at % 5},{-at}" for at in range(20)]
    app = open_page("projection", j_part="Map", j_table="Your file")
    upload(app, 0, "own.csv", "\n".join(["word,side,x,y,z", "apple,north,1,2,3", *rows]).encode())
    assert app.selectbox("j_colour").value == "side"
    assert "(empty), north" in "".join(element.proto.body for element in app.get("html"))
