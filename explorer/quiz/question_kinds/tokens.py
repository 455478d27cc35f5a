"""Tokenizers: what a text is cut into. Everything is counted by tiktoken."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from explorer import tokenizers
from explorer.embedding_pipeline.token_counts import SCRIPTS
from explorer.questions import ORDER, Mistake, Question, Show
from explorer.quiz.question import kind, mixed
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
    return Question(
        f"How many tokens does GPT-2’s tokenizer make of “{text}”? (A guess counts if it is off by one at most.)",
        answer=len(pieces),
        why=f"{count(len(pieces), 'token')}: {' | '.join(pieces)} (the text has "
        f"{count(words, 'word')} and {count(letters, 'character')}).",
        show=Show("tokens", "Tokens", {"text": text, "encoding": ENCODING}, "Each coloured piece is a token."),
        given={"text": text},
        tolerance=0,
        slack=1.0,
        mistakes=(
            Mistake(
                words, "Words counted", "A long or rare word is cut into several tokens, and marks are tokens too."
            ),
            Mistake(letters, "Characters counted", "Frequent words are one token each."),
        ),
    )


@kind(TOPIC, "bytes", "Tokens")
def utf8(rng: np.random.Generator) -> Question:
    """UTF-8 bytes, where a tokenizer begins."""
    text = _ACCENTS[int(rng.integers(len(_ACCENTS)))]
    size = len(tokenizers.decode_bytes(tokenizers.encode(text, ENCODING), ENCODING))
    letters = tokenizers.count_characters(text)
    wide = {letter: len(letter.encode()) for letter in text if len(letter.encode()) > 1}
    return Question(
        f"GPT-2’s tokenizer merges neighbours, beginning with bytes (UTF-8). How many bytes does “{text}” have?",
        answer=size,
        why=f"{count(letters, 'character')}, but "
        f"{listed(f'“{letter}” takes {n} bytes' for letter, n in wide.items())}: "
        f"{size} in all.",
        show=Show(
            "tokens", "Tokens", {"text": text, "encoding": ENCODING}, "Characters and bytes in the sentence below."
        ),
        given={"text": text},
        tolerance=0,
        mistakes=(
            Mistake(letters, "Characters counted", "Only the 128 characters of ASCII take one byte."),
            Mistake(2 * letters, "Two bytes each", "UTF-8 takes 1 to 4 bytes, as the character needs."),
            Mistake(
                len(tokenizers.encode(text, ENCODING)), "Tokens counted", "Merging bytes into tokens comes afterwards."
            ),
        ),
    )


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
    return Question(
        f"GPT-2’s tokenizer reads “{word}”, and then {what}. What does the model get to see?",
        answer=differs,
        why=f"“{word}” is {one}, {what} is {two}. For the table these are different rows; the model has to learn that "
        "they mean much the same.",
        show=Show(
            "tokens",
            "Tokens",
            # One line each, so that the capitalized word has no space in front.
            {"text": f"{word}\n{other}" if capital else f"{word}{other}", "encoding": ENCODING},
            "The ids of the two.",
        ),
        given={"word": word, "other": other},
        condition="capital" if capital else "space",
        choices=mixed(rng, differs, same, nearly),
        mistakes=(
            Mistake(
                same, "Words taken for tokens", "A tokenizer compares bytes: a space or a capital is another byte."
            ),
            Mistake(nearly, "A mark that does not exist", "An id is one whole number and has no marks."),
        ),
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
    return Question(
        f"GPT-2’s tokenizer builds “{tokenizers.visible(word)}” out of its bytes, merge by merge. Which two does it "
        f"join first?",
        answer=right,
        why=f"Always the pair with the lowest rank, wherever it stands: the pair {right} has rank {first.rank:,}. It "
        f"takes {count(len(ladder.steps), 'merge')} to {count(len(ladder.ids), 'token')}.",
        show=Show(
            "tokens",
            "Merges",
            {"text": f"my{word}", "encoding": ENCODING, "token": "1"},
            "The first line of the ladder.",
        ),
        given={"word": word},
        choices=mixed(rng, *options),
        mistakes=(
            Mistake(
                front, "From left to right", "The rank decides, not the position: it says how early a pair was learned."
            ),
        ),
    )


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
    answer = tuple(label[name] for name in sorted(chosen, key=lambda name: found[name]))
    return Question(
        "Put these texts in order, from the fewest to the most tokens in gpt2.",
        answer=answer,
        why="Tokens in gpt2: "
        + listed(f"{name} {found[name]}" for name in sorted(chosen, key=lambda n: found[n]))
        + ". gpt2’s list was made from mostly English pages; other scripts are cut into short pieces, often less than "
        "a character.",
        show=Show("tokens", "Encodings", {}, "The marks of gpt2, row by row."),
        given={"texts": tuple(SCRIPTS[name] for name in chosen), "labels": tuple(label[name] for name in chosen)},
        form=ORDER,
        choices=mixed(rng, *answer),
        ends=("fewest", "most"),
        mistakes=(
            Mistake(answer[::-1], "The other way round", "Fewest first."),
            Mistake(
                tuple(
                    label[name] for name in sorted(chosen, key=lambda name: tokenizers.count_characters(SCRIPTS[name]))
                ),
                "Sorted by length in characters",
                "A character outside English can take several tokens.",
            ),
        ),
    )
