"""Next-token prediction after a text, with or without an intervention, and what the intervention changed."""

from __future__ import annotations

import re
from typing import Unpack

from explorer import tokenizers, wording
from explorer.figures.bars_with_limit import bars
from explorer.figures.figure_spec import Spec
from explorer.lm.compare_predictions import likeliest
from explorer.lm.look_back import label
from explorer.lm.predict_next_token import Reading, read
from explorer.lm.shipped_model import load_report
from explorer.tokenizers import SMALL
from explorer.views.home._softmax_and_attention_formulas import shares
from explorer.views.home.change_model_input import Settings, Trial, cut, trial
from explorer.views.home.prediction_text import (
    ALONE,
    TOGETHER,
    guessed,
    in_pieces,
    others,
    rests,
    summary,
    unread_script,
)
from explorer.views.home.settings import BEGINS, FAILS, Changed
from explorer.views.table import Table
from explorer.views.view import View, picture

TABLE = 50
KNOWN = " be"
LINE = "to be, or not to be,--that is the question"
"""How the texts behind the small model go on after that: it stands there once."""
EXPECTED = " mat"
"""How everybody would end `FAILS`."""
NEVER_READ = "on the mat"
"""`FAILS` with this ending: none of the texts behind the small model has it."""


@picture(read)
def next_token(**shared: Unpack[Changed]) -> View:
    """The likeliest next tokens after a text; with a change, those before it beside them.

    >>> next_token(text="The President of the United").table["next token"][:2]
    ['␣States', '␣N']
    """
    found = trial(Settings(**shared))
    says = _sentence(found, shared["text"], shared["hide_last"])
    return View(_spec(found), says, lambda: _table(found), (shares(found.reading),), cut(found))


def _sentence(found: Trial, text: str, hide_last: bool = False) -> str:
    said = [found.warned] if found.warned else list(found.sentences)
    if script := unread_script(text):
        said.insert(0, script)
    if found.reading.hidden is not None:
        said.append(guessed(found.reading))
    elif hide_last and len(found.reading.ids):
        said.append("Nothing is hidden: before a text’s only token there is nothing to guess it from.")
    if found.before is not None:
        said.append(f"The likeliest next tokens: {summary(found.reading)}. Before the change: {summary(found.before)}.")
    else:
        if found.reading.hidden is None and not said:
            said.append(_known(found.reading, text))
        said.append(others(found.reading, ALONE))
    return " ".join(said)


def _known(reading: Reading, text: str) -> str:
    best = int(reading.best(1)[0])
    (rest,) = rests(reading, (best,))
    first = f"Its first guess is {'the beginning of ' * bool(rest)}{_quoted(f'{label(best)}{rest}')}"
    if (word := re.search(r"[^\W\d_]+$", text)) and label(best)[:1].isalpha():
        first += f", as in “{word[0]}{label(best)}{rest}”"
    if text == BEGINS and best == _id(KNOWN):
        return f"{first}, and that is right: the plays of Shakespeare are among the texts that it was trained on."
    if text != FAILS:
        sentence = f"{first}, with {wording.share(float(reading.probabilities[best]))}.{_words(reading, text)}"
        if note := in_pieces(text):
            sentence += f" {note}"
        if text == BEGINS + KNOWN:
            tokens = wording.fixed(load_report()["tokens_of_the_text"] / 1e6, 1)
            sentence += (
                f" You would write “that is the question”? Its texts have that line once, in {tokens} million pieces."
            )
        return sentence
    expected = _id(EXPECTED)
    return (
        f"You would say “{EXPECTED.strip()}”? {first}; {EXPECTED.strip()} gets "
        f"{wording.share(float(reading.probabilities[expected]))}, and {reading.rank(expected) - 1:,} of the "
        f"{len(reading.probabilities):,} pieces that it knows get more. The texts that it was trained on never say "
        f"“{NEVER_READ}”, and it has never seen a cat or a mat: it knows only which pieces of text follow each other."
    )


def _quoted(text: str) -> str:
    """What a guess reads like: without the space before it, unless it is nothing else.

    >>> _quoted("␣cat"), _quoted("␣")
    ('“cat”', 'a space')
    """
    return f"“{text.removeprefix('␣')}”" if text.strip("␣") else "a space" if len(text) == 1 else f"{len(text)} spaces"


def _words(reading: Reading, text: str) -> str:
    """The likeliest pieces of letters, where the first guess is a sign, as after a whole sentence; else "".

    >>> _words(trial(Settings("I love pizza")).reading, "I love pizza")
    ' Of the pieces that are letters, the likeliest begin “and”, “to” and “of”.'
    """
    best = {int(i): tokenizers.token_bytes([int(i)], SMALL)[0] for i in reading.best(TABLE)}
    if next(iter(best.values())).strip().isalpha():
        return ""
    inside = text[-1:].isalpha()  # there a piece without a space goes on with the last word
    words = tuple(i for i, piece in best.items() if piece.strip().isalpha() and (piece[:1] == b" " or not inside))[:3]
    if len(words) < 2:
        return ""
    whole = [_quoted(f"{label(i)}{rest}") for i, rest in zip(words, rests(reading, words), strict=True)]
    return f" Of the pieces that are letters, the likeliest begin {wording.listed(dict.fromkeys(whole))}."


def _id(piece: str) -> int:
    return int(tokenizers.encode(piece, SMALL)[0])


def _spec(found: Trial) -> Spec:
    readings = [found.reading] if found.before is None else [found.before, found.reading]
    names, values = list[str](), list[float]()
    for token in likeliest(readings, ALONE if len(readings) == 1 else TOGETHER).tolist():
        for name, reading in zip(found.names, readings, strict=True):
            names.append(f"{label(token)} {name}".strip())
            values.append(float(reading.probabilities[token]))
    return bars("share in %", names, [100 * value for value in values], list(map(wording.share, values)))


def _table(found: Trial) -> Table:
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
