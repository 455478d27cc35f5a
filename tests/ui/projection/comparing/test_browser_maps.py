"""The browser's t-SNE and UMAP match the libraries' map quality; messages from a browser are validated."""

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.ui.plot import assets
from explorer.ui.projection.comparing import browser_maps
from explorer.vectors.map_quality import distortion
from explorer.views.projection import point_sample
from explorer.views.projection.point_sample import Selection
from explorer.views.projection.table_source import Source
from explorer.words.shipped_tables import shipped
from tests.support import one_of_each

ROOT = Path(__file__).resolve().parents[4]
RECORDED = json.loads(Path(__file__).with_name("reference_map_quality.json").read_text(encoding="utf-8"))
GLOVE = Source("GloVe", shipped("GloVe"))
TOLERANCE = {"kept": 0.03, "trustworthiness": 0.01, "continuity": 0.01}
RUN = """
import { readFileSync, writeFileSync } from "node:fs"
const [steps, library, method, start, neighbours, width, total] = process.argv.slice(2)
const [{ mapSteps }, druid] = [await import(steps), await import(library)]
const bytes = readFileSync("points.f32")
const rows = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
const points = { rows, count: rows.length / Number(width), width: Number(width) }
const map = mapSteps(druid, method, points, { seed: 0, neighbours: Number(neighbours), start, total: Number(total) })
for (let step = 0; step < Number(total); step += 1) map.step()
writeFileSync("coordinates.f32", Float32Array.from(map.positions()))
"""


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("node"), reason="Node is not here")
@pytest.mark.parametrize(
    ("method", "neighbours", "start"),
    one_of_each(
        [("tsne", 30, "pca"), ("tsne", 30, "random"), ("umap", 15, "pca"), ("umap", 15, "random")],
        lambda case: case[0],
        pytest.mark.nightly,
    ),
)
def test_the_browsers_maps_keep_what_the_libraries_maps_keep(
    method: str, neighbours: int, start: str, tmp_path: Path
) -> None:
    found = point_sample.draw_sample(GLOVE, Selection())
    assert len(found.rows) == RECORDED["points"]
    (tmp_path / "run.mjs").write_text(RUN, encoding="utf-8")
    (tmp_path / "points.f32").write_bytes(found.reduced.astype("<f4").tobytes())
    modules = ROOT / "explorer/ui/projection/js/map_steps.js", ROOT / "static" / assets.file("druid")
    words = [*map(str, modules), method, start, str(neighbours), "50", str(browser_maps.TOTAL)]
    subprocess.run(["node", "run.mjs", *words], cwd=tmp_path, check=True)
    coordinates = np.fromfile(tmp_path / "coordinates.f32", "<f4").reshape(-1, 2)
    ours = distortion(found.truth, coordinates, k=10, sample=None)
    theirs = [run for run in RECORDED["runs"] if (run["method"], run["start"]) == (method, start)]
    assert len(theirs) == 2
    for name, close in TOLERANCE.items():
        mean = np.mean([run[name] for run in theirs])
        value = ours.share if name == "kept" else getattr(ours, name)
        assert abs(value - mean) < close, (name, value, mean)


def test_the_references_were_recorded_with_named_versions() -> None:
    assert set(RECORDED["versions"]) == {"scikit-learn", "umap-learn"}
    assert {run["start"] for run in RECORDED["runs"]} == {"pca", "random"}


def test_a_samples_neighbours_are_the_nearest_by_cosine() -> None:
    found = point_sample.draw_sample(GLOVE, Selection())
    values = found.truth @ found.truth[17]
    values[17] = -1
    assert found.near[17].tolist() == np.argsort(-values)[:5].tolist()
    assert found.reduced.shape == (len(found.rows), 50)
    assert len(point_sample.draw_sample(GLOVE, Selection(1000)).rows) == point_sample.LARGEST
    assert found.groups
    assert {name: ids for name, ids in found.groups.items() if len(ids) < 3} == {}


def test_kept_has_one_definition() -> None:
    found = point_sample.draw_sample(GLOVE, Selection())
    flat = found.reduced[:, :2]
    same = distortion(found.truth, flat, k=10, sample=500)
    assert (
        point_sample.of_pca(GLOVE, Selection()).share == point_sample.sample_distortion(found, flat).share == same.share
    )
    chance = point_sample.by_chance(GLOVE, Selection())
    assert abs(chance.share - chance.by_chance) < 0.01 < same.share - chance.share
    assert abs(chance.trustworthiness - 0.5) < 0.03


def message(**changed: Any) -> dict[str, Any]:
    text = base64.b64encode(np.arange(6, dtype="<f4").tobytes()).decode()
    return {"key": "k", "steps": [500], "coordinates": [text]} | changed


def test_maps_are_read() -> None:
    found = browser_maps.read_maps(message(), "k", 1, 3)
    assert found is not None
    assert found.steps == (500,)
    assert found.positions[0].tolist() == [[0, 1], [2, 3], [4, 5]]


def coded(values: list[float]) -> str:
    return base64.b64encode(np.array(values, "<f4").tobytes()).decode()


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        "coordinates",
        message(key="another"),
        message(steps=[501]),
        message(steps=[0]),
        message(steps=[True]),
        message(steps=["500"]),
        message(steps=[]),
        message(steps=[500, 500]),
        message(coordinates=None),
        message(coordinates=["!" * 32]),
        message(coordinates=["A" * 31]),
        message(coordinates=[coded([0, 1, 2, 3])]),
        message(coordinates=[coded([0, 1, 2, 3, 4, 5, 6, 7])]),
        message(coordinates=[coded([0, 1, 2, 3, 4, float("nan")])]),
        message(coordinates=[coded([0, 1, 2, 3, 4, 1e30])]),
        message(coordinates=[7]),
    ],
    ids=str,
)
def test_what_is_no_map_is_as_if_nothing_had_come(wrong: Any) -> None:
    assert browser_maps.read_maps(wrong, "k", 1, 3) is None
