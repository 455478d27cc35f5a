"""“Where from”: beside a sentence's numbers, the line of the displayed code that prints each and what computed it."""

from __future__ import annotations

from html import escape

import streamlit as st

from explorer.scripts import origins

_STYLE = """<style>
.explorer-from {margin: 0; padding: 0; list-style: none; font-size: .95rem; line-height: 1.45;}
.explorer-from li {padding: .35rem 0; border-top: 1px solid var(--explorer-line, rgba(128,128,128,.4));}
.explorer-from b {display: inline-block; min-width: 5.5rem; font-variant-numeric: tabular-nums;}
.explorer-from code {overflow-wrap: anywhere; white-space: normal;}
.explorer-from small {display: block; font-size: .85rem;}
</style>"""
NOT_RUN = (
    "This code trains models, measures times or reads a file of yours, so it is not run for this list. Open the code: "
    "its comments and names say what each line prints."
)


def whence(key: str, sentence: str, script: str) -> None:
    """The list of a sentence's numbers; the code is run when the list is open, and kept in this session alone."""
    with st.container(border=True, key=f"{key}_from_box"):
        if not origins.quick(script):
            st.caption(NOT_RUN)
            return
        found = _found(key, sentence, script)
        if not found:
            st.caption("The sentence under the picture has no number.")
            return
        st.caption("Each number of the sentence above, and the line of the code that prints it. The code was run now.")
        st.html(f'{_STYLE}<ol class="explorer-from">{"".join(map(_item, found))}</ol>')


def _found(key: str, sentence: str, script: str) -> list[origins.Origin]:
    """Run anew where the code has changed. A visitor's words may be in it, so no other session gets the result."""
    kept = f"_{key}_from_run"
    if st.session_state.get(kept, ("",))[0] != script:
        with st.spinner("Running the code …"):
            st.session_state[kept] = script, origins.run(script)
    return origins.origins(sentence, script, st.session_state[kept][1])


def _item(origin: origins.Origin) -> str:
    behind = ", ".join(f"<code>{escape(name)}</code>" for name in origin.functions)
    return (
        f"<li><b>{escape(origin.number)}</b> line {origin.line}: <code>{escape(origin.printed)}</code>"
        f"<small>{f'computed with {behind}' if behind else 'a setting, as the controls have it'}</small></li>"
    )
