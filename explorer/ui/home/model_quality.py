"""Size and quality of the model behind Home, compared with n-gram counts over the same tokens."""

from typing import Any

import streamlit as st

from explorer import wording
from explorer.data import CORPORA
from explorer.lm.shipped_model import Model, load_lm, load_report
from explorer.ui.frame.glossary_markup import write

COUNTED = {
    "unigram": "counting single tokens",
    "bigram": "counting pairs (Kneser-Ney)",
    "trigram": "counting triples (Kneser-Ney)",
    "model": "this model",
}


def show() -> None:
    """Draw the panel, folded."""
    panel = st.expander("How good is this model? Honestly: small", key="h_honest", bind="query-params")
    if not panel.open:
        return
    model, report = load_lm(), load_report()
    with panel:
        write(size(model, report))
        write(
            "On text it never read (a hundredth of each source), beside counting over the same tokens. [[loss|Loss]] "
            "is −log of the probability given to what really came, in [[nats]]; less is better."
        )
        nats, bits = report["nats"], report["bits_per_character"]
        lines = [
            f"| {said} | {wording.fixed(nats[name], 3)} | {wording.fixed(bits[name], 3)} |"
            for name, said in COUNTED.items()
        ]
        st.markdown("\n".join(["| | loss per token, nats | bits per character |", "|---|---|---|", *lines]))
        write(context(model, report))


def in_short(model: Model, report: dict[str, Any]) -> str:
    """Short description of the model and its training text, below the bars."""
    return (
        f"A very small model guesses: {model.numbers / 1e6:.1f} million numbers, trained on "
        f"{report['tokens_read'] / 1e6:.1f} million [[tokens]] of English: novels, plays, speeches, an almanac and "
        "a dictionary. Many tokens are pieces of words: in grey is how it would go on, piece by piece."
    )


def size(model: Model, report: dict[str, Any]) -> str:
    """Sentences on the model's size and its training."""
    config, shown, text = model.config, report["tokens_read"] / 1e6, report["tokens_of_the_text"] / 1e6
    return (
        f"{model.numbers:,} numbers: {config.vocab_size:,} token rows and {config.train_len} position rows of "
        f"{config.embed_dim}, and {wording.count(config.n_layers, 'block')}. GPT-2's token table alone has 50,257 × "
        "768 = 38.6 million. (Whisper's table, on other pages, takes 38.6 MB: 50,257 × 384 numbers of 2 bytes. The "
        f"same digits, since 2 × 384 = 768.) It was shown {shown:.1f} million tokens, from novels, plays, speeches, "
        f"an almanac and a dictionary that have {text:.1f} million, and nothing else. Token rows are read at both "
        "ends: they are "
        "looked up, and they score the next token (a [[tied]] output)."
    )


def context(model: Model, report: dict[str, Any]) -> str:
    """Sentences on how much context improves the prediction, and where n-grams are better."""
    worse = [CORPORA[text].title for text, loss in report["by_text"].items() if loss["trigram"] < loss["model"]]
    still = f" Counting triples is still better on {wording.listed(worse, 'and on')}." if worse else ""
    losses, half = report["by_position"], model.config.train_len // 2
    later = losses[half:]  # the mean over many positions: the loss at a single one is up to a tenth of a nat off
    return (
        f"On windows of {len(losses)} tokens: with one token to go by its loss is {wording.fixed(losses[0])} nats, "
        f"with {half + 1} to {len(losses)} it is {wording.fixed(sum(later) / len(later))} on average: that is how much "
        f"it gains from what came before.{still}"
    )
