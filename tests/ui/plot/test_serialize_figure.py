"""Packing a figure into bytes, against a slow reader."""

import json
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.ui.plot.serialize_figure import pack


def unpack(block: bytes) -> Any:
    (length,) = struct.unpack_from("<I", block)
    body = block[4 + length :]

    def revive(node: Any) -> Any:
        if isinstance(node, dict) and "$array" in node:
            entry = node["$array"]
            assert entry["offset"] % 8 == 0
            flat = np.frombuffer(body, entry["dtype"], entry["count"], entry["offset"])
            if "stride" in entry:
                return flat.reshape(-1, entry["stride"])[:, : entry["shape"][1]]
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
    assert spec["layout"]["xaxis"]["tickvals"] == [0, 1, 2]  # Plotly supports no typed array of 64-bit integers


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


def test_the_first_columns_of_one_array_travel_with_it_once() -> None:
    whole, other = np.arange(64.0).reshape(4, 16).copy(), np.ones((4, 2))
    parts = [whole[:, :3], other, whole[:, :16], whole[:, 3:5], whole[:2, :3], whole.T]
    block = pack({"data": [{"z": part} for part in parts]}, once=True)
    for trace, part in zip(unpack(block)["data"], parts, strict=True):
        np.testing.assert_array_equal(trace["z"], part)
    again = pack({"data": [{"z": whole[:, :count]} for count in range(1, 17)]}, once=True)
    assert len(again) < 16 * 100 + whole.nbytes < sum(whole[:, :count].nbytes for count in range(1, 17))
