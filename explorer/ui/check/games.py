"""Three games of six rounds, alone or with a class; a link challenges somebody to the same rounds."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from explorer import ui
from explorer.content.en.example_sentence_numbers import words_of
from explorer.content.guided_path import address
from explorer.questions import Question
from explorer.quiz.games import (
    AUTHOR,
    CUTS,
    GAMES,
    MODEL,
    NEAR,
    NEXT,
    ROUNDS,
    WORKS,
    cutting_rule,
    own_round,
    rounds,
)
from explorer.tokenizers import count_characters
from explorer.ui import room
from explorer.ui.frame import answer_input, guide, part_containers
from explorer.ui.frame.glossary_markup import write
from explorer.ui.frame.guide import carried_text, chapter_summaries
from explorer.ui.frame.picture_toolbar import share_button
from explorer.ui.room import membership
from explorer.views import check as views
from explorer.views.setting import Choice, Text
from explorer.wording import ended

PART = ui.Part(
    "Games",
    question="Can you beat the machine?",
    why="Two minutes each: say how a [[tokenizer]] cuts a word, find whose [[row]] lies nearest, or guess the next "
    "word better than our own small model. It reads the same words, of a novel with the book’s line breaks.",
    look="Your score stands below the round. At the end its link challenges somebody to the same six rounds.",
)
TASK = {
    NEAR: "Each word has a row in GloVe’s table.",
    NEXT: f"Which word comes next? Half of the texts are of 2026, half by {AUTHOR} ({WORKS}), over 200 years "
    "ago. Our model, which was not trained on them, has chosen too.",
}
_STYLE = """
[class*=st-key-k_game_prompt] div {font-size: 1.25rem; line-height: 1.45;}
[class*=st-key-k_game_options] {gap: .6rem;}
[class*=st-key-k_game_options] button {justify-content: flex-start; min-height: 3rem;}
.st-key-k_game_end {border: 2px solid var(--explorer-mark);}
.st-key-check_claims {display: none;}
"""
"""This part's only expander also has the page's claims."""
_ASIDE = """
:has(> * > .explorer-rail), .st-key-part_words, [class*=_part_row], .st-key-k_games_more, .st-key-explorer_next,
  .st-key-k_game {
  display: none !important;}
"""
"""Who comes from the path to play sees that game: its end leads on to the others."""
VERDICTS = {
    CUTS: ("You cut where a person would. gpt2 doesn’t.", "Half person, half tokenizer.", "You cut like a tokenizer!"),
    NEAR: (
        "You think of meanings. The table has only counted neighbours.",
        "You and the table begin to understand each other.",
        "You think like a table of 30,000 rows!",
    ),
    NEXT: ("The writers keep their secrets.", "You begin to sound like a novel.", "Are you the novelist?"),
}
"""What the end says after at most two, at most four, and more right answers."""
BEAT = "k_beat"
"""URL parameter of the score to beat."""
ROUND = Choice("Round", 1, range(1, ROUNDS + 1), key="k_round")
CHEERS = ("Yes!", "Right!", "Well done!", "Exactly!", "Spot on!", "That’s it!")
_Answers = dict[int, str]


def show() -> None:
    """Draw the game: one round, the score, and the result at its end."""
    st.html(f"<style>{_STYLE}{_ASIDE * guide.is_aside()}</style>")
    with part_containers.take("choice"):
        line = ui.row("bottom")
    with line:
        name = ui.ask(views.game, "name", at=line, on_change=_switched, label_visibility="collapsed")["name"]
        at = ui.control(ROUND, label_visibility="collapsed")
    with part_containers.take("more"):
        door = st.expander("Which rounds, data, code, claims", key="k_games_more", on_change="rerun")
    seed = ui.ask(views.game, "seed", at=door, on_change=_from_the_start)["seed"]
    given = _given(name, seed)
    with part_containers.take("picture"):
        with st.container(border=True, key="k_game_card"):
            _card(name, seed, at, given)
        view = views.game(name=name, seed=seed, answers=dict(sorted(given.items())))
        if len(given) == ROUNDS:
            _end(name, seed, given, view.sentence)
        else:
            row = _streak(rounds(name, seed), given)
            st.text(f"{view.sentence}{f' {row} right in a row!' if row > 1 else ''}")
    with part_containers.take("look"), door:  # its words stand behind the door
        write(PART.look)
        ui.view_toolbar("k_games", view)
        if door.open:
            ui.show_claims("check")


def _given(name: str, seed: int) -> _Answers:
    every: dict[str, _Answers] = st.session_state.setdefault("_k_games", {})
    return every.setdefault(f"{name}-{seed}", {})


def _card(name: str, seed: int, at: int, given: _Answers) -> None:
    most = _to_beat(name, seed)
    beat = "" if most is None else f" The score to beat: {most} of {ROUNDS}."
    task = cutting_rule() if name == CUTS and given else TASK.get(name, "")
    st.caption(f"Round {at} of {ROUNDS}. {task}{beat}")
    _round(name, seed, at, rounds(name, seed)[at - 1], given)
    if at in given and (onwards := _next_open(at, given)):
        words = "Next round →" if onwards > at else f"Round {onwards} is still open →"
        st.button(words, key="k_game_next", on_click=_go, args=(onwards,), type="primary")


def _next_open(at: int, given: _Answers) -> int:
    """The next round without an answer; after the last one the first that was skipped; 0: all are played.

    >>> _next_open(2, {2: "", 3: ""}), _next_open(6, {2: "", 6: ""}), _next_open(1, dict.fromkeys(range(1, 7), ""))
    (4, 1, 0)
    """
    return next((each for each in [*range(at + 1, ROUNDS + 1), *range(1, at)] if each not in given), 0)


def _streak(played: Sequence[Question], given: _Answers) -> int:
    """How many of the last answers are right, without a wrong one between them.

    >>> rounds = [Question("", ("a", "b"), "a")] * 4
    >>> _streak(rounds, {1: "a", 2: "b", 4: "a", 3: "a"}), _streak(rounds, {1: "b"})
    (2, 0)
    """
    right = [answer == played[at - 1].right for at, answer in given.items()]
    return next((n for n, each in enumerate(reversed(right)) if not each), len(right))


def _to_beat(name: str, seed: int) -> int | None:
    """Score in the link that this session was opened with, if it was reached in these rounds."""
    param = st.query_params.get(BEAT, "")
    if not (param.isascii() and param.isdigit() and int(param) <= ROUNDS):
        return None
    reached_in = st.session_state.setdefault("_k_challenge", (name, seed))
    return int(param) if reached_in == (name, seed) else None


def _end(name: str, seed: int, given: _Answers, score: str) -> None:
    right = sum(each.right == given[at] for at, each in enumerate(rounds(name, seed), start=1))
    reached, _, meaning = score.partition(". ")
    with st.container(border=True, key="k_game_end"):
        st.header(f"{reached}.", anchor=False)
        if (most := _to_beat(name, seed)) is not None:
            won = "you beat it" if right > most else "you have as many" if right == most else "it stands"
            meaning = f"The link’s score to beat was {most}: {won}. {meaning}"
        st.text(f"{VERDICTS[name][(right > 2) + (right > 4)]} {meaning}")
        share_button(
            "Challenge somebody",
            f"I got {right} of {ROUNDS} at “{name}”. Can you beat it?",
            address("check", {"k_part": PART.name, "k_game": name, "k_game_seed": str(seed), BEAT: str(right)}),
        )
        chapter_summaries.keep_score(name, right, ROUNDS)
        with st.container(horizontal=True):
            st.button("Again, other rounds", key="k_game_new", on_click=_other, icon=":material/shuffle:")
            for other in (each for each in GAMES if each != name):
                st.button(f"{other} →", key=f"k_game_to_{list(GAMES).index(other)}", on_click=_play, args=(other,))
    if name == CUTS and membership.current() is None:
        _own_word()


def _own_word() -> None:
    """A round with a word of the player's own. It does not count: everybody has the same rounds in a challenge."""
    own = max(words_of(carried_text.url_text()), key=count_characters, default="")
    word = ui.control(Text("Once more, with your name or a word of your own", own, 24, key="k_game_word")).strip()
    if (shown := own_round(word)) is not None:
        _round(word, 0, 0, shown, _given(f"own {word}", 0))
    elif word:
        st.text(f"“{word}” can’t be guessed. Take one English word of four letters or more that gpt2 cuts.")


def _round(name: str, seed: int, at: int, shown: Question, given: _Answers) -> None:
    key = f"k_game_{name}_{seed}_{at}".replace(" ", "_")
    if room.together(replace(shown, key=key)) is not None:
        return
    with st.container(key=f"k_game_prompt_{at}"):
        st.text(shown.prompt)
    if at not in given:
        with st.container(key=f"k_game_options_{at}"):
            answer_input.draw(shown, key, give=lambda option: given.update({at: option}))
        return
    chosen = given[at]
    if chosen == shown.right:
        st.success(f"{CHEERS[at % len(CHEERS)]} “{chosen}”.", icon=":material/check:")
    else:
        st.warning(f"Your guess: {ended(f'“{chosen}”')} The answer: “{shown.right}”.", icon=":material/close:")
    st.text(shown.reason)
    if (model := shown.given.get(MODEL)) is not None:
        st.text(f"Our model chose “{model}”: {'right' if model == shown.right else 'not right'}.")


def _go(at: int) -> None:
    st.session_state["k_round"] = str(at)


def _from_the_start() -> None:
    """Other rounds begin with the first, and nobody's score is to beat."""
    _go(1)
    st.query_params.pop(BEAT, None)


def _switched() -> None:
    """The other game goes on with its first round that is open."""
    _from_the_start()
    _go(_next_open(0, _given(st.session_state["k_game"], st.session_state["k_game_seed"])) or ROUNDS)


def _play(name: str) -> None:
    st.session_state["k_game"] = name
    _switched()


def _other() -> None:
    st.session_state["k_game_seed"] = secrets.randbelow(9000) + 1000  # short enough to read out in class
    _from_the_start()
