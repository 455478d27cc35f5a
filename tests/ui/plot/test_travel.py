"""Packing a figure into bytes, against a slow obvious reader."""

from __future__ import annotations

import gc
import json
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.ui.plot import travel
from explorer.ui.plot.travel import pack
from explorer.ui.undocumented import messages


def unpack(block: bytes) -> Any:
    (length,) = struct.unpack_from("<I", block)
    body = block[4 + length :]

    def revive(node: Any) -> Any:
        if isinstance(node, dict) and "$array" in node:
            entry = node["$array"]
            assert entry["offset"] % 8 == 0
            flat = np.frombuffer(body, entry["dtype"], entry["count"], entry["offset"])
            return flat.reshape(entry["shape"] or [-1])
        if isinstance(node, dict):
            return {name: revive(value) for name, value in node.items()}
        return [revive(value) for value in node] if isinstance(node, list) else node

    return revive(json.loads(block[4 : 4 + length]))


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8"])
def test_plain_dicts_send_numpy_arrays_as_they_are(dtype: str) -> None:
    values = np.arange(6).astype(dtype).reshape(2, 3)
    spec = unpack(pack({"data": [{"z": values, "x": values[:, 1]}], "layout": {"xaxis": {"tickvals": np.arange(3)}}}))
    np.testing.assert_array_equal(spec["data"][0]["z"], values)
    np.testing.assert_array_equal(spec["data"][0]["x"], values[:, 1])
    assert spec["data"][0]["z"].dtype == np.dtype(dtype)
    assert spec["layout"]["xaxis"]["tickvals"] == [0, 1, 2]  # 64-bit integers are no typed array of Plotly's


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5))
def test_several_arrays_stay_apart(sizes: list[int]) -> None:
    arrays = [np.arange(n, dtype=np.uint8) + i for i, n in enumerate(sizes)]
    spec = unpack(pack({"data": [{"y": array} for array in arrays]}))
    for trace, array in zip(spec["data"], arrays, strict=True):
        np.testing.assert_array_equal(trace["y"], array)


def test_text_of_any_script_survives() -> None:
    name = "naïve 日本 👩‍👩‍👧 </script>"
    assert unpack(pack({"data": [{"y": [1], "name": name}]}))["data"][0]["name"] == name


def test_bytes_on_the_wire_are_the_arrays_bytes() -> None:
    z = np.zeros((512, 128), np.int8)
    assert len(pack({"data": [{"type": "heatmap", "z": z}]})) < z.nbytes + 200


def test_what_a_figure_cant_carry_is_named() -> None:
    with pytest.raises(TypeError, match="can't carry a set"):
        pack({"data": [{"x": {1}}]})


def cloud_of(rows: int) -> dict[str, Any]:
    return {
        "type": "scattergl",
        "x": np.arange(rows, dtype=np.uint16),
        "y": np.zeros(rows, np.uint16),
        "marker": {"size": 3},
        "meta": {"x": [0.0, 1.0], "y": [0.0, 1.0], "names": np.zeros(9, np.uint8)},
    }


def whole(name: bytes) -> bytes:
    """What a stored part's name stands for where it is mounted."""
    message = messages._whole.get()
    assert message is not None and unpack(message)["digest"] == name.decode()
    return message


def test_many_dots_travel_once_and_are_named_by_what_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, bytes]] = []
    monkeypatch.setattr(travel, "_store", lambda key, data: sent.append((key, whole(data))))
    trace = cloud_of(20_000)
    first, again = travel.stored(trace, "a"), travel.stored(trace | {"visible": False}, "a")
    equal, other = travel.stored(cloud_of(20_000), "a"), travel.stored(cloud_of(20_001), "a")
    assert first["meta"] == again["meta"] == equal["meta"] != other["meta"]
    assert set(first) == {"type", "marker", "meta"}
    assert again["visible"] is False
    heavy = unpack(sent[0][1])
    assert [heavy["digest"]] == first["meta"]["stored"]
    np.testing.assert_array_equal(heavy["trace"]["x"], trace["x"])
    assert heavy["trace"]["meta"]["x"] == [0.0, 1.0]


def test_other_colours_travel_without_the_dots(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, bytes]] = []
    monkeypatch.setattr(travel, "_store", lambda key, data: sent.append((key, whole(data))))
    plain, codes = cloud_of(40_000), [np.full(40_000, code, np.uint8) for code in (1, 2)]
    traces = [plain | {"meta": plain["meta"] | {"kinds": code, "looks": [["#000000", "circle"]]}} for code in codes]
    first, second = (travel.stored(trace, "a") for trace in traces)
    assert first["meta"]["stored"][0] == second["meta"]["stored"][0] == travel.stored(plain, "a")["meta"]["stored"][0]
    assert first["meta"]["stored"][1] != second["meta"]["stored"][1] and set(first["meta"]) == {"stored"}
    assert [key for key, _ in sent] == ["a", "a_colours", "a", "a_colours", "a"]
    assert sent[0] == sent[2] == sent[4] and len(sent[1][1]) < 41_000
    np.testing.assert_array_equal(unpack(sent[3][1])["trace"]["meta"]["kinds"], codes[1])
    few = travel.stored(plain | {"meta": plain["meta"] | {"kinds": codes[0][:100]}}, "a")
    assert len(few["meta"]["stored"]) == 1 and len(few["meta"]["kinds"]) == 100


def test_a_large_table_of_numbers_travels_by_itself_and_is_packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, bytes]] = []
    monkeypatch.setattr(travel, "_store", lambda key, data: sent.append((key, whole(data))))
    z = np.arange(200 * 200, dtype=np.float32).reshape(200, 200)
    trace = {"type": "heatmap", "z": z, "zmin": 0}
    first = travel.stored(trace, "a")
    again = travel.stored(trace | {"zmin": 1}, "a")
    assert set(first) == {"type", "zmin", "meta"} and first["meta"] == again["meta"]
    heavy = unpack(sent[0][1])
    assert [heavy["digest"]] == first["meta"]["stored"] and set(heavy["trace"]) == {"z", "meta"}
    np.testing.assert_array_equal(heavy["trace"]["z"], z)
    assert sent[0][1] is sent[1][1]


def test_few_dots_and_other_traces_travel_with_their_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(travel, "_store", lambda **_: pytest.fail("nothing is to be stored"))
    small = {"type": "heatmap", "z": np.zeros((150, 150), np.float32)}
    for trace in (cloud_of(100), small, {"type": "bar", "y": np.zeros(100_000)}):
        assert travel.stored(trace, "a") is trace


def test_messages_of_clouds_go_with_the_clouds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(travel, "_store", lambda **_: None)
    gc.collect()  # clouds of other tests
    before = len(travel._messages)
    trace = cloud_of(20_000)
    travel.stored(trace, "a")
    assert len(travel._messages) == before + 1
    del trace
    gc.collect()
    assert len(travel._messages) == before
