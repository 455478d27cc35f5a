"""Mean loss against window length, as in figure 1 of the ALiBi paper, with published perplexities below it."""

from typing import Any

import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from explorer import ui
from explorer.nn.config import spoken
from explorer.questions import Question
from explorer.training.findings.shipped_model_losses import LENGTHS, TRAIN_LEN, Line, by_length
from explorer.training.published_perplexities import ALIBI, YARN, YARN_CARD
from explorer.views import extrapolation as views
from explorer.views.extrapolation.loss_sentences import extension_notes, hidden_sentence, sliding_sentence
from explorer.views.extrapolation.settings import lines_of
from explorer.wording import fixed, listed

FALLING = "in none", "in one", "in two or more"


def show(encodings: tuple[str, ...], controls: DeltaGenerator) -> None:
    """Draw the mean losses of the shipped models, then published perplexities with their sources."""
    view = views.loss_by_length(**ui.ask(views.loss_by_length, at=controls, given={"encodings": encodings}))
    guess = _ask_falling(lines_of(encodings))
    view = guess.draw_in(view)
    ui.show("x_length", view, moves=ui.moves(views.loss_by_length, "window") if guess else None, formulas=True)
    if not guess:
        return
    st.markdown(f"{extension_notes(encodings)}\n\n{hidden_sentence(lines_of(encodings))}")
    st.header("Published, not measured here", anchor=False)
    ui.write(
        "Other models, other text, tokens instead of characters: compare the shapes, not the numbers. "
        "[[Perplexity]] is e to the power of the loss: the number of tokens that a model hesitates between."
    )
    ui.show("x_alibi", views.published_perplexities(paper="ALiBi"))
    st.markdown(f"Source: [{ALIBI.source}]({ALIBI.url}); 3,072 is from table 5. {sliding_sentence()}")
    ui.show("x_published", views.published_perplexities(paper="YaRN"))
    st.markdown(f"Sources: [{YARN.source}]({YARN.url}); [the model's card]({YARN_CARD}).")


def _ask_falling(lines: tuple[Line, ...]) -> ui.Guess:
    means = {line.label: by_length(line).mean(axis=0).round(2) for line in lines}
    falling = [name for name, mean in means.items() if mean[-1] < mean[0]]
    each = (f"{spoken(name)} {fixed(mean[0])} → {fixed(mean[-1])}" for name, mean in means.items())
    return ui.predict(
        Question(
            f"All were trained on windows of {TRAIN_LEN}. A longer one holds more text to guess from. In how many of "
            f"these {len(lines)} does the mean loss fall from {TRAIN_LEN} to {LENGTHS[-1]}?",
            FALLING,
            key="x_guess_length",
        ),
        answer=FALLING[min(len(falling), 2)],
        because=f"**{_of_rope(means)}The mean loss falls with {listed(map(spoken, falling)) if falling else 'none'}.** "
        f"{', '.join(each)}. In the longer window {LENGTHS[-1] - TRAIN_LEN} characters stand past position "
        f"{TRAIN_LEN - 1}, where no training went.",
        hint="Most characters of the longer window stand where no training went.",
    )


def _of_rope(means: dict[str, NDArray[Any]]) -> str:
    """What the part's title asks, where it is drawn."""
    if "RoPE" not in means or means["RoPE"][-1] < means["RoPE"][0]:
        return ""
    return f"Not RoPE as it is: its mean loss rises to {fixed(means['RoPE'][-1])}. "
