"""Maps: what a picture in two directions keeps of a table, and what it hides."""

from __future__ import annotations

import numpy as np

from explorer.data.cache import cached
from explorer.questions import Mistake, Question, Show
from explorer.quiz.question import kind, mixed
from explorer.vectors.neighbours import agreement, cosine_neighbours, cosines, picture_neighbours
from explorer.vectors.pca import Pca
from explorer.wording import fixed, listed, number, number_list, signed
from explorer.words.analogies import complete
from explorer.words.shipped_tables import components, shipped

TOPIC = "Maps"
TABLE = "GloVe"
NEAR = 10
_ANALOGIES = (
    ("man", "king", "woman", "queen"),
    ("france", "paris", "italy", "rome"),
    ("walk", "walked", "play", "played"),
    ("good", "better", "bad", "worse"),
    ("germany", "berlin", "spain", "madrid"),
    ("boy", "father", "girl", "mother"),
)
_KEPT = ("0 to 2 of 10", "3 to 6 of 10", "7 to 10 of 10")
_WORDS = ("king", "river", "music", "monday", "physics", "doctor", "green", "bread", "london", "football", "seven")


@cached(max_entries=1, is_heavy=True)
def _map() -> tuple[Pca, np.ndarray]:
    """GloVe's components, and every word on the map."""
    found = components(TABLE)
    return found, found.project(shipped(TABLE).vectors)


def _row(word: str) -> int:
    row = shipped(TABLE).find(word)
    assert row is not None, word
    return row


@kind(TOPIC, "flat-distance", "Maps")
def flat_distance(rng: np.random.Generator) -> Question:
    """A distance in the picture and the true one."""
    a, b, flat, deep, true = ((3, 4, 5, 12, 13), (6, 8, 10, 24, 26), (4, 3, 5, 12, 13), (8, 6, 10, 24, 26))[
        int(rng.integers(4))
    ]
    x, y, z = (int(i) for i in rng.integers(-5, 6, 3))
    one, two = np.array([x, y, z]), np.array([x + a, y + b, z + deep])
    drawn = float(np.linalg.norm((one - two)[:2]))
    assert drawn == flat
    return Question(
        f"Two rows are ({number_list(one)}) and ({number_list(two)}). A map shows the first two numbers only. How "
        "far apart are the two dots on the map?",
        answer=drawn,
        why=f"On the map √({a}² + {b}²) = {flat}. In all three numbers they are √({a}² + {b}² + {deep}²) = {true} "
        "apart: "
        "the picture can only shorten a distance.",
        show=Show(
            "projection",
            "Maps",
            {"j_maps": "a shadow", "j_angle": "150"},
            "Two words far apart whose shadows nearly meet.",
        ),
        given={"one": tuple(int(i) for i in one), "two": tuple(int(i) for i in two)},
        tolerance=0,
        mistakes=(
            Mistake(true, "The true distance", "The third number is not drawn, so it does not count on the map."),
            Mistake(a + b, "Steps added", "The distance is the root of the sum of squares."),
            Mistake(deep, "The hidden direction alone", "That is the part that the map leaves out."),
        ),
    )


@kind(TOPIC, "cosine")
def cosine(rng: np.random.Generator) -> Question:
    """The cosine of two small vectors."""
    a, b = (np.array([int(i) for i in rng.integers(-3, 5, 2)]) for _ in range(2))
    while not a.any() or not b.any() or abs(a[0] * b[1] - a[1] * b[0]) == 0:
        a, b = (np.array([int(i) for i in rng.integers(-3, 5, 2)]) for _ in range(2))
    found = float(cosines(a[None].astype(float), b[None].astype(float))[0, 0])
    dot = float(a @ b)
    la, lb = float(a @ a), float(b @ b)
    return Question(
        f"What is the cosine between the vectors ({number_list(a)}) and ({number_list(b)}), to two decimals?",
        answer=found,
        why=f"The product is {number(dot)}, the lengths are √{number(la)} and √{number(lb)}: {number(dot)} ÷ "
        f"√{number(la * lb)} = {fixed(found)}.",
        show=Show("projection", "Map", {"j_find": "king", "j_table": TABLE}, "The list of nearest rows, by cosine."),
        given={"a": tuple(int(i) for i in a), "b": tuple(int(i) for i in b)},
        tolerance=0,
        slack=0.006,
        mistakes=(
            Mistake(
                dot, "The lengths forgotten", "The product is divided by both lengths, so it lies between −1 and 1."
            ),
            Mistake(dot / (la * lb), "Squares for lengths", "Divide by the lengths, the roots of the sums of squares."),
            Mistake(-found, "A sign lost", "Multiply the parts one by one, with their signs."),
        ),
    )


@kind(TOPIC, "analogy", "Maps")
def analogy(rng: np.random.Generator) -> Question:
    """The nearest row if no word is left out."""
    a, b, c, classic = _ANALOGIES[int(rng.integers(len(_ANALOGIES)))]
    table = shipped(TABLE)
    found = complete(table.vectors, _row(a), _row(b), _row(c), 2, exclude_inputs=False)
    words = [table.words[int(i)] for i in found.ids]
    rows = {word: table.vectors[_row(word)].astype(np.float64) for word in (a, b, c)}
    taken = float(cosines(rows[a][None], (rows[b] - rows[a] + rows[c])[None])[0, 0])
    told = "Here a row that is none of the given ones lies nearest; often it is one of those."
    if words[0] in (b, c):
        start, end = (a, c) if words[0] == b else (a, b)
        step, length = (float(np.linalg.norm(row)) for row in (rows[end] - rows[start], rows[words[0]]))
        told = (
            f"The sum is “{words[0]}” and the step from “{start}” to “{end}”. That is {fixed(step)} long, and the row "
            f"of “{words[0]}” {fixed(length)}: the sum stays near it. Pictures leave the given words out."
        )
    return Question(
        f"In GloVe, which row lies nearest to {b} − {a} + {c}, if no word is left out, not even the three given ones?",
        answer=words[0],
        why=f"“{words[0]}” with a cosine of {signed(float(found.values[0]))}, then “{words[1]}” with "
        f"{signed(float(found.values[1]))}. {told}",
        show=Show(
            "projection",
            "Analogies",
            {"j_table": TABLE, "j_a": a, "j_b": c, "j_d": b, "j_exclude": "false"},
            "The nearest of all words, the given ones among them.",
        ),
        given={"a": a, "b": b, "c": c},
        choices=mixed(rng, words[0], classic, a, b, c),
        mistakes=(
            Mistake(classic, "The famous answer", f"It is what one hopes for; here “{words[0]}” lies nearer."),
            Mistake(a, "What was subtracted", f"That row was taken off; its cosine with the sum is {signed(taken)}."),
        ),
    )


@kind(TOPIC, "neighbours-kept", "Maps", riddle=True)
def neighbours_kept(rng: np.random.Generator) -> Question:
    """How many of the true neighbours are near on the map."""
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    table, (_, points), row = shipped(TABLE), _map(), _row(word)
    true = cosine_neighbours(table.vectors, row, NEAR)
    drawn = picture_neighbours(points, row, NEAR)
    both = len(agreement(true, drawn))
    right = _KEPT[int(np.searchsorted([2.5, 6.5], both))]
    return Question(
        f"On the flat map of GloVe’s 30,000 words (two of 50 directions), how many of the {NEAR} dots nearest to "
        f"“{word}” are among the {NEAR} words that are nearest by all 50 numbers?",
        answer=right,
        why=f"{both} of {NEAR}. Nearest by all numbers: {listed(table.words[int(i)] for i in true.ids[:3])}; nearest "
        f"on the map: {listed(table.words[int(i)] for i in drawn.ids[:3])}. Dots can meet that are far apart in the "
        "other directions.",
        show=Show("projection", "Map", {"j_table": TABLE, "j_find": word}, "The two lists below the map."),
        given={"word": word},
        choices=_KEPT,
        mistakes=(
            Mistake(
                _KEPT[2],
                "The map taken for the table",
                "The map has 2 of 50 directions; most nearness is in the others.",
            ),
        ),
    )
