"""Questions that pages, lessons and the path's end share.

A page adds what depends on its settings (answer, hint, explanation); a lesson adds what each answer tells a teacher.
"""

from explorer.questions import Question

CASE = Question(
    "A computer cuts a text into tokens. Are “cat”, “␣cat” and “␣Cat” the same token? (␣ is a space.)",
    ("One token for all", "Three different tokens"),
    key="t_guess_case",
)
LETTERS = Question(
    "Does the model see how often “{letter}” stands in “{word}”?",
    ("Yes, in the tokens’ numbers", "Yes, in how many tokens there are", "No, nowhere"),
    key="t_guess_letters",
)
HINDI = Question(
    "“The cat sat on the mat.” has 7 tokens in GPT-2’s list. How many tokens does it have in Hindi?",
    ("about 7", "about twice as many", "more than four times as many"),
    key="t_guess_hindi",
)
BAG = Question(
    "You know the sum of a sentence's rows, nothing else. Can you find out who bit whom?",
    ("Yes", "No"),
    key="t_guess_bag",
)
CARRY = Question(
    "The hands jump. Which positions look further apart: 0 and 1, or {before} and {at}?",
    ("the first two", "the last two", "neither: equally far"),
    key="p_carry",
)
TWIN = Question(
    "You know only the sine, {sine}. Which position of this turn is it?",
    ("only the chosen position", "one of two positions", "any of them"),
    key="p_twin",
)
RING = Question(
    "The green arrow is the word plus its position. Only the position changes. Where can it end?",
    ("anywhere", "on a circle", "on a straight line"),
    key="p_ring",
)
FASTEST = Question(
    "Each row is a position. Which columns change fastest from row to row?",
    ("the first", "the first of each half", "the middle ones", "the last", "all alike"),
    key="p_fastest",
)
BEYOND = Question(
    "A model was trained on rows 0–63 of a formula. Does it read as well with rows 64–127?",
    ("Yes, about as well", "Almost: a little worse", "No, much worse"),
    key="x_guess_row",
)
LONGEST = Question(
    "At which angle is the shadow of the cloud longest?",
    ("near 0°", "near 60°", "near 90°", "near 150°"),
    key="j_longest",
)
MAP_SHARE = Question(
    "The map shows two directions. How much of {what} do they hold?",
    ("under 10 %", "10 to 30 %", "30 to 60 %", "over 60 %"),
    key="j_share",
)
TABLE_SHARE = Question(
    "GPT-3 has 175 billion numbers. Its token table has 50,257 × 12,288 of them. What share is that?",
    ("20 %", "5 %", "0.35 %", "0.01 %"),
    key="m_gpt3",
)
BOARD = Question(
    "Row 10 is read twice. So two gradients come back. What does row 10 get?",
    ("It gets the sum of both", "It gets the later one", "It gets the mean of both"),
    key="g_guess_board",
)
BOOKS = Question(
    "A training step reads 65,536 tokens of Jane Austen. How many of gpt2's 50,257 rows does it read?",
    ("About 1 % of the rows", "About 12 % of the rows", "About half of the rows", "More than 90 % of the rows"),
    key="g_guess_books",
)
