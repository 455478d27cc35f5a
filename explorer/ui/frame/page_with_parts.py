"""A page with parts: its frame, and the part that is chosen."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from explorer.content.pages import info
from explorer.ui.frame import (
    guide,
    layout,
    lesson,
    navigation,
    part_containers,
    presenter_model_caption,
    step_size,
    style,
)
from explorer.ui.frame.glossary_markup import write
from explorer.ui.frame.part_declaration import Part, Pictures, View
from explorer.ui.room.membership import ASKED, WAITING


def page(
    name: str,
    views: Sequence[View | Pictures],
    *,
    before: Callable[[], object] | None = None,
    after: Callable[[], object] | None = None,
    pictures: bool = True,
) -> None:
    """Show the page `name`: its frame, and the one part of `views` that is chosen.

    Each part runs as a fragment. `before` draws what all parts share; it runs before the part, and is placed above the
    part's picture; `after` draws it at the part's foot.
    `pictures`: a part is a picture with words beside it; otherwise everything is in one column.

    Raises:
        ValueError: two parts of one name.
    """
    every: Mapping[str, View | Pictures] = {view.PART.name: view for view in views}
    if len(every) < len(views):
        raise ValueError(f"Two parts of page {name!r} have the same name")
    key = f"{info(name).prefix}_part"

    def chosen_name() -> str:
        """The chosen part; before the tabs are first drawn, the one named in the link; a step's has no tabs."""
        if (step := step_size.step()) is not None:
            return step.part
        param = str(st.session_state.get(key) or st.query_params.get(key, ""))
        return param if param in every else views[0].PART.name

    def chosen_part() -> Part:
        """Texts of the part's picture that is drawn."""
        return picture_of(chosen_name()).PART

    def picture_of(name: str) -> View:
        part = every[name]
        return part.chosen() if isinstance(part, Pictures) else part

    if step_size.named_step() is None:
        _name_the_part(key, [view.PART for view in every.values()])
    titled = chosen_name()
    navigation.page_header(name, chosen_part, pictures=pictures)

    forget_question()

    def choose_picture(name: str) -> None:
        if isinstance(part := every[name], Pictures):
            part.choose()

    @st.fragment
    def body_of(view: View) -> None:
        """Fragment of a part: a change in it does not rerun the page's frame."""
        draw(view)

    def draw(view: View) -> None:
        step = step_size.step() is not None
        whole = pictures and not (step or style.is_embedded())
        stage, margin = whole and style.presenting(), whole and not style.presenting()
        without = () if before is not None else ("shared",)
        with step_size.known(), part_containers.containers(stage=stage, step=step, margin=margin, without=without):
            replaced = lesson.show_question()  # instead of the part's own
            if not replaced:
                head(view.PART)
            if before is not None:
                with (
                    part_containers.take("shared"),
                    st.container(key="page_before"),
                    part_containers.in_place(),
                ):
                    before()
            if not replaced:
                with step_size.until_its_picture():
                    view.show()
                    look(view.PART)
                    if after is not None:
                        after()
        presenter_model_caption.line(name, view.PART.shown)

    if (step := step_size.step()) is not None:  # a small page: all of it runs when anything changes
        with guide.page_of_step():
            draw(picture_of(step.part))
    else:
        # Another one runs the whole page, which drops the parameters of the last one.
        chosen = layout.choose(key, list(every), beside=choose_picture)
        if chosen != titled:
            st.rerun()  # Back has named another part, which the title does not know yet
        with st.container(key="part_body", gap="xsmall" if style.is_embedded() else "small"):
            body_of(picture_of(chosen))
            if not style.presenting() and not style.is_embedded():
                _next_part(key, list(every), chosen, lambda name: picture_of(name).PART.question)
    navigation.page_footer(name)


def _next_part(key: str, names: Sequence[str], chosen: str, question_of: Callable[[str], str]) -> None:
    """Draw a button that opens the part after the chosen one; below the last stands the link to the next page."""
    at = names.index(chosen) + 1
    if at == len(names):
        return
    words = f"Next: {question_of(names[at])} →"
    st.button(words, key=f"{key}_next", on_click=st.session_state.update, args=({key: names[at]},))


def forget_question() -> None:
    """Forget the room's question, which belonged to another part or page."""
    st.session_state.pop(ASKED, None)
    if not lesson.asks_itself():
        st.session_state.pop(WAITING, None)


def _name_the_part(key: str, parts: Sequence[Part]) -> None:
    """Infer the part from the link's other parameters, if it names none and only one part has these."""
    state, query = st.session_state, st.query_params
    if key not in state and key not in query:
        meant = next((part.name for part in parts if not set(part.implied_by).isdisjoint(query)), None)
        if meant is not None:
            state[key] = query[key] = meant


def head(part: Part) -> None:
    """Write `why`, except in a step of the path, which has its own text, and in an embedded frame."""
    if part.why and step_size.step() is None and not style.is_embedded():
        with part_containers.take("why"):
            write(part.why)


def look(part: Part) -> None:
    """Write `look`, unless the part used its container to explain why there is no picture."""
    state = st.session_state
    said = next((text for (key, value), text in part.looks.items() if state.get(key) == value), part.look)
    if said and part_containers.free("look") and not style.is_embedded():
        with part_containers.take("look"):
            write(said)
