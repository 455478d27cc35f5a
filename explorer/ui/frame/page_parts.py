"""A page with parts: its frame, and the one part that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from explorer.content.pages import info
from explorer.ui.frame import guide, layout, lesson, navigation, screen_order, style
from explorer.ui.frame.glossary_markup import write
from explorer.ui.frame.part import Part, View
from explorer.ui.room.membership import ASKED

MOST_IN_SIGHT = 5
_WHOLE, _SHOWN = "_page_whole", "_page_part"


def page(
    name: str,
    views: Sequence[View],
    deeper: Sequence[View] = (),
    *,
    before: Callable[[], object] | None = None,
) -> None:
    """Show the page `name`: its frame, and the one part of `views` (in sight) or `deeper` (folded) that is chosen.

    Each part runs as a fragment, and so does all between title and end. `before` shows what all parts share; it runs
    before the part, and stands below the part's picture and its controls.

    Raises:
        ValueError: more than five parts in sight, or two parts of one name.
    """
    if len(views) > MOST_IN_SIGHT:
        raise ValueError(
            f"Page {name!r} has {len(views)} parts in sight, {MOST_IN_SIGHT} are allowed: move some deeper"
        )
    every: Mapping[str, View] = {view.PART.name: view for view in (*views, *deeper)}
    if len(every) < len(views) + len(deeper):
        raise ValueError(f"Two parts of page {name!r} have the same name")
    key = f"{info(name).prefix}_part"

    def chosen_part() -> Part:
        """The part that is chosen now; before the first run has drawn the choice, the one that the link asks for."""
        asked = str(st.session_state.get(key) or st.query_params.get(key, ""))
        return every.get(asked, (*views, *deeper)[0]).PART

    _name_the_part(key, [view.PART for view in every.values()])
    navigation.page_header(name, chosen_part)

    @st.fragment
    def body() -> None:
        """What stands between the title and the page's end: a change in it leaves the frame as it is."""
        whole_page = st.session_state.pop(_WHOLE, False)
        if not guide.has_question():  # the path's question stands in its margin, which was drawn before
            st.session_state.pop(ASKED, None)  # a room's question that is no longer in sight
        chosen = layout.choose(key, [view.PART.name for view in views], [view.PART.name for view in deeper])
        if whole_page:
            st.session_state[_SHOWN] = name, chosen
        elif st.session_state.get(_SHOWN) != (name, chosen):
            # Another part: the whole page runs, which clears the address of what the last part had in it.
            st.rerun()
        with st.container(key="part_body"):
            body_of(every[chosen])

    @st.fragment
    def body_of(view: View) -> None:
        """A part: a change in it leaves the choice of the part as it is."""
        with screen_order.containers(fill=style.presenting() and guide.current_step() is None):
            head(view.PART)
            if before is not None:
                with screen_order.take("shared"), st.container(key="page_before"), screen_order.in_place():
                    before()
            if lesson.asks_itself():  # in the place of the part's own question
                with screen_order.take("question"):
                    lesson.show_question()
            view.show()
            look(view.PART)

    st.session_state[_WHOLE] = True
    body()
    navigation.page_footer(name, chosen_part)


def _name_the_part(key: str, parts: Sequence[Part]) -> None:
    """Where a link names no part, and says something that only one is about: that part."""
    state, query = st.session_state, st.query_params
    if key not in state and key not in query:
        meant = next((part.name for part in parts if not set(part.meant_by).isdisjoint(query)), None)
        if meant is not None:
            state[key] = query[key] = meant


def head(part: Part) -> None:
    """Say why. On the path its margin says it, and where to look; in a frame there is the picture alone."""
    if part.why and not (guide.has_question() or style.embedded()):
        with screen_order.take("why"), st.container(key="part_words"):
            write(part.why)


def look(part: Part) -> None:
    """Say where to look, unless the part has taken the place for it, to say why there is nothing to look at."""
    if part.look and screen_order.free("look") and not (guide.has_question() or style.embedded()):
        with screen_order.take("look"), st.container(key="part_look"):
            write(f"**Where to look:** {part.look}")
