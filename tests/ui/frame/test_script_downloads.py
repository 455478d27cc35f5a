"""Exported notebooks."""

import json

from explorer.ui.frame.script_downloads import notebook_file


def test_a_notebook_has_the_fields_that_its_format_asks_for() -> None:
    made = json.loads(notebook_file("view = 1\nview.show()\n"))
    assert (made["nbformat"], made["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in made["cells"]]
    assert len(set(names)) == len(names)
    for cell in made["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        assert set(cell) == (wanted if cell["cell_type"] == "markdown" else wanted | {"execution_count", "outputs"})
        assert all(isinstance(line, str) for line in cell["source"])
