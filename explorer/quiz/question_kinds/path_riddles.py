"""Riddles of the guided path, with other words and numbers: letters, scripts, who says what is alike, a few hands.

Its other riddles are asked by the kinds of their topics (`riddle=True`): order, maps, lengths and tied outputs.
"""

import math
from functools import partial

import numpy as np

from explorer.embedding_pipeline.token_counts import SCRIPTS
from explorer.gradients import toy_training
from explorer.questions import Question
from explorer.quiz.games import WORDS
from explorer.quiz.question import fill, kind, mixed, pick
from explorer.tokenizers import encode
from explorer.wording import count, listed, number, signed, verb

_ANIMALS, _DOINGS = ("cat", "dog", "horse", "bird", "king", "child"), ("sleeps", "runs", "eats", "sings")
_THINGS = (("moon", "shines"), ("bell", "rings"), ("river", "flows"), ("tree", "grows"))


@kind("Tokenizers", "letters-seen", "Tokens", riddle=True)
def letters_seen(rng: np.random.Generator) -> Question:
    """A model gets ids, not letters."""
    word = WORDS[int(rng.integers(len(WORDS)))]
    ids = [int(i) for i in encode(f" {word}", "gpt2")]
    many = count(len(ids), "id")
    right = f"{many} and no letter"
    letters = f"its {len(word)} letters, one by one"
    both = f"{many}, and all letters"
    named = f"{verb(len(ids), 'id', 'ids')} {listed(f'{i:,}' for i in ids)}"
    return fill(
        "letters-seen",
        right,
        {"word": word},
        {"letters": letters, "both": both},
        state={"text": f"a {word}", "encoding": "gpt2"},
        words={"count": count(len(ids), "token"), "ids": named},
        choices=mixed(rng, right, letters, both),
    )


_TIMES = ("as many", "more, up to twice as many", "more than twice as many")
_NO_SENTENCE = ("English", "Hindi", "Emoji", "Python")
"""Texts that are not the same sentence in another language, and the language that the path asks about."""


@kind("Tokenizers", "other-script", "Tokens", riddle=True)
def other_script(rng: np.random.Generator) -> Question:
    """The same sentence costs more where the list has few pieces of its script."""
    names = [name for name in SCRIPTS if name not in _NO_SENTENCE]
    name = names[int(rng.integers(len(names)))]
    text = SCRIPTS[name]
    english, other = (len(encode(each, "gpt2")) for each in (SCRIPTS["English"], text))
    right = _TIMES[0 if other == english else 1 if other <= 2 * english else 2]
    words = {"count": english, "name": name, "other": other, "times": number(other / english, 2)}
    given, slips = {"english": SCRIPTS["English"], "text": text}, {"meaning": _TIMES[0]}
    return fill("other-script", right, given, slips, state={"text": text}, words=words, choices=_TIMES)


def _cosines(text: str) -> dict[str, str]:
    """The cosine of the two rows before and after a training, which takes longer than all other questions together."""
    cosines = toy_training.train(toy_training.ToyRequest(text)).cosines
    return {"first": signed(cosines[0]), "last": signed(cosines[-1])}


@kind("Lookups", "who-tells", "Rows", riddle=True)
def who_tells(rng: np.random.Generator) -> Question:
    """Rows come together by what follows, without a list of what is alike."""
    one, other = (_ANIMALS[int(i)] for i in rng.choice(len(_ANIMALS), 2, replace=False))
    doings = [_DOINGS[int(i)] for i in rng.choice(len(_DOINGS), 2, replace=False)]
    things = [_THINGS[int(i)] for i in rng.choice(len(_THINGS), 2, replace=False)]
    pairs = [*((word, doing) for word in (one, other) for doing in doings), *things]
    text = " ".join(f"the {word} {doing} ." for word, doing in pairs)
    rows, ids, _ = toy_training.read(text)
    near = next(rows[row] for row in toy_training.used_alike(ids)[0] if rows[row] != one)
    (first, first_does), (second, second_does) = things
    words = {"doing": doings[0], "other_doing": doings[1], "one": first, "one_does": first_does, "other": second}
    words |= {"other_does": second_does}
    given, slips = {"text": text, "word": one}, {"one": first, "other": second}
    state, choices = {"g_text": text, "g_step": "300"}, mixed(rng, near, first, second)
    found = partial(_cosines, text)
    return fill("who-tells", near, given, slips, state=state, words=words, found=found, choices=choices)


@kind("Waves", "few-hands", "Waves", riddle=True)
def few_hands(rng: np.random.Generator) -> Question:
    """Hands multiply."""
    hands = [pick(rng, 6, 10, 12, 24, 60) for _ in range(3)]
    found, marks = math.prod(hands), [str(each) for each in hands]
    words = {"dials": listed(marks), "product": " × ".join(marks), "total": number(found)}
    return fill("few-hands", found, {"marks": hands}, {"sum": sum(hands), "one": max(hands)}, words=words)
