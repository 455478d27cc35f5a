"""Notes of the ready-made lessons: their numbers are those of the step's picture at the step's settings.

A step's numbers are listed in reading order, each computed from the picture, so a changed, added or missing number
fails on either side. Numbers that are not measurements (a sum for the board, a step, part of a question) are literals.
"""

import re
from collections.abc import Callable

import numpy as np
import pytest

from explorer import tokenizers
from explorer.content.en.lessons import LESSONS
from explorer.content.en.lessons import STEPS as READY
from explorer.content.lesson.lesson_steps import Lesson, LessonStep
from explorer.content.lesson.parse_teacher_question import own_question
from explorer.gradients.vocabulary_share import uniform_share
from explorer.lm.predict_next_token import ReadingRequest, read
from explorer.training.findings.loss_on_new_rows import LATE, alone
from explorer.training.findings.shipped_model_losses import TRAIN_LEN, Line, baselines, inside
from explorer.ui.frame.model_badge import BADGES
from explorer.ui.home import pipeline_picture
from explorer.ui.home.write_sentence_with_model import ON_STAGE
from explorer.views import extrapolation, gradients, home, memory, projection, tokens
from explorer.views import positions as waves
from explorer.views.extrapolation.loss_sentences import understood
from explorer.views.view import View
from explorer.wording import fixed, number, share
from tests.support import bare

NumberTexts = list[str]
STEPS = {step.title: step for lesson in LESSONS.values() for step in lesson.steps}
_NUMBER = re.compile(r"(?<![\w.,-])−?\d+(?:,\d{3})*(?:\.\d+)?")


def numbers(text: str) -> NumberTexts:
    """The numbers of a text in their order, as written, with a true minus.

    >>> numbers("gpt2 has 50,257 rows: 7, −0.30 and 0 to 63.")
    ['50,257', '7', '−0.30', '0', '63']
    """
    return _NUMBER.findall(text)


def numbers_of_texts(step: LessonStep) -> NumberTexts:
    """The numbers of a step's question, its notes, the feedback for each answer, and the reason."""
    return numbers("\n".join([step.question, step.say, *(answer.tells for answer in step.answers), step.why]))


def numbers_of_view(view: View | str, *wanted: str) -> NumberTexts:
    """These numbers, asserted to occur in the sentence or the formula of a picture exactly as written."""
    seen = view if isinstance(view, str) else "\n".join([view.sentence, *(str(each) for each in view.formulas)])
    assert set(wanted) <= set(numbers(bare(seen))), seen
    return list(wanted)


def case(step: LessonStep) -> NumberTexts:
    table = tokens.strip(text=str(step.shows["text"])).table
    ids = dict(zip(table["text"], map(str, table["id"]), strict=True))
    return [ids["cat"], ids["␣cat"], ids["␣Cat"]]


def hindi(step: LessonStep) -> NumberTexts:
    view = tokens.encodings()
    names = zip(view.table["text"], view.table["encoding"], strict=True)
    cost = dict(zip(names, view.table["tokens"], strict=True))
    english, other = cost["English", "gpt2"], cost["Hindi", "gpt2"]
    assert str(english) == str(len(tokens.strip(text=str(step.state["text"])).table["id"]))
    shown = list(tokens.strip(text=str(step.shows["text"])).table["line"])
    assert [shown.count(line) for line in (1, 2)] == [english, other]  # the picture after Reveal
    assert other > 4 * english and step.number and step.number[2] == other
    return numbers_of_view(view, str(english), str(other), str(english), str(other))


def near(step: LessonStep) -> NumberTexts:
    text = str(step.state["text"])
    assert text.split() == ["seven", "heaven", "starting"] and step.state["token"] == "0"
    view = tokens.neighbours(text=text, token=0)
    drawn = dict(zip(view.table["token"], view.table["cosine"], strict=True))
    first, *_ = drawn
    assert [answer.text.partition("”")[0].strip("“") for answer in step.answers] == [first[1:], *text.split()[1:]]
    seven, below = tokenizers.encode(" seven starting", "gpt2").tolist()
    assert below == seven + 1, "the row below"
    others = [fixed(drawn[f"␣{word}"], 3) for word in text.split()[1:]]
    return ["1", *numbers_of_view(view, fixed(drawn[first], 3), "0.000", *others)]  # 1: the same way


def bag(step: LessonStep) -> NumberTexts:
    table = tokens.bags(moved_token=False).table
    assert np.array_equal(table["sum of rows, first"], table["sum of rows, second"])
    return [*"235", *"532", *"2332"]  # sums for the board, whatever the rows are


def counting(step: LessonStep) -> NumberTexts:
    jumps, glide = (waves.neighbours().table[f"if they {move}"] for move in ("jump", "glide"))
    carry = int(np.argmax(jumps))
    before, at = str(carry), str(carry + 1)
    moved = zip(*(waves.dials(position=position).table["mark"] for position in (carry, carry + 1)), strict=True)
    assert jumps[0] < jumps[carry] and np.ptp(glide) < 1e-6 and [old != new for old, new in moved] == [True, True]
    return [
        "3,000",
        "3",
        before,
        at,
        *numbers_of_view(waves.neighbours(), fixed(float(glide[0]), 3)),
        "0",
        "0",
        "1",
        at,
        *[before, at, "0", "1"],
    ]


def wave(step: LessonStep) -> NumberTexts:
    turn, at = int(str(step.state["p_per_turn"])), int(str(step.shows["p_place"]))
    view = waves.face(per_turn=turn, position=at)
    sines, cosines = view.table["sine"], view.table["cosine"]
    (other,) = (n for n in range(turn) if n != at and abs(sines[n] - sines[at]) < 1e-9)
    (sine,) = numbers_of_view(view, fixed(float(sines[at])))
    both = [fixed(float(cosines[at])), fixed(float(cosines[other]))]
    return [str(turn), sine, str(at), sine, str(other), *both, sine, str(turn), str(at), str(other)]


def arrows(step: LessonStep) -> NumberTexts:
    word, at = str(step.state["p_word"]), int(str(step.state["p_word_place"]))
    table = waves.arrows(word=word, position=at).table
    lengths = np.hypot(table["position, first"], table["position, second"])
    assert np.ptp(lengths) < 1e-6
    tips = [
        part
        for position in (0, at)
        for part in (
            str(position),
            *numbers_of_view(
                waves.arrows(word=word, position=position),
                *(fixed(float(table[f"sum, {which}"][position])) for which in ("first", "second")),
            ),
        )
    ]
    return [*tips, fixed(float(lengths[0])), f"{lengths[0]:.0f}"]


def tip(step: LessonStep) -> NumberTexts:
    word, at, to = str(step.state["p_word"]), *(str(each["p_word_place"]) for each in (step.state, step.shows))
    assert step.point is not None and str(int(at) + 1) == to
    table = waves.arrows(word=word, position=int(to)).table
    tips = [[float(table[f"sum, {which}"][place]) for which in ("first", "second")] for place in (int(at), int(to))]
    assert [side[2] for side in step.point] == pytest.approx(tips[1])
    asked = own_question(step)
    assert asked is not None and asked.judge(tips[1]).right and not asked.judge(tips[0]).right
    return [at, to, "0", "1", at, to, *map(fixed, tips[1])]


def table(step: LessonStep) -> NumberTexts:
    view = waves.heatmap(dim=int(str(step.state["p_dim"])), length=int(str(step.state["p_len"])))
    columns = len(view.table) - 1  # and one of positions
    return [str(columns // 2), *numbers_of_view(view, fixed(2 * np.pi)), *numbers_of_view(view, str(view.table.rows))]


def beyond(step: LessonStep) -> NumberTexts:
    length = int(str(step.state["x_len"]))
    losses = (inside(Line("sinusoidal", "plain")), *alone(), baselines()["bigram"])
    level, rows_alone, in_long, bigram = numbers_of_view(understood("sinusoidal", "plain", length), *map(fixed, losses))
    late, end = (*map(str, LATE),), str(TRAIN_LEN)
    numbers_of_view(extrapolation.rows(length=length, positions=str(step.state["x_kind"])), end, str(length - 1))
    assert bigram < rows_alone and bigram < in_long  # so an answer's note says: worse than guessing
    return ["0", str(TRAIN_LEN - 1), end, level, *late, rows_alone, in_long, bigram]


def shadow(step: LessonStep) -> NumberTexts:
    at = int(str(step.state["j_angle"]))
    view, turned = projection.shadow(angle=at), projection.shadow_by_angle(angle=at)
    assert len(view.table["word"]) == 8
    points = np.stack([view.table["first number"], view.table["second number"]])
    points = points - points.mean(axis=1, keepdims=True)
    best = np.degrees(np.arctan2(*np.linalg.svd(points)[0][::-1, 0])) % 180
    near = f"{10 * round(best / 10)}"
    (right,) = (answer.text for answer in step.answers if answer.right)
    assert "along" in right and 20 < best < 70, "neither level nor upright"
    return [*numbers_of_view(view, "50"), *numbers_of_view(turned, fixed(float(best), 1)), near]


def spectrum(step: LessonStep) -> NumberTexts:
    view = projection.spectrum()
    held = share(float(view.table["sum of squares, summed"][1]), digits=3)
    (part,) = numbers_of_view(view, held.removesuffix(" %"))
    return [str(BADGES["minilm"].width), part, part]


def cost(step: LessonStep) -> NumberTexts:
    view = memory.shares(model="GPT-3")
    gpt3 = list(view.table["model"]).index("GPT-3")
    rows, width, size = (number(view.table[name][gpt3], 20) for name in ("vocabulary", "width", "token table"))
    billion = "175"
    assert (
        f"{billion}.0 billion" in view.sentence
        and share(view.table["token share, %"][gpt3] / 100) == step.answers[2].text
    )
    largest = round(max(view.table["token share, %"]))
    told = [size, billion, step.answers[2].text.removesuffix(" %")]
    return [billion, *[rows, width], *numbers_of_view(view, rows, width, size), str(largest), *told]


def board(step: LessonStep) -> NumberTexts:
    ids = str(step.state["g_ids"])
    opened = str(step.state["g_board_step"])
    view = gradients.board(ids=ids, step="6 Into the table")
    got = zip(*(view.table[name] for name in ("matrix", "row")), strict=True)
    dims = [view.table[f"dimension {n}"] for n in range(4)]
    rows = {
        row.split()[0]: [fixed(column[at], 0) for column in dims]
        for at, (matrix, row) in enumerate(got)
        if matrix == "gradient of the table"
    }
    assert "dimension 4" not in view.table and [row for row in rows if set(rows[row]) != {"0"}] == ["2", "5", "10"]
    return ["10", opened[0], "1", "6", "10", *rows["10"], "2", "5", "10", "10"]


def books(step: LessonStep) -> NumberTexts:
    view = gradients.shares()
    rows, read = numbers_of_view(view, "50,257", "65,536")
    assert 32 * 2048 == 65_536 and "(↵)" in gradients.ranks().sentence
    uniform = share(uniform_share(65_536, 50_257)).removesuffix(" %")
    (reached,) = numbers_of_view(view, "12.4")
    return [read, rows, uniform, read, rows, f"{float(reached):.0f}"]


def own(step: LessonStep) -> NumberTexts:
    view = home.next_token(text=str(step.state["text"]), hide_last=False)
    assert f"first guess is “{step.answers[0].text}”" in view.sentence
    return numbers_of_view(view, "4,096")


def class_model(step: LessonStep) -> NumberTexts:
    view = home.next_token(text=str(step.state["text"]), hide_last=False)
    first = [name.strip("␣") for name in view.table["next token"]]
    words = {answer.text: answer.right for answer in step.answers}
    assert words == {word: word == first[0] for word in words} and "after" not in first[:10]
    assert "since" in first[:3], "said of the model's first three"
    return numbers_of_view(view, "4,096") + numbers_of_view(view, "5.8")


def opposite(step: LessonStep) -> NumberTexts:
    view = projection.sentences(line=int(str(step.state["j_line"])))
    right, *others = (answer.text.strip("“”") for answer in step.answers)
    cosines = dict(zip(view.table["line"], view.table["cosine to line 7"], strict=True))
    del cosines["I like this film"]
    assert right == max(cosines, key=cosines.__getitem__) and set(others) < set(cosines)
    return numbers_of_view(view, "0.77", "0.03")


EXPECTED: dict[str, Callable[[LessonStep], NumberTexts]] = {
    READY["CASE"].title: case,
    READY["HINDI"].title: hindi,
    READY["NEAR"].title: near,
    READY["OWN"].title: own,
    READY["CLASS"].title: class_model,
    READY["BAG"].title: bag,
    READY["COUNTING"].title: counting,
    READY["WAVE"].title: wave,
    READY["ARROWS"].title: arrows,
    READY["TIP"].title: tip,
    READY["CHAIN"].title: lambda _: [],
    READY["TABLE"].title: table,
    READY["BEYOND"].title: beyond,
    READY["OPPOSITE"].title: opposite,
    READY["OUR_MAP"].title: lambda _: [],
    READY["SHADOW"].title: shadow,
    READY["SPECTRUM"].title: spectrum,
    READY["SHARE"].title: cost,
    READY["BOARD"].title: board,
    READY["BOOKS"].title: books,
}


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_each_number_of_a_note_is_the_pictures(step: LessonStep) -> None:
    assert numbers_of_texts(step) == EXPECTED[step.title](step)


def test_the_picture_after_the_order_has_its_steps_in_that_order() -> None:
    step = READY["CHAIN"]
    drawn = pipeline_picture.component_data(read(ReadingRequest(str(step.state["text"]))), 0, only=ON_STAGE)["steps"]
    *orders, guess = (answer.text for answer in step.answers)
    assert [each["name"].split()[0] for each in drawn] == ["1", "2", "3", "4"] and guess.startswith("guess")
    for each, order in zip(drawn, orders, strict=True):
        assert each["name"].split()[-1].removesuffix("s").lower() in order.removeprefix("give each token")


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_what_is_said_of_a_lesson_fits_its_steps(lesson: Lesson) -> None:
    """Its numbers are minutes; what needs optional steps says so."""
    half = lesson.joining + sum(step.minutes for step in lesson.steps[:9])
    said = numbers(" ".join([lesson.about, *lesson.aims]))
    assert said == ([str(LESSONS["forty-five"].time), str(half)] if lesson == LESSONS["ninety"] else [])
    assert lesson.core_minutes <= lesson.minutes <= lesson.time
    optional = any(step.optional for step in lesson.steps)
    assert any("optional" in aim for aim in lesson.aims) == optional and any("optional" not in a for a in lesson.aims)
