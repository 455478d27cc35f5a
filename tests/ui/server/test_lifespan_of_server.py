"""At the start the server names each setting of its host that can't work, and starts."""

from pathlib import Path

import numpy as np
import pytest

from explorer.rooms import place
from explorer.ui.server.lifespan_of_server import setting_problems


def test_settings_that_work_and_no_settings_are_no_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("EXPLORER_ROOMS", "EXPLORER_TABLE"):
        monkeypatch.delenv(name, raising=False)
    assert setting_problems() == []
    np.save(tmp_path / "rows.npy", np.eye(4, dtype=np.float32))
    monkeypatch.setenv("EXPLORER_TABLE", str(tmp_path / "rows.npy"))
    monkeypatch.setenv("EXPLORER_ROOMS", str(tmp_path / "rooms.sqlite"))
    monkeypatch.setenv("EXPLORER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*, 127.0.0.1, 10.0.0.0/8,::1")
    monkeypatch.setenv("EXPLORER_PORT", "8501")  # Kubernetes sets such names
    monkeypatch.setenv(
        "EXPLORER_FRAMES", "'self' https: http://127.0.0.1:8000 https://*.school.example; moodle.org/x *"
    )
    monkeypatch.setenv("MALLOC_ARENA_MAX", "2")
    monkeypatch.setenv("STREAMLIT_BROWSER_SERVER_PORT", "443")
    assert setting_problems() == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EXPLORER_ROOMS", "http://127.0.0.1:1"),
        ("EXPLORER_ROOMS", "redis://:secret@127.0.0.1:1/0"),
        ("EXPLORER_TABLE", "missing.npy"),
        ("EXPLORER_TABLE", "rows.xlsx"),
        ("EXPLORER_CACHE", f"{__file__}/cache"),
        ("FORWARDED_ALLOW_IPS", "127.0.0.1, 10.0.0/99"),
        ("EXPLORER_TABEL", "rows.npy"),
        ("EXPLORER_ROOMS", "redis//:secret@127.0.0.1"),
        ("EXPLORER_ROOMS", "redis:secret@127.0.0.1"),
        ("EXPLORER_LOG", "yes"),
        ("FORWARD_ALLOW_IPS", "127.0.0.1"),
        ("STREAMLIT_SERVER_BASE_URL_PATH", "/a b/"),
        ("STREAMLIT_SERVER_ADRESS", "127.0.0.1"),
        ("STREAMLIT_SERVER_POTR", "8501"),
        ("MALLOC_ARENA_MAX", "two"),
        ("EXPLORER_FRAMES", "https://school.example htp:/x"),
    ],
)
def test_a_setting_that_cannot_work_is_named_without_its_password(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    (problem,) = setting_problems()
    assert problem.startswith(name) and problem.count(name) == 1 and "secret" not in problem + place()


def test_the_store_of_the_rooms_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EXPLORER_ROOMS", "rediss://user:secret@redis.school:6379/0?password=hidden")
    assert place() == "Redis at redis.school:6379/0"
    monkeypatch.setenv("EXPLORER_ROOMS", str(tmp_path / "rooms.sqlite"))
    assert place() == str(tmp_path / "rooms.sqlite")
