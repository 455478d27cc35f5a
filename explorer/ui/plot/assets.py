"""Static JavaScript of the charts: files in static/ that the app itself serves; no request goes to another host.

They are built by `tools/rebuild/js.py` and come with the project: nothing is written when the app runs. A name holds
its content's hash, so the browser keeps its copy for ever and never mistakes an old one for a new one.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st

_MANIFEST = Path(__file__).with_name("assets.json")
HIGH_CONTRAST = Path(__file__).with_name("high_contrast.css").read_text(encoding="utf-8")
"""Style of chosen things and of bars where a system forces its own colours."""

_ROOT = """const own = document.querySelector("script[src*='/static/js/']")
const root = own ? own.src.split("/static/js/")[0] : location.origin
"""


@lru_cache(maxsize=1)
def manifest() -> dict[str, dict[str, Any]]:
    """Name of a component or bundle → its `file` below `/app/static/`, its `sha256`, and what it was made of."""
    loaded: dict[str, dict[str, Any]] = json.loads(_MANIFEST.read_text(encoding="utf-8"))
    return loaded


def file(name: str) -> str:
    """The file below `/app/static/` of a component ("chart") or of a bundle of plotly.js ("plain", "scenes").

    >>> file("plain").startswith("plotly-cartesian-4."), file("plain").endswith(".js")
    (True, True)
    """
    return str(manifest()[name]["file"])


def component(name: str, function: str = "default") -> str:
    """The JavaScript of a component, for `st.components.v2.component(js=…)`: a few lines that load its module once.

    `function` is the one that the module exports for it.

    Streamlit sends a component's JavaScript with every message, so the module itself (14 kB for the chart) would travel
    again and again.
    """
    return (
        _ROOT
        + f"""const loading = import(`${{root}}/app/static/{file(name)}`)
export default (component) => {{
  let [gone, cleanup] = [false, undefined]
  loading.then((module) => {{ if (!gone) cleanup = module.{function}(component) }})
  return () => {{ gone = true; cleanup?.() }}
}}
"""
    )


def register(name: str, beside: str) -> Any:
    """Register a component with Streamlit: its module, and the style sheet beside the Python file, if any."""
    css = Path(beside).with_name(f"{name}.css")
    text = css.read_text(encoding="utf-8") + HIGH_CONTRAST if css.exists() else None
    return st.components.v2.component(f"explorer_{name}", js=component(name), css=text, isolate_styles=True)


def script(*names: str) -> str:
    """A script tag that loads modules for their side effects."""
    return "{" + _ROOT + "\n".join(f"import(`${{root}}/app/static/{file(name)}`)" for name in names) + "}"
