"""What the people in a room share: where the teacher is, and who guessed what.

A guess is the number of a choice, or a few numbers that somebody has given, by a random seat: no name, no text that a
student typed, no address. The only texts are questions: the app's, and the teacher's own. What a room is stands in
registry.py; what is asked in it, in questions.py; where all is kept is the database's matter (database/).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence

from explorer.rooms.asked import Asked
from explorer.rooms.questions import Questions


class Store(Questions):
    """Rooms on a database; safe to use from several threads, and from several processes that have the same database.

    Every method raises `AwayError` where the database can't be reached.
    """

    def guess(self, code: str, seat: str, question: str, choice: int) -> bool:
        """Take a seat's guess in the present round; a later one replaces it. False once the answer is revealed.

        Raises:
            EndedError: there is no such room.
            ValueError: no such question, choice or seat.
        """

        def value(asked: Asked) -> str:
            if not 0 <= choice < len(asked.choices):
                raise ValueError(f"A choice from 0 to {len(asked.choices) - 1} was expected, got {choice}")
            return str(int(choice))

        return self._put(code, seat, question, value)

    def draw(self, code: str, seat: str, question: str, numbers: Sequence[float]) -> bool:
        """As `guess`, of numbers that were drawn.

        Raises:
            EndedError: there is no such room.
            ValueError: no such question or seat, another count of numbers, or one beyond its bounds.
        """

        def value(asked: Asked) -> str:
            if len(numbers) != len(asked.low) or not numbers:
                raise ValueError(f"{len(asked.low)} numbers were expected, got {len(numbers)}")
            for at, (number, low, high) in enumerate(zip(numbers, asked.low, asked.high, strict=True)):
                if not low <= number <= high:  # false for NaN too
                    raise ValueError(f"Number {at} is expected from {low:g} to {high:g}, got {number!r}")
            return json.dumps([float(f"{number:.6g}") for number in numbers])

        return self._put(code, seat, question, value)

    def _put(self, code: str, seat: str, question: str, value: Callable[[Asked], str]) -> bool:
        while True:
            room = self.room(code)
            asked = room.questions.get(question)
            if asked is None:
                raise ValueError(f"The room has no question {question!r}")
            text = value(asked)
            if not self._database.seated(code, seat):
                raise ValueError("No such seat")
            if asked.revealed:
                return False
            if self._database.put(code, room.version, question, asked.round, seat, text):
                return True

    def guessed(self, code: str, seat: str, question: str, round_: int) -> int | None:
        """The choice of a seat, None where there is none."""
        found = self._database.value(code, question, round_, seat)
        return None if found is None else int(found)

    def drew(self, code: str, seat: str, question: str, round_: int) -> tuple[float, ...] | None:
        """The numbers that a seat has drawn, None where there are none."""
        found = self._database.value(code, question, round_, seat)
        return None if found is None else tuple(json.loads(found))

    def guessers(self, code: str, question: str, round_: int) -> set[str]:
        """The seats that have guessed."""
        return set(self._database.values(code, question, round_))

    def tally(self, code: str, question: str, round_: int) -> dict[int, int]:
        """How many seats chose each choice that somebody chose."""
        return dict(Counter(int(value) for value in self._database.values(code, question, round_).values()))

    def drawn(self, code: str, question: str, round_: int) -> list[tuple[float, ...]]:
        """The numbers of every seat that has drawn."""
        return [tuple(json.loads(value)) for value in self._database.values(code, question, round_).values()]
