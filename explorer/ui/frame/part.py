"""A part of a page: one question, with what a beginner reads before the picture.

A view module has one constant `PART` and one function `show`; the page lists its modules in the order of learning:
`ui.page("positions", [clocks, heatmap], deeper=[shift])`. That list is the only registration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

import streamlit as st

from explorer.ui.frame import guide, layout, navigation
from explorer.ui.frame.say import marked, say
from explorer.ui.room.member import ASKED

MOST_IN_SIGHT = 5
_WHOLE, _SHOWN = "_page_whole", "_page_part"


@dataclass(frozen=True)
class Part:
    """What a part is called and how it begins.

    Attributes:
        name: on its tab, and in the address.
        why: one sentence above the picture: what it is, and why one would care. `[[term]]` opens the glossary.
        look: where to look in the picture, one or two short sentences.
        before: former names, which old links still carry.
    """

    name: str
    why: str = ""
    look: str = ""
    before: tuple[str, ...] = ()


class View(Protocol):
    """A module that shows a part."""

    @property
    def PART(self) -> Part:  # noqa: N802 - a constant of the module
        """Its name and its words."""

    @property
    def show(self) -> Callable[[], object]:
        """Shows it."""


def page(
    name: str,
    views: Sequence[View],
    deeper: Sequence[View] = (),
    *,
    before: Callable[[], object] | None = None,
    around: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> None:
    """Show the page `name`: its frame, and the one part of `views` (in sight) or `deeper` (folded) that is chosen.

    `before` shows what all parts share, above their tabs; the parts run within the context that `around` opens.

    Raises:
        ValueError: more than five parts in sight, or two parts of one name.
    """
    info = navigation.begin(name)
    if len(views) > MOST_IN_SIGHT:
        raise ValueError(
            f"Page {name!r} has {len(views)} parts in sight, {MOST_IN_SIGHT} are allowed: move some deeper"
        )
    every: Mapping[str, View] = {view.PART.name: view for view in (*views, *deeper)}
    if len(every) < len(views) + len(deeper):
        raise ValueError(f"Two parts of page {name!r} have the same name")
    key = f"{info.prefix}_part"
    former = {old: view.PART.name for view in every.values() for old in view.PART.before}

    @st.fragment
    def body() -> None:
        """What stands between the title and the page's end: a change in it leaves the frame as it is."""
        whole_page = st.session_state.pop(_WHOLE, False)
        st.session_state.pop(ASKED, None)  # a room's question that is no longer in sight
        if before is not None:
            with st.container(key="page_before"):
                before()
        with around():
            chosen = layout.choose(key, [view.PART.name for view in views], [view.PART.name for view in deeper], former)
            if whole_page:
                st.session_state[_SHOWN] = name, chosen
            elif st.session_state.get(_SHOWN) != (name, chosen):
                # Another part: the whole page runs, which clears the address of what the last part had in it.
                st.rerun()
            head(every[chosen].PART)
            with st.container(key="part_body"):
                every[chosen].show()

    st.session_state[_WHOLE] = True
    body()
    navigation.end(name)


def head(part: Part) -> None:
    """The sentence why, and where to look: two containers, since on a narrow screen the picture stands between them.

    On the path its margin says both, and these words may hold what a step asks.
    """
    if guide.asks():
        return
    if part.why:
        with st.container(key="part_words"):
            say(part.why)
    if part.look:
        with st.container(key="part_look"):
            say(f"**Where to look:** {part.look}")


def formula(key: str, tex: str, symbols: Mapping[str, str], worked: str, *, of: str = "") -> None:
    """The formula of a picture, folded: every symbol named, and one number worked out at the current settings.

    Args:
        key: prefix of the widget's key.
        tex: the formula in KaTeX, without dollar signs.
        symbols: KaTeX of each symbol → what it stands for, with its value now where it has one.
        worked: markdown that puts the current numbers into the formula, step by step.
        of: what it is the formula of, such as "of the bars", where a page has more than one.
    """
    panel = st.expander(
        f"The formula{of and f' {of}'}, with its symbols and one number worked out", key=f"{key}_formula"
    )
    said = "\n".join(f"- ${sign}$: {meaning}" for sign, meaning in symbols.items())
    # One element, not three: each costs every run as much as all these words.
    panel.markdown(marked(f"$$\n{tex}\n$$\n\n{said}\n\n{worked}"), unsafe_allow_html=True)
