"""Commands go without the function that counts them where nobody counts; else all stays as it is."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

from explorer.ui.undocumented import uncounted

_COUNTED = """
import importlib.util

import streamlit as st
from streamlit import config
from streamlit.delta_generator import DeltaGenerator

# Its file alone: the package would leave them out when it is imported.
made = importlib.util.spec_from_file_location("uncounted", FILE)
module = importlib.util.module_from_spec(made)
made.loader.exec_module(module)
leave_out, within = module.leave_out, module.within

def counted():
    return {
        name
        for owner in (*DeltaGenerator.__mro__, st)
        for name, command in vars(owner).items()
        if within(getattr(command, "__func__", command) if type(command).__name__ == "method" else command)
    }

config.set_option("browser.gatherUsageStats", STATISTICS)
before, text, columns = counted(), st.text, st.columns
leave_out()
leave_out()
print(len(before) > 100, len(counted()), {"text", "columns", "fragment", "_bidi_component"} <= before)
print(st.text.__self__ is text.__self__, st.text.__func__ is text.__func__.__wrapped__, st.container().text.__name__)
"""


@pytest.mark.parametrize("statistics", ["False", "True"])
def test_a_command_is_counted_only_where_somebody_counts(statistics: str) -> None:
    script = _COUNTED.replace("STATISTICS", statistics).replace("FILE", repr(uncounted.__file__))
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    many, remaining, known, same, plain, name = run.stdout.split()
    assert (many, known, same, name) == ("True", "True", "True", "text")
    assert plain == str(remaining == "0") and plain != statistics


def test_streamlit_still_counts_by_one_function() -> None:
    counted = uncounted.gather_metrics("any", test_streamlit_still_counts_by_one_function)
    assert uncounted.within(counted) is test_streamlit_still_counts_by_one_function
    assert uncounted.within(test_streamlit_still_counts_by_one_function) is None
    text = inspect.getsource(uncounted.gather_metrics)
    assert "result = non_optional_func(*args, **kwargs)" in text and "ctx.gather_usage_stats" in text
