"""Sentences on a prediction: its likeliest tokens, the hidden one, and all others."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from explorer import tokenizers, wording
from explorer.data.cache import cached
from explorer.lm.complete_word import rests_of_words
from explorer.lm.look_back import Part, label, looks_most_at
from explorer.lm.predict_next_token import Reading
from explorer.tokenizers import SMALL

ALONE, TOGETHER = 8, 5
"""Number of likeliest tokens drawn: for one reading, and for each of two."""
SHOWN = 24
"""Characters of a word that a note quotes."""
LOOKED_AT = 2_000
"""Number of characters from which the script of a text is detected."""


def rests(reading: Reading, tokens: tuple[int, ...]) -> tuple[str, ...]:
    """Completions of the words that the next `tokens` begin, after a text without interventions."""
    known = _rests_of_likeliest(reading)
    more = [token for token in tokens if token not in known]
    known = known | dict(zip(more, rests_of_words(reading.ids, more), strict=True))
    return tuple(known[token] for token in tokens)


@cached(8, expires=True)
def _rests_of_likeliest(reading: Reading) -> dict[int, str]:
    """Those of all tokens that the bars draw, as one batch, since bars and sentence name some of them."""
    tokens = reading.best(ALONE).tolist()
    return dict(zip(tokens, rests_of_words(reading.ids, tokens), strict=True))


def unread_script(text: str) -> str:
    """Note on a text that is mostly in a script absent from the model's training; else "".

    >>> unread_script("Zoë"), unread_script("чай").partition("pieces, ")[2]
    ('', '3 characters as 6 tokens, and goes on as English would.')
    """
    letters = [sign for sign in text[:LOOKED_AT] if sign.isalpha()]
    other = [sign for sign in letters if not unicodedata.name(sign, "").startswith("LATIN")]
    if 2 * len(other) <= len(letters):
        return ""
    tokens, characters = len(tokenizers.encode(text, SMALL)), tokenizers.count_characters(text)
    return (
        "The model was trained on English texts alone: it gets this script in pieces, "
        f"{wording.count(characters, 'character')} as {wording.count(tokens, 'token')}, and goes on as English would."
    )


def in_pieces(text: str) -> str:
    """Note on the word that reaches the model in the most pieces for its characters; "" if none has one for each.

    >>> in_pieces("Zoe eats a 🍓 and"), in_pieces("my cat")
    ('It was trained on English texts: “🍓” reaches it as 4 pieces.', '')
    """
    words = [word for word in text[:LOOKED_AT].split() if not word.isascii()]
    cut = {word: len(tokenizers.encode(word, SMALL)) for word in words}
    most = max(words, key=lambda word: cut[word] / tokenizers.count_characters(word), default="")
    if not most or cut[most] < tokenizers.count_characters(most):
        return ""
    shown = tokenizers.visible(most[:SHOWN]) + "…" * (len(most) > SHOWN)
    return f"It was trained on English texts: “{shown}” reaches it as {wording.count(cut[most], 'piece')}."


def summary(reading: Reading, count: int = 3) -> str:
    """Sentence on the likeliest tokens with their shares; in quotation marks, since one may be a comma."""
    return wording.listed(f"“{label(i)}” {wording.share(float(reading.probabilities[i]))}" for i in reading.best(count))


def guessed(reading: Reading) -> str:
    """Sentence on how well the hidden token was guessed, and how well blind chance would have done.

    Raises:
        ValueError: no token was kept from it.
    """
    if reading.hidden is None:
        raise ValueError("Expected a reading with a hidden token, got one without")
    given, rows = float(reading.probabilities[reading.hidden]), len(reading.probabilities)
    likelier = reading.rank(reading.hidden) - 1  # in words, since “place” would read as a position
    more = f"{likelier:,} of the {rows:,} tokens got more" if likelier else "no other token got more"
    times = float(f"{given:.3g}") / float(f"{1 / rows:.3g}")  # of the shares as written
    against = f"{wording.number(times, 2)} times that" if times >= 1 else f"{wording.number(1 / times, 2)} times less"
    return (
        f"Your text goes on with “{label(reading.hidden)}”: the model gave it {wording.share(given, digits=3)}; "
        f"{more}. Blind chance would give every token 1 in {rows:,}, which is {wording.share(1, rows, digits=3)}; this "
        f"one got {against}."
    )


def looks_back(parts: Sequence[Part], before: Sequence[Part] = ()) -> str:
    """Sentence on what the last token takes over from those before it; with `before`, on what has grown most."""
    if len(parts) < 2:
        return ""
    last, most = parts[-1], looks_most_at(parts, before)
    names = [f"“{part.label}” at position {part.at}" for part in (last, parts[most])]
    given = wording.whole_percent(parts[most].share)
    if before:
        was = wording.whole_percent(before[most].share)
        own = [wording.whole_percent(each[-1].share) for each in (parts, before)]
        return f"{names[0]} takes {given} from {names[1]}; before, {was}. From itself: {own[0]}; before, {own[1]}."
    return (
        f"{names[0]} takes {wording.whole_percent(last.share)} from itself. Of those before it {names[1]} gives most, "
        f"{given}."
    )


def others(reading: Reading, shown: int) -> str:
    """Sentence on the probability left for all but the `shown` likeliest tokens and the hidden one."""
    drawn = {*reading.best(shown).tolist(), *([] if reading.hidden is None else [int(reading.hidden)])}
    left = max(0.0, 1 - float(reading.probabilities[list(drawn)].sum()))
    return f"The other {len(reading.probabilities) - len(drawn):,} pieces share {wording.share(left)}."


def ending(reading: Reading, most: int = 28) -> str:
    """End of the text that the model reads, which the bars continue; half a character is left out.

    >>> from explorer.lm.predict_next_token import ReadingRequest, read
    >>> ending(read(ReadingRequest("Zoë", hide_last=True)))
    'Zo'
    """
    written = tokenizers.decode_bytes(reading.ids, SMALL).decode("utf-8", "ignore")
    return written if len(written) <= most else f"… {written[-most:].lstrip()}"
