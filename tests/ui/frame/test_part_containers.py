"""Order of a part's picture, controls and question, whatever the order of drawing."""

from streamlit.testing.v1 import AppTest


def drawn(stage: bool) -> list[str]:
    def app(stage: bool) -> None:
        import streamlit as st

        from explorer.ui.frame import part_containers

        with part_containers.containers(stage=stage):
            st.text("rest")
            for name in ("question", "sentence", "controls", "picture"):
                with part_containers.take(name):
                    st.text(name)
            with part_containers.take("picture"):
                st.text("another picture")
            with part_containers.in_place(), part_containers.take("line"):
                st.text("in place")
            part_containers.fragment(lambda: st.text("by itself"), None)

    return [text.value for text in AppTest.from_function(app, kwargs={"stage": stage}).run().text]


def test_the_picture_stands_first_and_below_it_its_controls_question_and_sentence() -> None:
    said = drawn(stage=False)
    assert said[:5] == ["picture", "controls", "question", "sentence", "rest"]
    assert said[5:] == ["another picture", "in place", "by itself"]


def test_on_the_stage_the_question_and_the_sentence_stand_beside_the_picture_and_the_controls_after_them() -> None:
    assert drawn(stage=True)[:5] == ["picture", "question", "sentence", "controls", "rest"]


def test_outside_of_a_part_all_stand_where_they_are_drawn() -> None:
    def app() -> None:
        import streamlit as st

        from explorer.ui.frame import part_containers

        for name in ("controls", "picture"):
            with part_containers.take(name):
                st.text(name)

    assert [text.value for text in AppTest.from_function(app).run().text] == ["controls", "picture"]
