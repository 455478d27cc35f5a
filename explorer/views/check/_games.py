"""Game view: its rounds, the player's answers, and the scores of the player and the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.questions import Question
from explorer.quiz.games import CUTS, GAMES, LARGEST_SEED, MODEL, OPTIONS, Game
from explorer.quiz.games import rounds as rounds_of
from explorer.views.setting import Choice, Int, Others, Own, Whole
from explorer.views.table import Table
from explorer.views.view import View, picture
from explorer.wording import count, number

GAME: Any = Choice("Game", CUTS, tuple(GAMES), key="k_game", about="which game")
SEED: Any = Whole("Seed (which rounds)", 1, 0, LARGEST_SEED, typed=True, key="k_game_seed", about="which rounds")


def _fit(answers: Any, others: Others) -> bool:
    """Whether the answers are choices of rounds of the game."""
    rounds = dict(enumerate(rounds_of(others["name"], others["seed"]), start=1))
    return isinstance(answers, Mapping) and all(
        at in rounds and isinstance(answer, str) and answer in ("", *rounds[at].choices)
        for at, answer in answers.items()
    )


ANSWERS: Any = Own(
    "Answers",
    None,
    _fit,
    "a dict: number of a round from 1 → its answer, which is one of the round's choices in words, or ''",
    optional=True,
    about="None: not a game, every answer is shown",
)


@picture(rounds_of)
def game(*, name: Game = GAME, seed: Int = SEED, answers: Mapping[int, str] | None = ANSWERS) -> View:
    """The rounds of a game, with the correct answers of those that were played; a notebook folds these away.

    >>> game(answers={}).sentence
    '6 rounds, none of them played yet.'
    """
    rounds = rounds_of(name, seed)
    given = dict.fromkeys(range(1, len(rounds) + 1), "") if answers is None else answers
    if answers is None:
        says = f"{count(len(rounds), 'round')}, each with its answer."
    elif not answers:
        says = f"{count(len(rounds), 'round')}, none of them played yet."
    else:
        says = _score([rounds[at - 1] for at in answers], list(answers.values()), len(rounds))
    played = [(each, given.get(at)) for at, each in enumerate(rounds, start=1)]
    return View(
        None,
        says,
        Table(
            {
                "round": list(range(1, len(rounds) + 1)),
                "asked": [each.prompt for each in rounds],
                "choices": ["; ".join(each.choices) for each in rounds],
                **({} if answers is None else {"your answer": [reply or "" for _, reply in played]}),
                "the answer": ["" if reply is None else each.right for each, reply in played],
                "why": ["" if reply is None else each.reason for each, reply in played],
            },
            "game",
            folded=("the answer", "why"),
        ),
    )


def _score(played: list[Question], answers: list[str], rounds: int) -> str:
    """Score of the player, and beside it the model's, or that of blind guessing once all rounds are played."""
    right = sum(each.right == answer for each, answer in zip(played, answers, strict=True))
    says, over = f"You: {right} of {len(played)} right.", len(played) == rounds
    if MODEL not in played[0].given:
        return says + f" Blind guessing gets {number(rounds / OPTIONS)} on average." * over
    models = sum(each.given[MODEL] == each.right for each in played)
    won = "you beat it" if right > models else "it beat you" if right < models else "as many as you"
    return f"{says} Our model: {models} of {len(played)}{f': {won}' * over}."
