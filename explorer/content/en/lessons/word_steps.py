"""Steps of the ready lessons: text, tokens, rows."""

from __future__ import annotations

from explorer.content.en import shared_page_questions
from explorer.content.lesson.lesson_steps import Answer, Step, expected

CASE = Step(
    "Is “cat” the same as “Cat”?",
    "tokens",
    {"t_part": "Tokens", "text": "My cat sleeps"},
    "Are “cat”, “ cat” (with a space) and “Cat” the same token?",
    False,
    expected(
        shared_page_questions.CASE,
        "Thinks of words as a dictionary does: meaning first. The tokenizer "
        "has never seen a meaning; it compares characters.",
        "Has noticed that a space is a character like any other, and a capital letter a different one.",
        right=1,
    ),
    "Why this: a computer cannot calculate with letters, so the first thing it does with a text is to cut it into "
    "pieces and look up the number of each. Let everybody guess, and one pupil of each opinion say why. Then open "
    "“Controls”, type “cat cat-Cat” and read the boxes aloud: 9246 for “cat”, 3797 for “␣cat”, 21979 for “Cat”. The "
    "ids are names, as on football shirts: nothing is near or far about them. That is the "
    "problem that the next screens solve.",
    why="A space and a capital are characters, too. So these are three different tokens.",
    shows={"text": "cat cat-Cat"},
)

HINDI = Step(
    "The same sentence in another language",
    "tokens",
    {"t_part": "Encodings"},
    "“The cat sat on the mat.” has 7 tokens in gpt2. How many in Hindi?",
    False,
    expected(
        shared_page_questions.HINDI,
        "Takes tokens for words. They are pieces of bytes, chosen because they were frequent.",
        "Sees that Hindi is written in other letters, but not that a list made from English has hardly a word of "
        "it, so that it is spelt out.",
        "Has asked what the list of tokens was made from.",
        right=2,
    ),
    "Why this: who decides where a text is cut? Nobody drew up a list of words; it was counted from web pages, most of "
    "them English. So the same thought costs 37 tokens instead of 7: a reader of Hindi pays more, and fills the "
    "model's window sooner. Let the class find a sentence that costs even more.",
    why="The list was made from web pages, most of them English. Hindi is nearly spelt out: 37 tokens.",
)

NEAR = Step(
    "Who is a neighbour of seven?",
    "tokens",
    {"t_part": "Rows", "t_row_shows": "rows near it", "text": "one two seven", "token": "0"},
    "Each token has a row of numbers. Which row lies nearest to that of “seven”?",
    False,
    (
        Answer(
            "Another number",
            "Expects that training brings rows together whose tokens are used alike. And "
            "so it does: the topmost dot is “six”.",
            True,
        ),
        Answer(
            "A word that sounds like it",
            "A good guess here: the table is from a model that hears. But all eight dots are numbers, one “Seven” "
            "with a capital.",
        ),
        Answer("The next id", "Still takes the id for a quantity. It is a name only, as on the first screen."),
    ),
    "Why this: a name says nothing, so each token gets a list of numbers, its row. Nobody wrote the rows: training "
    "moved those together that are used alike. Let the class name three neighbours of “seven”, then click on its "
    "box. The cosine is 1 where two rows point the same way; that of “six” is 0.620. The page first takes off what "
    "most rows share, their mean and 5 directions; switch “Remove the mean” off, and it is 0.897.",
    why="Training moved rows together whose tokens are used alike. The nearest row is that of “six”.",
    covered=True,
    shows={"token": "2"},
)

OWN = Step(
    "The whole chain, with your own sentence",
    "home",
    {"text": "To be, or not to"},
    "Type a sentence of your own without its last word. Which word will the model say, and would you?",
    False,
    (
        Answer("A word that fits the grammar only", "Often so with a small model: it has read little."),
        Answer(
            "The word I thought of",
            "Often so where the sentence is a set phrase. Ask: has it understood, or has it seen that phrase?",
        ),
    ),
    "Why this: everything in this lesson, on one page and with the class's own words: cut, look up, add the position, "
    "read, guess. Go down the page together and ask at each picture which screen of the lesson it was. The model is "
    "ours and small, with 4,096 tokens: its mistakes are worth talking about.",
)
