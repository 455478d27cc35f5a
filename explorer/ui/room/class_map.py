"""The map of a class's sentences on the teacher's screen: those that have been let through, as they come."""

import streamlit as st

from explorer.rooms import RoomQuestion
from explorer.ui.frame import part_containers
from explorer.ui.plot.chart import chart
from explorer.ui.room.class_question import EVERY
from explorer.ui.room.membership import Teacher, store, tolerant


def show(key: str, mine: Teacher, question: RoomQuestion) -> None:
    """Draw the map in place of the part's picture, and again every second: each new sentence is the marked one."""
    # All views of Projection come with it: most rooms have no map.
    from explorer.views.projection.class_map import class_map

    came: list[str] = st.session_state.setdefault(f"_{key}_{question.round}_came", [])

    def draw() -> None:
        with tolerant(), st.container(key="room_map"):
            seen = store().visible_answers(mine.code, key, question.round)
            came[:] = [seat for seat in came if seat in seen]
            came.extend(sorted(seen.keys() - set(came)))
            if not came:
                st.markdown("Write a sentence. It comes on the map when your teacher has read it.")
                return
            view = class_map(tuple(str(seen[seat]) for seat in came), question.axes)
            assert view.spec is not None
            chart(view.spec, key="room_class_map", label=view.sentence, fill=True)
            st.text(view.sentence)

    part_containers.fragment(draw, EVERY)
