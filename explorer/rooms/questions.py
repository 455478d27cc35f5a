"""What the teacher of a room asks, and how often: questions with choices, quizzes, questions for numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.rooms import told
from explorer.rooms.errors import FullError
from explorer.rooms.registry import Registry

MOST_QUESTIONS = 100


class Questions(Registry):
    """Rooms whose teachers ask; what they ask stands in the room's state."""

    def ask(
        self, code: str, secret: str, question: str, words: str, choices: Sequence[str], *right: int, own: bool = False
    ) -> None:
        """The teacher's screen shows this question. Other choices than before begin the question anew.

        Args:
            code: of the room.
            secret: the teacher's.
            question: its key.
            words: the question itself.
            choices: what can be chosen.
            right: numbers of the right choices; none where it is a matter of opinion.
            own: whether the teacher wrote it: then it is the one that the room shows now, whatever the page asks.
        """
        self._ask(code, secret, {question: told.choice(words, choices, right)}, {"choices"}, question if own else None)

    def ask_quiz(self, code: str, secret: str, quiz: Mapping[str, str], choices: tuple[str, ...]) -> None:
        """The teacher's screen has a quiz: the words of each question, by key; the first choice is right everywhere.

        Other words than before begin a question anew.
        """
        every = {key: told.choice(words, choices, (0,)) for key, words in quiz.items()}
        self._ask(code, secret, every, {"words", "choices"})

    def ask_numbers(
        self,
        code: str,
        secret: str,
        question: str,
        words: str,
        low: Sequence[float],
        high: Sequence[float],
        truth: Sequence[float],
        kind: str = told.CURVE,
        own: bool = False,
    ) -> None:
        """The teacher's screen asks for numbers, each from `low` to `high`. Other bounds begin anew."""
        asked = told.numbers(words, low, high, truth, kind)
        self._ask(code, secret, {question: asked}, {"kind", "low", "high"}, question if own else None)

    def no_own(self, code: str, secret: str) -> None:
        """The teacher's screen no longer shows a question of the teacher's own; its guesses stay."""

        def change(state: dict[str, Any]) -> None:
            state.pop("own", None)

        self._teach(code, secret, change)

    def _ask(
        self, code: str, secret: str, every: Mapping[str, dict[str, Any]], parts: set[str], own: str | None = None
    ) -> None:
        """Put questions; those that differ from before in one of `parts` begin anew."""
        anew: list[str] = []

        def change(state: dict[str, Any]) -> None:
            questions = state.setdefault("questions", {})
            anew.clear()
            for key, new in every.items():
                known = questions.get(key)
                if known is None and len(questions) >= MOST_QUESTIONS:
                    raise FullError(f"A room holds {MOST_QUESTIONS} questions.")
                differs = known is not None and any(known.get(part) != new.get(part) for part in parts)
                if differs:
                    anew.append(key)
                before = {"round": known["round"], "revealed": known["revealed"]} if known and not differs else {}
                questions[key] = {"round": 1, "revealed": False} | before | new
            if own is not None:
                state["own"] = own

        self._teach(code, secret, change)
        for key in anew:
            self._database.drop(code, key)

    def reveal(self, code: str, secret: str, question: str) -> None:
        """Everybody may see the answer."""

        def change(state: dict[str, Any]) -> None:
            if question in state.get("questions", {}):
                state["questions"][question]["revealed"] = True

        self._teach(code, secret, change)

    def ask_again(self, code: str, secret: str, question: str) -> None:
        """One more round: the answer is covered again, the earlier guesses are kept beside the new ones.

        Only of a question whose answer is to be seen, so that a second press does not skip a round, and at most
        `told.MOST_ROUNDS` times.
        """

        def change(state: dict[str, Any]) -> None:
            known = state.get("questions", {}).get(question)
            if known is not None and known["revealed"] and known["round"] < told.MOST_ROUNDS:
                known |= {"round": known["round"] + 1, "revealed": False}

        self._teach(code, secret, change)
