"""The visitor's own sentence, carried along the path in the URL (`own`); a button at a step applies it there.

It is the text of Home when the path was begun, if the visitor wrote it or wrote it on (pipeline_nav.js), or a longer
sentence of their own typed at a step (`_is_own`); one that writes a beginning of Home on, which may be only tapped,
gives way to any of these. The browser keeps the others (guide.js), to choose from at the end; `change` writes another.
"""

from urllib.parse import quote_plus

import streamlit as st

from explorer.content.en.example_sentence_numbers import words_of
from explorer.content.escape_markdown import escape_markdown
from explorer.content.guided_path import Step, StepId
from explorer.embedding_pipeline import token_strip, tokenize
from explorer.tokenizers import VocabularyError
from explorer.ui.frame import shared_inputs, step_size, text_limit
from explorer.views.home.settings import SUGGESTED
from explorer.wording import listed
from explorer.words.shipped_tables import shipped

PARAMETER = "own"
LONGEST = 200
"""Maximum length of a carried sentence, in characters; a longer text stays on the page where it was typed."""
FIELDS = ("text", "x_begin", "x_message")
"""Text fields of the steps whose picture uses a whole sentence."""
_SHOWN = 40
COMMONEST = 1_000
"""Words such as “have”, whose neighbours say little."""
MOST_BYTES = 4
"""Bytes of a character that are named."""
CUT = 1, 4
"""Chapter and step that explain characters split across tokens; such tokens may occur before it."""


def url_text() -> str:
    """The sentence in the URL, which goes where the visitor keeps the text out of it."""
    if st.session_state.get(shared_inputs.OPT_OUT_KEY):
        st.query_params.pop(PARAMETER, None)
    return st.query_params.get(PARAMETER, "").strip()


def own_words() -> str:
    """The sentence whose words name what a step's picture shows; "" off the path."""
    return "" if step_size.step() is None else url_text()


def of(at: StepId, step: Step) -> str:
    """The carried sentence, the longest of their own; "" where there is none, or where it is kept out of the URL."""
    own, now = url_text(), typed(at, step)
    if st.session_state.get(shared_inputs.OPT_OUT_KEY):
        return ""
    longest = now if len(now) > len(own) or own.startswith(SUGGESTED) else own
    return longest if len(longest) <= LONGEST else ""


def typed(at: StepId, step: Step) -> str:
    """The visitor's sentence at this step, the carried one where they have not typed another; "" as with `of`."""
    carried = url_text()
    if st.session_state.get(shared_inputs.OPT_OUT_KEY):
        return ""
    own = "" if carried.startswith(SUGGESTED) else carried
    field = _field(step)
    written, usual = (str(state.get(field, "")).strip() if field else "" for state in (st.session_state, step.state))
    belongs = (field in step.task.example and at.chapter == 1) or field != "text"
    if own and belongs:
        return own  # a word, another script, or what the models of letters can read doesn't replace it
    # The start of the carried sentence: a button has filled in the words that fit.
    if _is_own(written, usual) and not _is_told(written, step) and not carried.startswith(written):
        own = written
    own = own or carried
    return own if len(own) <= LONGEST else ""


def _is_told(typed: str, step: Step) -> bool:
    """Whether the step itself names this text: a button fills it in, the task gives it as an example, or it is quoted
    in the question's explanation.
    """
    why = step.question.reason if step.question else ""
    return any(typed in text for text in (step.task.text, *map(str, step.task.example.values()), why))


def _is_own(typed: str, usual: str) -> bool:
    """Whether a typed text is a sentence of the visitor's own: two words or more, half of them new to the step's text.

    A word or two exchanged, as a task asks for, don't make another sentence of it.

    >>> usual = "The cat sat on the mat"
    >>> [_is_own(text, usual) for text in ("Priya eats a mango", "मुझे आम पसंद है", "The black cat sat on the mat")]
    [True, True, False]
    >>> _is_own("Zoë Zoë zoë", "cat"), _is_own("one two July", "one two seven")
    (False, False)
    """
    words, known = ({*text.casefold().split()} for text in (typed, usual))
    return len(words) > 1 and 2 * len(words - known) >= len(words)


def line_before() -> str:
    """An earlier text of the open step's field, the last with the same first word as the one there now; "" at first."""
    at, step = step_size.open_step(), step_size.step()
    if step is None or not (field := _field(step)):
        return ""
    now, lines = str(st.session_state.get(field, "")), st.session_state.setdefault(f"_guide_lines_{at}", [])
    if now not in lines[-1:]:
        lines.append(now)
    same = (line for line in reversed(lines[:-1]) if line.split()[:1] == now.split()[:1])
    return str(next(same, lines[-2] if len(lines) > 1 else ""))


def carry(address: str, own: str) -> str:
    """Add the sentence to an address.

    >>> carry("./tokens?guide=1b", "a b"), carry("./", "")
    ('./tokens?guide=1b&own=a+b', './')
    """
    return f"{address}{'&' if '?' in address else '?'}{PARAMETER}={quote_plus(own)}" if own else address


def offer(at: StepId, step: Step, own: str) -> None:
    """Offer the step's picture with the visitor's sentence, or on a map with a word of it."""
    key = "j_find" if "j_find" in step.state else _field(step)
    if not own or not key:
        return
    if key == "j_find":
        rows = {word: row for word in words_of(own) if (row := shipped("GloVe").find_plain(word)) is not None}
        if not rows:
            st.caption("None of your own words is on this map: they are not among its 30,000.")
            return
        own = max(rows, key=lambda word: rows[word])  # the rarest: the table's rows stand by frequency
        if rows[own] < COMMONEST:
            return
    elif key == "x_begin":
        own, problem = _as_beginning(own)
        if problem:
            st.caption(f"Your own sentence can’t begin here. {problem}")
            return
    if st.session_state.get(key) == own:
        return
    shown = own if len(own) <= _SHOWN else f"{own[: _SHOWN - 1]}…"
    st.button(f"With your own: “{escape_markdown(shown)}”", key="guide_own_text", on_click=_write, args=(key, own))


def _write(key: str, own: str) -> None:
    st.session_state[key] = own


def change(own: str, step: Step | None = None) -> None:
    """Offer another sentence in the place of the carried one, on the rest of the path and in the step's picture."""
    if not own:
        return
    key, field = "guide_my_sentence", _field(step) if step is not None else ""
    st.session_state[key] = own

    def write() -> None:
        st.query_params[PARAMETER] = other = str(st.session_state[key]).strip()
        if step and field and other and _is_own(str(st.session_state.get(field, "")), str(step.state.get(field, ""))):
            st.session_state[field] = other

    panel = st.popover("My sentence")
    kept = panel.text_input(
        "The path goes on with this sentence", key=key, **text_limit.limit_kwargs(key, LONGEST, write)
    )
    text_limit.truncate(str(kept), key, LONGEST, panel)


def begin_with_own(step: Step) -> None:
    """Let the models of letters begin with the visitor's sentence, where they can read it."""
    known = "x_begin" in st.session_state or "x_begin" in st.query_params
    if step.is_own and _field(step) == "x_begin" and not known:
        words, problem = _as_beginning(url_text())
        if words and not problem:
            st.session_state["x_begin"] = words


def explain_parts(at: StepId, step: Step) -> None:
    """Say what the pieces of a character are, before the step that explains them."""
    typed = str(st.session_state.get("text", "")) if _field(step) == "text" and (at.chapter, at.step) < CUT else ""
    if parts := cut_character(typed):
        st.caption(f"{parts} Step {StepId(*CUT)} says how that is.")


def _field(step: Step) -> str:
    """Key of the text field that the step fills in; "" where it has none."""
    return next((each for each in FIELDS if each in step.state), "")


def cut_character(text: str) -> str:
    """How the first character of a text is stored that stands in several tokens; "" where there is none.

    >>> cut_character("Bruno"), cut_character("Hi Łódź")
    ('', 'No box holds all of “Ł”: it is stored as the bytes C5 and 81, in the dashed frame (20 is the space).')
    """
    try:
        groups = (group for line in token_strip.draw(tokenize(text, "gpt2")).lines for group in line)
    except VocabularyError:  # already reported by the page
        return ""
    found = next((group.text for group in groups if len(group.pieces) > 1), "")
    if not found:
        return ""
    stored = found.strip().encode().hex(" ").upper().split()
    more = " and more" * (len(stored) > MOST_BYTES)
    return (
        f"No box holds all of “{found.strip()}”: it is stored as the bytes {listed(stored[:MOST_BYTES])}{more}, in the "
        f"dashed frame{' (20 is the space)' * found.startswith(' ')}."
    )


def _as_beginning(own: str) -> tuple[str, str]:
    """The words of a sentence that the letter models of chapter 5 begin with, and why they can't read it, or ""."""
    from explorer.training.text_generation import first_words, readable, wrong  # needed at one step alone

    words = first_words(own)
    return words, wrong(readable(words or own)[0])
