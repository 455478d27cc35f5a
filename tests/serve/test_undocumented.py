"""What the first words lean on in Streamlit's page is still so in the installed version."""

from __future__ import annotations

import re
from pathlib import Path

from explorer.serve import undocumented
from explorer.serve.undocumented import Index, streamlits
from tests.ui.undocumented.test_of_streamlit import CHANGED

THEIRS = streamlits()


def test_streamlits_page_has_the_form_that_is_known() -> None:
    made = Index(THEIRS)
    for place in (undocumented.TITLE, undocumented.END_OF_HEAD, undocumented.ROOT):
        assert made.text.count(place) == 1, f"{CHANGED} its page has not one {place}, so no words stand in it"
    for name in undocumented.CHUNKS:
        assert made.static("js", name, "js"), f"{CHANGED} it has no script {name} any more"
    for name in undocumented.FONTS:
        assert made.static("media", name, "woff2"), f"{CHANGED} it has no font {name} any more"


def test_the_scripts_that_are_named_ahead_bring_all_that_they_import() -> None:
    made = Index(THEIRS)
    known = set(made.chunks) | set(re.findall(r'"(\./static/js/[^"]+)"', made.text))
    assert len(made.chunks) > len(undocumented.CHUNKS), f"{CHANGED} its scripts import each other in another way"
    for address in made.chunks:
        text = (THEIRS / "static" / "js" / Path(address).name).read_text(encoding="utf-8")
        assert set(undocumented.imported(text)) <= known
