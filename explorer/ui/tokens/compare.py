"""Part 7: how many tokens each encoding spends, on the text at hand and on one sentence in several scripts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explorer import chain, tokenizers, ui, wording
from explorer.chain import SCRIPTS, Count
from explorer.content.en import questions
from explorer.figures.tokens import compare as figures
from explorer.scripts import tokens as scripts
from explorer.ui.tokens import typed
from explorer.ui.tokens.typed import current

PART = ui.Part(
    "Encodings",
    why="Every [[tokenizer]] has its own list, so the same sentence can cost 7 [[tokens]] in one language and several "
    "times as many in another; a model is paid, and limited, by the token.",
    look="Each row is one sentence. Counted in tokens, a mark further right costs more. Characters or bytes per token "
    "say how much one token holds; a script that needs more bytes can hold more and cost more.",
    stations=("text", "token ids"),
    shown=typed.shown,
)

MEASURES: dict[str, Callable[[Count], float]] = {
    "Tokens": lambda count: float(count.tokens),
    "Characters per token": lambda count: count.characters_per_token,
    "Bytes per token": lambda count: count.bytes_per_token,
}


def _values(rows: dict[str, tuple[Count, ...]], measure: str) -> NDArray[np.float32]:
    return np.array([[MEASURES[measure](count) for count in counts] for counts in rows.values()], np.float32)


def show() -> None:
    """All encodings side by side."""
    typed = current()
    known = ui.predict(
        *questions.HINDI,
        answer=_hindi,
        because=_why_hindi(),
        hint="gpt2's list was made from web pages, most of them in English. What is not in the list has to be spelt "
        "out in smaller pieces, down to single bytes, and a Hindi letter is 3 bytes.",
    )
    with ui.controls("t_scripts"):
        measure = st.segmented_control(
            "Measure", list(MEASURES), default="Tokens", required=True, key="t_measured", bind="query-params"
        )
    rows = {"your text": chain.counts(typed.text)} if typed.text else {}
    rows |= {name: chain.counts(text) for name, text in SCRIPTS.items() if known or name != "Hindi"}
    name = measure or "Tokens"
    fewest, most = _extremes(rows)
    ui.picture(
        "t_scripts",
        figures.encodings(list(rows), tokenizers.ENCODINGS, _values(rows, name), name.lower()),
        summary=(
            f"{name} (logarithmic axis): one row per text, one mark per encoding. The same sentence in "
            f"{len(_languages(rows))} languages, then emoji and code. Of these languages, gpt2 spends the fewest "
            f"tokens on {fewest[0]} ({fewest[1]}) and the most on {most[0]} ({most[1]}). gpt2 and r50k_base are the "
            "same vocabulary. A character is what a person counts as one."
        ),
        table=lambda: _table(rows),
        script=lambda: scripts.compare(typed.text, "" if known else "Hindi"),
    )
    if typed.text:
        _own(rows["your text"])
    _formula(rows, name)


def _formula(rows: dict[str, tuple[Count, ...]], measure: str) -> None:
    """What the chosen measure means for one text; in tokens, how many times as expensive one language is as another."""
    if measure == "Tokens":
        (cheap, fewest), (dear, most) = _extremes(rows)
        ui.formula(
            "t_scripts",
            r"f = \frac{n}{n_0}",
            {
                "n": f"tokens of the sentence in {dear}, by gpt2: {most}",
                "n_0": f"tokens of the same sentence in {cheap}: {fewest}",
                "f": "how many times as many tokens the one costs as the other",
            },
            f"{most} / {fewest} = {wording.number(most / fewest)}: the sentence in {dear} costs "
            f"{wording.number(most / fewest)} times as much as in {cheap}.",
        )
        return
    name, counts = next(iter(rows.items()))
    first, whole = counts[0], measure.split()[0].lower()
    size = first.characters if whole == "characters" else first.bytes
    ui.formula(
        "t_scripts",
        r"k = \frac{c}{n}",
        {
            "c": f"{whole} of {name if name == 'your text' else f'the sentence in {name}'}: {size:,}",
            "n": f"tokens that {first.encoding} makes of it: {first.tokens:,}",
            "k": measure.lower(),
        },
        f"{size:,} / {first.tokens:,} = {MEASURES[measure](first):.2f} {whole} per token, on average: the more, the "
        "fewer tokens a text costs.",
    )


def _own(counts: tuple[Count, ...]) -> None:
    first = counts[0]
    lines = "\n".join(
        f"| {count.encoding} | {count.tokens:,} | {count.characters_per_token:.2f} | {count.bytes_per_token:.2f} |"
        for count in counts
    )
    st.markdown(
        f"Your text, **{wording.count(first.characters, 'character')}, {wording.count(first.bytes, 'byte')}**, as one "
        f"sequence:\n\n"
        f"| encoding | tokens | characters per token | bytes per token |\n|---|---|---|---|\n{lines}"
    )


def _languages(rows: dict[str, tuple[Count, ...]]) -> list[tuple[str, int]]:
    return [(name, counts[0].tokens) for name, counts in rows.items() if name not in ("your text", "Emoji", "Python")]


def _extremes(rows: dict[str, tuple[Count, ...]]) -> tuple[tuple[str, int], tuple[str, int]]:
    languages = sorted(_languages(rows), key=lambda pair: pair[1])
    return languages[0], languages[-1]


def _why_hindi() -> str:
    hindi, english = (chain.counts(SCRIPTS[name])[0] for name in ("Hindi", "English"))
    return (
        f"It costs {hindi.tokens} tokens. A Hindi letter is 3 bytes, so the sentence has {hindi.bytes} instead of "
        f"{english.bytes}; and since gpt2's vocabulary was made from web pages, most of them English, a token holds "
        f"{hindi.bytes_per_token:.2f} bytes of it instead of {english.bytes_per_token:.2f}. So the same thought fills "
        "more of the model's window and costs more."
    )


def _hindi() -> str:
    ratio = chain.counts(SCRIPTS["Hindi"])[0].tokens / chain.counts(SCRIPTS["English"])[0].tokens
    return "about 7" if ratio < 1.5 else "about twice as many" if ratio < 4 else "more than four times as many"


def _table(rows: dict[str, tuple[Count, ...]]) -> ui.Table:
    flat = [(name, count) for name, counts in rows.items() for count in counts]
    return ui.Table(
        {
            "text": [name for name, _ in flat],
            "sentence": [SCRIPTS.get(name, "(yours)") for name, _ in flat],
            "encoding": [count.encoding for _, count in flat],
            "tokens": [count.tokens for _, count in flat],
            "characters": [count.characters for _, count in flat],
            "bytes": [count.bytes for _, count in flat],
            "characters per token": [round(count.characters_per_token, 3) for _, count in flat],
            "bytes per token": [round(count.bytes_per_token, 3) for _, count in flat],
        },
        "encodings",
    )
