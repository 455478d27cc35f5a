"""Tasks of the path: what is said when one is done or went astray."""

import math
import re

import pytest

from explorer.content.en.chapter_order import PATH
from explorer.content.en.example_sentence_numbers import TEXT, ids
from explorer.content.en.task_feedback import tokens_rows_and_order as seen
from explorer.content.guided_path import StepId
from explorer.embedding_pipeline import table_for
from explorer.gradients.toy_training import THEMES
from explorer.tokenizers import SMALL, count_characters, encode
from explorer.training.text_generation import as_read, write
from explorer.wording import fixed, listed
from explorer.words.shipped_tables import shipped
from tests.support import numbers_in, pieces

STEP_IDS = PATH.step_ids()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("at", "state", "numbers"),
    [
        (
            (1, 1),
            {"text": "Ada Ada ada"},
            (
                "“Ada” has 2782 and 64",
                "“␣Ada” has 47395: only the space is new",
                "“␣ada” has 512 and 64: only the capital",
            ),
        ),
        (
            (1, 1),
            {"text": "Ada, my Ada, is ada"},
            ("“Ada” has 2782 and 64. “␣Ada” has 47395", "“␣ada” has 512 and 64"),
        ),
        ((1, 1), {"text": "Cat Cat cat"}, ("“␣Cat” has 5181", "“␣cat” has 3797")),
        ((1, 1), {"text": "Ida Ida ida"}, ("“␣ida” has 220 and", "220 is a space that no merge joined")),
        ((1, 2), {"text": "blorbify"}, ("no “blorbify”", "8 letters", "3 token", "bl, orb and ify")),
        ((1, 2), {"text": "the Zoë sat"}, ("no “Zoë”", "3 letters")),
        ((1, 3), {"t_joined": ["a t", "t h", "th e"]}, ("“at” (7 times)", "“the” (4 times)", "“␣t”, “␣a” and “he”")),
        ((1, 3), {"t_joined": ["t h", "a t", "th e"], "own": "Zoë feeds the fox"}, ("“th” (7 times)", "f·e·e·d·s")),
        ((1, 4), {"text": "é"}, ("“é”: 1 character of 2 bytes, in 1 box",)),
        (
            (1, 4),
            {"text": "The cat sat on the mat in the café"},
            ("Most of this text came often", "9 tokens"),
        ),
        ((1, 4), {"text": "ありがとう"}, ("15 bytes, 5 tokens", "has 22 characters and 6 tokens")),
        ((1, 4), {"text": "مرحبا"}, ("“\u2068مرحبا\u2069”: 10 bytes, 6 tokens", "read from right to left")),
        ((2, 1), {"text": "The man went home"}, ("“The” has the id 464", "128 numbers")),
        (
            (2, 2),
            {"t_hand_pet": -3, "t_hand_royal": 3, "t_hand_moves": 1},
            ("“queen”, with +1.00", "farthest is “dog”", "4,096 rows of 128"),
        ),
        ((2, 3), {"m_v": "5,000,000"}, ("takes 3 phones", "2.4 cm", "9.5 %")),
        ((2, 3), {"m_v": "1,000,000,000"}, ("477 phones", "3.8 m", "ceiling")),
        (
            (2, 4),
            {"g_runs": "a", "g_step": 300},
            (
                "Right.",
                "“king” with “queen”",
                "“cat” with “dog”",
                "“the” (12 times)",
                "“a” (4 times)",
                "“zebra”",
                "by 0",
            ),
        ),
        ((2, 5), {"g_text": THEMES["family"], "g_step": 300}, ("“mum” ran to “dad”, as “cooks” comes after both",)),
        ((2, 5), {"g_text": "zebra a b c", "g_step": 300}, ("“piano”", "by 0")),
        (
            (3, 1),
            {"t_bag_first": "Tom bit Rex", "t_bag_second": "Rex bit Tom"},
            ("by 0 in all 128 numbers", "“Rex bit Tom”"),
        ),
        ((3, 2), {"h_try": "No positions"}, ("“me” wins, with 25 % instead of 7.9 %",)),
        ((4, 1), {"p_place": 4}, ("Positions 4 and 2 share the sine 0.87", "−0.50 and 0.50")),
        (
            (4, 2),
            {"p_down": "18", "own": "Zoë feeds the fox"},
            (
                "word 44 would seem to stand where your “Zoë” stands",
                "Hand 18 knows better: it has made 0.53 turns while hand 0 made 7",
            ),
        ),
        ((5, 1), {"x_message": "x" * 65, "x_way": "none"}, ("the rows 0 to 64", "ends at row 63: 1 row is missing")),
        (
            (6, 1),
            {"j_find": "queen", "j_c1": 7},
            ("keeps 0 of the 10", "“princess”, “lady” and “elizabeth”", "“lecture”", "50"),
        ),
        ((6, 1), {"j_find": "Leonie, queen, 🍕", "j_c1": 7}, ("“queen”", "“lecture”")),
        ((6, 2), {"j_exclude": False}, ("“king” (+0.88)", "“queen” (+0.85)")),
        (
            (6, 2),
            {"j_exclude": False, "j_a": "france", "j_b": "germany", "j_d": "paris"},
            ("“berlin” (+0.92)",),
        ),
    ],
    ids=str,
)
def test_a_task_that_is_done_says_what_was_seen(
    at: tuple[int, int], state: dict[str, object], numbers: tuple[str, ...]
) -> None:
    """Hand 0 makes 44 / 2π turns; cosines of 2 rows of sines by NumPy.

    Of 64 hands, in 64 lines, hand i turns by 63 / 10,000^(i/64): the
    sine changes by less than 0.25 from i = 39 on (25 columns), the cosine from i = 32 on (32 columns).
    """
    task, state = PATH.step(StepId(*at)).task, {**PATH.step(StepId(*at)).state, **state}
    assert task.done(state)
    said = task.seen(state)
    assert [piece for number in numbers for piece in pieces(number) if piece not in said] == []


@pytest.mark.parametrize("width", [4, 16, 128])
def test_the_hand_that_points_down_has_made_the_turns_that_are_told(width: int) -> None:
    for position in range(1, 512):
        said = PATH.step(StepId(4, 2)).task.seen({"p_pos": position, "p_dim": width})
        hand, _, turns = said.partition(": it has made ")
        if turns:
            true = position / 10_000 ** (2 * int(hand.removeprefix("Hand ")) / width) / (2 * math.pi)
            assert float(turns.split()[0]) == pytest.approx(true, rel=6e-2)
            assert math.cos(2 * math.pi * true) < -0.95


def test_what_is_said_of_a_position_beyond_the_first_turn() -> None:
    """After a done task's control is moved: 15 = 12 + 3."""
    sine = PATH.step(StepId(4, 1)).task
    assert {15, 3} <= numbers_in(sine.seen({"p_place": 15, "p_per_turn": "12"}))


def test_the_letters_that_a_model_writes_are_counted_in_the_text_on_the_screen() -> None:
    task = PATH.step(StepId(5, 2)).task
    for begins in ("Lady Catherine", "The cat sat on the mat"):
        said = task.seen({"x_writers": ["sinusoidal", "ALiBi"], "x_begin": begins})
        found, of_all = write("ALiBi", as_read(begins)).real(64, 128)
        assert {found, of_all} <= numbers_in(said)


@pytest.mark.parametrize("at", STEP_IDS, ids=str)
def test_every_task_ends_in_a_sentence_of_what_was_seen(at: StepId) -> None:
    step = PATH.step(at)
    usual = {"x_way": "none"}  # what the page holds where its link says nothing
    said = step.task.seen({**usual, **step.state, **step.task.example})
    assert said and any(sign.isdigit() for sign in said)


def test_the_list_that_has_30_000_words_has_no_selfie() -> None:
    assert len(shipped("GloVe").words) == 30_000 and shipped("GloVe").find("selfie") is None


ELSEWHERE: dict[str, object] = {
    **{"text": "", "token": 99, "encoding": "cl100k_base", "t_mean": False, "t_bag_first": " "},
    **{"j_find": "zzzz", "j_table": "Whisper", "j_exclude": True, "x_message": "x" * 64, "m_d": "768", "g_step": 299},
}


@pytest.mark.parametrize("at", [at for at in STEP_IDS if str(at) not in ("4a", "4b")], ids=str)
def test_nothing_is_said_of_a_screen_that_no_longer_shows_it(at: StepId) -> None:
    assert PATH.step(at).task.seen(ELSEWHERE) == ""


@pytest.mark.parametrize(
    ("at", "state"),
    [
        ((6, 1), {"j_find": "queen", "j_table": "MiniLM"}),  # a word of both tables, but the other map
        ((6, 1), {"j_find": "zzzz"}),
        ((2, 5), {"g_text": "one", "g_step": 300}),
        ((2, 1), {"text": "A man went home"}),
        ((3, 1), {"t_bag_first": "", "t_bag_second": "the cat sat"}),  # one field empty: nothing to compare
        ((3, 1), {"t_bag_first": "bites man dog"}),  # the step's words in a third order
        ((3, 1), {"t_bag_first": "a cat sat", "t_bag_second": "a cat sat"}),
        ((3, 1), {"t_bag_first": "Tom sat", "t_bag_second": "sat tom"}),
        ((3, 1), {"t_bag_first": "boy a " * 51, "t_bag_second": "a boy " * 51}),  # 306 characters: too long
        ((3, 1), {"t_bag_first": "a cat", "t_bag_second": "cat a", "encoding": "cl100k_base"}),
    ],
)
def test_one_thing_that_differs_is_enough(at: tuple[int, int], state: dict[str, object]) -> None:
    task = PATH.step(StepId(*at)).task
    assert task.seen({**PATH.step(StepId(*at)).state, **state}) == ""


def test_a_word_that_only_our_excerpt_lacks_is_not_said_to_lack_in_the_whole_list() -> None:
    task = PATH.step(StepId(1, 2)).task
    told = task.seen({"text": "hippopotamus"})  # row 65,730 of the whole, beyond the 30,000 that are shipped
    assert "hippopotamus" in told and "GloVe" not in told


def test_the_visitors_own_sentence_is_spoken_of_at_the_clock() -> None:
    own = "Zoë eats one mango after lunch"
    clock = PATH.step(StepId(4, 1)).task
    assert "your “one” could be taken for “after”" in clock.seen({"own": own, "p_place": 4})
    assert "your" not in clock.seen({"own": "Zoë eats", "p_place": 4})


def test_a_dear_word_is_counted_without_the_english_beside_it() -> None:
    """Also where the whole text has fewer boxes than characters."""
    text = "Priya sings नमस्ते to her cat every night"
    told = seen.signs({"text": text})
    assert len(ids(text)) <= count_characters(text)
    assert f"{len(ids('नमस्ते'))} boxes" in told.split("alone: ")[1], "as many as if it is typed alone"
    assert "alone" not in seen.signs({"text": "Јелена воли сладолед 🍦"}), "8 characters in 8 boxes"
    assert "alone" not in seen.signs({"text": "Zoë sings"}) + seen.signs({"text": "plain"})


def test_the_rows_of_a_word_stand_below_each_other_for_both_sentences_and_are_named_whole() -> None:
    state = {"encoding": SMALL, "own": "Priya sings", "text": "Priya eats"}
    assert f"3 ids {listed(map(str, encode('Priya', SMALL)))}" in seen.same_row(state)
    first, second = seen.row_twice(state).split("“P” in")[1:]
    cells = re.compile(r"[0-9]+%")
    assert cells.findall(first) == cells.findall(second) and len(cells.findall(first)) == seen.FIRST
    other = state | {"text": "Peter eats", "token": 0}
    assert seen.same_row(other) == "" and not cells.search(seen.row_twice(other))
    (row,) = ids("P")
    numbers = table_for(SMALL).weight[row, : seen.SOME].tolist()
    assert f"row {row}: {', '.join(fixed(value) for value in numbers)}, …" in seen.row_twice(other)


def test_rows_that_look_the_same_are_explained_and_others_are_not() -> None:
    """As pieces of Hindi letters, which the texts of our own model hardly have."""
    told = seen.rows_alike({"encoding": SMALL, "text": "Priya sings नमस्ते"})
    assert "“⟨E0⟩” and “⟨A4⟩”" in told
    assert seen.rows_alike({"encoding": SMALL, "text": TEXT}) == seen.rows_alike({"encoding": SMALL, "text": ""}) == ""


USUAL = {"x_way": "none"}


@pytest.mark.parametrize(
    ("at", "state", "message"),
    [
        ((1, 1), {"text": "ada"}, "“ada” has no name with a capital letter"),
        ((1, 1), {"text": "Zoë zoë"}, "“Zoë” should stand there three times, in one line"),
        ((1, 1), {"text": "مرحبا"}, "“\u2068مرحبا\u2069” has no name"),
        ((1, 2), {"text": "king"}, "“king” is one of the list’s 30,000 words."),
        ((1, 3), {"t_missed": "h e"}, "“h e” stand together 4 times. Another pair does more often."),
        ((1, 3), {"t_joined": ["a t"]}, "1 of 3: “a t” stood together 7 times."),
        ((1, 4), {"text": "cat"}, "“cat” has only characters of an English keyboard"),
        ((1, 4), {"text": " "}, "The text is empty"),
        ((2, 1), {"text": "A man went"}, "Begin with the first word of “The cat sat on the mat”"),
        ((2, 2), {"t_hand_pet": 3}, "1 answer so far, 3 are enough."),
        ((2, 3), {"m_v": "200,000"}, "200,000 rows still fit on the phone."),
        ((2, 3), {"m_v": "1500000"}, "1,500,000 rows still fit on the phone."),
        ((2, 5), {"g_step": 300}, "This is still the text of the step before."),
        ((2, 5), {"g_text": "a b", "g_step": 5}, "Step 5 of 300"),
        ((3, 1), {"t_bag_second": "bites dog man"}, "still the words of the step."),
        ((3, 1), {"t_bag_first": "Tom ran"}, "“Tom” is not as often in both."),
        ((3, 1), {"t_bag_first": "I ran", "t_bag_second": "I ran"}, "Swap two"),
        ((3, 1), {"t_bag_second": " "}, "One sentence is empty."),
        ((2, 4), {"g_runs": "cat"}, "You say “cat”. Now press Play, to step 300."),
        ((2, 4), {"g_step": 300}, "Who ran to “the”?"),
        ((6, 1), {"j_find": "queen"}, "Turn the light too."),
        ((6, 1), {"j_c1": 3}, "By direction 3 “dog” and “summertime” still lie close."),
        ((6, 1), {"j_c1": 8}, "By direction 8 “dog” and “summertime” still lie close."),
        ((4, 1), {"p_place": 1}, "Position 1 is not as far to the right as position 2."),
        ((4, 1), {"p_place": 3}, "Position 3 is further to the right than position 2."),
        ((4, 1), {"p_place": 14}, "Position 14 is the same point, a turn later."),
        ((4, 2), {"p_down": "27"}, "Hand 27 does not point straight down."),
        ((5, 1), {"x_message": "x" * 40}, "40 letters, spaces too: each finds a row. Make it longer than 64."),
        ((5, 2), {"x_writers": ["ALiBi2"]}, "Now ALiBi2 is chosen. “ALiBi” is still missing."),
    ],
    ids=str,
)
def test_a_task_that_went_astray_says_what_is_missing(
    at: tuple[int, int], state: dict[str, object], message: str
) -> None:
    """Names what was typed and what is expected, in any wording."""
    step = PATH.step(StepId(*at))
    told = {**USUAL, **step.state, **state}
    assert not step.task.done(told)
    found = step.task.not_yet(told)
    assert found and [piece for piece in re.findall(r"“[^”]*”|\d[\d,.]*\d|\d", message) if piece not in found] == []


@pytest.mark.parametrize("at", STEP_IDS, ids=str)
def test_nothing_is_missing_before_anything_was_done(at: StepId) -> None:
    step = PATH.step(at)
    assert step.task.not_yet({}) == "", "a session's first run has no control yet"
    assert step.task.not_yet({**USUAL, **step.state}) == ""


@pytest.mark.parametrize(
    ("at", "state", "missing"),
    [
        ((3, 1), {"t_bag_first": "drum", "t_bag_second": "drum"}, "two words"),
        ((3, 1), {"t_bag_first": "dog bites man", "t_bag_second": "dog bites man"}, "first sentence again"),
        ((3, 1), {"t_bag_first": "Tom sees Emma", "t_bag_second": "Tom sees Emma"}, "same"),
        ((4, 2), {"p_pos": "44", "p_down": "9"}, "30 degrees"),  # 44 / 10,000^(18/128) = 12.07 rad, a turn is 6.283
        ((6, 1), {"j_c1": 4}, "By direction 4 they lie apart"),
        ((6, 1), {"j_find": "queen"}, "light"),
    ],
    ids=str,
)
def test_a_task_that_is_half_done_says_what_is_missing(
    at: tuple[int, int], state: dict[str, object], missing: str
) -> None:
    step = PATH.step(StepId(*at))
    state = {**step.state, **state}
    assert not step.task.done(state) and missing.lower() in step.task.not_yet(state).lower()
