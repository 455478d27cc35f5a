"""Merges: how byte-pair encoding built the selected word."""

from html import escape

import streamlit as st

from explorer import ui
from explorer.content.en.task_feedback.tokens_rows_and_order import JOINED, MISSED, pile
from explorer.questions import Question
from explorer.tokenizers import first_pairs
from explorer.tokenizers.learn_merges import count_pairs
from explorer.ui.frame import part_containers, step_size
from explorer.ui.frame.guide import carried_text
from explorer.ui.tokens import tokenized_text
from explorer.ui.tokens.tokenized_text import current
from explorer.views import tokens as views

PART = ui.Part(
    "Merges",
    question="Who decided where to cut?",
    why="[[byte-pair encoding|Byte-pair encoding]] made all but a few of the tokens: it glued frequent neighbours "
    "together, pair by pair, and here you see it glue the word that you chose.",
    look="From the top row, single [[bytes]], downwards: each row joins one pair. Tap another box.",
    stations=("text", "token ids"),
    shown=tokenized_text.describe,
)


def show() -> None:
    """Draw the merge ladder, or a sentence if there are no merges; in a step a pile of words to join."""
    if step_size.step() is not None:
        show_pile()
        return
    typed = current()
    if not len(typed.tokens()):
        return
    view = views.merges(**typed.settings())
    if view.spec is None:
        st.info(view.sentence)
        return
    word = typed.tokens().word(typed.token, allow_special=typed.allow_special)
    pairs, first = first_pairs(word, typed.encoding)
    if pairs:
        guess = ui.predict(
            Question(f"Which two of these letters does {typed.encoding} join first?", pairs, key="t_guess_merge"),
            answer=first,
            because=f"**No person did: of these pairs “{first}” stands first in a list made from many texts.** It was "
            "made by joining, again and again, the two neighbours that came most often.",
            hint="The list begins with the pairs that came most often in the texts it was made from.",
        )
        view = guess.draw_in(view)
    ui.show("t_ladder", view, formulas=True)
    st.markdown(
        "The text is cut into words, and each word into its bytes. Of all neighbouring pairs the one with the "
        "lowest rank is joined (in the list it comes first; tokens added by hand come last), again and again, "
        "until no pair is in the vocabulary. A token's rank is its id; the first 256 are the single bytes."
    )


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


def show_pile() -> None:
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
