from explorer.memory import system_memory


def test_a_containers_limit_counts(monkeypatch, tmp_path):
    (tmp_path / "memory.max").write_text("1000000\n")
    (tmp_path / "memory.current").write_text("400000\n")
    monkeypatch.setattr(system_memory, "_CGROUP", tmp_path)
    assert system_memory.available() == 600_000
    (tmp_path / "memory.max").write_text("max\n")
    assert system_memory.available() > 600_000


def test_a_container_of_the_older_kind_bounds_what_is_available(monkeypatch, tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "memory.limit_in_bytes").write_text("1000000\n")
    (tmp_path / "memory" / "memory.usage_in_bytes").write_text("300000\n")
    monkeypatch.setattr(system_memory, "_CGROUP", tmp_path)
    assert system_memory.available() == 700_000
