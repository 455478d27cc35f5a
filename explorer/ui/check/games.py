"""Two games of six rounds, alone or with a class; a link challenges somebody to the same rounds."""

from __future__ import annotations

import secrets

import streamlit as st

from explorer import ui
from explorer.quiz.games import CUTS, GAMES, LARGEST_SEED, NEXT, ROUNDS, Round, rounds
from explorer.ui import room
from explorer.ui.frame import screen_order
from explorer.views import check as views
from explorer.wording import ended

PART = ui.Part(
    "Games",
    why="Two minutes each: say how a [[tokenizer]] cuts a word, or guess the next word of a novel better than our own "
    "small model, which sees the same words as you.",
    look="Your score stands below the round; a link with it challenges somebody to the same six rounds.",
    no_formula="A guess is right or wrong; nothing is computed from it but the score.",
)
TASK = {
    CUTS: "Which pieces does gpt2 make of it?",
    NEXT: "Which word comes next in the book? Read all of it: the words before raise the right one’s chances most. "
    "Our model, which was not trained on this passage, has chosen too.",
}
_STYLE = """
.st-key-k_game_prompt div {font-size: 1.25rem; line-height: 1.45;}
.st-key-k_game_options button {justify-content: flex-start; min-height: 3rem;}
"""
BEAT = "k_beat"
"""URL parameter of the score to beat."""


def show() -> None:
    """The game, its seed, a round, and the score."""
    st.html(f"<style>{_STYLE}</style>")
    with screen_order.take("choice"), st.container(horizontal=True, vertical_alignment="bottom"):
        name = (
            st.segmented_control("Game", list(GAMES), default=CUTS, required=True, key="k_game", bind="query-params")
            or CUTS
        )
        numbers = [str(n) for n in range(1, ROUNDS + 1)]
        at = int(
            st.segmented_control("Round", numbers, default="1", required=True, key="k_round", bind="query-params")
            or "1"
        )
    with screen_order.take("controls"), st.container(horizontal=True, vertical_alignment="bottom"):
        seed = ui.number("Seed (which rounds)", 0, LARGEST_SEED, 1, key="k_game_seed", called="seed of the game")
        st.button("Other rounds", key="k_game_new", on_click=_other, icon=":material/shuffle:")
    given: dict[int, str] = st.session_state.setdefault("_k_games", {}).setdefault(f"{name}-{seed}", {})
    with screen_order.take("picture"), st.container(border=True, key="k_game_card"):
        st.caption(TASK[name])
        _round(name, seed, at, rounds(name, seed)[at - 1], given)
        if at < ROUNDS:
            st.button(
                "Next round →",
                key="k_game_next",
                on_click=_go,
                args=(at + 1,),
                type="primary" if at in given else "secondary",
            )
        _challenge()
    view = views.game(name=name, seed=seed, answers=dict(sorted(given.items())))
    with screen_order.take("sentence"):
        st.text(view.sentence)
    if len(given) == ROUNDS:
        st.query_params[BEAT] = str(sum(rounds(name, seed)[n - 1].answer == said for n, said in given.items()))
        st.text("All six are played. “Copy link” below now holds your score: whoever opens it plays the same rounds.")
    ui.view_toolbar("k_games", view)


def _challenge() -> None:
    asked = st.query_params.get(BEAT, "")
    if asked.isascii() and asked.isdigit() and int(asked) <= ROUNDS:
        st.text(f"The score to beat: {int(asked)} of {ROUNDS}.")


def _round(name: str, seed: int, at: int, shown: Round, given: dict[int, str]) -> None:
    """The prompt, four options, and once one is chosen what is right and why."""
    key = f"k_game_{name}_{seed}_{at}".replace(" ", "_")
    together = room.together(key, shown.prompt, shown.options, lambda: shown.answer, lambda: shown.why)
    if together is not None:
        mine, revealed = together
        if mine and revealed:
            given[at] = mine[0]
        return
    with st.container(key="k_game_prompt"):
        st.text(shown.prompt)
    if at not in given:
        with st.container(key="k_game_options"):
            for option in shown.options:
                st.button(
                    option, key=f"{key}_{shown.options.index(option)}", on_click=given.update, args=({at: option},)
                )
        return
    chosen = given[at]
    if chosen == shown.answer:
        st.success(f"Right: “{chosen}”.", icon=":material/check:")
    else:
        st.warning(f"Your guess: {ended(f'“{chosen}”')} The answer: “{shown.answer}”.", icon=":material/close:")
    st.text(shown.why)
    if shown.model:
        right = "right" if shown.model == shown.answer else "not right"
        st.text(f"Our model chose “{shown.model}”: {right}.")


def _go(at: int) -> None:
    st.session_state["k_round"] = str(at)


def _other() -> None:
    st.session_state["k_game_seed"] = secrets.randbelow(9000) + 1000  # short enough to read out in class
    st.session_state["k_round"] = "1"
    st.query_params.pop(BEAT, None)
