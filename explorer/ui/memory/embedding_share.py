"""Embedding share of published models, counted to the parameter from their configurations."""

import streamlit as st

from explorer import ui
from explorer.content.en import shared_page_questions
from explorer.memory import MODELS, Pairs, wider_and_deeper
from explorer.memory.model_configs import FACTS
from explorer.ui.frame import part_containers
from explorer.ui.memory import size_controls
from explorer.views import memory as views
from explorer.views.memory.embedding_share import GPT3
from explorer.wording import count, listed, share, verb

PART = ui.Part(
    "Real models",
    question="How much of a real model is its table?",
    why="The [[embedding]] can be half of a model or next to nothing. Each bar is a published model, counted from its "
    "configuration.",
    look="The first number behind a bar is the token table’s share; hatched is an output table of its own.",
    shown="Published models · V and D as each one has them",
)


def reads() -> str:
    """Sentences on what one step reads of the tables and of the other matrices."""
    models = list(MODELS.values())
    tied = [model for model in models if model.output == "Tied"]
    untied = [model for model in models if model.output == "Untied"]
    none = [model.name for model in models if model.output == "None"]
    larger = [model.name for model in models if model.token_table < model.largest_matrix]
    some = [model for model in models if model.experts]
    twice = [model.name for model in models if model.name.startswith(("T5", "Whisper"))]
    mixed = listed(
        f"{model.name} uses {model.experts[0]} of the {model.experts[1]} experts in a layer for one token"
        for model in some
        if model.experts
    )
    return (
        f"**What a step reads.** A lookup reads the rows of its tokens and no others. As published, {len(tied)} of "
        f"these {len(models)} models have a tied output: it scores with the same table, so every prediction reads all "
        f"rows after all. {len(untied)} have an output matrix of their own, as large as the token table, and that is "
        f"read in full. The other {len(none)}, {listed(none)}, are encoders, counted without an output. "
        f"The matrices of the layers are read in full as well, with two kinds of exception: {mixed}; and in "
        f"{listed(twice)} half of the layers, the encoder, run once for a text and not at every step. In "
        f"{len(models) - len(larger)} of {len(models)} no matrix of the layers is larger than the token table (not so "
        f"in {listed(larger)})."
    )


def rule() -> str:
    """Sentences on how the share depends on a model's size."""
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
    left = [small for small, _ in pairs.left]
    sentence = (
        f"In {pairs.tables} of the other {pairs.all - pairs.smaller} the larger model has the larger vocabulary, or it "
        "alone has an untied output."
    )
    if not left:
        return sentence
    mixed = all(small.experts for small in left)
    names = listed(dict.fromkeys(small.name for small in left))
    return f"{sentence} In {len(left)} the smaller one is {names}{', whose layers hold many experts' * mixed}."


def _config_text(name: str) -> str:
    if name not in FACTS:
        return " No public file with its configuration was found at a commit; the source above is what was read."
    facts = FACTS[name]
    fields = ", ".join(f"{field} {value:,}" for field, value in facts.fields.items())
    return f" Read in [a configuration at one commit]({facts.url}), of {facts.of}: {fields}."


def show() -> None:
    """Draw the bars of all models, with GPT-3's after a guess."""
    with ui.controls("m_shares"):
        left, right = st.columns(2)
        settings = ui.ask(views.shares, "model", at=left)
        settings = ui.ask(views.shares, at=right, given=settings)
    gpt3, found = MODELS[GPT3], [model.token_share for model in MODELS.values()]
    guess = ui.predict(
        shared_page_questions.TABLE_SHARE,
        answer=share(gpt3.token_share),
        because=f"**As published, from {share(min(found))} to {share(max(found))}; GPT-3’s table is "
        f"{share(gpt3.token_share)}.** "
        f"{gpt3.vocab_size:,} × {gpt3.embed_dim:,} = {gpt3.token_table:,} numbers of {gpt3.parameters:,}. Its layers "
        "hold the rest.",
        shows={"m_look": GPT3},
        hint="Multiply 50,257 by 12,288: is that nearer to 600 million or to 35 billion?",
    )
    model = MODELS[settings["model"]]
    view = guess.draw_in(views.shares(**settings, few=True))
    ui.show("m_shares", view)
    with part_containers.take("run"):
        st.button(
            f"Use the sizes of {model.name} in all parts",
            key="m_use",
            on_click=size_controls.apply_model,
            args=(model,),
        )
    ui.formulas("m_shares", view.formulas)
    with st.expander("What a step reads of a model, whether there is a rule, and the source", key="m_read"):
        st.markdown(reads())
        if guess:
            st.markdown(rule())
        st.markdown(f"Source of the sizes: [{model.source}]({model.url}).{_config_text(model.name)}")
