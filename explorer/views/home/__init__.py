"""The picture of the Home page: a text on its way through a small language model, to what comes next."""

from explorer.views.home._chain import ALONE, TOGETHER, chain
from explorer.views.home._trials import CHANGES, PAST, Settings, Trial, trial
from explorer.views.home._words import guessed, label, others, rests, summary

__all__ = [
    "ALONE",
    "CHANGES",
    "PAST",
    "TOGETHER",
    "Settings",
    "Trial",
    "chain",
    "guessed",
    "label",
    "others",
    "rests",
    "summary",
    "trial",
]
