"""The current lesson: a ready one, or one of the teacher's own, which are kept only in the URL and the browser."""

import json
from contextlib import AbstractContextManager, nullcontext
from secrets import token_hex

import streamlit as st

from explorer.content.en.lessons import LESSONS
from explorer.content.escape_markdown import escape_markdown
from explorer.content.guided_path import address
from explorer.content.lesson.field_validation import LessonError
from explorer.content.lesson.lesson_link import MOST_FILE, MOST_LINK, pack, unpack
from explorer.content.lesson.lesson_steps import Lesson, from_plain, step_from_address, to_plain
from explorer.content.pages import PAGES
from explorer.ui.frame import style
from explorer.ui.plot import assets
from explorer.ui.room import membership
from explorer.wording import count, verb

PARAMETER = "plan"
SCREEN = "screen"
"""URL parameter of a single screen to print, set by “Print” under a picture."""
YOURS = "Yours"
NAMES = {
    "10 minutes": "ten",
    "20 minutes": "twenty",
    "45 minutes": "forty-five",
    "90 minutes": "ninety",
    "Our map": "our-map",
    "The class is the model": "class-model",
}
"""Ready lessons, by the names in the choice and in links → in `LESSONS`."""
WHICH = "l_which"
TOLD = ("id", "address", "title")
"""Fields of the browser's message about an added screen."""
FOLDED = "Answers, and what to say"
_LINK, _WRONG, _TOOK, _WRITE = "_l_link", "_l_wrong", "_l_took", "_l_write"
_NEW, _KNOWN = "_l_new", "_l_known"
_MINE, _NAME = "_l_mine", "_l_name"
"""Session keys of all own lessons by their names in the browser's storage, and of the current one's name."""
MOST_OWN = 40
"""Most lessons of one's own that are taken from a browser."""
_keep = st.components.v2.component(
    "explorer_lesson_keep", js=assets.component("lesson_storage"), css=":host {display: none}", isolate_styles=True
)


def step_pages() -> frozenset[str]:
    """The pages that a step may open."""
    return frozenset(page.name for page in PAGES if page.name != "teach")


def teacher_only() -> AbstractContextManager[object]:
    """Container for the teacher's content: an expander where a class may see the screen too."""
    return st.expander(FOLDED) if class_can_see() else nullcontext()


def class_can_see() -> bool:
    """Whether a class may see this screen: on a projector, and where a room is open."""
    return style.presenting() or membership.current() is not None


def own_lesson() -> Lesson | None:
    """The teacher's own lesson that was chosen last, where there is one."""
    return _mine().get(st.session_state.get(_NAME, ""))


def name() -> str:
    """Name of the current lesson in the browser's storage; "" of a ready one."""
    return "" if is_ready() else str(st.session_state.get(_NAME, ""))


def _mine() -> dict[str, Lesson]:
    found: dict[str, Lesson] = st.session_state.setdefault(_MINE, {})
    return found


def is_ready() -> bool:
    """Whether the current lesson is a ready one: an edit then replaces the teacher's own lesson by a copy of it."""
    return st.session_state.get(WHICH) != YOURS


def current() -> Lesson:
    """The current lesson: a single screen, the teacher's own, or a ready one."""
    if SCREEN in st.query_params:
        try:
            step = step_from_address(st.query_params[SCREEN], step_pages())
        except LessonError:
            step = None
        if step is not None:
            return Lesson(next(page.question for page in PAGES if page.name == step.page), (step,))
    mine = own_lesson()
    chosen = st.session_state.get(WHICH)
    return mine if mine is not None and chosen == YOURS else LESSONS[NAMES.get(str(chosen), "ten")]


def address_of(lesson: Lesson) -> str:
    """Address of this page with the current lesson; one too long for a link is kept in the browser.

    >>> address_of(LESSONS["forty-five"]), address_of(Lesson("Mine", ()))[:13]
    ('./teach?l_which=45+minutes', './teach?plan=')
    """
    ready = next((name for name, known in NAMES.items() if LESSONS[known] == lesson), None)
    if ready is not None:
        return address("teach", {WHICH: ready})
    packed = pack(lesson)
    return address("teach", {PARAMETER: packed} if len(packed) <= MOST_LINK else {})


def save(lesson: Lesson, new: bool = False, name: str = "") -> None:
    """Store this as the teacher's own lesson: in the browser, and in the URL if it is short enough.

    `new`: beside the lesson that is there, and not in its place. `name`: that of another one, in whose place it comes.
    """
    at = name or ("" if new else st.session_state.get(_NAME, "")) or f"l{token_hex(4)}"
    _mine()[at] = lesson
    st.session_state.setdefault(_WRITE, {})[at] = to_plain(lesson)
    _open(at)


def delete() -> None:
    """Delete the current own lesson, here and in the browser; the one before it is then current, or a ready one."""
    at = st.session_state.pop(_NAME, "")
    if _mine().pop(at, None) is None:
        return
    st.session_state.setdefault(_WRITE, {})[at] = None
    if _mine():
        _open(list(_mine())[-1])
        return
    st.session_state[WHICH] = next(iter(NAMES))
    st.query_params.pop(PARAMETER, None)


def _open(at: str) -> None:
    packed = pack(_mine()[at])
    st.session_state[_NAME], st.session_state[WHICH], st.session_state[_LINK] = at, YOURS, packed
    st.session_state.pop(_WRONG, None)
    if len(packed) <= MOST_LINK:
        st.query_params[PARAMETER] = packed
    else:
        st.query_params.pop(PARAMETER, None)


def choose() -> None:
    """Above all parts: read the lesson from the URL and the browser, and draw the choice of a lesson."""
    _from_link()
    if SCREEN in st.query_params:
        try:
            step_from_address(st.query_params[SCREEN], step_pages())
        except LessonError as error:
            st.error(escape_markdown(f"There is no screen to print. {error}"))
        else:
            st.info("One screen alone, to be printed. Choose a lesson to print all its screens.")
    if wrong := st.session_state.get(_WRONG):
        st.error(escape_markdown(wrong))
    names = [*NAMES, *([YOURS] if own_lesson() is not None else [])]
    if st.session_state.get(WHICH) not in (None, *names):
        st.session_state[WHICH] = names[0]
    # A browser that draws this run and the next one together sees only the second, which sets no value, and takes the
    # default. The own lesson has `plan` in the URL; a ready one is there by name, so it must not be the default.
    default = YOURS if st.session_state.get(WHICH) == YOURS else names[0]
    st.segmented_control(
        "Lesson", names, default=default, required=True, key=WHICH, bind="query-params", on_change=_leave_screen
    )
    if not is_ready() and len(_mine()) > 1:
        # Numbered, since two may have one title; a new key with the titles, since the browser answers by what it shows.
        titles = {at: f"{number}. {lesson.title}" for number, (at, lesson) in enumerate(_mine().items(), 1)}
        at = str(st.session_state.get(_NAME))
        key = f"_l_mine_{at} {'; '.join(titles.values())}"
        st.selectbox(
            "Which of yours",
            list(titles),
            list(titles).index(at),
            format_func=titles.__getitem__,
            key=key,
            on_change=lambda: _open(st.session_state[key]),
            width=480,
        )
    data = {
        "changes": st.session_state.get(_WRITE, {}),
        "took": st.session_state.get(_TOOK, []),
        "known": _KNOWN in st.session_state,
        "opened": _opened(),
    }
    _keep(key="l_keep", data=json.dumps(data).encode(), height=0, on_kept_change=_receive_kept_lessons)
    report_added()


def report_added(sentence: str = "") -> None:
    """Say what was added to the lesson; in a callback, give the sentence, which the next drawing says.

    An element drawn before a fragment runs would replace the page's styles.
    """
    if sentence:
        st.session_state[_NEW] = sentence
    elif added := st.session_state.pop(_NEW, ""):
        st.toast(added)


def _opened() -> dict[str, object]:
    """The own lesson that is current, by its name, unless its change goes to the browser anyway.

    One that a link has opened is kept in the browser with the others: it may be presented for an hour, and its link
    stands in a mail.
    """
    at = name()
    return {at: to_plain(_mine()[at])} if at in _mine() and at not in st.session_state.get(_WRITE, {}) else {}


def _leave_screen() -> None:
    st.query_params.pop(SCREEN, None)


def _from_link() -> None:
    param = st.query_params.get(PARAMETER)
    if param is None or param == st.session_state.get(_LINK):
        return
    st.session_state[_LINK] = param
    try:
        lesson = unpack(param, step_pages())
    except LessonError as error:
        st.session_state[_WRONG] = str(error)
        return
    at = next((at for at, known in _mine().items() if known == lesson), f"l{token_hex(4)}")
    _mine()[at] = lesson
    _open(at)


def _receive_kept_lessons() -> None:
    """Receive the lessons kept in the browser, validated like uploaded files."""
    message = st.session_state["l_keep"].get("kept")
    if not isinstance(message, str) or len(message) > MOST_FILE:
        return
    try:
        received = json.loads(message)
        kept, added = dict(received["kept"]), list(received["added"])[:40]
    except (ValueError, TypeError, KeyError, RecursionError):
        return
    st.session_state[_KNOWN] = True
    for at, plain in list(kept.items())[-MOST_OWN:]:
        try:
            _take(str(at)[:40], from_plain(plain, step_pages()))
        except LessonError as error:
            st.session_state[_WRONG] = f"A lesson that this browser kept cannot be read. {error}"
    if own_lesson() is None and _mine():
        # What is wrong with the link the teacher has not seen yet; a ready lesson that it names stays the current one.
        wrong, named = st.session_state.get(_WRONG), st.session_state.get(WHICH)
        _open(list(_mine())[-1])
        st.session_state[_WRONG] = wrong
        if named not in (None, YOURS, next(iter(NAMES))):
            st.session_state[WHICH] = named
            st.query_params.pop(PARAMETER, None)
    _add([one for one in added if isinstance(one, dict) and all(isinstance(one.get(k, ""), str) for k in TOLD)])


def _take(at: str, lesson: Lesson) -> None:
    """Add a lesson of the browser's; the one that a link has opened is the same, if nothing differs."""
    now, written = st.session_state.get(_NAME, ""), st.session_state.get(_WRITE, {})
    if at in _mine() or at in written:
        return
    if lesson == own_lesson() and now not in written:
        _mine().pop(now, None)
        st.session_state[_NAME] = at
    _mine()[at] = lesson


def _add(added: list[dict[str, str]]) -> None:
    took: list[str] = st.session_state.setdefault(_TOOK, [])
    new = 0
    for one in added:
        name = one.get("id", "")[:40]
        if name in took:
            continue
        took.append(name)
        address = one.get("address", "")
        title = "" if "_part=" in address else one.get("title", "")[:80]  # a page without parts: its heading
        try:
            save((own_lesson() or Lesson("My lesson")).plus(step_from_address(address, step_pages(), title)))
            new += 1
        except LessonError as error:
            st.session_state[_WRONG] = f"A screen was not added. {error}"
    if new:
        report_added(f"{count(new, 'screen')} added to your lesson: see its last {verb(new, 'step', 'steps')}.")
