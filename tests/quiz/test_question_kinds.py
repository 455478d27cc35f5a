"""Every kind of question: its answer by an independent solver, its mistakes, choices and text.

`SOLVE` does not use the core: it solves a question as on paper, from the numbers and words that are given.
"""

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

from explorer.embedding_pipeline.token_counts import SCRIPTS
from explorer.questions import Question
from explorer.quiz import KINDS
from explorer.quiz.question import TOPICS, Kind, kind, mixed
from explorer.tokenizers import get
from explorer.ui import info
from explorer.views.gradients.worked_example import STEPS
from explorer.wording import signed
from explorer.words.shipped_tables import shipped
from tests.quiz.reference_solver import SOLVE
from tests.support import numbers_in, parts_of, slips_in

SEEDS = range(12)
SLOW = {"neighbours-kept", "said-no-gradient", "said-flat-map", "who-tells"}
SLOW_MARK = {True: pytest.mark.slow, False: ()}
each_kind = pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW_MARK[name in SLOW]) for name in KINDS])


@cache
def questions(name: str) -> list[Question]:
    return [KINDS[name](seed) for seed in SEEDS]


def correct_inputs(question: Question) -> list[Any]:
    """The correct answer as typed, in each possible unit."""
    worked = SOLVE[question.key](question.given)
    if question.form != "number":
        return [worked]
    units = {"bytes": {"": 1, " kB": 10**3, " MB": 10**6, " MiB": 2**20, " GiB": 2**30}, "%": {"": 1, " %": 1}}
    return [f"{worked / size:.15f}{unit}" for unit, size in units.get(question.unit, {"": 1}).items()]


@pytest.mark.parametrize("name", [pytest.param(name, marks=SLOW_MARK[name in SLOW]) for name in SOLVE])
def test_the_answer_is_what_paper_and_pencil_give(name: str) -> None:
    for question in questions(name):
        for reply in correct_inputs(question):
            assert question.judge(reply).right, (question.prompt, reply, question.answer)


def test_every_kind_is_solved_here_or_measured_with_its_misconception() -> None:
    assert {name for name in KINDS if not name.startswith("said-")} == set(SOLVE)


ONLY_MEANT = {
    ("wider", "factor"),
    ("more-rows", "D"),
    ("more-rows", "V"),
    ("more-rows", "factor"),
    ("merge", "word"),
    ("sort-texts", "texts"),
    ("space", "other"),
    ("rope", "shift"),
    ("which-differ", "n"),
    ("which-differ", "positions"),
    ("how-worse", "encoding"),
}
"""What is given and stands in the question in another form: a product, a space as ␣, the words themselves."""


@each_kind
def test_what_is_given_stands_in_the_question(name: str) -> None:
    """The solver takes these numbers and words for those that a reader sees."""
    for question in questions(name):
        text = " ".join([question.prompt, *question.choices]).replace(",", "").replace("−", "-")
        for key, value in question.given.items():
            values = value if isinstance(value, (tuple, list)) else (value,)
            if not isinstance(value, bool) and (name, key) not in ONLY_MEANT and not name.startswith("said-"):
                assert all(str(each).replace(",", "") in text for each in values), (key, question.prompt)


@each_kind
def test_the_answer_is_right_and_no_mistake_is(name: str) -> None:
    for question in questions(name):
        if question.form == "number":
            assert question.judge(f"{question.value:.12f}".replace("-", "−")).right
            far = max(abs(question.value) / 2, 2 * question.slack) or 0.5
            assert not question.judge(f"{question.value + far:.12f}").right, question.prompt
            for mistake in question.mistakes:
                reply = f"{float(mistake.reply):.12f}"
                assert not question.judge(reply).right, (question.prompt, mistake)
                named = question.judge(reply).mistake
                assert named is not None and (named is mistake or named.reply == pytest.approx(mistake.reply, rel=0.02))
        else:
            of = question.choices
            assert len(set(of)) == len(of) >= 2
            assert question.answer in question.choices or sorted(question.answer) == sorted(question.choices)
            for mistake in question.mistakes:
                assert mistake.reply != question.answer
                assert mistake.reply in question.choices or sorted(mistake.reply) == sorted(question.choices)


@each_kind
def test_numbers_are_fresh_and_the_seed_decides(name: str) -> None:
    found = questions(name)
    assert len({question.asked for question in found}) > 1 or name.startswith("said-")
    again = KINDS[name](3)
    assert (again.prompt, again.answer, again.choices) == (found[3].prompt, found[3].answer, found[3].choices)


@each_kind
def test_words_are_whole_and_the_proof_is_a_part_of_the_app(name: str) -> None:
    for question in questions(name):
        assert question.topic in TOPICS
        assert question.prompt.strip().endswith(("?", ".", ")")) and question.reason.strip().endswith((".", "”", ".”"))
        assert question.show.part in parts_of(question.show.page)
        assert question.show.look.endswith(".")
        assert info(question.show.page)
        for mistake in question.mistakes:
            assert mistake.name and mistake.why.endswith("."), mistake
        said = [question.prompt, question.reason, question.show.look, *question.choices]
        for text in (*said, " ".join([question.prompt, question.reason]), *(m.why for m in question.mistakes)):
            assert not slips_in(text)
            assert not re.search(r"\b(easy|easily|simply|obvious|just)\b", text.lower()), text


def test_the_link_to_two_orders_brings_both_sentences_of_the_question() -> None:
    for question in questions("which-differ"):
        state = question.show.state
        one, two = (get(state["encoding"]).encode_ordinary(f" {state[key]}") for key in ("t_bag_first", "t_bag_second"))
        assert sorted(one) == sorted(two) and sum(a != b for a, b in zip(one, two, strict=True)) == question.value
        assert f"In “{state['t_bag_first']}” the words" in question.prompt


def test_the_link_to_a_word_with_a_space_or_a_capital_shows_the_two_ids_of_the_question() -> None:
    for question in questions("space"):
        shown = get("gpt2").encode_ordinary(question.show.state["text"])
        pairs = [get("gpt2").encode_ordinary(question.given[name]) for name in ("word", "other")]
        assert [i for i in shown if i != get("gpt2").encode_ordinary("\n")[0]] == [*pairs[0], *pairs[1]]


def test_scripts_other_than_ours_take_more_tokens_than_characters() -> None:
    said = questions("sort-texts")[0].why
    assert "Other scripts are cut into short pieces, often parts of a character" in said
    foreign = [text for text in SCRIPTS.values() if sum(letter.isascii() for letter in text) < len(text) / 2]
    assert len(foreign) > 5
    assert sum(len(get("gpt2").encode_ordinary(text)) > len(text) for text in foreign) > len(foreign) / 2


def test_links_bring_the_model_and_the_table_of_the_question() -> None:
    for question in questions("share"):
        assert question.show.state["m_look"] in question.prompt
    for question in questions("rows-that-learn"):
        assert question.show.state["g_board_step"] in STEPS[2:], "a step of the way back"


def test_two_vectors_whose_cosine_is_asked_for_do_not_lie_on_one_line() -> None:
    for question in [KINDS["cosine"](seed) for seed in range(300)]:
        (a, b), (c, d) = question.given["a"], question.given["b"]
        assert a * d != b * c


def test_hand_worked_cases() -> None:
    """One case per topic, computed on paper from the first seed that has it."""
    assert 50_000 * 512 * 4 == 102_400_000  # the course's table
    table = next(q for q in (KINDS["table"](s) for s in range(400)) if q.given == {"V": 50_000, "D": 512})
    assert table.answer == 102_400_000 and "102.4 MB (97.7 MiB)" in table.why
    assert table.judge("97.7 MB").mistake.name == "MiB written as MB"
    assert table.judge("25.6 MB").mistake.name == "The 4 bytes of a number forgotten"
    assert table.judge("97.66 MiB").right and table.judge("102 MB").right and not table.judge("100 MB").right
    step = next(
        q for q in (KINDS["one-step"](s) for s in range(400)) if q.given == {"weight": 1, "gradient": 4, "rate": 0.5}
    )
    assert step.answer == -1
    assert step.why.endswith(": 1 − 0.5 × 4 = 1 − 2 = −1.")
    alibi = next(q for q in (KINDS["alibi"](s) for s in range(400)) if q.given == {"head": 1, "back": 4})
    assert alibi.answer == -2 and alibi.judge("-4/2").right and not alibi.judge("2").right


def test_kinds_are_entered_once_and_under_a_known_topic() -> None:
    with pytest.raises(ValueError, match="two kinds"):
        kind("Memory", "table")(lambda rng: KINDS["table"](0))
    with pytest.raises(ValueError, match="one of the topics"):
        kind("Cats", "new")(lambda rng: KINDS["table"](0))
    assert isinstance(KINDS["table"], Kind)
    assert mixed(np.random.default_rng(1), "a", "a") == ("a",)


@pytest.mark.parametrize("word", ["king", "played", "bad", "father", "rome"])
def test_how_near_an_analogys_sum_stays_to_a_given_word_is_measured(word: str) -> None:
    asked = next(each for each in map(KINDS["analogy"], range(60)) if each.answer == word)
    table = shipped("GloVe")
    a, b, c = (table.vectors[table.find(str(asked.given[name])) or 0].astype(float) for name in "abc")
    total, taken = b - a + c, next(each for each in asked.mistakes if each.reply == asked.given["a"])
    cosine = total @ a / np.linalg.norm(total) / np.linalg.norm(a)
    assert signed(float(cosine)) in taken.why
    if word in (asked.given["b"], asked.given["c"]):
        near = b if word == asked.given["b"] else c
        step, length = float(np.linalg.norm(total - near)), float(np.linalg.norm(near))
        assert {round(step, 2), round(length, 2)} <= numbers_in(asked.why)
        assert step < 0.5 * length, "else it would not stay near"
