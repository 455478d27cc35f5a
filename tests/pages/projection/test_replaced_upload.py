"""Replacing an upload on the Projection page: the table stays until another one has been parsed."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from explorer.ui.projection.table.upload import STAYS
from explorer.views.projection.table_source import MEMO
from tests.support import plain_texts

Open = Callable[..., AppTest]
GOOD = "\n".join(["word,x,y,z", *(f"w{chr(97 + at)}q,{at}.5,{at % 5}.25,{at % 7}.75" for at in range(20))]).encode()
OTHER = GOOD.replace(b"word", b"name").replace(b"w", b"v")
MAP = {"j_part": "Map", "j_table": "Your file"}


def texts(app: AppTest) -> str:
    return " ".join([*plain_texts(app), *(text.value for text in (*app.caption, *app.error, *app.info))])


def upload(app: AppTest, name: str, content: bytes, at: int = 0) -> None:
    app.get("file_uploader")[at].upload(name, content, "text/csv").run()
    assert not app.exception


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("latin.csv", b"word,x,y\ncaf\xe9,1,2\nb,2,3\nc,3,5\n", "Line 2 is not UTF-8"),
        ("short.txt", b"a 1 2\nb 2\nc 3 5\n", "Line 2 has 1 number"),
        ("array.npy", b"\x93NUMPY", "NumPy"),
    ],
)
def test_a_file_that_cannot_be_read_leaves_the_table_before_it(
    open_page: Open, name: str, content: bytes, why: str
) -> None:
    app = open_page("projection", **MAP)
    upload(app, "good.csv", GOOD)
    upload(app, name, content)
    assert app.error[0].value == STAYS and why in texts(app)
    assert "20 rows of 3 numbers; the first words are “waq”" in texts(app)
    assert app.text_input("j_find").value == "waq"
    upload(app, "other.csv", OTHER)
    assert not app.error and "the first words are “vaq”" in texts(app)


def test_an_emptied_box_leaves_the_table_and_forgetting_takes_it_away(open_page: Open) -> None:
    app = open_page("projection", **MAP)
    upload(app, "good.csv", GOOD)
    app.get("file_uploader")[0].clear().run()
    assert not app.exception and "20 rows of 3 numbers" in texts(app)
    app.button(key="j_forget").click().run()
    assert "20 rows of 3 numbers" not in texts(app)
    assert not any(key in app.session_state for key in ("j_own", "j_of", "j_reading", MEMO))


def test_a_file_that_can_be_put_together_otherwise_takes_over_once_it_is(open_page: Open) -> None:
    app = open_page("projection", **MAP)
    upload(app, "good.csv", GOOD)
    upload(app, "gap.csv", OTHER.replace(b"3.25,3.75", b"3.25,nan"))
    assert app.error[0].value == STAYS and "column 'z' is not a finite number" in texts(app)
    assert "the first words are “waq”" in texts(app)
    app.multiselect[0].set_value(["z"]).run()
    assert not app.exception and not app.error
    assert "20 rows of 2 numbers; the first words are “vaq”" in texts(app)
    # Another choice that can't be used is about this table, and leaves it.
    app.multiselect[0].set_value(["x", "y", "z"]).run()
    assert len(app.error) == 1 and "20 rows of 2 numbers" in texts(app)


def test_after_a_refused_file_is_taken_out_the_columns_are_those_of_the_table_in_use(open_page: Open) -> None:
    app = open_page("projection", **MAP)
    upload(app, "good.csv", GOOD)
    upload(app, "gap.csv", b"word,a,b\nc,1,nan\nd,2,3\ne,3,4\n")
    assert app.multiselect[0].options == ["a", "b"]
    app.get("file_uploader")[0].clear().run()
    assert not app.error and app.multiselect[0].options == ["x", "y", "z"]


def test_the_upload_box_keeps_its_position(open_page: Open) -> None:
    """At another position a browser makes a new box, and a file on its way into the old one is lost."""

    def boxes(app: AppTest) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []

        def walk(node, path: str) -> None:  # type: ignore[no-untyped-def]
            for at, child in getattr(node, "children", {}).items():
                walk(child, f"{path}/{at}:{getattr(getattr(child, 'proto', None), 'id', '')}")
            if getattr(node, "type", "") == "file_uploader":
                found.append((path, node.proto.id))

        walk(app.main, "")
        return found

    app = open_page("projection", **MAP)
    before = boxes(app)
    assert len(before) == 1
    upload(app, "good.csv", GOOD)
    assert boxes(app) == before
    upload(app, "bad.csv", b"word,x\n")
    assert boxes(app) == before
