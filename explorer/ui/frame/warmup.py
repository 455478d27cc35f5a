"""Warm-up: load every page's code and Home's model, table and encoder at start, so that no first visitor waits."""

import importlib
import pkgutil

from explorer import embedding_pipeline, ui
from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.tokenizers import SMALL
from explorer.ui.frame import shared_inputs


def load() -> None:
    """Import the parts of all pages (0.5 s and 9 MB), and compute Home's first picture with the default sentence."""
    for module in pkgutil.walk_packages(ui.__path__, f"{ui.__name__}."):
        importlib.import_module(module.name)
    text = shared_inputs.DEFAULT_TEXT
    embedding_pipeline.tokenize(text, SMALL, one_sequence=True)
    embedding_pipeline.tokenize(text, shared_inputs.DEFAULT_ENCODING)
    read(ReadingRequest(text))
