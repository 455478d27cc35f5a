"""Serialization of a lesson as a link and as a file.

A link names the ready-made lesson and steps that a lesson comes from, and contains what differs, compressed. A file is
plain JSON.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from explorer.content.en.lessons import LESSONS, STEPS
from explorer.content.lesson.field_validation import LessonError
from explorer.content.lesson.lesson_steps import Lesson, from_plain, step_to_plain, to_plain
from explorer.content.migrate_old_links import LESSON_STEPS

MOST_LINK = 6_000
"""Maximum characters of a lesson in a link; web servers accept URLs of 8 kB by default."""
MOST_FILE = 300_000
"""Maximum bytes of a file, and of an uncompressed link."""
_SIGN = "1"
"""Version prefix of a packed lesson."""


def pack(lesson: Lesson) -> str:
    """Pack a lesson as the value of a query parameter; only the name of an unchanged ready-made one.

    The result may be longer than `MOST_LINK`; such a lesson needs a file.
    """
    for name, ready in LESSONS.items():
        if lesson == ready:
            return name
    plain = to_plain(lesson)
    plain["steps"] = [_shortest(step, _alike(step)) for step in plain["steps"]]
    plain = _shortest(plain, _lessons())
    small = zlib.compress(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return _SIGN + base64.urlsafe_b64encode(small).decode().rstrip("=")


def unpack(text: str, pages: Collection[str], most: int = MOST_LINK) -> Lesson:
    """Unpack a lesson from a link, or of `most` characters from a room.

    Raises:
        LessonError: says what is wrong with the link.
    """
    if text in LESSONS:
        return LESSONS[text]
    if len(text) > most:
        raise LessonError(
            f"The lesson in this link has {len(text):,} characters; at most {most:,} were expected. Ask for it as "
            "a file, and open that here."
        )
    if not text.startswith(_SIGN):
        raise LessonError(
            "This link names a lesson that the app does not have. The app’s own lessons are called "
            f"{', '.join(LESSONS)}."
        )
    plain = _json(_unfold(text[len(_SIGN) :]), "The lesson in this link")
    plain = _whole(plain, _lessons())
    if isinstance(plain, dict) and isinstance(plain.get("steps"), list):
        old = {f"{name}.{n}": step for name, steps in LESSON_STEPS.items() for n, step in enumerate(steps.split(), 1)}
        named = [{_OF: old.get(step, step)} if isinstance(step, str) else step for step in plain["steps"]]
        plain["steps"] = [_whole(step, _steps()) for step in named]
    return from_plain(plain, pages)


def to_file(lesson: Lesson) -> str:
    """Lesson as human-readable JSON."""
    return json.dumps(to_plain(lesson), ensure_ascii=False, indent=1) + "\n"


def file_name(lesson: Lesson) -> str:
    """File name of a lesson: its title without characters that some systems do not allow.

    >>> file_name(Lesson("Ten minutes: how a word becomes numbers"))
    'Ten minutes how a word becomes numbers.json'
    >>> file_name(Lesson("Wörter / слова?")), file_name(Lesson("..."))
    ('Wörter слова.json', 'lesson.json')
    """
    kept = "".join(" " if letter in '<>:"/\\|?*' or not letter.isprintable() else letter for letter in lesson.title)
    return f"{' '.join(kept.split()).strip(' .') or 'lesson'}.json"


def from_file(content: bytes, pages: Collection[str]) -> Lesson:
    """Parse a lesson from an uploaded file.

    Raises:
        LessonError: says what is wrong with the file.
    """
    if len(content) > MOST_FILE:
        raise LessonError(
            f"Expected a lesson of at most {MOST_FILE:,} bytes, got {len(content):,}. Is this the file that “Save as a "
            "file” gave?"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LessonError(
            "Expected a JSON file (UTF-8) that “Save as a file” gave. This file holds something else, or is damaged."
        ) from None
    return from_plain(_json(text, "The file"), pages)


def _unfold(text: str) -> str:
    broken = LessonError(
        "The lesson in this link is damaged: letters are missing or changed. Copy the whole link once more; mail "
        "programs sometimes cut a long one in two."
    )
    try:
        small = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        opened = zlib.decompressobj()
        content = opened.decompress(small, MOST_FILE)
    except (binascii.Error, ValueError, zlib.error):
        raise broken from None
    if opened.unconsumed_tail:
        raise LessonError(
            f"The lesson in this link unfolds to more than {MOST_FILE:,} bytes, more than a lesson made here can have."
        )
    if not opened.eof:
        raise broken
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise broken from None


def _json(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise LessonError(f"{what} is not the JSON that was expected: it is cut off, or was changed by hand.") from None


_OF = "of"
"""Field with the name of the ready lesson or step that another one changes."""


def _shortest(plain: dict[str, Any], ready: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The plain data, or what makes it from the ready one that needs least; a field that is gone is None there."""
    changes = [
        {_OF: name, **dict.fromkeys(base.keys() - plain.keys())}
        | {key: value for key, value in plain.items() if base.get(key) != value}
        for name, base in ready.items()
    ]
    return min([plain, *changes], key=lambda each: len(json.dumps(each)))


def _whole(plain: Any, ready: Mapping[str, Mapping[str, Any]]) -> Any:
    """The plain data that `_shortest` has shortened."""
    if not isinstance(plain, dict) or _OF not in plain:
        return plain
    if not isinstance(plain[_OF], str) or plain[_OF] not in ready:
        raise LessonError(
            "This link names a ready lesson, or a step of one, that this version of the app does not have. Begin again "
            "from a ready lesson, or ask for the lesson as a file."
        )
    whole = {**ready[plain[_OF]], **plain}
    return {key: value for key, value in whole.items() if value is not None and key != _OF}


def _alike(step: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The ready steps that a step may come from."""
    texts = ("title", "question", "say")
    return {name: ready for name, ready in _steps().items() if any(step.get(key) == ready[key] for key in texts)}


@lru_cache(maxsize=1)
def _lessons() -> dict[str, dict[str, Any]]:
    return {name: {**to_plain(lesson), "steps": []} for name, lesson in LESSONS.items()}


@lru_cache(maxsize=1)
def _steps() -> dict[str, dict[str, Any]]:
    return {name: step_to_plain(step) for name, step in STEPS.items()}
