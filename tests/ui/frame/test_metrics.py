"""The figures for Prometheus: counted, in its format, on loopback alone, and only where somebody asked for them."""

from __future__ import annotations

import re
import urllib.error
import urllib.request

import pytest

from explorer.ui.frame import metrics


def value(text: str, name: str) -> float:
    return float(re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)[0])


def test_a_run_is_counted_while_it_runs_and_when_it_has_ended() -> None:
    before = value(metrics.text(), "explorer_run_seconds_count")
    with metrics.counted():
        assert value(metrics.text(), "explorer_runs_under_way") == 1
    after = metrics.text()
    assert value(after, "explorer_runs_under_way") == 0
    assert value(after, "explorer_run_seconds_count") == before + 1
    assert value(after, 'explorer_run_seconds_bucket{le="+Inf"}') == before + 1
    counts = [float(n) for n in re.findall(r"^explorer_run_seconds_bucket\S+ (\d+)$", after, re.MULTILINE)]
    assert counts == sorted(counts) and len(counts) == len(metrics.BUCKETS) + 1
    assert value(after, "explorer_memory_bytes") > 10_000_000


def test_they_are_served_on_loopback_at_one_address() -> None:
    server = metrics.serve(0)
    host, port = server.server_address[:2]
    try:
        assert host == "127.0.0.1"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
            assert "explorer_jobs_waiting 0" in answer.read().decode()
        with pytest.raises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/else", timeout=60)
        assert missing.value.code == 404
        missing.value.close()
    finally:
        server.shutdown()
        server.server_close()


def test_nothing_is_served_unasked_and_a_wrong_port_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "serve", lambda port: pytest.fail("served"))
    monkeypatch.delenv(metrics.PORT, raising=False)
    metrics.start()
    monkeypatch.setenv(metrics.PORT, "70000")
    with pytest.raises(ValueError, match="must be a port from 1 to 65535, got '70000'"):
        metrics.start()
