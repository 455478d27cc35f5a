"""Chapters 1 to 3: feedback when a task is done, with the numbers on the screen.

Each function returns one to three sentences from the page's state, or "" if the screen does not show the task.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape

import numpy as np

from explorer import embedding_pipeline, tokenizers
from explorer.content.en.example_sentence_numbers import (
    LONG,
    MOST,
    TEXT,
    apart,
    from_right,
    ids,
    label,
    quoted,
    read,
    selected,
    tokenizer,
    words_of,
)
from explorer.content.guided_path import GUESSED, RIGHT, State
from explorer.embedding_pipeline.bag_of_words import BagRequest, bags
from explorer.embedding_pipeline.hand_filled_rows import QUESTIONS, ends_said, nearest_first
from explorer.gradients import toy_training
from explorer.lm.predict_next_token import Reading, ReadingRequest, continue_text
from explorer.lm.predict_next_token import read as predict
from explorer.tokenizers import SMALL, count_characters
from explorer.tokenizers.learn_merges import count_pairs, join
from explorer.wording import count, ended, fixed, listed, number, share, signed

NEXT = "If he helps me, I help"
"""Who is helped next? The last token alone can't know, and without positions our own model mixes up who helps whom."""
BET, ON = "h_bet", 10
"""Key of the guess that a visitor bets on, by its text. Tokens that the model adds to it."""
ARROW = 150
"""Pixels of an arrow of a row."""
SAME, MOST_DRAWN = 0.99, 16
"""Cosine from which two rows look the same in the picture, and tokens of a line that it draws. Of the rows that lie so
near to another, each token came at most 9 times in the 11.8 million of training."""
FIRST, SOME = 24, 3
"""Numbers of a row that are drawn a second time, and those that are written."""
BOTH = ("t_bag_first", "t_bag_second")
SHADES = "#6FA8D6", "#F2A54A", "#F7F7F7"
"""Below 0, above it, and 0: colours of the cells in the picture, half-way to its darkest (theme.DIVERGING)."""
NAMED_IDS = 4
"""Ids of a word that are named one by one."""
LONGEST = 32
"""Letters of a word that a sentence of the model's begins with."""
PILE, MINE = "the cat that sat on the mat ate the rat in the bath", 6
"""Words in which pairs of neighbours are counted, and how many of the visitor's join them."""
JOINED, MISSED, JOINS, BYTES = "t_joined", "t_missed", 3, 256
"""Keys of the pairs joined and of one that is not the commonest, how many joins are asked for, and bytes' tokens."""


def pile(joined: Sequence[str], own: str) -> tuple[list[tuple[str, ...]], list[tuple[str, int]]]:
    """Words of the pile and the visitor's, in pieces after some joins ("a t"), and how often each pair stood there.

    >>> pile(["a t"], "Zoë")[0][-2:], pile(["a t", "t h"], "")[1]
    ([('b', 'at', 'h'), ('z', 'o', 'ë')], [('a t', 7), ('t h', 5)])
    """
    mine = [word.lower() for word in words_of(own)[:MINE] if len(word) <= LONG]
    words, counted = [tuple(word) for word in [*PILE.split(), *mine]], []
    for pair in joined:
        counted.append((pair, count_pairs(words)[tuple(pair.split(" "))]))
        words = [join(word, tuple(pair.split(" "))) for word in words]
    return words, counted


def joined(state: State) -> str:
    """What was joined in the pile, how gpt2's list begins, and the visitor's longest word in both."""
    own = str(state.get("own") or "")
    words, counted = pile(state.get(JOINED) or (), own)
    if len(counted) < JOINS:
        return ""
    joins = listed(f"“{pair.replace(' ', '')}” ({count(often, 'time')})" for pair, often in counted)
    begins = listed(f"“{label(token)}”" for token in range(BYTES, BYTES + JOINS))
    mine = max(words[len(PILE.split()) :], key=lambda word: len("".join(word)), default=())
    name = "".join(mine)
    there = list(map(label, ids(f" {name}")))
    cut = count(len(there), "piece") if "⟨" in "".join(there) else "·".join(there)
    yours = f" Your “{name}” is {'·'.join(mine)} here, {cut} there." * (len(name) > 1)
    return f"You joined {joins}. gpt2’s list was made the same way, from a huge pile, and begins with {begins}.{yours}"


def still_to_join(state: State) -> str:
    """How common the last chosen pair was, and how many joins are left."""
    _, counted = pile(state.get(JOINED) or (), str(state.get("own") or ""))
    if missed := str(state.get(MISSED) or ""):
        words, _ = pile(state.get(JOINED) or (), str(state.get("own") or ""))
        often = count_pairs(words)[tuple(missed.split(" "))]
        return f"“{missed}” stand together {count(often, 'time')}. Another pair does more often."
    if not counted:
        return ""
    pair, often = counted[-1]
    return f"{RIGHT}{len(counted)} of {JOINS}: “{pair}” stood together {count(often, 'time')}. Which pair comes next?"


def signs(state: State) -> str:
    """Bytes and tokens of what is typed instead of the emoji."""
    text, found = str(state.get("text", "")), read(state)
    if not found or not text.strip():
        return ""
    size = len(text.encode("utf-8", "replace"))
    boxes = " The word is read from right to left, its boxes from left to right." if from_right(text) else ""
    mine, usual = len(found) / count_characters(text), len(ids(TEXT)) / count_characters(TEXT)
    signs = count(count_characters(text), "character")
    sentence = f"{quoted(text)}: {signs} of {count(size, 'byte')}, in {count(len(found), 'box', 'boxes')}."
    if number(mine, 2) == number(usual, 2) or mine < usual:
        return f"Most of this text came often in the texts behind the merges. {sentence}{boxes}"
    if len(found) == 1:  # one sign alone: no text has fewer
        return f"This came often enough in the texts behind the merges to be one token. {sentence}{boxes}"
    words = [word for word in text.split() if not word.isascii()]
    dearest = max(words, key=lambda word: len(ids(word)), default=text)
    letters, pieces = count_characters(dearest), len(ids(dearest))
    if dearest != text.strip() and pieces > letters:  # English words beside it hide what it costs
        sentence += f" {quoted(dearest)} alone: {count(letters, 'character')} in {count(pieces, 'box', 'boxes')}."
    elif len(found) <= count_characters(text):
        return (
            f"{sentence} English needs still fewer: “{TEXT}” has {count_characters(TEXT)} characters and "
            f"{len(ids(TEXT))} tokens.{boxes}"
        )
    return f"What was rare in the pile of text takes more tokens. {sentence}{boxes}"


def _line_before(state: State) -> str:
    """The visitor's line before the one on the screen, or what stood there when the step opened."""
    return str(state.get("before") or state.get("own") or TEXT)


def _first_word(state: State) -> tuple[list[int], list[int]]:
    """Ids of the first word of the line before and of the one on the screen; none where they are not the same word."""
    start = _line_before(state)
    found, before = read(state, start), read({**state, "text": start})
    pieces = tokenizers.token_bytes(before, "gpt2")
    end = next(
        (n for n in range(1, len(before)) if not pieces[n][:1].isalpha() and pieces[n][:1] < b"\x80"), len(before)
    )
    if str(state.get("text", start)) == start or len(found) <= end or found[:end] != before[:end]:
        return [], []
    return before[:end], found[:end]


def same_row(state: State) -> str:
    """The rows of the first word of another sentence, compared with those of the step's."""
    before, found = _first_word(state)
    if not found:
        return ""
    table = embedding_pipeline.table_for(tokenizer(state))
    old, new = (embedding_pipeline.rows_of(np.array(row), table) for row in (before, found))
    if not np.array_equal(old, new):
        return ""
    word = apart(b"".join(tokenizers.token_bytes(found, "gpt2")).decode())
    of_them = "id" if len(found) == 1 else f"{len(found)} ids"
    named = f"the {of_them} {listed(map(str, found))}" if len(found) <= NAMED_IDS else f"the same {of_them}"
    return (
        f"No: the id alone picks the row. “{word}” has {named} here too, so the same {table.embed_dim} "
        f"numbers{' for each' if len(found) > 1 else ''}. What its sentence makes of it, the model works out later."
    )


def row_twice(state: State) -> str:
    """The framed row’s first numbers, or those of the first word in both sentences; what `rows_alike` says; as HTML."""
    table, lines = embedding_pipeline.table_for(tokenizer(state)), []
    for text, ids_there in zip((_line_before(state), str(state.get("text"))), _first_word(state), strict=True):
        if ids_there:
            row = embedding_pipeline.rows_of(np.array(ids_there[:1]), table)[0]
            cells = "".join(
                f'<i style="flex: 1; height: 1.4rem; background: color-mix(in srgb, {SHADES[value > 0]} '
                f'{min(2 * abs(value) / table.extent, 1):.0%}, {SHADES[2]})"></i>'
                for value in row[:FIRST].tolist()
            )
            name = f"“{escape(label(ids_there[0]))}” in {escape(quoted(text))}"
            lines.append(f'<p class="guide-seen">{name}</p><div style="display: flex">{cells}</div>')
    row_line = f"The first {FIRST} numbers: the same."
    if not lines and (token := selected(state)) is not None:
        few = [fixed(float(value)) for value in embedding_pipeline.rows_of(np.array([token]), table)[0, :SOME]]
        row_line = (
            f"The framed row: “{escape(label(token))}” has the id {token}, and so row {token}: {', '.join(few)}, …"
        )
    return "".join(lines) + f'<p class="guide-seen">{row_line}</p>' + rows_alike(state)


def rows_alike(state: State) -> str:
    """What two tokens on the screen have in common whose rows look the same, as HTML; "" without such a pair."""
    shown = list(dict.fromkeys(read(state)[:MOST_DRAWN]))
    table = embedding_pipeline.table_for(tokenizer(state))
    rows = embedding_pipeline.rows_of(np.array(shown, int), table).astype(float)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    same = np.argwhere(np.triu(rows @ rows.T, 1) > SAME)
    if not len(same):
        return ""
    one, other = (escape(tokenizers.token_labels([shown[at]], SMALL)[0]) for at in same[0])
    return (
        f'<p class="guide-seen">The rows of “{one}” and “{other}” look the same: our model’s English texts hardly have '
        "such pieces, so nothing taught it to tell them apart.</p>"
    )


def own_row(state: State) -> tuple[int, ...]:
    """The visitor's four numbers."""
    return tuple(int(state.get(f"t_hand_{name[:-1]}") or 0) for name in QUESTIONS)


def arrows(state: State) -> str:
    """The visitor's row and the nearest one as two arrows, in the plane that holds both, as HTML.

    They are drawn equally long: the cosine is of the angle alone.
    """
    near = nearest_first(own_row(state))
    if not near:
        return ""
    other, cosine = near[0]
    angle = math.degrees(math.acos(min(cosine, 1)))
    names = "yours", other
    sentence = f"{fixed(angle, 0)}° apart: the cosine is {fixed(cosine)}"
    up, along = ARROW * math.sin(math.radians(angle)), ARROW * cosine
    line = f"position: absolute; bottom: 0; left: {max(-along, 0):.0f}px"
    arrow = (
        f"{line}; width: {ARROW}px; border-top: 3px solid; transform-origin: 0 50%; transform: rotate(-{{:.1f}}deg); "
        "color: var(--explorer-{})"
    )
    head = (
        '<i style="position: absolute; right: -2px; top: -8px; border: 6px solid transparent; '
        'border-left: 11px solid"></i>'
    )
    return (
        f'<div role="img" aria-label="The arrows of {names[0]} and {names[1]}, {sentence}" style="position: relative; '
        f'height: {up + 14:.0f}px; margin: 1.4rem 0 .6rem .6rem">'
        f'<div style="{arrow.format(0, "blue")}">{head}</div><div style="{arrow.format(angle, "found")}">{head}</div>'
        f'<b style="{line}; translate: {ARROW + 16}px .6em">{names[0]}</b>'
        f'<b style="{line}; translate: {along + 14:.0f}px {-up:.0f}px">{names[1]}</b></div>'
        f'<p class="guide-seen">{names[0]} and {names[1]}, {sentence}.</p>'
    )


def near_by_hand(state: State) -> str:
    """The words nearest to the visitor's row and farthest from it, and who could fill in all the others."""
    near = nearest_first(own_row(state))
    if not near:
        return ""
    table = embedding_pipeline.table_for(SMALL)
    return (
        f"{ends_said(near)} Our model has {table.vocab_size:,} rows of {table.embed_dim} numbers: nobody could fill "
        "them in by hand, or name each number."
    )


def nearest_shared(state: State) -> str:
    """Words for a friend with the word nearest to the visitor's row; "" for a row of zeros."""
    near = nearest_first(own_row(state))
    return f"By four numbers I am nearest to “{near[0][0]}” ({signed(near[0][1])}). And you?" if near else ""


def _race(state: State) -> toy_training.Run | None:
    """The run on the screen, at its end; None before, and of a text that can't be learned from."""
    text, step = str(state.get("g_text", toy_training.TEXT)), int(state.get("g_step") or 0)
    if step < toy_training.ToyRequest().steps or not toy_training.can_learn(text):
        return None
    return toy_training.train(toy_training.ToyRequest(text))


def ran_together(state: State) -> str:
    """Which words of the text ended side by side, what follows both, and how far an unread row has moved."""
    run = _race(state)
    if run is None:
        return ""
    sentence = f"{toy_training.say_together(run) or 'No two words of this text ended side by side'}. "
    return sentence + unread(state)


def unread(state: State) -> str:
    """How far the first row has moved whose word never came; "" where each did, or before the end."""
    run = _race(state)
    never = next((row for row, seen in enumerate(run.seen) if not seen), None) if run else None
    if run is None or never is None:
        return ""
    return f"“{run.words[never]}”, which never came, has moved by {number(float(run.distance[never]))}."


def race_shared(state: State) -> str:
    """Words for a friend with the first two that ran together; "" for the step's own text."""
    run = _race(state)
    if run is None or not run.together or str(state.get("g_text", toy_training.TEXT)) == toy_training.TEXT:
        return ""
    one, other, _ = run.together[0]
    return f"Nobody told this table that “{one}” and “{other}” are alike. Press Play, and watch them find each other:"


def same_sum(state: State, first: str, second: str) -> str:
    """Two sentences of one's own, other than the step's, whose rows have the same sum; "" where they don't."""
    one, two = (str(state.get(key, start)).strip() for key, start in zip(BOTH, (first, second), strict=True))
    if not one or not two or max(len(one), len(two)) > MOST or not (encoding := tokenizer(state)):
        return ""
    if one == two or sorted(one.split()) == sorted(first.split()):
        return ""
    found = bags(BagRequest(f" {one}", f" {two}", encoding))
    if not found.same_bag:
        return ""
    endings = (
        "" if one.isascii() else " In some languages, as in Russian, endings tell who does it; in English the order."
    )
    return (
        f"The bot is fooled: the sums of {quoted(one)} and {quoted(two)} differ by {number(found.gap)} in all "
        f"{found.sums.shape[1]} numbers. A sum knows the words, and not their order.{endings}"
    )


@lru_cache(maxsize=4)
def with_and_without(text: str = NEXT) -> tuple[Reading, Reading]:
    """What our own model expects after a text, with position rows and without."""
    request = ReadingRequest(text)
    return predict(request), predict(replace(request, positions=False))


@lru_cache(maxsize=8)
def _added(text: str, *, positions: bool) -> str:
    """The text's last word with what the model adds, since a token without a space is glued to it."""
    last = text[text.rstrip().rfind(" ") + 1 :][-LONGEST:]
    return f"… {' '.join((last + continue_text(text, ON, positions=positions)).split())}"


def looking_back(state: State) -> str:
    """The first guess from the last token alone and from the whole text, as HTML; "" where nothing stands before it."""
    text = str(state.get("text", NEXT))
    if not text.strip() or len(text) > MOST:
        return ""
    whole, _ = with_and_without(text)
    last, first = int(whole.ids[-1]), int(whole.best(1)[0])
    piece = tokenizers.token_bytes([last], SMALL)[0].decode("utf-8", "replace")
    alone = predict(ReadingRequest(piece))
    if len(whole.ids) == 1 or not np.array_equal(alone.ids, [last]):
        return ""
    few, more = (share(float(one.probabilities[first])) for one in (alone, whole))
    return (
        f'<p class="guide-seen">From “{escape(label(last))}” alone the model gives “{escape(label(first))}” a chance '
        f"of {few}; looking back, of {more}.</p>"
    )


def _bet(state: State) -> str:
    piece = (state.get(BET) or {}).get(str(state.get("text", NEXT)))
    return label(ids(piece)[0]).strip("␣") if piece else ""


def betted(state: State) -> str:
    """For a bet with the positions still on."""
    bet = _bet(state)
    return f"{GUESSED}“{bet}” wins. Now pull off the positions." if bet else ""


def winner() -> str:
    """The likeliest next word of the step's text without positions."""
    return label(int(with_and_without()[1].best(1)[0])).strip("␣")


def without_positions(state: State) -> str:
    """Which guess wins without positions, and how the text goes on with them and without."""
    text = str(state.get("text", NEXT))
    if state.get("h_try") != "No positions" or state.get("h_hide", False) not in (False, "false"):  # a link holds text
        return ""
    if not text.strip() or len(text) > MOST:
        return ""
    known, lost = (_added(text, positions=each) for each in (True, False))
    readings = with_and_without(text)
    first = int(readings[1].best(1)[0])
    best, (sees, blind) = label(first).strip("␣"), (share(float(each.probabilities[first])) for each in readings)
    wins = f"“{best}” wins, with {blind} instead of {sees}"
    wins += ": our model mixes up who helps whom. " * (text == NEXT) or ". "
    if bet := _bet(state):
        wins = f"{'Right, ' if bet == best else f'You bet on “{bet}”, but '}{wins}"
    more = ", the same." if lost == known else f": {ended(f'“{known}”')}"
    return f"{wins}No word has changed. Now it writes on: “{lost}”; with positions{more}"
