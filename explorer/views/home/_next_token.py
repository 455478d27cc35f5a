"""Next-token prediction after a text, with or without an intervention, and what the intervention changed."""

from __future__ import annotations

from explorer import tokenizers, wording
from explorer.figures.failures.outcomes import bars
from explorer.figures.spec import Spec
from explorer.lm.predict import read
from explorer.lm.prediction_change import likeliest
from explorer.tokenizers import SMALL
from explorer.views.home._formulas import shares
from explorer.views.home._interventions import Settings, Trial, cut, trial
from explorer.views.home._prediction_text import guessed, label, others, rests, summary, unread_script
from explorer.views.table import Table
from explorer.views.view import View, picture

TABLE = 50
ALONE, TOGETHER = 8, 5
"""Number of likeliest tokens drawn: for one reading, and for each of two."""
BEGINS = "To be, or not to be"
"""Default text of Home: everybody knows its last word, and the model ranks it first."""
FAILS = "The cat sat on the mat"
"""A sentence that everybody could end and the small model can't."""
NEVER_READ = "on the mat"
"""The end of `FAILS`: none of the texts behind the small model has it."""


@picture(read)
def next_token(
    *,
    text: str = BEGINS,
    hide_last: bool = True,
    change: str = "As it is",
    first: int = 1,
    second: int = 2,
    position: int = 1,
    word: str = "dog",
    past: str = "Read the last 64",
) -> View:
    """The likeliest next tokens after a text; with a change, those before it beside them.

    Args:
        text: what is read.
        hide_last: whether its last token is kept from the model, to be guessed.
        change: what is changed on the way: "As it is", "No positions", "Swap two tokens", "Another row" or "Too long".
        first: the one position whose token is swapped.
        second: the other.
        position: the position whose row is replaced.
        word: whose first token's row takes its place.
        past: what happens past the trained length: "Read the last 64", "Give the rest the last position" or "Begin
            again at position 0".

    >>> next_token(text="The President of the United States").table["next token"][:2]
    ['␣States', '␣N']
    """
    found = trial(Settings(text, hide_last, change, first, second, position, word, past))
    return View(_spec(found), _sentence(found, text), lambda: _table(found), (shares(found.reading),), cut(found))


def _sentence(found: Trial, text: str) -> str:
    """Sentence on the effect of the change, the rank of the hidden token, and the rest of the probability."""
    said = [found.warned] if found.warned else list(found.sentences)
    if script := unread_script(text):
        said.insert(0, script)
    if found.reading.hidden is not None:
        said.append(guessed(found.reading))
    if found.before is not None:
        said.append(f"The likeliest next tokens: {summary(found.reading)}. Before the change: {summary(found.before)}.")
    else:
        if text == FAILS and not said[:-1] and found.reading.hidden is not None:
            said.append(_why_badly(found))
        said.append(others(found.reading, ALONE))
    return " ".join(said)


def _why_badly(found: Trial) -> str:
    """Sentence on why the model guesses so badly what everybody could complete."""
    best = int(found.reading.best(1)[0])
    (rest,) = rests(found.reading, (best,))
    begins = "the beginning of " if rest else ""
    first = f"{label(best)}{rest}".removeprefix("␣")
    return (
        f"The texts that it was trained on never say “{NEVER_READ}”. Its first guess is {begins}“{first}”: it has "
        "never seen a cat or a mat, only which pieces of text follow each other."
    )


def _spec(found: Trial) -> Spec:
    """Bar chart of the shares; the page uses a component of its own instead."""
    readings = [found.reading] if found.before is None else [found.before, found.reading]
    names, values = list[str](), list[float]()
    for token in likeliest(readings, ALONE if len(readings) == 1 else TOGETHER).tolist():
        for name, reading in zip(found.names, readings, strict=True):
            names.append(f"{label(token)} {name}".strip())
            values.append(float(reading.probabilities[token]))
    return bars("share", names, values, [wording.share(value) for value in values])


def _table(found: Trial) -> Table:
    """Table of the likeliest next tokens with their shares."""
    best = found.reading.best(TABLE)
    columns: dict[str, object] = {
        "next token": [label(i) for i in best],
        "id": best,
        "share": found.reading.probabilities[best],
        "score (logit)": found.reading.logits[best],
    }
    if found.before is not None:
        columns["share before"] = found.before.probabilities[best]
    return Table(columns, "next-token")


def ending(found: Trial, most: int = 28) -> str:
    """End of the text that the model reads, which the bars continue; half a character is left out.

    >>> ending(trial(Settings("Zoë", hide_last=True)))
    'Zo'
    """
    written = tokenizers.decode_bytes(found.reading.ids, SMALL).decode("utf-8", "ignore")
    return written if len(written) <= most else f"… {written[-most:].lstrip()}"
