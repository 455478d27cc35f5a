"""What share of real models their embedding is; published configurations, counted to the parameter."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.content.en import questions
from explorer.figures.memory import shares as figures
from explorer.figures.spec import Spec, guessed
from explorer.memory import MODELS, Model, Pairs, wider_and_deeper
from explorer.memory.facts import FACTS
from explorer.scripts import memory as scripts
from explorer.ui.memory import sizes
from explorer.wording import count, listed, number, share, verb

PART = ui.Part(
    "Real models",
    why="Whether the [[embedding]] is most of a model or next to nothing depends on the model, as published ones "
    "show, each counted from its configuration.",
    look="The bars are sorted by the share of the token table, the first number behind each; the second colour is an "
    "output matrix of its own, which [[tied|untied]] models have.",
    shown="Published models · V and D as each one has them",
)

PUBLISHED, ALL_TIED, ALL_UNTIED = "As published", "All tied", "All untied"
_OUTPUTS = {PUBLISHED: "", ALL_TIED: "Tied", ALL_UNTIED: "Untied"}
GPT3 = "GPT-3"


def _models(tying: str) -> list[Model]:
    """All models, with the output that was asked for where they have one; the largest token share first."""
    asked = _OUTPUTS[tying]
    models = [replace(model, output=asked) if asked and model.output != "None" else model for model in MODELS.values()]
    return sorted(models, key=lambda model: -model.token_share)


def pieces(model: Model) -> str:
    """What stands behind a bar: the share of each of its pieces.

    >>> pieces(MODELS["Qwen2.5 7B"]), pieces(MODELS["GPT-2 small"]), pieces(MODELS["Qwen2.5 0.5B"])
    ('7.2 + 7.2 %', '31 + 0.63 %', '28 %')
    """
    sizes = (model.token_table, model.output_layer, model.position_table)
    return " + ".join(share(size, model.parameters).removesuffix(" %") for size in sizes if size) + " %"


GUESSED = dict(zip(questions.TABLE_SHARE.options, (20.0, 5.0, 0.35, 0.01), strict=True))


@lru_cache(maxsize=64)
def _figure(chosen: str, tying: str, hide: bool, wide: bool) -> Spec:
    models = [model for model in _models(tying) if not (hide and model.name == GPT3)]
    parts = {
        "token table": [100 * model.token_table / model.parameters for model in models],
        "output layer of its own": [100 * model.output_layer / model.parameters for model in models],
        "position table": [100 * model.position_table / model.parameters for model in models],
    }
    names = [model.name for model in models]
    at = names.index(chosen) if chosen in names else -1
    return figures.shares(names, parts, [pieces(model) for model in models], at, wide=wide)


def _table(tying: str) -> ui.Table:
    models = _models(tying)
    return ui.Table(
        {
            "model": [model.name for model in models],
            "output": [model.output for model in models],
            "vocabulary": [model.vocab_size for model in models],
            "width": [model.embed_dim for model in models],
            "token table": [model.token_table for model in models],
            "position table": [model.position_table for model in models],
            "output layer": [model.output_layer for model in models],
            "all parameters": [model.parameters for model in models],
            "token share": [share(model.token_share) for model in models],
            "embedding share": [share(model.embedding_share) for model in models],
            "largest matrix of its layers": [model.largest_matrix for model in models],
            "source": [f"{model.source}, {model.url}" for model in models],
        },
        "embedding_shares",
    )


def summary(model: Model) -> str:
    """One model in words."""
    ratio = model.token_table / model.largest_matrix
    tables = [f"{model.token_table:,} numbers in the token table"]
    if model.position_table:
        tables.append(f"{model.position_table:,} in the position table")
    if model.output_layer:
        tables.append(f"{model.output_layer:,} in the output matrix")
    more = f" All of these are {share(model.embedding_share)}." if len(tables) > 1 else ""
    return (
        f"{model.name}: {listed(tables)}, of {model.parameters:,} parameters. The token table alone is "
        f"{share(model.token_share)}.{more} It has {number(ratio)} times as many numbers as the largest matrix of the "
        f"layers. {model.note}".strip()
    )


def _formula(model: Model) -> None:
    ui.formula(
        "m_shares",
        r"s = \frac{V \cdot D}{N}",
        {
            "V": f"rows of the token table of {model.name}: {model.vocab_size:,}",
            "D": f"numbers per row: {model.embed_dim:,}",
            "N": f"all [[parameters]] of the model: {model.parameters:,}",
            "s": "the token table's share of them",
        },
        f"{model.vocab_size:,} × {model.embed_dim:,} = {model.token_table:,}; over {model.parameters:,} that is "
        f"{share(model.token_share)}. Rows twice as long make the table twice as large, and a matrix of D × D in the "
        "layers four times.",
    )


def reads() -> str:
    """What a step reads of the tables and of the other matrices."""
    models = list(MODELS.values())
    tied = [model for model in models if model.output == "Tied"]
    untied = [model for model in models if model.output == "Untied"]
    none = [model.name for model in models if model.output == "None"]
    larger = [model.name for model in models if model.token_table < model.largest_matrix]
    some = [model for model in models if model.experts]
    mixed = listed(
        f"{model.name} uses {model.experts[0]} of the {model.experts[1]} experts in a layer for one token"
        for model in some
        if model.experts
    )
    return (
        f"**What a step reads.** A lookup reads the rows of its tokens and no others. As published, {len(tied)} of "
        f"these {len(models)} models have a tied output: it scores with the same table, so every prediction reads all "
        f"rows after all. {len(untied)} have an output matrix of their own, as large as the token table, and that is "
        f"read in full. The other {len(none)}, {listed(none)}, were released without an output over the vocabulary. "
        f"The matrices of the layers are read in full as well, with one exception: {mixed}. In "
        f"{len(models) - len(larger)} of {len(models)} no matrix of the layers is larger than the token table (not so "
        f"in {listed(larger)})."
    )


def rule() -> str:
    """What can be said about the share in general."""
    found = [model.embedding_share for model in MODELS.values()]
    within = sum(0.3 <= value <= 0.4 for value in found)
    pairs = wider_and_deeper()
    return (
        f"**No rule of thumb.** As published, token table, position table and output matrix together are between "
        f"{share(min(found))} and {share(max(found))} of the parameters; {count(within, 'model')} of {len(found)} "
        f"{verb(within, 'lies', 'lie')} between 30 and 40 %. A wider and deeper model often has the smaller "
        f"share: in {pairs.smaller} of the {pairs.all} pairs where one model is at least as wide and as deep as the "
        f"other and larger in one of the two. {_others(pairs)}"
    )


def _others(pairs: Pairs) -> str:
    """Why the larger model has the larger share in the other pairs, as far as two reasons go."""
    left = [small for small, _ in pairs.left]
    told = (
        f"In {pairs.tables} of the other {pairs.all - pairs.smaller} the larger model has the larger vocabulary, or it "
        "alone has an untied output."
    )
    if not left:
        return told
    mixed = all(small.experts for small in left)
    names = listed(dict.fromkeys(small.name for small in left))
    return f"{told} In {len(left)} the smaller one is {names}{', whose layers hold many experts' * mixed}."


def _read(name: str) -> str:
    """The configuration that was read, whose it is, its commit and its fields; or that none was found."""
    if name not in FACTS:
        return " No public file with its configuration was found at a commit; the source above is what was read."
    facts = FACTS[name]
    fields = ", ".join(f"{field} {value:,}" for field, value in facts.fields.items())
    return f" Read in [a configuration at one commit]({facts.url}), of {facts.of}: {fields}."


def _with_guess(figure: Spec, chosen: str, guess: ui.Guess) -> Spec:
    if not guess or not guess.first:
        return figure
    label = f"<b>{GPT3}</b>" if chosen == GPT3 else GPT3
    return guessed(figure, GUESSED[guess.first], label, **figures.axes_of(figure, label))


@st.fragment
def show() -> None:
    """The bars of all models, GPT-3's after a guess."""
    with ui.controls("m_shares"):
        left, right = st.columns(2)
        names = [model.name for model in _models(PUBLISHED)]
        asked = left.selectbox("Model", names, names.index("GPT-2 small"), key="m_look", bind="query-params")
        asked_tying = right.segmented_control(
            "Output layer", tuple(_OUTPUTS), default=PUBLISHED, required=True, key="m_tying", bind="query-params"
        )
    tying = asked_tying if asked_tying in _OUTPUTS else PUBLISHED
    gpt3 = MODELS[GPT3]
    guess = ui.predict(
        *questions.TABLE_SHARE,
        answer=share(gpt3.token_share),
        because=f"{gpt3.vocab_size:,} × {gpt3.embed_dim:,} = {gpt3.token_table:,} numbers of {gpt3.parameters:,}. Its "
        "layers hold the rest. Small models are another matter, as the bars show.",
        hint="Multiply 50,257 by 12,288: is that nearer to 600 million or to 35 billion?",
    )
    model = next(model for model in _models(tying) if model.name == asked)
    if model.name == GPT3 and not guess:
        said = "GPT-3 joins the picture after your guess."
    else:
        said = summary(model) + ("" if guess else " GPT-3 joins the picture after your guess.")
    ui.picture(
        "m_shares",
        # In letters twice as large all models in one column would be higher than the screen.
        _with_guess(_figure(model.name, tying, not guess, ui.style.presenting()), model.name, guess),
        summary=said + (f" The star is your guess for GPT-3: {guess.first}." if guess and guess.first else ""),
        table=(lambda: _table(tying)) if guess else None,
        script=(lambda: scripts.shares(model.name, tying)) if guess else None,
    )
    if guess or model.name != GPT3:
        _formula(model)
    st.markdown(reads())
    if guess:
        st.markdown(rule())
    st.markdown(f"Source of the sizes: [{model.source}]({model.url}).{_read(model.name)}")
    st.button(
        f"Use the sizes of {model.name} in all parts", key="m_use", on_click=sizes.apply_model, args=(MODELS[asked],)
    )
