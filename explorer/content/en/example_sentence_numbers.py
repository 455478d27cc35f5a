"""Facts on a sentence and its tokens that several chapters use."""

import re
import unicodedata

from explorer import tokenizers
from explorer.content.guided_path import State
from explorer.gradients import text_batch

TEXT = "The cat sat on the mat"
QUOTED = 60
"""Maximum characters of a quoted visitor's text."""
LONG = 12
"""Maximum characters of a word of theirs in a picture."""
MOST = 300
"""Maximum characters of a visitor's text with a closing sentence."""
_MARKS = (
    r"\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e"
    r"\u1000-\u1049\u1780-\u17d3\u200c\u200d"
)
"""Signs that belong to the letter before them, such as Hindi's vowels, for a regular expression."""
WORD = re.compile(rf"[^\W_](?:[^\W_]|[{_MARKS}])*(?:['’-][^\W_](?:[^\W_]|[{_MARKS}])*)*")
"""A word without punctuation."""


def words_of(text: str) -> list[str]:
    """Words of a text in their original spelling.

    >>> words_of("Ada, ada. Jean-Luc")
    ['Ada', 'ada', 'Jean-Luc']
    >>> words_of("मुझे आम पसंद है।")
    ['मुझे', 'आम', 'पसंद', 'है']
    """
    return WORD.findall(text)


def names_in(text: str) -> tuple[str, str]:
    """The first word of a visitor's sentence and the last other one, in the place of dog and man.

    >>> names_in("Zoë feeds the fox"), names_in("Zoë"), names_in("🦊")
    (('Zoë', 'fox'), ('Zoë', 'man'), ('dog', 'man'))
    """
    words = [word if len(word) <= LONG else f"{word[: LONG - 1]}…" for word in words_of(text)]
    first = words[0] if words else "dog"
    return first, next((word for word in reversed(words) if word.lower() != first.lower()), "man")


def three_ways(text: str) -> tuple[str, ...]:
    """Three forms of a word in a text: capitalized, capitalized after a space, and lower case after a space.

    >>> three_ways("Zoë Zoë zoë"), three_ways("Zoë zoë")
    (('Zoë', ' Zoë', ' zoë'), ())
    """
    found = [text[match.start() - (text[: match.start()].endswith(" ")) : match.end()] for match in WORD.finditer(text)]
    for word in found:
        ways = (word, f" {word}", f" {word.lower()}")
        if not word.startswith(" ") and word != word.lower() and set(ways) <= set(found):
            return ways
    return ()


def ids(text: str) -> list[int]:
    """Ids of a text in gpt2."""
    return [int(i) for i in tokenizers.encode(text, "gpt2")]


def label(token: int) -> str:
    """Label of a gpt2 token, with ␣ for its space."""
    return tokenizers.token_label(tokenizers.token_bytes([token], "gpt2")[0])


def tokenizer(state: State) -> str:
    """Tokenizer of the page: gpt2 or our own model's, which has the same ids; "" for another."""
    encoding = str(state.get("encoding", "gpt2"))
    return encoding if encoding in ("gpt2", tokenizers.SMALL) else ""


def read(state: State, usual: str = TEXT) -> list[int]:
    """Ids of the page's text, line by line; none if it is long or `tokenizer` knows none."""
    text, encoding = str(state.get("text", usual)), tokenizer(state)
    if len(text) > MOST or not encoding:
        return []
    return [int(i) for i in text_batch.read(text, encoding).ids]


def selected(state: State, usual: str = TEXT) -> int | None:
    """Id of the selected token; None without one."""
    found = read(state, usual)
    return found[min(int(state.get("token") or 0), len(found) - 1)] if found else None


def from_right(text: str) -> bool:
    """Whether a text contains right-to-left letters.

    >>> from_right("مرحبا"), from_right("é")
    (True, False)
    """
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)


def apart(text: str) -> str:
    """A visitor's text within our sentence: right-to-left text in bidirectional isolates (or it would reorder numbers
    after it), line ends as spaces.
    """
    line = " ".join(text.split())
    return f"\u2068{line}\u2069" if from_right(line) else line


def quoted(text: str) -> str:
    """The beginning of a visitor's text in quotation marks.

    >>> quoted("one  word")
    '“one word”'
    """
    return f"“{apart(tokenizers.visible(text[:QUOTED]).replace('␣', ' '))}{'…' if len(text) > QUOTED else ''}”"
