"""Letters: what the numbers of a word’s tokens tell of them."""

import re
import textwrap
import unicodedata

import streamlit as st

from explorer import tokenizers, ui
from explorer.content.en import shared_page_questions
from explorer.ui.frame import part_containers
from explorer.ui.tokens import bytes_tokens_and_ids, tokenized_text
from explorer.ui.tokens.tokenized_text import TokenizedText
from explorer.wording import listed

ONE_WORD, SHORT = 24, 14
"""Most letters of a word that is asked about, and of the beginning of a longer text: its table fits on a phone."""
EXAMPLE = "strawberry"

PART = ui.Part(
    "Letters",
    question="Why can’t it count letters?",
    why="Asked how many r’s are in “strawberry”, a chatbot may say two. You see each of them: what does the model see? "
    "A [[tokenizer]] cuts the word into pieces, the [[tokens]].",
    look="One box is one token, with its number. Type a word of your own.",
    stations=("text", "token ids"),
    shown=tokenized_text.describe,
)


def show() -> None:
    """Draw a word as tokens, and a guess about the letter that stands in it most often."""
    bytes_tokens_and_ids.show(_ask_about_letters)


def _letters(text: str) -> str:
    """Its letters, without the marks on them; none if it has other signs than letters, marks and spaces."""
    kinds = {sign: unicodedata.category(sign)[0] for sign in text.lower()}
    return "".join(sign for sign in text.lower() if kinds[sign] == "L") if set(kinds.values()) <= set("LMZ") else ""


def _ask_about_letters(typed: TokenizedText) -> None:
    text = typed.text.lstrip()
    whole = " " not in text and len(text) <= ONE_WORD
    first = text if whole else textwrap.shorten(text, SHORT, break_long_words=False, placeholder="")
    word, letters = EXAMPLE, EXAMPLE
    if first == text[: len(first)] and (found := _letters(first)):
        word, letters = typed.text[: len(typed.text) - len(text)] + first, found  # what the boxes begin with
    ids, shown = tokenizers.encode(word, typed.encoding), word.strip()
    letter, numbers = max(letters, key=letters.count), listed([str(each) for each in ids])
    question = shared_page_questions.LETTERS
    guess = ui.predict(
        question.with_values(word=shown, letter=letter),
        answer=question.choices[-1],
        because=f"**It sees no letters: all it gets of “{shown}” is {numbers}.** Such a number says which row of the "
        "table is meant. What a model knows of letters it has learned from texts that spell words.",
        hint="A token’s number is a place in a list, like the number of a house.",
    )
    pieces = [each.decode(errors="replace") for each in tokenizers.token_bytes(ids, typed.encoding)]
    if guess and "".join(pieces) == word and not part_containers.free("stage"):
        rows = {
            "you read": [re.sub(f"({letter}+)", r"**\1**", piece, flags=re.IGNORECASE) for piece in pieces],
            "the model reads": map(str, ids),
        }
        lines = [f"| {' | '.join((name, *cells))} |" for name, cells in rows.items()]
        lines.insert(1, "|---" * (len(pieces) + 1) + "|")
        with part_containers.take("picture"):
            st.markdown("\n".join(lines))
