"""The benchmarks of a class run, so that a change of the pages that breaks them is seen before somebody measures."""

from __future__ import annotations

import pytest

from benchmarks import load
from benchmarks.proxy import NGINX


@pytest.mark.slow
@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_a_class_behind_nginx_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "BUSY", 3)
    monkeypatch.setattr(load, "SETTLED", 0.1)
    per_change, busy = load._behind_nginx(1, "tokens", {"t_part": "Tokens"}, 0.5)
    assert per_change > 0
    assert len(busy) == 1 and busy[0] > 0
