"""Chapter 1: what is a token?"""

from __future__ import annotations

from explorer import tokenizers
from explorer.content.guide import Chapter, Question, State, Step, Task
from explorer.wording import count, listed

TEXT = "The cat sat on the mat"
CASES = (" cat", "cat", "Cat")
WORD = " unbelievable"


def ids(text: str) -> list[int]:
    """gpt2's ids of a text."""
    return [int(i) for i in tokenizers.encode(text, "gpt2")]


def label(token: int) -> str:
    """A token of gpt2 as it is shown, its space as ␣."""
    return tokenizers.token_label(tokenizers.token_bytes([token], "gpt2")[0])


def _typed(state: State) -> str:
    return str(state.get("text", TEXT))


def _neighbours() -> str:
    named = listed(f"{number} is “{label(number)}”" for number in (463, 464, 465))
    return f"Id {named}. Neighbours in the list, and nothing alike. So the number itself is of no use to a model."


def _three_ids() -> str:
    return "Three different ids" if len({tuple(ids(word)) for word in CASES}) == 3 else "The same id"


def _case_numbers() -> str:
    named = listed(f"“{word.replace(' ', '␣')}” is {ids(word)[0]:,}" for word in CASES)
    return f"{named}. A space and a capital are signs like any other, so the pieces differ, and so do their numbers."


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
            "numbers.",
            "t_chips",
            Question(
                "The ids 463, 464 and 465 follow each other. Do their tokens mean something alike?",
                ("Yes, neighbours in the list are alike", "No, the ids are names only"),
                lambda: "No, the ids are names only",
                "Think of the numbers on football shirts: is player 7 nearly player 8?",
                _neighbours,
            ),
            Task(
                "In the text, replace “cat” by another word (then press Ctrl+Enter, or tap elsewhere).",
                lambda state: "cat" not in _typed(state).lower() and bool(_typed(state).strip()),
                {"text": "The owl sat on the mat"},
            ),
            {"text": TEXT},
        ),
        Step(
            "A space counts, a capital too",
            "tokens",
            "Tokens",
            "Here is the same word twice. The sign ␣ stands for a space: most words carry the one before them as a "
            "part of their [[token]]. Compare the numbers in the boxes.",
            "t_chips",
            Question(
                "“cat” at the start, “␣cat” after a space, “Cat” with a capital: which ids do they get?",
                ("The same id", "Three different ids"),
                _three_ids,
                "Look at the two boxes with “cat”: one has ␣, one has not.",
                _case_numbers,
            ),
            Task(
                "Add the word Cat, with a capital C, to the text.",
                lambda state: "Cat" in _typed(state),
                {"text": "cat cat Cat"},
            ),
            {"text": "cat cat"},
        ),
        Step(
            "Who decides where to cut?",
            "tokens",
            "Merges",
            "Nobody drew up a list of words. The [[tokenizer]] starts from single [[bytes]] and joins two neighbours "
            "at a time: first the pair that stands first in a list of [[merges]], made once from a huge pile of text. "
            "Read the picture from its top to its bottom.",
            "t_ladder",
            Question(
                "How many times are two pieces joined until “␣cat” is one token?",
                ("1", "2", "3", "4"),
                lambda: str(_steps()),
                "Each line of the picture below the first is one joining.",
                lambda: (
                    f"4 bytes become one token by {count(_steps(), 'merge')}: each takes one piece away. The token’s "
                    f"id is {ids(' cat')[0]:,}, which is also the rank of its last merge."
                ),
            ),
            Task(
                "Select another token: click on a box above the picture.",
                lambda state: int(state.get("token") or 0) not in (1,),
                {"token": 5},
            ),
            {"text": TEXT, "token": "1"},
        ),
        Step(
            "Not every sign has a token",
            "tokens",
            "Tokens",
            "“👍” is one sign to you. In the computer it is four [[bytes]], and gpt2’s list of merges has no way to "
            "join all of them. The dashed box holds the pieces of one sign.",
            "t_chips",
            Question(
                "How many tokens does gpt2 spend on “👍”?",
                ("1", "2", "3", "4"),
                lambda: str(_emoji()),
                "Count the small boxes within the dashed one.",
                lambda: (
                    f"{count(len('👍'.encode()), 'byte')}, {count(_emoji(), 'token')}: the ids are "
                    f"{listed(f'{i:,}' for i in ids('👍'))}. In English a token is often a whole word; for other signs "
                    "and languages the same text takes more tokens."
                ),
            ),
            Task(
                "Replace “👍” by “猫” and count again.",
                lambda state: "猫" in _typed(state),
                {"text": "I like 猫"},
            ),
            {"text": "I like 👍"},
        ),
    ),
)
