"""A part of a page: one question, with its introduction for a beginner, and what the page's frame shows about it.

A view module has one constant `PART` and one function `show`; the page lists its modules in the order of learning:
`ui.page("positions", [clocks, heatmap, shift])`. That list is the only registration. Views of one
idea are one part there: `ui.Pictures("Heatmap", "p_shows", {"the table": heatmap, "likeness": near_positions})`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import streamlit as st

from explorer.ui.frame import step_size
from explorer.ui.frame.glossary_markup import link_terms
from explorer.ui.frame.pipeline_nav import Station
from explorer.ui.frame.presenter_model_caption import Shown
from explorer.views.formula import Formula


@dataclass(frozen=True)
class Part:
    """Name and introduction of a part, and what the frame and the tests must know about it.

    Attributes:
        name: on its tab, and in the address; a former one goes into `explorer.content.migrate_old_links`.
        question: its title; "" for the page's question.
        why: one sentence above the picture, with one idea: what it is, and why you would care. `[[term]]` opens the
        glossary. look: where to look in the picture, one or two short sentences.
        looks: (key of a control, its value) → what stands for `look` where the control has that value.
        implied_by: keys of the address; a link that has one of them and names no part means this part, as links did
            that were made while it was the page's first.
        stations: stages of the pipeline at the page's head that it is about; () for those of its page.
        shown: model, V, D and tokenizer in presenter mode, if not those of its page; a function of the controls' values
            by key if these decide it. The values may be missing before the controls are drawn.
    """

    name: str
    question: str = ""
    why: str = ""
    look: str = ""
    looks: Mapping[tuple[str, object], str] = field(default_factory=dict)
    implied_by: tuple[str, ...] = ()
    stations: tuple[Station, ...] = ()
    shown: Shown = ""


class View(Protocol):
    """A module that shows a part."""

    @property
    def PART(self) -> Part:  # noqa: N802 - a constant of the module
        """Name and texts of the part."""

    @property
    def show(self) -> Callable[[], object]:
        """Draw the part."""


@dataclass(frozen=True)
class Pictures:
    """One part with several pictures of one idea, each a view of its own; the visitor chooses beside the tabs.

    Attributes:
        name: of the part.
        key: of the control with the choice.
        views: choice → view; the first is drawn at first.
    """

    name: str
    key: str
    views: Mapping[str, View]

    @property
    def PART(self) -> Part:  # noqa: N802 - as a view's
        """The first view's part under this name; a link that means one of the views means this part."""
        meant = tuple(key for view in self.views.values() for key in view.PART.implied_by)
        return replace(next(iter(self.views.values())).PART, name=self.name, implied_by=meant)

    def chosen(self) -> View:
        """The view that is chosen, or named in the address before the control is drawn."""
        param = str(st.session_state.get(self.key) or st.query_params.get(self.key, ""))
        return self.views.get(param, next(iter(self.views.values())))

    def choose(self) -> None:
        """Draw the choice; a step of the path has made it."""
        with st.container(key=f"{self.key}_pictures", width="content"):
            st.segmented_control(
                "Picture",
                list(self.views),
                default=next(iter(self.views)),
                required=True,
                key=self.key,
                bind="query-params",
                label_visibility="collapsed",
            )


def formulas(key: str, each: Sequence[Formula], *, of: str = "") -> None:
    """Draw the formulas of a picture in one expander, while it is open.

    A step of the path has none.
    """
    if not each or step_size.step() is not None:
        return
    one = len(each) == 1
    panel = st.expander(
        f"The formula{'' if one else 's'}{of and f' {of}'}, with {'its' if one else 'their'} symbols and one number "
        f"worked out{'' if one else ' in each'}",
        key=f"{key}_formula",
        on_change="rerun",
    )
    if panel.open:  # one element for all: every element adds to the time of each rerun
        panel.markdown(link_terms("\n\n---\n\n".join(formula.marked for formula in each)), unsafe_allow_html=True)
