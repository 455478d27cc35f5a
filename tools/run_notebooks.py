"""Run the notebooks of examples/ and store their pictures: python tools/run_notebooks.py [page …].

A picture is stored as a small PNG, which GitHub and nbviewer show without scripts, and its sentence below it as text.
`tests/test_examples.py` compares both with what the call gives.
"""

import base64
import html
import io
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from PIL import Image, ImageChops, ImageOps
from playwright.sync_api import Page, sync_playwright
from plotly.offline import get_plotlyjs

ROOT = Path(__file__).resolve().parents[1]
PLOTLY = "application/vnd.plotly.v1+json"
WIDE, COLOURS, EDGE = 640, 40, 6
"""Pixels across, colours kept, and pixels around: all pictures together take about a megabyte of every clone."""
DRAW = """async figure => {
  document.body.innerHTML = '<div id="figure"></div>'
  await Plotly.newPlot("figure", figure.data, figure.layout, { staticPlot: true })
}"""


BROWSERS = (os.environ.get("CHROMIUM", ""), "chromium-headless-shell", "chromium", "chromium-browser")


def traces(figure: dict[str, Any]) -> list[str]:
    """The types of a figure's traces, and the notes and shapes of its layout: what a picture is made of.

    >>> traces({"data": [{"type": "bar"}], "layout": {"shapes": [{}]}})
    ['bar', '0 notes', '1 shapes']
    """
    layout = figure["layout"]
    counts = [
        f"{len(layout.get(name) or ())} {said}" for name, said in (("annotations", "notes"), ("shapes", "shapes"))
    ]
    return [*(trace.get("type", "scatter") for trace in figure["data"]), *counts]


def drawn(page: Page, figure: dict[str, Any]) -> str:
    """A figure without its title, the sentence, as a PNG in base64."""
    page.evaluate(DRAW, {**figure, "layout": {**figure["layout"], "title": {}}})
    whole = Image.open(io.BytesIO(page.locator("#figure").screenshot())).convert("RGB")
    box = ImageChops.difference(whole, Image.new("RGB", whole.size, "white")).getbbox()
    cut = ImageOps.expand(whole.crop(box), EDGE, "white")
    out = io.BytesIO()
    # MAXCOVERAGE keeps both ends of a colour scale, which few pixels have.
    cut.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return base64.b64encode(out.getvalue()).decode()


def run(path: Path, page: Page) -> None:
    """Run a notebook in Jupyter, and store it with its pictures."""
    notebook = nbformat.read(path, as_version=4)
    stored = notebook.metadata.copy()
    NotebookClient(notebook, timeout=900, resources={"metadata": {"path": str(path.parent)}}).execute()
    notebook.metadata = stored  # without the version of Python that ran it
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if "outputs" in cell:  # without the emptied line of progress that a training wrote
            cell.outputs = [output for output in cell.outputs if output.get("data", {}).get("text/html") != ""]
        for output in list(cell.get("outputs", [])):
            if PLOTLY in output.get("data", {}):
                figure = output.data[PLOTLY]
                output.data, output.metadata = {"image/png": drawn(page, figure)}, {"traces": traces(figure)}
                if says := figure["layout"].get("title", {}).get("text"):  # of a moving picture
                    says = html.unescape(says).replace("<br>", " ")
                    cell.outputs.append(nbformat.v4.new_output("display_data", {"text/plain": says}))
    nbformat.write(notebook, path)
    print(f"{path.name}: {path.stat().st_size / 1000:,.0f} kB", flush=True)


def main() -> None:
    """Run all notebooks, or those named."""
    os.environ["PYTHONPATH"] = str(ROOT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=next(filter(None, map(shutil.which, BROWSERS)), None))
        page = browser.new_page(viewport={"width": WIDE, "height": 900})
        page.add_script_tag(content=get_plotlyjs())
        for path in sorted((ROOT / "examples").glob("*.ipynb")):
            if not sys.argv[1:] or path.stem in sys.argv[1:]:
                run(path, page)
        browser.close()


if __name__ == "__main__":
    main()
