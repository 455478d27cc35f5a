"""Chapter 1: what is a token?"""

from __future__ import annotations

from explorer import tokenizers
from explorer.content.en import task_hints
from explorer.content.en.example_sentence_numbers import MOST, TEXT, ids, label, read, selected, three_ways, words_of
from explorer.content.en.task_feedback import tokens_rows_and_order as seen
from explorer.content.guided_path import Chapter, State, Step, Task
from explorer.questions import Question
from explorer.tokenizers import count_characters
from explorer.wording import count, listed, number
from explorer.words.shipped_tables import shipped

CASES = ("Cat", " Cat", " cat")
BERRY, MERGES = " strawberry", ("3", "5", "10", "22")
MORE = ("t_typed_more",)
SHOWN = "Shown: gpt2, the tokenizer of GPT-2."
FEWER = (
    f"Shown: gpt2, the tokenizer of the language model GPT-2, with {tokenizers.vocab_size('gpt2'):,} tokens. The model "
    f"on the first page has only the first {tokenizers.SMALL_SIZE:,} of them."
)
OWN = "Shown: our own small language model"
PIECES = (
    f"{OWN}, the one on the first page. Its tokens are the first {tokenizers.SMALL_SIZE:,} of gpt2’s, with the same "
    "ids, so it cuts a rare word into more pieces."
)
NAMES = "No, the ids are names only"
SAME, DIFFERENT = "Yes: it is one word", "No, each of the three has an id of its own"
JOINED, APART = "1: its bytes are joined", "2: one for each byte"
ACCENT = "é"


def _typed(state: State) -> str:
    return str(state.get("text", TEXT))


ON, THE, TITLE = ids(" on")[0], ids(" the")[0], ids("The")[0]
CAT, MAT = ids(" cat")[0], ids(" mat")[0]
LISTED = ("podcast", "selfie", "covid", "Zoë")
"""Words of which one is in the list that the step asks about."""
UNLISTED = "selfie"
TIMES = (2, 4, 10)
HINDI, ENGLISH = "मुझे आम पसंद है।", "I like mangoes."
LONG_WORD = 10
"""Letters of a word from which on it is long, as “strawberry” is."""


def _name_numbers(state: State) -> str:
    """The ids of a name that the text holds in three ways, each told by what is new in it."""
    found = three_ways(_typed(state)) if read(state) else ()
    if not found:
        return ""
    first, spaced, small = (f"“{word.replace(' ', '␣')}” has {listed(f'{i:,}' for i in ids(word))}" for word in found)
    (space,) = ids(" ")
    capitals = sum(map(str.isupper, found[0]))
    lone = f" {space} is a space that no merge joined to its word." * any(ids(word)[0] == space for word in found)
    return (
        f"One word to you, and three different lists of ids to the model. {first}. {spaced}: only the space is new. "
        f"{small}: only the capital {'letter is' if capitals == 1 else 'letters are'} gone.{lone}"
    )


def _name_shared(state: State) -> str:
    """Words for a friend with the pieces of the text's first word; "" for the step's own text."""
    text = _typed(state)
    if text == CASES[0] or not read(state) or not (words := words_of(text)):
        return ""
    tokens = ids(words[0])
    cut = "one piece" if len(tokens) == 1 else f"{len(tokens)} pieces, {'·'.join(map(label, tokens))},"
    numbers = listed(f"{i:,}" for i in tokens)
    return f"“{words[0]}” is {cut} to a language model. It sees no letters, only {numbers}. Now type your name:"


def _names_only() -> str:
    return NAMES if abs(THE - ON) < abs(THE - TITLE) else ""


def _neighbours() -> str:
    return (
        f"An id is a name: near numbers need not mean near meanings. “{label(ON)}” is {abs(THE - ON)} away from "
        f"“{label(THE)}”. “{label(TITLE)}”, the same word with a capital, is {abs(THE - TITLE)} away."
    )


def _three_ids() -> str:
    return DIFFERENT if len({tuple(ids(word)) for word in CASES}) == 3 else SAME


def _case_numbers() -> str:
    named = listed(f"“{word.replace(' ', '␣')}” is {ids(word)[0]:,}" for word in CASES[1:])
    return (
        "A space is cut off together with the word after it, as a character like any other, and a capital letter is "
        f"another character than a small one. So all three have ids of their own: {named}."
    )


def _has_number() -> str:
    return listed(word for word in LISTED if shipped("GloVe").find(word.lower()) is not None)


def _pieces(word: str) -> str:
    names = [label(token) for token in ids(word)]
    parts = sum("⟨" in name for name in names)
    told = (
        f"{'each' if parts == len(names) else 'most'} only a part of a letter"
        if 2 * parts > len(names)
        else listed(names)
    )
    return f"“{word}” is {count(len(names), 'token')} ({told})"


def _list_ends() -> str:
    return (
        f"Only “{_has_number()}” is among them: a list has nothing for a word that is younger, or rarer than its last "
        "one. Pieces can "
        f"spell any word: in gpt2 {_pieces(UNLISTED)}."
    )


def _unlisted(state: State) -> list[str]:
    """Words of the text that the list does not have."""
    return [word for word in words_of(_typed(state)[:MOST]) if shipped("GloVe").find(word.lower()) is None]


def _cut(state: State) -> str:
    tokens = read(state)
    found = _unlisted(state) if tokens else []
    if not found and tokens and words_of(_typed(state)):  # one's own sentence, once the task is done
        return f"The 30,000 words have every word of this text. gpt2 cuts it into {count(len(tokens), 'token')}."
    return (
        f"The 30,000 words have no “{found[0]}”. In gpt2 {_pieces(found[0])}." if found and len(found[0]) < 40 else ""
    )


def _all_listed(state: State) -> str:
    words = words_of(_typed(state)[:MOST]) if "text" in state else []
    if not words or _unlisted(state):
        return ""
    if words[0] in LISTED:
        return "The question above asks about this word. Write one that you make up."
    return f"“{words[0]}” is one of the 30,000 words."


def _times() -> str:
    times = len(TEXT) / len(ids(TEXT))
    return f"About {min(TIMES, key=lambda each: abs(each - times))} times"


def _letters() -> str:
    return (
        f"{number(len(TEXT) / len(ids(TEXT)), 2)} times: {len(TEXT)} letters instead of {len(ids(TEXT))} tokens. "
        "Tokens lie between letters and words: here each word is one, and a rare word is spelled in pieces."
    )


def _longest(state: State) -> str:
    return max(words_of(_typed(state)[:MOST]), key=count_characters, default="")


def _signs(word: str) -> str:
    return count(count_characters(word), "letter" if word.isalpha() else "character")


def _long_cut(state: State) -> str:
    word = _longest(state) if read(state) else ""
    if not LONG_WORD <= count_characters(word) < 60:
        return ""
    text = _typed(state)
    spaced = text[: text.find(word)].endswith(" ")  # a space before it belongs to its first box
    boxes = count(len(ids(f" {word}" if spaced else word)), "box", "boxes")
    return f"The model gets the ids of the boxes, and no letters. “{word}”: {_signs(word)}, {boxes}."


def _too_short(state: State) -> str:
    word = _longest(state)
    if _typed(state) == TEXT or not word:
        return ""
    signs, found = count(count_characters(_typed(state)), "character"), read(state)
    every = f"Your text: {signs}, {count(len(found), 'token')}. " if found else ""
    return f"{every}“{word}” has {_signs(word)}. Take a word with at least {LONG_WORD}."


def _steps(word: str) -> int:
    return len(tokenizers.merge_ladder(word, "gpt2").steps)


def _joined() -> str:
    return {1: JOINED, 2: APART}.get(len(ids(ACCENT)), "")


def _two_signs() -> str:
    return (
        f"“{ACCENT}” came often in the texts behind the merges, so its bytes are joined. What was rare, as “👍” was, "
        f"stays in pieces. So Hindi takes many more tokens than English: {len(ids(HINDI))} for “{HINDI}”, and "
        f"{len(ids(ENGLISH))} for the same in English, “{ENGLISH}”"
    )


def _strawberry() -> str:
    within, alone = ids(" strawberry"), ids("strawberry")
    pieces = listed(f"“{label(token)}”" for token in alone)
    return (
        "Not one of them: the model gets the ids of tokens, and no id has letters in it. Within a text “␣strawberry” "
        f"is {count(len(within), 'token')} of gpt2, id {within[0]:,}; at the start of a text it is {pieces}. What it "
        "knows of spelling, it has learned from texts."
    )


CHAPTER = Chapter(
    "Tokens",
    "What is a token?",
    (
        Step(
            "A text becomes numbers",
            "tokens",
            "Tokens",
            "A computer works with numbers. So a program, the [[tokenizer]], cuts a text into pieces called "
            "[[tokens]]. Each token has a number, its [[token id|id]]. ␣ stands for a space.",
            "t_chips",
            Question(
                f"Of all the boxes, “{label(ON)}” has the number nearest to “{label(THE)}”: {ON} and {THE}. Are their "
                "meanings nearest too?",
                ("Yes, near numbers have near meanings", NAMES),
                _names_only,
                "Think of the numbers on football shirts: is player 7 nearly player 8?",
                _neighbours,
            ),
            Task(
                "In the text, replace “cat” with another word. Then tap or click anywhere else.",
                lambda state: "cat" not in words_of(_typed(state).lower()) and bool(_typed(state).strip()),
                {"text": "The owl sat on the mat"},
                seen.new_word,
                task_hints.still_there("cat", TEXT),
                spoils=False,
            ),
            {"text": TEXT},
            (*MORE, "t_counts", "t_signs", "t_cut_formula"),
            shown=FEWER,
        ),
        Step(
            "One word, three times",
            "tokens",
            "Tokens",
            "“Cat” at the start of a text, “Cat” again after a space, “cat” in small letters: one word to you. Are "
            "they one [[token]] to the model?",
            "t_chips",
            Question(
                f"In “{''.join(CASES)}”, do all three get the id of “{CASES[0]}” alone, {ids(CASES[0])[0]:,}?",
                (SAME, "Only the one in small letters differs", DIFFERENT),
                _three_ids,
                "Are “Cat”, “␣Cat” and “␣cat” spelled with the same characters?",
                _case_numbers,
            ),
            Task(
                "Write your name in these three ways, in one line, such as “Zoë Zoë zoë”. Which ids does it get?",
                lambda state: bool(three_ways(_typed(state))),
                {"text": "Ada Ada ada"},
                _name_numbers,
                task_hints.three_times("Cat"),
            ),
            {"text": "Cat"},
            (*MORE, "t_counts", "t_signs", "t_cut_formula"),
            shown=SHOWN,
            share=_name_shared,
        ),
        Step(
            "Why not whole words?",
            "tokens",
            "Tokens",
            "No list has every word. GloVe, an older model, has one; here are its 30,000 commonest words, of texts "
            "up to 2014. Any other has no number here. gpt2 puts words together from pieces: "
            f"“{UNLISTED}” from {listed(label(token) for token in ids(UNLISTED))}.",
            "t_chips",
            Question(
                "Which of these words has a number among these 30,000?",
                LISTED,
                _has_number,
                "The list was made from English texts of 2014 and before. Names with an accent are rare in them, and "
                "one of these words is younger.",
                _list_ends,
            ),
            Task(
                "Write a word that nobody has written before, such as “blorbify”. Has gpt2 pieces for it?",
                lambda state: _typed(state) != UNLISTED and bool(_unlisted(state)),
                {"text": "blorbify"},
                _cut,
                _all_listed,
            ),
            {"text": UNLISTED},
            (*MORE, "t_counts", "t_signs", "t_cut_formula"),
            shown=SHOWN,
        ),
        Step(
            "Why not single letters?",
            "tokens",
            "Tokens",
            "Then why not letters? They are few, and every name can be written. But each piece costs work, "
            "and a model reads only so many at once. Here are the boxes of one sentence. Now think of its letters.",
            "t_chips",
            Question(
                f"Cut “{TEXT}” into letters instead of tokens, each space a letter too. How much longer is the list of "
                "pieces then?",
                tuple(f"About {times} times" for times in TIMES),
                _times,
                "Count the letters of one box, its space too. Each becomes a piece of its own.",
                _letters,
            ),
            Task(
                "Write “strawberry”, or the longest word that you know. How many letters, how many boxes?",
                lambda state: count_characters(_longest(state)) >= LONG_WORD,
                {"text": "internationalization"},
                _long_cut,
                _too_short,
                spoils=False,
            ),
            {"text": TEXT},
            (*MORE, "t_counts", "t_signs", "t_cut_formula"),
            shown=SHOWN,
        ),
        Step(
            "Who decides where to cut?",
            "tokens",
            "Merges",
            "A computer stores text as [[bytes]], one for an English letter. The [[tokenizer]] joins two neighbours, "
            "again and again. A list of such [[merges]] says which pair comes first. Read the picture downwards, from "
            "the bytes of “␣cat”.",
            "t_ladder",
            Question(
                f"With the space before it, “␣strawberry” is one token. This space and the letters are {len(BERRY)} "
                "bytes. After how many merges are they one piece?",
                MERGES,
                lambda: str(_steps(BERRY)) if len(ids(BERRY)) == 1 else "",
                "By how many pieces does one merge make the line shorter? Count it in the picture.",
                lambda: (
                    "Each merge makes one piece out of two, so there is one piece less. From "
                    f"{len(BERRY)} bytes to one token it takes {count(_steps(BERRY), 'merge')}."
                ),
            ),
            Task(
                "See another token’s merges: press its box in the line of tokens, or type a word of your own.",
                lambda state: "token" in state and selected(state) not in (None, CAT),
                {"token": 0},
                seen.merged,
            ),
            {"text": TEXT, "token": "1"},
            (*MORE, "t_ranks"),
            shown=SHOWN,
        ),
        Step(
            "Not every character has a token",
            "tokens",
            "Tokens",
            "“👍” is one character to you. In the computer it is four [[bytes]], written as "
            f"{listed('👍'.encode().hex(' ').upper().split())}. gpt2 has no token for all of it: the dashed frame "
            "holds its pieces.",
            "t_chips",
            Question(
                f"“{ACCENT}” is {count(len(ACCENT.encode()), 'byte')}. How many tokens does gpt2 spend on it?",
                (JOINED, APART),
                _joined,
                "Bytes are joined if they often came together in the text behind the merges. Think of “café”.",
                _two_signs,
            ),
            Task(
                "Replace “👍” with “é”, with another emoji, or with a word in another script, and count the boxes.",
                lambda state: not _typed(state).isascii() and "👍" not in _typed(state),
                {"text": "é"},
                seen.signs,
                task_hints.plain_signs,
            ),
            {"text": "👍"},
            (*MORE, "t_signs", "t_cut_formula"),
            shown=SHOWN,
        ),
    ),
    "What does a language model see of the r’s in “strawberry”?",
    _strawberry,
    (
        "A token is a piece of text with a number of its own; a list of merges decides where a text is cut.",
        "Before a model can calculate, a tokenizer cuts the text into pieces it knows and replaces each by its id.",
    ),
    "A merge’s number in the list is its [[rank]]: the lowest comes first. The numbers 0 to 255 belong to the single "
    f"bytes, and a token’s id is the rank of its last merge: {TITLE} for “The”. To add ids makes no sense: "
    f"“{label(CAT)}” and “{label(MAT)}” make {CAT + MAT:,}, the id of “{label(CAT + MAT)}”. Bytes are written here in "
    "[[hexadecimal]]. The colours of the boxes mean nothing.",
    (
        ("tokens", "Encodings", "The same sentence in ten languages and other tokenizers"),
        ("tokens", "Merges", "Merges of any word"),
    ),
    game="Guess the cuts",
)
