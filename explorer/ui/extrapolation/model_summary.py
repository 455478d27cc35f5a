"""Summary of the models behind this page's curves: one line above all parts, with details in an expander."""

from functools import lru_cache

import streamlit as st

from explorer import ui
from explorer.data import CORPORA
from explorer.nn.config import ENCODINGS, ModelConfig
from explorer.nn.transformer import Transformer
from explorer.training.character_corpus import CORPUS, VOCAB_SIZE
from explorer.training.precompute_standard_runs import SEEDS
from explorer.training.train_transformer import BATCH, LanguageRun
from explorer.wording import count


def show() -> None:
    """Draw the summary: training text, model and training settings."""
    with st.expander(f"What was trained, unless a part says otherwise: {models_short()}", key="x_models"):
        ui.write(models_sentence())


@lru_cache(maxsize=1)
def sizes() -> tuple[int, int]:
    """Parameters of the smallest and of the largest model."""
    each = [Transformer(ModelConfig(VOCAB_SIZE, encoding)).flat.size for encoding in ENCODINGS]
    return min(each), max(each)


def models_sentence() -> str:
    """Text, size and training of the standard models; terms marked."""
    run, (least, most) = LanguageRun(), sizes()
    model = ModelConfig(VOCAB_SIZE, run.encoding, run.train_len)
    return (
        "Where a part says nothing else and nothing is marked as published, the curves come from small "
        f"[[language model|models]] trained for this page: {CORPORA[CORPUS].title}, character by character; "
        f"{count(model.n_layers, '[[block]]', '[[block|blocks]]')}, width {model.embed_dim}, "
        f"{count(model.n_heads, '[[head]]', '[[head|heads]]')}, {least:,} to {most:,} [[parameter|numbers]]; "
        f"{run.steps} steps of [[Adam]] on {BATCH} windows of {run.train_len} characters each; "
        f"{count(len(SEEDS), '[[seed]]', '[[seed|seeds]]')}. Each model guesses the next character of the end of the "
        "text, which training left out. How much the character that came surprised it is its [[loss]], in [[nats]]."
    )


def models_short() -> str:
    """The same in one line, without its scope."""
    run, model = LanguageRun(), ModelConfig(VOCAB_SIZE)
    return (
        f"small models that read Jane Austen's novels letter by letter, {count(model.n_layers, 'block')}, "
        f"{run.steps} training steps, {count(len(SEEDS), 'random start')} each"
    )
