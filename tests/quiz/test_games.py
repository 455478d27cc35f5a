"""The games: every round has one right answer, the same on every machine, and the model plays by its probabilities."""

import re
from itertools import combinations

import numpy as np
import pytest

from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.quiz import games
from explorer.quiz.games import CUTS, GAMES, NEAR, NEXT, OPTIONS, ROUNDS, rounds
from explorer.tokenizers import SMALL, encode, token_bytes
from explorer.views import check as views
from explorer.wording import signed
from explorer.words.shipped_tables import shipped


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_round_has_four_options_and_one_is_right(game: str) -> None:
    found = rounds(game, 9999)
    assert len(found) == ROUNDS == len({each.prompt for each in found})
    for each in found:
        assert len(set(each.choices)) == OPTIONS and each.choices.count(each.answer) == 1
        assert each.given.get(games.MODEL, each.answer) in each.choices
    games._cut_rounds.cache_clear()
    games._neighbour_rounds.cache_clear()
    games._next_word_rounds.cache_clear()
    assert rounds(game, 9999) == found


def test_the_cut_by_hand() -> None:
    """gpt2 cuts "smartphone" into smart and phone; of its merges “on” has the lowest number, 261, and “smart” the
    highest, 27,004; “smartphone” at the start of a text is no token (tiktoken)."""
    found = games.own_round("smartphone")
    assert found is not None and found.answer == "smart · phone"
    assert "“on” first, “smart” last" in found.why and "has no “smartphone”" in found.why
    assert encode("on", "gpt2").tolist() == [261] and encode("smart", "gpt2").tolist() == [27_004]
    for each in rounds(CUTS, 3):
        word = each.prompt.partition("“")[2].partition("”")[0]
        assert {option.replace(" · ", "") for option in each.choices} == {word}


def test_the_rule_that_is_told_after_a_round_is_rewarded() -> None:
    """Of the options the one with the longest end is the right one, where the rule holds."""
    every = [each for seed in range(20) for each in rounds(CUTS, seed)]
    longest = [max(each.choices, key=lambda option: len(option.rpartition(" · ")[2])) for each in every]
    right = sum(option == each.answer for option, each in zip(longest, every, strict=True))
    assert 0.8 * len(every) < right < len(every)
    told, of_all = (int(number) for number in re.findall(r"\d+", games.cutting_rule()))
    ends = [
        word
        for word in games.WORDS
        if len(cut := token_bytes(encode(word, "gpt2").tolist(), "gpt2")) > 1 and len(cut[-1]) == max(map(len, cut))
    ]
    assert (told, of_all) == (len(ends), sum(len(encode(word, "gpt2")) > 1 for word in games.WORDS))


@pytest.mark.slow
def test_the_neighbour_is_the_option_with_the_highest_cosine() -> None:
    """Against a slow version: the cosine of two rows, number by number. Opposites are among the nearest."""
    table = shipped(games.TABLE)
    rows = {word: table.vectors[at].astype(np.float64) for at, word in enumerate(table.words)}

    def cosine(one: str, other: str) -> float:
        a, b = rows[one], rows[other]
        return sum(x * y for x, y in zip(a, b, strict=True)) / float(np.sqrt((a * a).sum() * (b * b).sum()))

    for seed in range(8):
        for each in rounds(NEAR, seed):
            word = each.prompt.partition("“")[2].partition("”")[0]
            found = {option: cosine(word, option) for option in each.choices}
            assert max(found, key=lambda option: found[option]) == each.answer
            assert all(f"“{option}” {signed(cosine)}" in each.why for option, cosine in found.items())
    every = {each.prompt: each.answer for seed in range(40) for each in rounds(NEAR, seed)}
    assert every["Which row lies nearest to that of “hot”?"] == "cool"
    assert len(every) == len(games.LIVED_IN)


@pytest.mark.slow
def test_the_model_picks_what_it_finds_likeliest() -> None:
    for each in rounds(NEXT, 5):
        before = each.prompt.removeprefix("… ").removesuffix(" ___")
        chances = read(ReadingRequest(before)).probabilities
        ids = {option: int(encode(f" {option}", SMALL)[0]) for option in each.choices}
        assert all(token_bytes([i], SMALL)[0] == f" {option}".encode() for option, i in ids.items())
        best = max(float(chances[i]) for i in ids.values())
        assert float(chances[ids[each.given[games.MODEL]]]) == pytest.approx(
            best, rel=0.02
        )  # line ends were made spaces
        assert each.why.startswith("We ") or chances[ids[each.answer]] > 0.98 * games.LEAST


def test_each_line_of_today_asks_for_one_of_four_tokens() -> None:
    first, *lines = games.TODAY.read_text(encoding="utf-8").splitlines()
    assert re.search(r"20\d\d", first), "they are dated"
    for line in lines:
        text, words = line.split(" | ")[0], line.split(" | ")[1].split(", ")
        assert len(words) == len(set(words)) == OPTIONS and "|" not in text
        assert [len(encode(f" {word}", SMALL)) for word in words] == [1] * OPTIONS, words


@pytest.mark.slow
def test_the_text_before_decides_a_round_and_its_chances_are_told() -> None:
    """With the whole text the right word is likelier than from the last token alone; both chances are in percent."""
    found = rounds(NEXT, 2)
    assert [each.why.split()[0] for each in found] == ["We"] * (ROUNDS // 2) + ["Jane"] * (ROUNDS // 2)
    for each in found[ROUNDS // 2 :]:
        told = re.search(r"gave it ([\d.]+) %.* would be ([\d.]+) %", each.why)
        assert told
        assert each.why.startswith(f"Jane Austen wrote “{each.answer}”.")
        given, alone = map(float, told.groups())
        assert given >= 100 * games.LEAST * 0.9 and given > alone
        assert each.prompt.removesuffix(" ___")[-1].isalpha()  # the start of a sentence is anybody's guess


@pytest.mark.slow
def test_the_score_counts_both_players() -> None:
    found = rounds(NEXT, 1)
    right = {number: each.answer for number, each in enumerate(found[:3], start=1)}
    models = sum(each.given[games.MODEL] == each.answer for each in found[:3])
    assert views.game(name=NEXT, answers=right).sentence == f"You: 3 of 3 right. Our model: {models} of 3."
    best = {number: each.given[games.MODEL] for number, each in enumerate(found, start=1)}
    assert views.game(name=NEXT, answers=best).sentence.endswith(": as many as you.")
    assert f"Blind guessing gets {ROUNDS / OPTIONS} " in views.game(answers=dict.fromkeys(best, "")).sentence
    table = views.game(name=NEXT, answers=right).table
    assert table["the answer"][3:] == ["", "", ""] and table["the answer"][0] == found[0].answer


@pytest.mark.parametrize(("game", "seed"), [("Chess", 1), (CUTS, -1), (CUTS, 10_000)])
def test_a_game_that_is_not_there_is_refused(game: str, seed: int) -> None:
    with pytest.raises(ValueError, match="Expected"):
        rounds(game, seed)


@pytest.mark.slow
def test_no_round_holds_the_answer_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a short text two rounds could come from one sentence."""
    short = games._unread()[:2]
    monkeypatch.setattr(games, "_unread", lambda: short)
    games._next_word_rounds.cache_clear()
    passages = [each.prompt.removeprefix("… ").removesuffix(" ___").split() for each in rounds(NEXT, 1)]
    games._next_word_rounds.cache_clear()
    runs = [{tuple(words[i : i + 6]) for i in range(len(words) - 5)} for words in passages]
    assert all(not one & other for one, other in combinations(runs, 2))
