"""A step's pile of words in which one joins the commonest neighbours, as a list of merges is made."""

from html import escape

import streamlit as st

from explorer import ui
from explorer.content.en.task_feedback.tokens_rows_and_order import JOINED, MISSED, pile
from explorer.tokenizers.learn_merges import count_pairs
from explorer.ui.frame import part_containers
from explorer.ui.frame.guide import carried_text

OFFERED = 5
_PAIR = "t_pair"
_CSS = """
.pile {display: flex; flex-wrap: wrap; gap: .7rem 1.2rem; padding: .5rem 0;}
.pile span {display: flex; gap: 2px;}
.pile b {font: clamp(1.35rem, 2.4vw, 2.6rem)/1.5 var(--st-code-font, monospace); text-align: center;
  padding: 0 .25rem; border: 1px solid var(--explorer-line); border-radius: .3rem; background: var(--explorer-quiet);}
.pile b.joined {border: 2px solid var(--explorer-mark); font-weight: 700;
  background: color-mix(in srgb, var(--explorer-mark) 18%, transparent);}
"""


def show() -> None:
    """Draw the words in pieces, and the pairs to choose from."""
    words, _ = pile(st.session_state.get(JOINED) or (), carried_text.own_words())
    drawn = "".join(
        f"<span>{''.join(f'<b{_look(piece)}>{escape(piece)}</b>' for piece in word)}</span> " for word in words
    )
    with part_containers.take("picture"), st.container(key="t_pile"):
        st.html(f'<style>{_CSS}</style><div class="pile">{drawn}</div>')
    likeliest = [" ".join(pair) for pair, _ in count_pairs(words).most_common(OFFERED)]
    with ui.controls("t_pile_pairs"):
        st.pills("Which two neighbours stand together most often?", sorted(likeliest), key=_PAIR, on_change=_take)


def _look(piece: str) -> str:
    return ' class="joined"' if len(piece) > 1 else ""


def _take() -> None:
    """Join the chosen pair where no other is commoner; else keep it for the hint."""
    state = st.session_state
    chosen, state[_PAIR] = state[_PAIR], None
    joined = list(state.get(JOINED) or ())
    counts = count_pairs(pile(joined, carried_text.own_words())[0])
    right = chosen is not None and counts[tuple(chosen.split(" "))] == max(counts.values())
    state[JOINED], state[MISSED] = [*joined, chosen] if right else joined, "" if right else chosen
