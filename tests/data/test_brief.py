"""What is computed from a visitor's words is remembered for a minute and no longer, and in few copies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from explorer.data import brief
from explorer.data.brief import LETTERS, briefly


@pytest.fixture
def called() -> Iterator[list[str]]:
    yield []
    brief.forget_all()


def test_the_same_question_is_computed_once_and_few_results_are_kept(called: list[str]) -> None:
    @briefly(most=2)
    def lengths(text: str, *, twice: bool = False) -> int:
        called.append(text)
        return len(text) * (1 + twice)

    assert [lengths("one"), lengths("one"), lengths("three", twice=True), lengths("three")] == [3, 3, 10, 5]
    assert called == ["one", "three", "three"] and len(lengths) == 2
    lengths("one")
    assert called[-1] == "one"  # pushed out by the two others, so computed again


def test_an_error_is_not_remembered(called: list[str]) -> None:
    @briefly()
    def fails(text: str) -> None:
        called.append(text)
        raise ValueError(text)

    for _ in range(2):
        with pytest.raises(ValueError, match="cat"):
            fails("cat")
    assert called == ["cat", "cat"] and not len(fails)


def test_a_look_keeps_a_result_and_without_one_it_goes(called: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    @briefly()
    def same(text: str) -> str:
        return text

    same("old")
    same("seen")
    between = time.monotonic()
    same("seen")
    assert same.forget(between) == 1
    same("seen")
    assert len(same) == 1


def test_the_sweeper_forgets_by_itself(called: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brief, "SECONDS", 0.05)

    @briefly()
    def same(text: str) -> str:
        return text

    same("secret")
    end = time.monotonic() + 60
    while len(same) and time.monotonic() < end:
        time.sleep(0.01)
    assert len(same) == 0


def test_of_long_texts_no_more_is_kept_than_one_may_have() -> None:
    @dataclass(frozen=True)
    class Asked:
        text: str

    @briefly(most=8)
    def length(asked: Asked) -> int:
        return len(asked.text)

    for number in range(8):
        length(Asked(str(number)))
    assert len(length) == 8
    for number in range(3):
        length(Asked(str(number) * LETTERS))
        assert len(length) == 1
    length(Asked("short"))
    assert len(length) == 1
    length(Asked("as short"))
    assert len(length) == 2
