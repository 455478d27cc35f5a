"""Game view: its rounds, the player's answers, and the scores of the player and the model."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.quiz.games import CUTS, GAMES, LARGEST_SEED, OPTIONS, Round
from explorer.quiz.games import rounds as rounds_of
from explorer.views.table import Table
from explorer.views.view import View, choice, picture, whole_number
from explorer.wording import count, number


@picture(rounds_of)
def game(*, name: str = CUTS, seed: int = 1, answers: Mapping[int, str] | None = None) -> View:
    """The rounds of a game, with the correct answers of those that were played.

    Args:
        name: "Guess the cuts", "Nearest row" or "Beat the model".
        seed: which rounds, 0 to 9,999.
        answers: number of the round, from 1 → the chosen option; None: not a game, every answer is shown.

    >>> game(answers={}).sentence
    '6 rounds, none of them played yet.'
    """
    choice("name", name, list(GAMES))
    whole_number("seed", seed, 0, LARGEST_SEED)
    rounds = rounds_of(name, seed)
    given = dict.fromkeys(range(1, len(rounds) + 1), "") if answers is None else answers
    if answers is None:
        says = f"{count(len(rounds), 'round')} with their answers."
    elif not answers:
        says = f"{count(len(rounds), 'round')}, none of them played yet."
    else:
        says = _score([rounds[at - 1] for at in answers], list(answers.values()), len(rounds))
    told = [(each, given.get(at)) for at, each in enumerate(rounds, start=1)]
    return View(
        None,
        says,
        Table(
            {
                "round": list(range(1, len(rounds) + 1)),
                "asked": [each.prompt for each in rounds],
                "your answer": [reply or "" for _, reply in told],
                "the answer": ["" if reply is None else each.answer for each, reply in told],
                "why": ["" if reply is None else each.why for each, reply in told],
            },
            "game",
        ),
    )


def _score(played: list[Round], answers: list[str], rounds: int) -> str:
    """Score of the player, and beside it the model's, or that of blind guessing once all rounds are played."""
    right = sum(each.answer == answer for each, answer in zip(played, answers, strict=True))
    says, over = f"You: {right} of {len(played)} right.", len(played) == rounds
    if not played[0].model:
        return says + f" Blind guessing gets {number(rounds / OPTIONS)} on average." * over
    models = sum(each.model == each.answer for each in played)
    won = "you beat it" if right > models else "it beat you" if right < models else "as many as you"
    return f"{says} Our model: {models} of {len(played)}{f': {won}' * over}."
