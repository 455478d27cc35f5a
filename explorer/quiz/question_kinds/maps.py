"""Maps: what a picture in two directions keeps of a table, and what it hides."""

import numpy as np

from explorer.questions import Question
from explorer.quiz.question import fill, kind, mixed
from explorer.vectors.neighbours import agreement, cosines
from explorer.wording import fixed, listed, number, number_list, signed
from explorer.words.analogies import complete
from explorer.words.shipped_tables import near_and_drawn_near, shipped

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


def _row(word: str) -> int:
    row = shipped(TABLE).find(word)
    assert row is not None, word
    return row


def _whole(vector: np.ndarray) -> tuple[int, ...]:
    return tuple(int(i) for i in vector)


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
    words: dict[str, object] = {"a": a, "b": b, "flat": flat, "deep": deep, "true": true}
    words |= {"first": number_list(one), "second": number_list(two)}
    slips = {"true": true, "steps": a + b, "hidden": deep}
    return fill("flat-distance", drawn, {"one": _whole(one), "two": _whole(two)}, slips, words=words)


@kind(TOPIC, "cosine")
def cosine(rng: np.random.Generator) -> Question:
    """The cosine of two small vectors."""
    a, b = (np.array([int(i) for i in rng.integers(-3, 5, 2)]) for _ in range(2))
    while not a.any() or not b.any() or abs(a[0] * b[1] - a[1] * b[0]) == 0:
        a, b = (np.array([int(i) for i in rng.integers(-3, 5, 2)]) for _ in range(2))
    found = float(cosines(a[None].astype(float), b[None].astype(float))[0, 0])
    dot, la, lb = float(a @ b), float(a @ a), float(b @ b)
    words = {"first": number_list(a), "second": number_list(b), "cosine": fixed(found), "product": number(la * lb)}
    words |= {"dot": number(dot), "la": number(la), "lb": number(lb)}
    slips = {"dot": dot, "squares": dot / (la * lb), "sign": -found}
    return fill("cosine", found, {"a": _whole(a), "b": _whole(b)}, slips, words=words)


@kind(TOPIC, "analogy", "Maps")
def analogy(rng: np.random.Generator) -> Question:
    """The nearest row if no word is left out."""
    a, b, c, classic = _ANALOGIES[int(rng.integers(len(_ANALOGIES)))]
    table = shipped(TABLE)
    found = complete(table.vectors, _row(a), _row(b), _row(c), 2, exclude_inputs=False)
    nearest, following = (table.words[int(i)] for i in found.ids)
    rows = {word: table.vectors[_row(word)].astype(np.float64) for word in (a, b, c)}
    taken = float(cosines(rows[a][None], (rows[b] - rows[a] + rows[c])[None])[0, 0])
    words = {"next": following, "first": signed(float(found.values[0])), "second": signed(float(found.values[1]))}
    if nearest in (b, c):
        start, end = (a, c) if nearest == b else (a, b)
        step, length = (fixed(float(np.linalg.norm(row))) for row in (rows[end] - rows[start], rows[nearest]))
        words |= {"start": start, "end": end, "step": step, "length": length}
    return fill(
        "analogy",
        nearest,
        {"a": a, "b": b, "c": c},
        {"classic": classic, "subtracted": a},
        state={"j_table": TABLE, "j_a": a, "j_b": c, "j_d": b, "j_exclude": "false", "j_nearest_sum": "Just show me"},
        case="given" if nearest in (b, c) else "other",
        words={**words, "taken": signed(taken)},
        choices=mixed(rng, nearest, classic, a, b, c),
    )


@kind(TOPIC, "neighbours-kept", "Maps", riddle=True)
def neighbours_kept(rng: np.random.Generator) -> Question:
    """How many of the true neighbours are near on the map."""
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    table = shipped(TABLE)
    true, drawn = near_and_drawn_near(TABLE, _row(word), NEAR)
    both = len(agreement(true, drawn))
    right = _KEPT[int(np.searchsorted([2.5, 6.5], both))]
    near, flat = (listed(table.words[int(i)] for i in found.ids[:3]) for found in (true, drawn))
    state, words = {"j_table": TABLE, "j_find": word}, {"both": both, "near": near, "drawn": flat}
    return fill("neighbours-kept", right, {"word": word}, {"most": _KEPT[2]}, state=state, words=words, choices=_KEPT)
