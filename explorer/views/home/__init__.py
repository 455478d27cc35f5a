"""The pictures of the Home page: what comes next after a text, and the text's way through a small language model."""

from explorer.views.home._change_model_input import CHANGES, PAST, Settings, Trial, trial
from explorer.views.home._next_token import ALONE, BEGINS, FAILS, TOGETHER, ending, next_token
from explorer.views.home._pipeline import chain
from explorer.views.home._prediction_text import guessed, label, looks_back, looks_most_at, others, rests, summary

__all__ = [
    "ALONE",
    "BEGINS",
    "CHANGES",
    "FAILS",
    "PAST",
    "TOGETHER",
    "Settings",
    "Trial",
    "chain",
    "ending",
    "guessed",
    "label",
    "looks_back",
    "looks_most_at",
    "next_token",
    "others",
    "rests",
    "summary",
    "trial",
]
