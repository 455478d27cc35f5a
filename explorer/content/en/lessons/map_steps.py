"""Steps of the ready lessons: what a map of words or sentences shows, what it hides, and what a table costs."""

from __future__ import annotations

from explorer.content.en import shared_page_questions
from explorer.content.lesson.field_validation import MAP
from explorer.content.lesson.lesson_steps import Answer, Step, expected

SHADOW = Step(
    "A shadow of eight words",
    "projection",
    {"j_part": "Maps", "j_maps": "a shadow", "j_angle": "150"},
    shared_page_questions.LONGEST.prompt,
    False,
    expected(
        shared_page_questions.LONGEST,
        "Thinks that one of the two axes must be the best.",
        "Has laid the line along the cloud's longest side.",
        "Thinks that one of the two axes must be the best.",
        "Has turned the line across the cloud: the shortest shadow of all.",
        right=1,
    ),
    "Why this: a row of 50 numbers is a point that nobody can draw, so every map of words is a shadow. Here eight "
    "words have two numbers each, and the shadow falls on a line. The two ringed words lie far apart, their shadows on "
    "nearly the same spot: a shadow can hide a distance but never make one. Let a pupil turn the line, and stop at the "
    "class's guess. At 59.4° it is longest; that direction is the first principal component.",
    why="Near 60° the line lies along the cloud. There its shadow is longest.",
    shows={"j_angle": "59"},
)

SPECTRUM = Step(
    "How much does a map show?",
    "projection",
    {"j_part": "Map", "j_view": "Spectrum"},
    "A map shows two directions of 384. How much of the spread do they hold?",
    False,
    expected(
        shared_page_questions.MAP_SHARE,
        "Has remembered that there are hundreds of directions.",
        "Expects a few strong directions; the bars fall, but slowly.",
        "Knows maps from books, where the first two directions are often drawn as if they were nearly everything.",
        "Takes the picture for the thing.",
        right=0,
    ),
    "Why this: now the class can ask of any map how long its shadow is. The spread (variance) that is left here is "
    "3.68 %. So never say “alike” from a map alone; ask for the neighbours in all numbers.",
    why="The first two directions hold 3.68 % of the spread. A map shows little of a table.",
)

SHARE = Step(
    "What does the table cost?",
    "memory",
    {"m_part": "Real models"},
    "GPT-3 has 175 billion numbers. What share is its table of 50,257 × 12,288?",
    False,
    expected(
        shared_page_questions.TABLE_SHARE,
        "Printed in one course text, and wrong: let the class multiply.",
        "Feels that a huge table must matter. Its layers are larger still.",
        "Has multiplied rows by numbers, and divided.",
        "Has lost a digit or two; a good moment for powers of ten.",
        right=2,
    ),
    "Why this: is the table most of a model, or next to nothing? Both, depending on the model. Let the class multiply: "
    "50,257 × 12,288 = 617,558,016 numbers. Then look at the small models at the other end of the picture: there the "
    "table is up to 54 % of the model.",
    why="617,558,016 of 175 billion numbers are 0.35 %. The layers hold the rest.",
    shows={"m_look": "GPT-3"},
)

OUR_MAP = Step(
    "The map of our class",
    "projection",
    {"j_part": "Sentences"},
    "What did you do last summer? Write one sentence, in English.",
    False,
    (
        Answer("Two sentences about the sea, without a word in common", "They stand together: wait for such a pair."),
        Answer("The same place, once with “not”", "They stand together, too: a good bridge to the next screen."),
        Answer("A joke, a name, one word", "Stands where its pieces happen to be: let it through, and ask why there."),
    ),
    "Why this: nobody sorts these sentences, and yet they find each other. Say that nothing has a name on it, and that "
    "you read each sentence before it appears. Tick a few on your phone, slowly, as unlike as you can find. Before "
    "each tick, read the sentence aloud and let the class point where it will land. Then let the others come. "
    "Everybody finds the own dot on the own phone, and the sentence nearest to it. Whoever likes may look for who "
    "wrote it. Ask where two have the same meaning and no common word, and where the map is wrong: a thin line leads "
    "to the nearest in all directions, and what is near on the map alone may be a shadow.",
    kind=MAP,
    why="The model read a billion pairs of sentences that belong together. It moved their vectors together. So "
    "sentences are near that could stand in the same place.",
)

OPPOSITE = Step(
    "What is nearest?",
    "projection",
    {"j_part": "Sentences", "j_line": "7"},
    "A model has one vector for each of these sentences. Which one is nearest to that of “I like this film”?",
    False,
    (
        Answer("“I do not like this film”", "Has seen that both are about liking, and about a film.", True),
        Answer("“The cat sat on the mat”", "Thinks that what says the opposite must be far away."),
        Answer("“dog bites man”", "Thinks that what says the opposite must be far away."),
    ),
    "Why this: after the map everybody believes that the model understands. Let them guess, then reveal: the opposite "
    "is nearest, with a cosine of 0.77, where two definitions drawn at random from a dictionary have 0.03. Ask what "
    "that means for a search that runs by such vectors: somebody looks for “films without violence”. Then type the "
    "class's own pair below the picture: another number, another name, another language.",
    why="Both sentences are about liking a film. The small word “not” moves the vector only a little.",
    covered=True,
)
