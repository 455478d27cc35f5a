"""Order: what a sum of rows knows, and what a position adds."""

import numpy as np

from explorer import tokenizers
from explorer.core import EmbeddingLayer
from explorer.embedding_pipeline.bag_of_words import BagRequest, bags
from explorer.gradients.worked_example import POSITION_TABLE, TOKEN_TABLE, WORDS
from explorer.questions import Question
from explorer.quiz.question import bracketed, fill, kind, mixed, pick
from explorer.wording import number, number_list

TOPIC = "Order"
_WORDS = ("dog", "man", "cat", "bird", "king", "queen", "teacher", "robot")
_VERBS = ("bites", "sees", "likes", "calls")


@kind(TOPIC, "same-bag", "Order", riddle=True)
def same_bag(rng: np.random.Generator) -> Question:
    """Whether two sentences have the same sum."""
    first, second, third = (_WORDS[int(i)] for i in rng.choice(len(_WORDS), 3, replace=False))
    verb = _VERBS[int(rng.integers(len(_VERBS)))]
    turned = bool(rng.integers(2))
    one, two = f"{first} {verb} {second}", f"{second} {verb} {first if turned else third}"
    found = bags(BagRequest(f" {one}", f" {two}"))
    yes, no = "Yes: the two sums are equal", "No: the sums differ"
    case = "same" if found.same_bag else "other"
    return fill(
        "same-bag",
        yes if found.same_bag else no,
        {"first": one, "second": two},
        {case: no if found.same_bag else yes},
        state={"t_bag_first": one, "t_bag_second": two},
        case=case,
        words={"third": third, "gap": number(found.gap)},
        choices=mixed(rng, yes, no),
    )


@kind(TOPIC, "with-position")
def with_position(rng: np.random.Generator) -> Question:
    """√D · row + position, on the blackboard's table."""
    token, at, column = pick(rng, *range(12)), pick(rng, 0, 1, 2), pick(rng, 0, 1, 2, 3)
    scale = bool(rng.integers(2))
    layer = EmbeddingLayer.from_tables(TOKEN_TABLE, POSITION_TABLE, scale_embeddings=scale)
    ids = [pick(rng, *range(12)), pick(rng, *range(12)), pick(rng, *range(12))]
    ids[at] = token
    found = float(layer(ids).data[at, column])
    row, position = TOKEN_TABLE[token], POSITION_TABLE[at]
    plain, added, factor = float(row[column]), float(position[column]), 2 if scale else 1
    how = "times √D = 2, plus" if scale else "plus"
    slips = {"root": plain + added, "both": 2 * (plain + added), "width": 4 * plain + added} if scale else {}
    return fill(
        "with-position",
        found,
        {"row": tuple(map(int, row)), "position": tuple(map(int, position)), "column": column, "factor": factor},
        {**slips, "position": factor * plain, "row": added},
        state={"g_ids": " ".join(map(str, ids)), "g_board_step": "2 Scale, add"}
        | ({} if scale else {"g_scale": "false"}),
        words={"word": WORDS[token], "at": at, "how": how, "times": "2 × " if scale else "", "sum": number(found)}
        | {"row_list": number_list(row), "position_list": number_list(position)}
        | {"plain": bracketed(plain), "added": bracketed(added)},
        condition=how,
    )


@kind(TOPIC, "which-differ", "Order")
def which_differ(rng: np.random.Generator) -> Question:
    """How many vectors of a sentence change when two words are swapped, with positions."""
    n = pick(rng, 5, 6, 7)
    words = [" " + _WORDS[int(i)] for i in rng.choice(len(_WORDS), n, replace=False)]
    a, b = sorted(int(i) for i in rng.choice(n, 2, replace=False))
    swapped = list(words)
    swapped[a], swapped[b] = swapped[b], swapped[a]
    one, two = ([int(tokenizers.encode(word, "gpt2")[0]) for word in text] for text in (words, swapped))
    layer = EmbeddingLayer(50_257, 4, 16, seed=0)
    found = int((layer(one).data != layer(two).data).any(axis=1).sum())
    sentence = "".join(words).strip()
    return fill(
        "which-differ",
        found,
        {"n": n, "positions": (a, b)},
        {"none": 0, "all": n, "between": b - a + 1},
        state={"t_bag_first": sentence, "t_bag_second": "".join(swapped).strip(), "encoding": "gpt2"},
        words={"sentence": sentence, "one": words[a].strip(), "other": words[b].strip(), "rest": n - found},
    )
