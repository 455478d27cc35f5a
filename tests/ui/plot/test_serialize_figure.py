"""Figures packed into bytes, messages of the chart component, and the data of animated pictures."""

import json
import struct
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.data.cache import forget_all
from explorer.ui.plot import animation
from explorer.ui.plot.animation import Moves, announce
from explorer.ui.plot.serialize_figure import pack
from explorer.views import positions
from explorer.views.animation_frames import frames_of


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


COUNTED = Moves("position", range(128), "p_count", "Position")


def test_the_value_of_the_view_is_a_frame_and_leads_back_to_its_control() -> None:
    spec, asked = Moves("position", range(0, 128, 10), "p_count", "Position").of(positions.dials(position=75))
    assert asked.values[spec["now"]] == 75 and spec["text"] == "75" and spec["count"] == 14
    assert asked.values == (0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 90, 100, 110, 120)


@pytest.mark.slow
def test_frames_beyond_the_limit_are_thinned_around_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    _, asked = COUNTED.of(positions.dials(position=75))
    whole = len(asked.made()["packed"])
    assert whole < animation.MOST_BYTES
    monkeypatch.setattr(animation, "MOST_BYTES", whole // 3)
    forget_all()
    sent = asked.made()
    assert len(sent["packed"]) <= whole // 3
    assert (sent["first"], sent["step"]) == (3, 4) and (75 - 3) % 4 == 0


def test_a_class_that_moves_through_a_control_makes_the_frames_of_each_value_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = Mock(side_effect=frames_of)
    monkeypatch.setattr(animation, "frames_of", made)
    forget_all()
    for _ in range(2):
        for size in range(2, 42):
            moves = Moves("cursor", range(1), "p_cursor", "Position")
            moves.of(positions.heatmap(length=size, cursor=0))[1].made()
    assert made.call_count == 40


def test_frames_keep_their_name_until_another_setting_changes() -> None:
    views = [positions.dials(position=75), positions.dials(position=3), positions.dials(position=3, hands="glide")]
    first, moved, other = (announce("p_dials", COUNTED.of(view)[1]) for view in views)
    assert first == moved != other
