"""Chapter 1: what is a token?"""

from __future__ import annotations

from explorer import tokenizers
from explorer.content.en import not_yet
from explorer.content.en.pieces import TEXT, WORD, ids, label, read, words_of
from explorer.content.en.seen import words as seen
from explorer.content.guide import Chapter, Question, State, Step, Task
from explorer.wording import count, listed

CASES = ("cat", " cat", " Cat")
MORE = ("t_typed_more",)
SHOWN = f"Shown: gpt2, the tokenizer of GPT-2. It knows {tokenizers.vocab_size('gpt2'):,} tokens."
NAMES = "No, the ids are names only"
SAME, DIFFERENT = "Yes, three times the same id", "No, three different ids"


def _typed(state: State) -> str:
    return str(state.get("text", TEXT))


def _both_ways(text: str) -> bool:
    words = set(words_of(text)) - {"cat", "Cat"}
    return any(word != word.lower() and word.lower() in words for word in words)


ON, THE, TITLE = ids(" on")[0], ids(" the")[0], ids("The")[0]


def _spelled(text: str, word: str) -> str:
    """A word as it stands in the text: with the space before it, where there is one."""
    at = next(match.start() for match in WORD.finditer(text) if match[0] == word)
    return word if at == 0 or text[at - 1] != " " else f" {word}"


def _name_numbers(state: State) -> str:
    """The ids of the first word that the text holds with a capital letter and without."""
    text = _typed(state)
    words = [word for word in words_of(text) if word not in ("cat", "Cat")] if read(state) else []
    large = next((word for word in words if word != word.lower() and word.lower() in words), None)
    if large is None:
        return ""
    one, other = (_spelled(text, word) for word in (large, large.lower()))
    told = [f"“{word.replace(' ', '␣')}” has {listed(f'{i:,}' for i in ids(word))}" for word in (one, other)]
    return f"{told[0]}, {told[1]}: one word to you, and two different lists of ids to the model."


def _names_only() -> str:
    return NAMES if abs(THE - ON) < abs(THE - TITLE) else ""


def _neighbours() -> str:
    return (
        f"“{label(ON)}” is {abs(THE - ON)} away from “{label(THE)}”, and “{label(TITLE)}”, the same word with a "
        f"capital, {abs(THE - TITLE)}. Next in the list, {THE + 1} is “{label(THE + 1)}”. So the number itself is of "
        "no use to a model."
    )


def _three_ids() -> str:
    return DIFFERENT if len({tuple(ids(word)) for word in CASES}) == 3 else SAME


def _case_numbers() -> str:
    named = listed(f"“{word.replace(' ', '␣')}” is {ids(word)[0]:,}" for word in CASES)
    return (
        f"Three ids: {named}. To a tokenizer a space is a character like any other, and a capital letter is a "
        "different one, so the pieces differ."
    )


def _steps() -> int:
    return len(tokenizers.merge_ladder(" cat", "gpt2").steps)


def _emoji() -> int:
    return len(ids("👍"))


CHAPTER = Chapter(
    "Tokens",
    "What is a token?",
    (
        Step(
            "A text becomes numbers",
            "tokens",
            "Tokens",
            "A computer cannot calculate with “cat”. So the text is cut into pieces, called [[tokens]], and each piece "
            "has a number, its [[token id|id]]. You see the text on top and, in the boxes, its pieces with their "
            "numbers; ␣ is a space.",
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
                lambda state: "cat" not in _typed(state).lower() and bool(_typed(state).strip()),
                {"text": "The owl sat on the mat"},
                seen.new_word,
                not_yet.still_there("cat", TEXT),
            ),
            {"text": TEXT},
            (*MORE, "t_counts", "t_signs"),
            shown=SHOWN,
        ),
        Step(
            "A space counts, a capital too",
            "tokens",
            "Tokens",
            "Here is the same word three times. ␣ stands for a space: a word carries along the space before it, as "
            "part of its [[token]]. Compare the numbers in the boxes.",
            "t_chips",
            Question(
                "“cat” at the start, “␣cat” after a space, “␣Cat” with a capital: are they one token to the model?",
                (SAME, DIFFERENT),
                _three_ids,
                "Read the small numbers in the three boxes.",
                _case_numbers,
            ),
            Task(
                "Write your own name twice: with a capital letter and without.",
                lambda state: _both_ways(_typed(state)),
                {"text": "Ada ada"},
                _name_numbers,
                not_yet.twice,
            ),
            {"text": "cat cat Cat"},
            (*MORE, "t_counts", "t_signs"),
            shown=SHOWN,
        ),
        Step(
            "Who decides where to cut?",
            "tokens",
            "Merges",
            "Nobody drew up a list of words. In each word the [[tokenizer]] starts from single [[bytes]] and joins two "
            "neighbours at a time: first the pair that stands first in a list of [[merges]] (it has the lowest "
            "[[rank]]), made once from a huge pile of text. "
            "Read the picture from its top to its bottom.",
            "t_ladder",
            Question(
                "How many times are two pieces joined before “␣cat” is one token?",
                ("1", "2", "3", "4"),
                lambda: str(_steps()),
                "Each line of the picture below the first is one merge.",
                lambda: (
                    f"4 bytes become one token in {count(_steps(), 'merge')}: each takes one piece away. The ranks 0 "
                    "to 255 belong to the single bytes, so the merges begin at 256. A token’s id is the rank of its "
                    f"last merge: {ids(' cat')[0]:,} for “␣cat”."
                ),
            ),
            Task(
                "Select another token: click on its box in the line of tokens.",
                lambda state: int(state.get("token") or 0) not in (1,),
                {"token": 5},
                seen.merged,
            ),
            {"text": TEXT, "token": "1"},
            MORE,
            cover=("t_ladder_figure",),
            shown=SHOWN,
        ),
        Step(
            "Not every character has a token",
            "tokens",
            "Tokens",
            "“👍” is one character to you. In the computer it is four [[bytes]], and gpt2’s list of merges has no way "
            "to join all of them. The dashed box holds the pieces of that character, each byte written with two "
            "digits, 0 to 9 and A to F ([[hexadecimal]]).",
            "t_chips",
            Question(
                "How many tokens does gpt2 spend on “👍”?",
                ("1", "2", "3", "4"),
                lambda: str(_emoji()),
                "Count the small boxes within the dashed one.",
                lambda: (
                    f"{count(len('👍'.encode()), 'byte')}, {count(_emoji(), 'token')}: the ids are "
                    f"{listed(f'{i:,}' for i in ids('👍'))}. In English a token of gpt2 is often a whole word; "
                    "characters and languages that were rare in its pile of text take more tokens."
                ),
            ),
            Task(
                "Replace “👍” with another emoji, with “é”, or with a letter of another script, and count again.",
                lambda state: not _typed(state).isascii() and "👍" not in _typed(state),
                {"text": "é"},
                seen.signs,
                not_yet.plain_signs,
            ),
            {"text": "👍"},
            (*MORE, "t_signs"),
            cover=("t_counts",),
            shown=SHOWN,
        ),
    ),
)
