"""Chapter 1: what is a token?"""

from functools import partial

from explorer import tokenizers
from explorer.content.en import task_hints
from explorer.content.en.example_sentence_numbers import MOST, TEXT, ids, label, read, three_ways, words_of
from explorer.content.en.task_feedback import tokens_rows_and_order as seen
from explorer.content.guided_path import Chapter, State, Step, Task
from explorer.tokenizers import count_characters
from explorer.wording import count, listed, verb
from explorer.words.shipped_tables import shipped

FIRST = f"Shown: gpt2, the {tokenizers.vocab_size('gpt2'):,} tokens of GPT-2, a forerunner of ChatGPT."
SHOWN = "Shown: gpt2."
OWN = "Shown: our own model"
PIECES = f"{OWN}. It has only {tokenizers.SMALL_SIZE:,} of gpt2’s tokens."
TITLE = ids("The")[0]
CAT, MAT = ids(" cat")[0], ids(" mat")[0]
ASKED = "How many r's are in strawberry?"
"""What the path opens with, cut: a chatbot is asked this."""
UNLISTED = "selfie"
"""A word that the list of the step does not have."""
HINDI, ENGLISH = "मुझे आम पसंद है।", "I like mangoes."
STORED = HINDI[0].encode().hex(" ").upper().split()


def _typed(state: State) -> str:
    return str(state.get("text", TEXT))


def _name_numbers(state: State) -> str:
    """The ids of a name that the text holds in three ways, each told by what is new in it."""
    found = three_ways(_typed(state)) if read(state) else ()
    if not found:
        return ""
    first, spaced, small = (f"“{word.replace(' ', '␣')}” has {listed(map(str, ids(word)))}" for word in found)
    (space,) = ids(" ")
    capitals = sum(map(str.isupper, found[0]))
    lone = f" {space} is a space that no merge joined to its word." * any(ids(word)[0] == space for word in found)
    return (
        f"One word to you, three lists of ids to the model. {first}. {spaced}: only the space is new. {small}: only "
        f"the capital {'letter is' if capitals == 1 else 'letters are'} gone.{lone}"
    )


def _name_shared(state: State) -> str:
    """Words for a friend with the pieces of the text's first word; "" for the step's own text."""
    text = _typed(state)
    if text in (ASKED, TEXT) or not read(state) or not (words := words_of(text)):
        return ""
    tokens = ids(words[0])
    cut = "one piece" if len(tokens) == 1 else f"{len(tokens)} pieces, {'·'.join(map(label, tokens))},"
    numbers = listed(map(str, tokens))
    return f"“{words[0]}” is {cut} to a language model. It sees no letters, only {numbers}. Now type your name:"


def _unlisted(state: State) -> list[str]:
    """Words of the text that the list does not have."""
    return [word for word in words_of(_typed(state)[:MOST]) if shipped("GloVe").find(word.lower()) is None]


def _cut(state: State) -> str:
    found = _unlisted(state) if read(state) else []
    if not found:
        return ""
    word, pieces = found[0], [label(token) for token in ids(found[0])]
    if len(word) >= 40:
        return ""
    size = count_characters(word)
    letters = f"{count(size, 'letter' if word.isalpha() else 'character')} {verb(size, 'is', 'are')}"
    broken = ", each only a part of a letter" if all("⟨" in piece for piece in pieces) else f": {listed(pieces)}"
    return (
        f"The list has no “{word}”, and so no number for it. Its {letters} {count(len(pieces), 'token')} "
        f"of gpt2{broken}."
    )


def _all_listed(state: State) -> str:
    words = words_of(_typed(state)[:MOST]) if "text" in state else []
    return f"“{words[0]}” is one of the list’s 30,000 words." if words and not _unlisted(state) else ""


def _dearer() -> str:
    """How many times as many tokens the Hindi sentence has, to the nearest whole number."""
    return f"{round(len(ids(HINDI)) / len(ids(ENGLISH)))} times"


def _strawberry(_: State) -> str:
    within, alone = ids(" strawberry"), ids("strawberry")
    pieces = listed(f"“{label(token)}”" for token in alone)
    return (
        f"None of them: an id has no letters in it. Within a text “␣strawberry” is {count(len(within), 'token')} of "
        f"gpt2, id {within[0]}; at its start it is {pieces}. What a model knows of spelling, it has learned from texts."
    )


CHAPTER = Chapter(
    "Tokens",
    "What is a token?",
    (
        Step(
            "A text becomes numbers",
            "tokens",
            "Tokens",
            "A [[tokenizer]] cuts text into [[tokens]]. Each has a number, its [[token id|id]]: only a name, as on a "
            "shirt. ␣ is a space. Compare numbers, not colours.",
            "t_chips",
            Task(
                "Write your name three times, as in “Zoë Zoë zoë”. Is it one word to the model?",
                lambda state: bool(three_ways(_typed(state))),
                {"text": "Ada Ada ada"},
                _name_numbers,
                partial(task_hints.three_times, ASKED),
            ),
            {"text": ASKED},
            ("t_counts",),
            shown=FIRST,
            share=_name_shared,
            former=("One word, three times",),
        ),
        Step(
            "Why not words, why not letters?",
            "tokens",
            "Tokens",
            f"A list of 30,000 common English words has no “{UNLISTED}”. Letters can spell anything, but “{TEXT}” "
            f"takes {len(TEXT)} with its spaces, and each takes time. gpt2 uses pieces, and needs {len(ids(TEXT))}.",
            "t_chips",
            Task(
                "Write a new word, such as “blorbify”. How many letters, how many boxes?",
                lambda state: _typed(state) != UNLISTED and bool(_unlisted(state)),
                {"text": "blorbify"},
                _cut,
                _all_listed,
            ),
            {"text": UNLISTED},
            ("t_counts",),
            shown=SHOWN,
            former=("Why not whole words?", "Why not single letters?"),
        ),
        Step(
            "Who decides where to cut?",
            "tokens",
            "Merges",
            "Nobody: a program counted. It took a huge pile of text, letter by letter, and joined ([[merges|merged]]) "
            "the commonest two neighbours. Then it counted again, 50,000 times.",
            "t_pile",
            Task(
                f"Join the commonest two neighbours of this small pile, {seen.JOINS} times.",
                lambda state: len(state.get(seen.JOINED) or ()) >= seen.JOINS,
                {seen.JOINED: ["a t", "t h", "th e"]},
                seen.joined,
                seen.still_to_join,
            ),
            hide=("t_chips",),
            shown=f"Shown: {len(seen.PILE.split())} words of ours, then yours.",
        ),
        Step(
            "Why Hindi costs more",
            "tokens",
            "Tokens",
            f"gpt2’s list was counted on mostly English pages. “{ENGLISH}” takes {len(ids(ENGLISH))} tokens, the same "
            f"in Hindi {len(ids(HINDI))}: {_dearer()} the price. “{HINDI[0]}” is stored as {len(STORED)} "
            f"[[bytes]]: {listed(STORED)}. Where these are not merged, one letter fills several boxes: a dashed frame.",
            "t_chips",
            Task(
                "Write in another script, or with an emoji. How many characters, how many boxes?",
                lambda state: not _typed(state).isascii() and _typed(state) != HINDI,
                {"text": "ありがとう"},
                seen.signs,
                partial(task_hints.plain_signs, HINDI),
            ),
            {"text": HINDI},
            ("t_counts",),
            shown=SHOWN,
            former=("Not every character has a token",),
        ),
    ),
    "What does a chatbot see of the three r’s in “strawberry”?",
    _strawberry,
    (
        "A token is a piece of text with a number of its own; a list of merges decides the cuts.",
        "A tokenizer cuts the text into pieces it knows and replaces each by its id.",
    ),
    "A merge’s number in the list is its [[rank]]: the lowest comes first. The numbers 0 to 255 belong to the single "
    f"bytes, and a token’s id is the rank of its last merge: {TITLE} for “The”. To add ids makes no sense: "
    f"“{label(CAT)}” and “{label(MAT)}” make {CAT + MAT}, the id of “{label(CAT + MAT)}”. Bytes are written here in "
    "[[hexadecimal]]. The words of step 1b are the 30,000 commonest of GloVe’s list (2014). That GPT-4o "
    "counted two r’s: [TechCrunch, August 2024](https://techcrunch.com/2024/08/27/why-ai-cant-spell-strawberry/).",
    (
        ("tokens", "Languages", "The same sentence in ten languages and other tokenizers"),
        ("tokens", "Merges", "Merges of any word"),
    ),
    game="Guess the cuts",
    chat=(("You", "How many r’s are in “strawberry”?"), ("ChatGPT, 2024", "Two.")),
)
