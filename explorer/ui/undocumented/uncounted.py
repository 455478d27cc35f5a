"""Where no statistics are gathered, no command of Streamlit's goes through the function that would count it.

Each of the sixty commands of a part is called by way of one that looks at the clock twice and asks what is to be
counted, to find that nothing is. Where a host turns the statistics on, as Community Cloud does, everything stays as it
is. It takes out the wrapper of `gather_metrics` in `streamlit.runtime.metrics_util`, seen in 1.67.
"""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import Any

import streamlit as st
from streamlit import config
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.metrics_util import gather_metrics

_WRAPPER = gather_metrics("any", lambda: None).__code__


def within(command: Any) -> Any:
    """The function that is counted, if this is the one that would count it, else none."""
    return command.__wrapped__ if isinstance(command, FunctionType) and command.__code__ is _WRAPPER else None  # type: ignore[attr-defined]


def leave_out() -> None:
    """From now on commands are called as such, if nobody is to count them."""
    if config.get_option("browser.gatherUsageStats"):
        return
    for owner in (*DeltaGenerator.__mro__, st):
        for name, command in list(vars(owner).items()):
            if plain := within(command):
                setattr(owner, name, plain)
            elif isinstance(command, MethodType) and (plain := within(command.__func__)):
                setattr(owner, name, MethodType(plain, command.__self__))
