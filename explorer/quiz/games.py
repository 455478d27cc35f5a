"""Three games of a few rounds; a seed gives the same rounds on every machine, so a challenge is a link.

"Guess the cuts": into which tokens does gpt2 split a word? "Beat the model": which word comes next in a text that our
model was not trained on: some lines written for the game in plain words of today (today.txt), then a book, where only
what the text before decides is asked, and not luck (`_next_word`)? The model picks the most likely of the four options.
"Nearest row": which of four words has the row nearest to a word's?
"""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from explorer import tokenizers
from explorer.data import CORPORA, load_corpus
from explorer.data.cache import cached
from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.lm.token_corpus import split_blocks, unwrap
from explorer.questions import Question
from explorer.tokenizers import SMALL, decode_bytes, encode, merge_ladder, token_bytes
from explorer.vectors.neighbours import cosine_neighbours
from explorer.vectors.pca import prepare
from explorer.vectors.preprocessing import AS_IT_IS
from explorer.wording import listed, share, signed
from explorer.words.shipped_tables import shipped

ROUNDS = 6
OPTIONS = 4
LARGEST_SEED = 9999
Game = Literal["Guess the cuts", "Nearest row", "Beat the model"]
CUTS, NEAR, NEXT = get_args(Game)
MODEL = "model"
"""Name, among what is given to a question, of our model's pick."""
BEFORE = 40
"""Tokens of context shown before the missing word."""
LEAST, RISE, COMMON = 0.05, 3.0, 20
"""Least probability of the right word; by how much at least the words before the last one raise its odds against each
other option; how often a word of the options stands in the book at least (pieces such as “un” are no words)."""
WORDS = """
hippopotamus strawberry kindergarten chocolate photosynthesis cheeseburger unbelievable Massachusetts
skateboarding butterfly spaghetti crocodile earthquake dinosaur parliament basketball helicopter
mathematics Shakespeare marshmallow trampoline refrigerator xylophone tyrannosaurus snowboarding thunderstorm
""".split()  # noqa: SIM905
TODAY, BOOK = Path(__file__).with_name("today.txt"), "austen"
AUTHOR, _, WORKS = CORPORA[BOOK].title.partition(", ")
TABLE = "GloVe"
LIVED_IN = """
winter hot doctor coffee piano lion banana moon castle pizza gold paris dragon ship river cheese train poison robot
pirate volcano ghost tiger thunder bread cat sugar night school beach bicycle queen snow tree hospital kitchen
""".split()  # noqa: SIM905
RANKS = (0, 1), (6, 16), (25, 60), (90, 200)
"""From which of a word's nearest rows (`_neighbours`) the right answer and the other options are drawn."""
APART = 3
"""Letters that two options, and the word asked about, don't begin with alike: “train” and “trains” would be one."""


def rounds(game: str, seed: int) -> tuple[Question, ...]:
    """Rounds of a game.

    Raises:
        ValueError: an unknown game, or a seed out of range.

    >>> rounds(CUTS, 1) == rounds(CUTS, 1) != rounds(CUTS, 2)
    True
    """
    if game not in GAMES:
        raise ValueError(f"Expected a game out of {', '.join(GAMES)}, got {game!r}")
    if not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"Expected a seed from 0 to {LARGEST_SEED:,}, got {seed}")
    return GAMES[game](seed)


@cached(max_entries=32)
def _cut_rounds(seed: int) -> tuple[Question, ...]:
    rng = np.random.default_rng([seed, 1])
    several = list(_cut_words())
    return tuple(_cut_word(several[int(i)], rng) for i in rng.permutation(len(several))[:ROUNDS])


@cached(max_entries=1)
def _cut_words() -> dict[str, list[str]]:
    """The words that gpt2 cuts, with their pieces."""
    every = {word: _pieces(word) for word in WORDS}
    return {word: pieces for word, pieces in every.items() if len(pieces) > 1}


def _pieces(word: str) -> list[str]:
    return [data.decode("utf-8") for data in tokenizers.token_bytes(encode(word, "gpt2").tolist(), "gpt2")]


def _ends_long(pieces: list[str]) -> bool:
    """Whether no piece is longer than the last one, of several letters."""
    return len(pieces[-1]) == max(map(len, pieces)) > 1


def cutting_rule() -> str:
    """What helps to guess the next cut, told after a first round."""
    words = _cut_words()
    ends = sum(map(_ends_long, words.values()))
    return (
        f"A rule to try: the end stays long. In {ends} of this game’s {len(words)} words no piece is longer than the "
        "last. Many words share an ending, and so it came often in the pile. The front mostly came after a space: "
        "without it, it is rarer, and is cut."
    )


def own_round(word: str) -> Question | None:
    """A round on a player's own word; None if it is no English word of four letters or more that gpt2 cuts by merges.

    >>> own_round("Paris"), own_round("Leonie").answer
    (None, 'Leon · ie')
    """
    cut = word.isascii() and word.isalpha() and len(word) >= OPTIONS and len(encode(word, "gpt2")) > 1
    if not cut or len(merge_ladder(word, "gpt2").steps) < 2:
        return None
    return _cut_word(word, np.random.default_rng(list(word.encode())))


def _cut_word(word: str, rng: np.random.Generator) -> Question:
    pieces = _pieces(word)
    found, longest = {_joined(pieces)}, len(pieces[-1]) if _ends_long(pieces) else len(word)
    # Random cuts into as many pieces, or one more or less; `cutting_rule` leads to none of them where it holds.
    while len(found) < OPTIONS:
        many = min(max(len(pieces) + int(rng.integers(-1, 2)), 2), 4)
        at = sorted(1 + int(i) for i in rng.permutation(len(word) - 1)[: many - 1])
        if len(word) - at[-1] < longest:
            found.add(_joined([word[a:b] for a, b in zip([0, *at], [*at, len(word)], strict=True)]))
    options = sorted(found)
    within = tokenizers.token_bytes([int(i) for i in encode(f" {word}", "gpt2")], "gpt2")
    return Question(
        f"How does gpt2 cut “{word}” at the start of a text?",
        tuple(options[int(i)] for i in rng.permutation(OPTIONS)),
        _joined(pieces),
        why=f"{_why_there(word)} After a space it is {_joined([tokenizers.token_label(data) for data in within])}.",
    )


def _why_there(word: str) -> str:
    """The merges behind a cut: which came first and last, and why there is no further one."""
    ladder = merge_ladder(word, "gpt2")
    first, *_, last = ((step.left + step.right).decode() for step in ladder.steps)
    apart = listed((f"“{(a + b).decode()}”" for a, b in pairwise(ladder.parts)), "or")
    return (
        f"gpt2 joins neighbours in the order of its list of merges: “{first}” first, “{last}” last. Then none is left "
        f"to join: the list has no {apart}."
    )


def _joined(pieces: list[str]) -> str:
    return " · ".join(pieces)


@cached(max_entries=32)
def _neighbour_rounds(seed: int) -> tuple[Question, ...]:
    rng = np.random.default_rng([seed, 3])
    return tuple(_neighbour(LIVED_IN[int(i)], rng) for i in rng.permutation(len(LIVED_IN))[:ROUNDS])


def _neighbour(word: str, rng: np.random.Generator) -> Question:
    found, options = _neighbours(word), list[tuple[str, float]]()
    for first, last in RANKS:
        free = [one for one in found[first:last] if all(one[0][:APART] != other[0][:APART] for other in options)]
        options.append(free[int(rng.integers(len(free)))])
    sentence = listed(f"“{other}” {signed(cosine)}" for other, cosine in options)
    return Question(
        f"Which row lies nearest to that of “{word}”?",
        tuple(options[int(i)][0] for i in rng.permutation(OPTIONS)),
        options[0][0],
        why=f"The cosines with “{word}”: {sentence}. The table was made by counting which words stand near each other. "
        "It knows no meanings: opposites can lie near too.",
    )


@cached(max_entries=len(LIVED_IN))
def _neighbours(word: str) -> tuple[tuple[str, float], ...]:
    """The word's nearest rows with their cosines, of words in letters that don't begin as it does."""
    table = shipped(TABLE)
    row = table.find(word)
    if row is None:
        raise ValueError(f"Expected a word of {TABLE}, got {word!r}")
    near = cosine_neighbours(prepare(table.vectors, AS_IT_IS), row, 2 * RANKS[-1][1])
    every = ((table.words[int(i)], float(cosine)) for i, cosine in zip(near.ids, near.values, strict=True))
    return tuple(
        (other, c) for other, c in every if other.isalpha() and len(other) > 2 and other[:APART] != word[:APART]
    )


@cached(max_entries=1, is_heavy=True)
def _unread() -> np.ndarray:
    """Held-out blocks of the book, (n, 1024) ids."""
    return split_blocks(encode(unwrap(load_corpus(BOOK)), SMALL).astype(np.uint16))[1].astype(np.int64)


@cached(max_entries=1, is_heavy=True)
def _common_words() -> frozenset[str]:
    return frozenset(
        word for word, times in Counter(re.findall("[A-Za-z]+", load_corpus(BOOK))).items() if times >= COMMON
    )


@cached(max_entries=32, is_heavy=True)
def _next_word_rounds(seed: int) -> tuple[Question, ...]:
    rng, blocks, lines = np.random.default_rng([seed, 2]), _unread(), TODAY.read_text(encoding="utf-8").splitlines()[1:]
    today = [_word_of_today(lines[int(i)], rng) for i in rng.permutation(len(lines))[: ROUNDS // 2]]
    found: dict[tuple[int, int], Question] = {}
    while len(found) < ROUNDS - len(today):
        number = int(rng.integers(len(blocks)))
        at = int(rng.integers(BEFORE, blocks.shape[1] - 1))
        if any(number == block and abs(at - other) <= BEFORE for block, other in found):
            continue  # one round's text would hold another's answer
        if (made := _next_word(blocks[number], at, rng)) is not None:
            found[number, at] = made
    return (*today, *found.values())


def _word_of_today(line: str, rng: np.random.Generator) -> Question:
    """Question on a line of today.txt: a text, and four words of one token each, of which the first goes on with it."""
    before, _, four = line.partition(" | ")
    words = four.split(", ")
    chances = read(ReadingRequest(before)).probabilities[[int(encode(f" {word}", SMALL)[0]) for word in words]]
    best = words[int(chances.argmax())]
    return Question(
        f"{before} ___",
        tuple(words[int(i)] for i in rng.permutation(len(words))),
        words[0],
        why=_what_was_written("We", words[0], float(chances[0]), best, float(chances.max())),
        given={MODEL: best},
    )


def _what_was_written(who: str, word: str, chance: float, best: str, best_chance: float) -> str:
    sentence = f"{who} wrote “{word}”. The model gave it {share(chance)}"
    return f"{sentence}." if best == word else f"{sentence}, and {share(best_chance)} to “{best}”."


def _next_word(block: np.ndarray, at: int, rng: np.random.Generator) -> Question | None:
    """Question on the token at `at`; None if it is not a whole word after another, or if the words do not decide it.

    They do where the model gives it some probability, and where what stands before the last token raises its odds
    against every other option: with that last token alone the model would know less.
    """
    last, true, following = (int(i) for i in block[at - 1 : at + 2])
    if not _is_word(true) or _is_letters(following) or not token_bytes([last], SMALL)[0].strip().isalpha():
        return None
    before = decode_bytes(block[at - BEFORE : at], SMALL).decode("utf-8", "replace")
    before = before[before.find(" ") + 1 :]
    chances = read(ReadingRequest(before)).probabilities
    likely = [int(i) for i in np.argsort(-chances, kind="stable")[:60] if _is_word(int(i))]
    options = [true, *(i for i in likely if i != true)][:OPTIONS]
    if true not in likely or chances[true] < LEAST or len(options) < OPTIONS:
        return None
    blind = read(ReadingRequest(decode_bytes([last], SMALL).decode())).probabilities
    rises = chances[options] / blind[options]
    if rises[0] < RISE * rises[1:].max():
        return None
    best = max(options, key=lambda i: float(chances[i]))
    sentence = _what_was_written(AUTHOR, _text(true), float(chances[true]), _text(best), float(chances[best]))
    sentence += f" With only the last token to go by, it would be {share(float(blind[true]))}: here the text decides."
    return Question(
        f"… {' '.join(before.split())} ___",
        tuple(_text(options[int(i)]) for i in rng.permutation(OPTIONS)),
        _text(true),
        why=sentence,
        given={MODEL: _text(best)},
    )


def _text(token: int) -> str:
    return token_bytes([token], SMALL)[0].decode("utf-8", "replace").strip()


def _is_word(token: int) -> bool:
    data = token_bytes([token], SMALL)[0]
    return data.startswith(b" ") and data[1:].decode("ascii", "replace") in _common_words()


def _is_letters(token: int) -> bool:
    return token_bytes([token], SMALL)[0][:1].isalpha()


GAMES: dict[str, Callable[[int], tuple[Question, ...]]] = {
    CUTS: _cut_rounds,
    NEAR: _neighbour_rounds,
    NEXT: _next_word_rounds,
}
