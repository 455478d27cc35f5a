"""Riddles of the guided path, with other words and numbers: letters, scripts, who says what is alike, a few hands.

Its other riddles are asked by the kinds of their topics (`riddle=True`): order, maps, lengths and tied outputs.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from explorer.embedding_pipeline.token_counts import SCRIPTS
from explorer.gradients import toy_training
from explorer.questions import Mistake, Question, Show
from explorer.quiz.games import WORDS
from explorer.quiz.question import kind, mixed, pick
from explorer.tokenizers import encode
from explorer.wording import count, listed, number, signed, verb

_ANIMALS, _DOINGS = ("cat", "dog", "horse", "bird", "king", "child"), ("sleeps", "runs", "eats", "sings")
_THINGS = (("moon", "shines"), ("bell", "rings"), ("river", "flows"), ("tree", "grows"))


@kind("Tokenizers", "letters-seen", "Tokens", riddle=True)
def letters_seen(rng: np.random.Generator) -> Question:
    """A model gets ids, not letters."""
    word = WORDS[int(rng.integers(len(WORDS)))]
    ids = [int(i) for i in encode(f" {word}", "gpt2")]
    right = f"{count(len(ids), 'id')} and no letter"
    letters, both = (
        f"Its {len(word)} letters, one by one",
        f"{count(len(ids), 'id')}, with {verb(len(ids), 'its letters', 'the letters of each')} inside",
    )
    return Question(
        f"Within a text GPT-2’s tokenizer meets “{word}”, with the space before it. What does the model get of it?",
        answer=right,
        why=f"The tokenizer makes {count(len(ids), 'token')} of it, with the {verb(len(ids), 'id', 'ids')} "
        f"{listed(f'{i:,}' for i in ids)}. An id is a number of a row: no letter is in it. That is why counting the "
        "letters of a word is hard for a model.",
        show=Show(
            "tokens", "Tokens", {"text": f"a {word}", "encoding": "gpt2"}, "The boxes after the first, and their ids."
        ),
        given={"word": word},
        choices=mixed(rng, right, letters, both),
        mistakes=(
            Mistake(letters, "Letters taken for tokens", "Only the tokenizer reads letters; the model gets ids."),
            Mistake(both, "Letters in the id", "An id says which row to look up, and nothing else."),
        ),
    )


_TIMES = ("as many", "more, up to twice as many", "more than twice as many")
_NO_SENTENCE = ("English", "Hindi", "Emoji", "Python")
"""Texts that are not the same sentence in another language, and the language that the path asks about."""


@kind("Tokenizers", "other-script", "Tokens", riddle=True)
def other_script(rng: np.random.Generator) -> Question:
    """The same sentence costs more where the list has few pieces of its script."""
    names = [name for name in SCRIPTS if name not in _NO_SENTENCE]
    name = names[int(rng.integers(len(names)))]
    english, other = (len(encode(SCRIPTS[each], "gpt2")) for each in ("English", name))
    right = _TIMES[0 if other == english else 1 if other <= 2 * english else 2]
    return Question(
        f"“{SCRIPTS['English']}” has {english} tokens in gpt2. How many has the same sentence in {name}, "
        f"“{SCRIPTS[name]}”?",
        answer=right,
        why=f"{other} tokens, {number(other / english, 2)} times as many. The list of tokens was made from mostly "
        "English pages; what it doesn’t have as a whole is spelt out in pieces, often of single bytes.",
        show=Show("tokens", "Encodings", {"text": SCRIPTS[name]}, f"The row of {name}, and that of English."),
        given={"english": SCRIPTS["English"], "text": SCRIPTS[name]},
        choices=_TIMES,
        mistakes=(Mistake(_TIMES[0], "The meaning counted", "A tokenizer knows bytes, and nothing of the meaning."),),
    )


@lru_cache(maxsize=64)
def _trained(text: str) -> toy_training.Run:
    return toy_training.train(toy_training.Request(text))


@kind("Lookups", "who-tells", "Rows", riddle=True)
def who_tells(rng: np.random.Generator) -> Question:
    """Rows come together by what follows, without a list of what is alike."""
    one, other = (_ANIMALS[int(i)] for i in rng.choice(len(_ANIMALS), 2, replace=False))
    doings = [_DOINGS[int(i)] for i in rng.choice(len(_DOINGS), 2, replace=False)]
    things = [_THINGS[int(i)] for i in rng.choice(len(_THINGS), 2, replace=False)]
    pairs = [*((word, doing) for word in (one, other) for doing in doings), *things]
    text = " ".join(f"the {word} {doing} ." for word, doing in pairs)
    run = _trained(text)
    near = next(run.words[word] for word in run.alike if run.words[word] != one)
    far = tuple(word for word, _ in things)
    return Question(
        f"Rows begin at random, and a model learns to guess the next word of “{text}” To which row does that of "
        f"“{one}” come nearest?",
        answer=near,
        why=f"Nobody says that “{one}” and “{near}” are alike. But “{doings[0]}” and “{doings[1]}” follow both, so "
        f"both rows are nudged towards the same guesses: their cosine goes from {signed(run.cosines[0])} to "
        f"{signed(run.cosines[-1])}.",
        show=Show("gradients", "Watch it learn", {"g_text": text, "g_step": "300"}, "The two dots at the last step."),
        given={"text": text, "word": one},
        choices=mixed(rng, near, *far),
        mistakes=tuple(
            Mistake(word, "Another word after it", f"After “{word}” comes “{doing}”, which never follows “{one}”.")
            for word, doing in things
        ),
    )


@kind("Waves", "few-hands", "Waves", riddle=True)
def few_hands(rng: np.random.Generator) -> Question:
    """Hands multiply."""
    hands = [pick(rng, 6, 10, 12, 24, 60) for _ in range(3)]
    found = math.prod(hands)
    marks = listed(map(str, hands))
    return Question(
        f"A clock counts positions. Its three hands jump from mark to mark, and their dials have {marks} marks. "
        "How many positions can it tell apart?",
        answer=found,
        why=f"Each hand goes once round before the next one moves on: {' × '.join(map(str, hands))} = {found:,}. So a "
        "few small numbers count far, and none grows beyond its dial.",
        show=Show("positions", "Counting", {"p_count": "59"}, "Two hands, of 60 and 12 marks: 720 positions."),
        given={"marks": hands},
        tolerance=0,
        mistakes=(
            Mistake(sum(hands), "Added", f"For each mark of one hand the others have all of theirs: {number(found)}."),
            Mistake(max(hands), "One hand only", "When the fast hand is round, the next one moves on."),
        ),
    )
