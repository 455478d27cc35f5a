"""Questions that pages, lessons and the path's end share.

A page adds what depends on its settings (answer, hint, explanation); a lesson adds what each answer tells a teacher.
"""

from explorer.questions import Question

CASE = Question(
    "You type “cat”, “␣cat” and “␣Cat” (␣ is a space). Does the model see the same token, with GPT-2’s list?",
    ("Yes, one for all", "No, three different tokens"),
    key="t_guess_case",
)
LETTERS = Question(
    "Does the model see how often “{letter}” stands in “{word}”?",
    ("Yes, in the tokens’ numbers", "Yes, in how many tokens there are", "No, nowhere"),
    key="t_guess_letters",
)
HINDI = Question(
    "“The cat sat on the mat.” costs 7 tokens in GPT-2’s list. How many does the same sentence in Hindi cost?",
    ("about 7", "about twice as many", "more than four times as many"),
    key="t_guess_hindi",
)
BAG = Question(
    "Somebody gives you only the sum of a sentence's rows. Can you find out who bit whom?",
    ("Yes", "No"),
    key="t_guess_bag",
)
CARRY = Question(
    "The hands jump. Which neighbours look further apart: positions 0 and 1, or positions {before} and {at}?",
    ("the first two", "the last two", "neither: equally far"),
    key="p_carry",
)
TWIN = Question(
    "Somebody tells you the sine alone, {sine}. Which position of this turn was it?",
    ("only the chosen position", "one of two positions", "any of them"),
    key="p_twin",
)
RING = Question(
    "The word stays, its position changes. Where can the tip of the sum go?",
    ("anywhere in the plane", "around a circle", "along a straight line"),
    key="p_ring",
)
FASTEST = Question(
    "Read the columns from top to bottom. Which ones change fastest?",
    ("the first", "the first of each half", "the middle ones", "the last", "all alike"),
    key="p_fastest",
)
BEYOND = Question(
    "A formula goes on where a learned table ends. A model was trained on its rows 0–63: does it read as well with "
    "rows 64–127?",
    ("Yes, about as well", "Almost: a little worse", "No, worse than guessing from the last letter alone"),
    key="x_guess_row",
)
LONGEST = Question(
    "At which angle does the shadow keep most of the cloud's spread?",
    ("near 0°", "near 60°", "near 90°", "near 150°"),
    key="j_longest",
)
MAP_SHARE = Question(
    "The map shows two directions out of all. How much of {what} do they hold?",
    ("under 10 %", "10 to 30 %", "30 to 60 %", "over 60 %"),
    key="j_share",
)
TABLE_SHARE = Question(
    "GPT-3 has 175 billion parameters. What share of them is its token table, 50,257 rows of 12,288 numbers?",
    ("20 %", "5 %", "0.35 %", "0.01 %"),
    key="m_gpt3",
)
BOARD = Question(
    "The batch is 5 10 10 5: row 10 is read at two positions, each with a gradient of its own. What does row 10 get?",
    ("It gets the sum of both", "It gets the later one", "It gets the mean of both"),
    key="g_guess_board",
)
BOOKS = Question(
    "A training step reads 32 × 2,048 = 65,536 tokens of Jane Austen. Through the lookup, what share of gpt2's 50,257 "
    "rows gets a gradient?",
    ("About 1 % of the rows", "About 12 % of the rows", "About half of the rows", "More than 90 % of the rows"),
    key="g_guess_books",
)
