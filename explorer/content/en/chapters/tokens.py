"""Chapter 1: what is a token?"""

from __future__ import annotations

from explorer import tokenizers
from explorer.content.en import not_yet
from explorer.content.en.pieces import TEXT, ids, label, read, selected, three_ways, words_of
from explorer.content.en.seen import words as seen
from explorer.content.guide import Chapter, Question, State, Step, Task
from explorer.wording import count, listed

CASES = ("cat", " cat", " Cat")
MORE = ("t_typed_more",)
SHOWN = f"Shown: gpt2, the tokenizer of the language model GPT-2. It knows {tokenizers.vocab_size('gpt2'):,} tokens."
NAMES = "No, the ids are names only"
SAME, DIFFERENT = "Yes: it is one word", "No, each of the three has an id of its own"
JOINED, APART = "1: its bytes are joined", "2: one for each byte"
ACCENT = "é"


def _typed(state: State) -> str:
    return str(state.get("text", TEXT))


ON, THE, TITLE = ids(" on")[0], ids(" the")[0], ids("The")[0]


def _name_numbers(state: State) -> str:
    """The ids of a name that the text holds in three ways, each told by what is new in it."""
    found = three_ways(_typed(state)) if read(state) else ()
    if not found:
        return ""
    first, spaced, small = (f"“{word.replace(' ', '␣')}” has {listed(f'{i:,}' for i in ids(word))}" for word in found)
    return (
        f"{first}. {spaced}: only the space is new. {small}: only the capital letter is gone. One word to you, and "
        "three different lists of ids to the model."
    )


def _names_only() -> str:
    return NAMES if abs(THE - ON) < abs(THE - TITLE) else ""


def _neighbours() -> str:
    return (
        f"“{label(ON)}” is {abs(THE - ON)} away from “{label(THE)}”, and “{label(TITLE)}”, the same word with a "
        f"capital, {abs(THE - TITLE)}. The very next id, {THE + 1}, is that of “{label(THE + 1)}”. So how large an "
        "id is says nothing about a meaning."
    )


def _three_ids() -> str:
    return DIFFERENT if len({tuple(ids(word)) for word in CASES}) == 3 else SAME


def _case_numbers() -> str:
    named = listed(f"“{word.replace(' ', '␣')}” is {ids(word)[0]:,}" for word in CASES)
    return (
        f"Three ids: {named}. To a tokenizer a space is a character like any other, and a capital letter is a "
        "different one, so the pieces differ."
    )


def _steps(word: str) -> int:
    return len(tokenizers.merge_ladder(word, "gpt2").steps)


def _joined() -> str:
    return {1: JOINED, 2: APART}.get(len(ids(ACCENT)), "")


def _two_signs() -> str:
    told = [
        f"“{sign}”: {count(len(sign.encode()), 'byte')}, {count(len(ids(sign)), 'token')}" for sign in (ACCENT, "👍")
    ]
    return (
        f"{told[0]}, with the id {ids(ACCENT)[0]:,}. {told[1]}, with the ids {listed(f'{i:,}' for i in ids('👍'))}. In "
        "English a token of gpt2 is often a whole word; characters and languages that were rare in its pile of text "
        "take more tokens."
    )


CHAPTER = Chapter(
    "Tokens",
    "What is a token?",
    (
        Step(
            "A text becomes numbers",
            "tokens",
            "Tokens",
            "A computer cannot calculate with “cat”. So a program, the [[tokenizer]], cuts the text into pieces, "
            "called [[tokens]]. Each piece has a number, its [[token id|id]]. You see the text on top and, in the "
            "boxes, its pieces with their ids; ␣ is a space. The colours mean nothing; the black frame marks the "
            "selected box.",
            "t_chips",
            Question(
                f"Of all the boxes, “{label(ON)}” has the number nearest to “{label(THE)}”: {ON} and {THE}. Are their "
                "meanings nearest too?",
                ("Yes, near numbers have near meanings", NAMES),
                _names_only,
                "Think of the numbers on football shirts: is player 7 nearly player 8?",
                _neighbours,
            ),
            Task(
                "In the text, replace “cat” with another word (then press Ctrl+Enter, or tap elsewhere).",
                lambda state: "cat" not in words_of(_typed(state).lower()) and bool(_typed(state).strip()),
                {"text": "The owl sat on the mat"},
                seen.new_word,
                not_yet.still_there("cat", TEXT),
            ),
            {"text": TEXT},
            (*MORE, "t_counts", "t_signs"),
            shown=SHOWN,
        ),
        Step(
            "One word, three times",
            "tokens",
            "Tokens",
            "Here “cat” is alone, one [[token]]. Now think of the text “cat cat Cat”: the word comes at the start, "
            "then after a space, then after a space with a capital letter. A space is kept with the word behind it, "
            "in the same piece, and is drawn there as ␣.",
            "t_chips",
            Question(
                f"In “cat cat Cat”, do all three get the id of this “cat”, {ids('cat')[0]:,}?",
                (SAME, "Only the one with the capital letter differs", DIFFERENT),
                _three_ids,
                "Are “cat”, “␣cat” and “␣Cat” spelled with the same characters?",
                _case_numbers,
            ),
            Task(
                "See it with your own name. Write it three times in one line: twice with a capital letter, then in "
                "small letters, such as “Zoë Zoë zoë”.",
                lambda state: bool(three_ways(_typed(state))),
                {"text": "Ada Ada ada"},
                _name_numbers,
                not_yet.three_times("cat"),
            ),
            {"text": "cat"},
            (*MORE, "t_counts", "t_signs"),
            shown=SHOWN,
        ),
        Step(
            "Who decides where to cut?",
            "tokens",
            "Merges",
            "The [[tokenizer]] starts each word from single [[bytes]]; an English letter is one. Then it joins two "
            "neighbours at a time, a merge. Which two? A list of [[merges]], made once from a huge pile of text, gives "
            "each pair a number, its [[rank]]. The lowest comes first. Read the picture downwards: so “␣cat” is made.",
            "t_ladder",
            Question(
                "“The” is 3 bytes. After how many merges is it one token?",
                ("1", "2", "3", "4"),
                lambda: str(_steps("The")),
                "By how many pieces does one merge make the line shorter?",
                lambda: (
                    f"3 bytes become one token in {count(_steps('The'), 'merge')}, the 4 bytes of “␣cat” in "
                    f"{_steps(' cat')}: each merge leaves one piece less. The ranks 0 to 255 belong to the single "
                    "bytes, so the merges begin at 256. A token’s id is the rank of its last merge: "
                    f"{TITLE} for “The”, {ids(' cat')[0]:,} for “␣cat”."
                ),
            ),
            Task(
                "Select “The”, and see: click on its box in the line of tokens.",
                lambda state: "token" in state and selected(state) == TITLE,
                {"token": 0},
                seen.merged,
                not_yet.another_box(1, "The"),
            ),
            {"text": TEXT, "token": "1"},
            MORE,
            shown=SHOWN,
        ),
        Step(
            "Not every character has a token",
            "tokens",
            "Tokens",
            "“👍” is one character to you. In the computer it is four [[bytes]], each written here with two digits, 0 "
            "to 9 and A to F ([[hexadecimal]]). The dashed frame holds the pieces of that one character: gpt2’s list "
            "of merges can’t join them further.",
            "t_chips",
            Question(
                f"“{ACCENT}” is {count(len(ACCENT.encode()), 'byte')}. How many tokens does gpt2 spend on it?",
                (JOINED, APART),
                _joined,
                "Bytes are joined if they often came together in the pile of text. Think of “café”.",
                _two_signs,
            ),
            Task(
                "Replace “👍” with “é”, with another emoji, or with a letter of another script, and count its boxes.",
                lambda state: not _typed(state).isascii() and "👍" not in _typed(state),
                {"text": "é"},
                seen.signs,
                not_yet.plain_signs,
            ),
            {"text": "👍"},
            (*MORE, "t_signs"),
            shown=SHOWN,
        ),
    ),
)
