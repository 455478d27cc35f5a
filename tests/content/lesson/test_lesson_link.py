"""Serialization of lessons as links and files: round trips, and errors for invalid ones."""

import base64
import json
import random
import zlib
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.content.en.lessons import LESSONS, STEPS
from explorer.content.lesson.field_validation import LENGTHS, MOST_STEPS, LessonError
from explorer.content.lesson.lesson_link import MOST_FILE, MOST_LINK, from_file, pack, to_file, unpack
from explorer.content.lesson.lesson_steps import (
    Answer,
    Lesson,
    LessonStep,
    from_plain,
    step_from_address,
    step_to_plain,
    to_plain,
)
from tests.support import examples, in_order

PAGES = frozenset({"home", "tokens", "positions", "memory", "gradients", "extrapolation", "projection"})
text = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=60)
answers = st.builds(Answer, text, text, st.booleans())
sides = st.tuples(st.floats(-9, -1), st.floats(2, 9), st.floats(0, 1))
steps = st.builds(
    LessonStep,
    text.filter(bool),
    st.sampled_from(sorted(PAGES)),
    st.dictionaries(
        st.sampled_from(["p_part", "text", "x_enc", "view"]), st.one_of(text, st.lists(text, max_size=3).map(tuple))
    ),
    text,
    st.lists(answers, max_size=3).map(tuple),
    text,
    st.integers(1, 90),
    st.none() | sides,
    optional=st.booleans(),
    point=st.none() | st.tuples(sides, sides),
)
lessons = st.builds(Lesson, text.filter(bool), st.lists(steps, max_size=4).map(tuple), text, st.integers(0, 300))


def test_the_file_can_be_read_by_people() -> None:
    assert "“Zürich” × 2" in to_file(Lesson("“Zürich” × 2", (LessonStep("A first step", "home", {}),)))


@pytest.mark.slow
@given(lessons)
def test_what_is_saved_comes_back(lesson: Lesson) -> None:
    assert unpack(pack(lesson), PAGES) == lesson
    assert from_file(to_file(lesson).encode(), PAGES) == lesson


def test_a_ready_lesson_is_its_name_and_a_changed_one_still_a_short_link() -> None:
    for name, lesson in LESSONS.items():
        assert pack(lesson) == name
        many = tuple(replace(step, minutes=step.minutes + 1, say="In my own words.") for step in lesson.steps)
        few = lesson.move_step(0, 2).with_step(0, replace(lesson.steps[0], title="", why="So."))
        for changed in (
            few,
            few.without(0),
            replace(lesson, steps=many, about="", joining=5),
            lesson.without_optional(),
        ):
            link = pack(changed)
            assert unpack(link, PAGES) == changed
            assert len(link) <= 1_200


def test_a_link_of_before_names_steps_by_the_number_they_had() -> None:
    steps = unpack(packed({"lesson": "Old", "steps": ["forty-five.6", "forty-five.9"]}), PAGES).steps
    assert [replace(step, minutes=3) for step in steps] == [STEPS["WAVE"], STEPS["OWN"]]


def test_a_lesson_of_ones_own_that_is_longer_than_a_link_fits_a_file() -> None:
    draw = random.Random(1)
    own = Lesson("Own", tuple(LessonStep(str(n), "home", say=str(draw.getrandbits(4_000))) for n in range(9)))
    assert len(pack(own)) > MOST_LINK
    with pytest.raises(LessonError, match=f"at most {MOST_LINK:,} were expected. Ask for it as a file"):
        unpack(pack(own), PAGES)
    assert from_file(to_file(own).encode(), PAGES) == own


def packed(told: object) -> str:
    return "1" + base64.urlsafe_b64encode(zlib.compress(json.dumps(told).encode())).decode().rstrip("=")


ONE = {"title": "a", "page": "home", "minutes": 3}


@pytest.mark.parametrize(
    ("link", "says"),
    [
        ("eleven", "a lesson that the app does not have. The app’s own lessons are called ten, twenty, our-map"),
        ("1!!!", "is damaged: letters are missing or changed"),
        (packed({"steps": []})[:-9], "is damaged"),
        ("1" + base64.urlsafe_b64encode(zlib.compress(b"{" * 90)).decode(), "is not the JSON that was expected"),
        ("1" + base64.urlsafe_b64encode(zlib.compress(b" " * 10**6)).decode().rstrip("="), "unfolds to more than"),
        (packed([1, 2]), "Expected a lesson"),
        (packed({"steps": ["ten.99"]}), "a ready lesson, or a step of one, that this version of the app does not have"),
        (packed({"of": [], "steps": []}), "a ready lesson, or a step of one"),
        (packed({"of": "ten", "steps": [{"of": "NONE"}]}), "a ready lesson, or a step of one"),
        (packed({"steps": ["ten.1", {"page": "admin"}]}), "Step 2: this app has no page “admin”"),
        (packed({"steps": [ONE | {"minutes": 0}]}), "Step 1: expected whole minutes from 1 to 90, got “0”"),
        (packed({"steps": [ONE | {"minutes": True}]}), "expected whole minutes"),
        (packed({"steps": [ONE] * (MOST_STEPS + 1)}), f"Expected at most {MOST_STEPS} steps, got {MOST_STEPS + 1}"),
        (packed({"steps": [ONE | {"say": "a" * 1501}]}), "Step 1, say: expected at most 1,500 characters, got 1,501"),
        (packed({"steps": [ONE | {"title": 7}]}), "Step 1, title: expected a text, got int"),
        (packed({"steps": [ONE | {"title": "\ud800"}]}), "damaged character"),
        (packed({"steps": [ONE | {"state": {"room": "ABCDEF"}}]}), "“room” is not the name of a setting"),
        (packed({"steps": [ONE | {"page": []}]}), "Step 1: this app has no page “[]”. Its pages are extrapolation, "),
        (packed({"steps": [ONE | {"page": {"home": 1}}]}), "Step 1: this app has no page “{'home': 1}”."),
        (packed({"steps": [ONE | {"state": {"<b>": "x"}}]}), "“<b>” is not the name of a setting"),
        (
            packed({"steps": [ONE | {"answers": [["a"]]}]}),
            "expected each answer as [text, what it tells, true or false]",
        ),
    ],
)
def test_a_bad_link_says_what_is_wrong(link: str, says: str) -> None:
    with pytest.raises(LessonError) as caught:
        unpack(link, PAGES)
    assert in_order(says, str(caught.value))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x89PNG\r\n", "Expected a JSON file"),
        (b"{", "it is cut off, or was changed by hand"),
        (b"[" * 100_000, "it is cut off, or was changed by hand"),
        (b" " * (MOST_FILE + 1), "at most 300,000 bytes, got 300,001"),
        (b"{}", "Expected a lesson"),
    ],
)
def test_a_bad_file_says_what_is_wrong(content: bytes, says: str) -> None:
    with pytest.raises(LessonError) as caught:
        from_file(content, PAGES)
    assert in_order(says, str(caught.value))


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9) | st.just("home"),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=9), inside, max_size=4),
    max_leaves=6,
)


@pytest.mark.slow
@settings(max_examples=examples(150))
@given(
    st.dictionaries(st.sampled_from(["lesson", "about", "steps"]), any_json),
    st.dictionaries(st.sampled_from(list(step_to_plain(LESSONS["ten"].steps[0]))), any_json),
    st.booleans(),
)
def test_any_json_in_any_field_is_a_lesson_or_a_sentence(told: dict, field: dict, whole: bool) -> None:
    with suppress(LessonError):
        from_plain(told if whole else {"steps": [ONE | field]}, PAGES)


def test_a_value_nested_as_deep_as_json_goes_is_named() -> None:
    for depth in range(50, 2_000, 50):
        with pytest.raises(LessonError):
            from_file(b'{"steps": [{"page": %s}]}' % (b"[" * depth + b"]" * depth), PAGES)


def test_noise_is_refused_and_never_raises_anything_else() -> None:
    rng = random.Random(1)
    good = pack(LESSONS["ten"].without(0))
    for _ in range(500):
        letters = list(good)
        letters[rng.randrange(len(letters))] = rng.choice("abcXYZ019-_%")
        try:
            unpack("".join(letters), PAGES)
        except LessonError:
            continue


def test_the_current_screen_becomes_a_step_without_where_one_is() -> None:
    step = step_from_address(
        "http://10.0.0.7:8501/school/extrapolation?x_part=Loss+by+position&x_enc=learned&x_enc=RoPE&view=a:1"
        "&room=ABCDEF&present=true&lesson=2&embed=true",
        PAGES,
    )
    assert step.title == "Loss by position"
    assert step.link == "./extrapolation?x_part=Loss+by+position&x_enc=learned&x_enc=RoPE&view=a%3A1"
    assert step_from_address("http://a/", PAGES, "Home").link == "./"
    for wrong in ("http://a/admin", "http://[", "http://a/tokens?text=" + "a" * (LENGTHS["setting"] + 1)):
        with pytest.raises(LessonError):
            step_from_address(wrong, PAGES)


def test_a_full_lesson_takes_no_more() -> None:
    full = Lesson("Full", (LessonStep("a", "home"),) * MOST_STEPS)
    with pytest.raises(LessonError, match="Remove one"):
        full.plus(LessonStep("b", "home"))
    assert len(to_plain(full)["steps"]) == MOST_STEPS
