"""Tokenizers: what a text is cut into. Everything is counted by tiktoken."""

from functools import lru_cache

import numpy as np

from explorer import tokenizers
from explorer.embedding_pipeline.token_counts import SCRIPTS
from explorer.questions import Question
from explorer.quiz.question import fill, kind, mixed
from explorer.wording import count, listed

TOPIC = "Tokenizers"
ENCODING = "gpt2"
TEXTS = (
    "The cat sat on the mat.",
    "Embeddings are rows of a table.",
    "Unbelievable! She said 12345.",
    "I like strawberries and antidisestablishmentarianism.",
    "for i in range(10): print(i)",
    "Donaudampfschifffahrt",
    "Zürich, Genève and København",
    "one two three four five",
    "2048 × 768 = 1572864",
)
_ACCENTS = ("größe", "naïve", "café", "Ångström", "señor", "日本語", "привет", "Zürich", "€ 5", "π ≈ 3.14", "🐱 cat")
_LADDERS = (" tokens", " embedding", " position", " language", " learning", " transformer", " vector", " gradient")
_WORDS = ("cat", "dog", "table", "king", "house", "water", "green")


@lru_cache(maxsize=128)
def _count(text: str, encoding: str = ENCODING) -> int:
    return len(tokenizers.encode(text, encoding))


@kind(TOPIC, "how-many-tokens", "Tokens")
def how_many_tokens(rng: np.random.Generator) -> Question:
    """Tokens are neither words nor letters."""
    text = TEXTS[int(rng.integers(len(TEXTS)))]
    pieces = tokenizers.token_labels(tokenizers.encode(text, ENCODING), ENCODING)
    words, letters = len(text.split()), tokenizers.count_characters(text)
    counted = {"count": count(len(pieces), "token"), "pieces": " | ".join(pieces)}
    counted |= {"words": count(words, "word"), "letters": count(letters, "character")}
    state = {"text": text, "encoding": ENCODING}
    slips = {"words": words, "letters": letters}
    return fill("how-many-tokens", len(pieces), {"text": text}, slips, state=state, words=counted)


@kind(TOPIC, "bytes", "Tokens")
def utf8(rng: np.random.Generator) -> Question:
    """UTF-8 bytes, where a tokenizer begins."""
    text = _ACCENTS[int(rng.integers(len(_ACCENTS)))]
    size = len(tokenizers.decode_bytes(tokenizers.encode(text, ENCODING), ENCODING))
    letters = tokenizers.count_characters(text)
    wide = {letter: len(letter.encode()) for letter in text if len(letter.encode()) > 1}
    words = {"wide": listed(f"“{letter}” takes {n} bytes" for letter, n in wide.items())}
    words |= {"letters": count(letters, "character")}
    state, slips = (
        {"text": text, "encoding": ENCODING},
        {"letters": letters, "two": 2 * letters, "tokens": _count(text)},
    )
    return fill("bytes", size, {"text": text}, slips, state=state, words=words)


@kind(TOPIC, "space", "Tokens")
def space(rng: np.random.Generator) -> Question:
    """A space in front makes another token."""
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    capital = bool(rng.integers(2))
    other = word.capitalize() if capital else f" {word}"
    one, two = (tokenizers.encode(text, ENCODING).tolist() for text in (word, other))
    assert one != two
    differs, same = "Other ids, so other rows", "The same id, so the same row"
    nearly = "The same id, with a mark for the difference"
    what = f"“{other}” with a capital" if capital else f"“{word}” with a space in front"
    return fill(
        "space",
        differs,
        {"word": word, "other": other},
        {"same": same, "nearly": nearly},
        # One line each, so that the capitalized word has no space in front.
        state={"text": f"{word}\n{other}" if capital else f"{word}{other}", "encoding": ENCODING},
        words={"what": what, "one": one, "two": two},
        condition="capital" if capital else "space",
        choices=mixed(rng, differs, same, nearly),
    )


@kind(TOPIC, "merge", "Tokens")
def merge(rng: np.random.Generator) -> Question:
    """The first merge of a word."""
    word = _LADDERS[int(rng.integers(len(_LADDERS)))]
    ladder = tokenizers.merge_ladder(word, ENCODING)
    label = tokenizers.token_label

    def pair(left: bytes, right: bytes) -> str:
        return f"“{label(left)}” and “{label(right)}”"

    first = ladder.steps[0]
    pairs = [pair(a, b) for a, b in zip(ladder.start, ladder.start[1:], strict=False)]
    right = pair(first.left, first.right)
    others = [p for p in dict.fromkeys(pairs) if p != right]
    chosen = [others[int(i)] for i in rng.choice(len(others), min(3, len(others)), replace=False)]
    front = pairs[0]
    options = list(dict.fromkeys([right, *([front] if front != right else []), *chosen]))[:4]
    words = {"shown": tokenizers.visible(word), "rank": first.rank}
    words |= {"merges": count(len(ladder.steps), "merge"), "tokens": count(len(ladder.ids), "token")}
    state = {"text": f"my{word}", "encoding": ENCODING, "token": "1"}
    choices = mixed(rng, *options)
    return fill("merge", right, {"word": word}, {"front": front}, state=state, words=words, choices=choices)


@kind(TOPIC, "sort-texts", "Tokens")
def sort_texts(rng: np.random.Generator) -> Question:
    """Texts by their number of tokens."""
    names = [name for name, text in SCRIPTS.items() if "\n" not in text]  # shown as they are counted, in one line
    found = {name: _count(SCRIPTS[name]) for name in names}
    chosen: list[str] = []
    for index in rng.permutation(len(names)):
        name = names[int(index)]
        if all(abs(found[name] - found[other]) >= 4 for other in chosen):
            chosen.append(name)
        if len(chosen) == 4:
            break
    label = {name: f"{name}: {SCRIPTS[name]}" for name in chosen}
    ordered = sorted(chosen, key=found.__getitem__)
    answer = tuple(map(label.__getitem__, ordered))
    by_length = sorted(chosen, key=lambda name: tokenizers.count_characters(SCRIPTS[name]))
    return fill(
        "sort-texts",
        answer,
        {"texts": tuple(SCRIPTS[name] for name in chosen), "labels": tuple(label[name] for name in chosen)},
        {"swapped": answer[::-1], "letters": tuple(map(label.__getitem__, by_length))},
        words={"counts": listed(f"{name} {found[name]}" for name in ordered)},
        choices=mixed(rng, *answer),
    )
