"""Clock hands of chosen pairs above a binary counter, which the encoding generalises; a slider, buttons and Play."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from explorer import ui
from explorer.positional_encodings.position_similarity import Waves, completed_turns
from explorer.questions import Question
from explorer.ui.frame import presenter_model_caption, step_size
from explorer.ui.positions import table_controls
from explorer.ui.room import membership
from explorer.views import positions as views
from explorer.views.positions.clock_dials import clock_middles
from explorer.views.positions.frequencies import doubled
from explorer.views.positions.settings import LONGEST
from explorer.views.setting import Choice
from explorer.wording import listed, verb

PART = ui.Part(
    "Clocks",
    question="Why is one hand not enough?",
    why="A [[sine]] and its cosine are the tip of a clock hand. A fast hand soon comes round again, a slow one hardly "
    "moves; together, each with its own speed ([[frequency]]), they tell thousands of positions apart.",
    look="Press Play: the higher its number, the slower a hand. Binary digits do the same in jumps.",
    shown=lambda state: f"{presenter_model_caption.FORMULA} · {table_controls.current_width(state)}",  # one position
)

NEAR = 63
"""The slider's last position on the path, so that on a phone it can be set to the task's."""
SPAN = 128
"""Steps of the slider elsewhere; when they are played, the next ones follow."""
STRIDE = Choice("Positions per step", 1, (1, 8, 64), key="p_stride")


def _reached(position: int, stride: int) -> range:
    """Positions of the slider: as many steps as `SPAN`, around the chosen position.

    >>> _reached(128, 1), _reached(1_000, 64)
    (range(128, 257), range(0, 8192, 64))
    """
    first = position // (SPAN * stride) * SPAN * stride
    return range(first, min(first + SPAN * stride, LONGEST - 1) + 1, stride)


TAPPED = "p_down"
"""Control of a step of the path that asks for a hand: one taps it, or its number."""
TURNS = 7
SAME, APART = "No, they look the same", "Yes, by the other hands"


def _ask_elsewhere(settings: Mapping[str, Any]) -> None:
    waves = Waves(1, settings["dim"], settings["base"])
    fastest, *others = sorted(settings["pairs"])
    place = round(TURNS * float(waves.wavelengths[fastest]))
    if not others or place >= LONGEST:
        return
    back = completed_turns(waves, place)
    telling = [f"hand {pair}" for pair in others if not back[pair]]
    ui.predict(
        Question(
            f"At position {place} hand {fastest} has made {TURNS} turns and is at the top again, as at position 0. Can "
            "you still tell the two positions apart?",
            (SAME, APART),
            key="p_elsewhere",
        ),
        answer=APART if telling else SAME,
        because=(
            f"**One hand comes round: at {place} hand {fastest} points up again, as all do at 0; {listed(telling)} "
            f"clearly {verb(len(telling), 'does', 'do')} not.** The slower a hand, the later it comes round: together "
            "a few hands tell thousands of positions apart."
            if telling
            else f"**These few hardly do: at {place} all have come round, or have hardly moved.** More hands do."
        ),
        hint="How many turns has each made by then? Its turn is written under it.",
        shows={"p_pos": place},
    )


def _take(pairs: Sequence[int], event: ui.Event) -> None:
    if (click := event.click) is None or type(click.index) is not int or not 0 <= click.index < 3 * len(pairs):
        return
    hand = str(pairs[click.index // 3])
    if hand != st.session_state.get(TAPPED):
        st.session_state[f"_{TAPPED}"] = hand
        st.rerun()  # a step is judged outside its part


def show() -> None:
    """Draw the clock hands at one position, which can be stepped or played, above a binary counter."""
    alone = step_size.step() is None
    with ui.controls("p_clock"):
        line = ui.row("bottom")
        settings = ui.ask(views.clocks, "position", at=line)
        stride = ui.control(STRIDE, line) if alone else 1
    settings = ui.ask(views.clocks, given=settings, folded=("p_clock", "Which clocks: pairs, width and base"))
    if not alone:
        if (tapped := st.session_state.pop(f"_{TAPPED}", None)) is not None:
            st.session_state[TAPPED] = tapped
        with line:
            st.segmented_control("Hand", [*map(str, settings["pairs"])], key=TAPPED, bind="query-params")
    large = ui.style.presenting()
    view = views.clocks(**settings, binary=alone and not large, wide=large)
    reached = _reached(settings["position"], stride) if alone else range(NEAR + 1)
    turns = Waves(1, settings["dim"], settings["base"]).wavelengths[list(settings["pairs"])].tolist()
    dials = [ui.Dial(*middle, turn) for middle, turn in zip(clock_middles(len(turns), large), turns, strict=True)]
    moves = ui.moves(views.clocks, "position", reached, play=True, drag=alone, dials=dials if alone else ())
    events, follow = (() if alone else ("click",)), partial(_take, settings["pairs"])
    ui.show("p_clock", view, moves=moves, formulas=True, events=events, follow=follow)
    _ask_elsewhere(settings)
    st.markdown(
        "A binary counter flips its last digit at every step, the one before at every second step, the next at every "
        "fourth. The encoding does the same with hands that glide: a fast one for near neighbours, ever slower ones "
        "for the far. The tip of a hand stands at (sine, cosine), so at position 0 all point up."
    )
    show_speeds(settings)


DOUBLED = (
    "every wave gets twice as long",
    "slow waves get longer, the fastest stays",
    "fast waves get longer, the slowest stays",
    "nothing changes",
)


def show_speeds(clocks: Mapping[str, Any]) -> None:
    """Draw, in a fold, the wavelength of every pair for the width and base of `clocks`; those drawn have a ring."""
    ui.later("p_speeds_more", "Every hand’s speed", _speeds, clocks, opened_by=("p_len", "p_double"))


def _speeds(clocks: Mapping[str, Any]) -> None:
    st.markdown(
        "A dot is a pair, its height the positions of one turn. Above the dashed line, the last position, a hand never "
        "comes round within the table: a model sees a part of its turn only. The base and the width, under “Which "
        "clocks”, decide how slow the slowest is."
    )
    settings = ui.ask(views.wavelengths, given={name: clocks[name] for name in ("dim", "base", "pairs")})
    ui.show("p_waves", views.wavelengths(**settings), formulas=True)
    if membership.current() is None:  # a class is asked about the tip of the hand
        ui.predict(
            Question("What does doubling the base do?", DOUBLED, key="p_double"),
            answer=DOUBLED[1],
            hint="The dots lie on a line whose left end stays at 6.28. Move the base.",
            because=_doubling(Waves(settings["length"], settings["dim"], settings["base"])),
        )


def _doubling(waves: Waves) -> str:
    double = doubled(waves)
    others = sorted({len(double) // 2, len(double) - 1})
    return (
        f"Pair i takes 2π · base^(2i/D) positions per turn. With D = {waves.dim}, pair 0 gets {double[0]:.2f} times as "
        f"long, {', '.join(f'pair {pair} {double[pair]:.2f} times' for pair in others)}."
    )
