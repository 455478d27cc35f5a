"""Numbers that a sentence shows agree with each other, and what is drawn in part is said with its range."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer import excerpt
from explorer.quiz import KINDS
from explorer.training.text_generation import wrong
from explorer.views import View, gradients, home, memory, positions, projection, tokens
from tests.support import numbers_in, parse_number, unmet


@pytest.mark.parametrize("seed", range(8))
def test_a_worked_line_of_the_quiz_meets_by_the_digits_it_shows(seed: int) -> None:
    slope, back, penalty = re.findall(r"−([\d.]+) × (\d+) = −([\d.]*\d)", KINDS["alibi"](seed).why)[0]
    assert float(slope) * int(back) == pytest.approx(float(penalty), rel=1e-7)
    omega, turn = re.findall(r"= ([\d.,]+) radians.*2π ÷ ω = ([\d,.]+)", KINDS["wavelength"](seed).why)[0]
    assert 2 * 3.141592653589793 / parse_number(omega) == pytest.approx(parse_number(turn), rel=6e-4)


ENCODED, PAIRS = ("gpt2", "o200k_base"), (0, 2, 31, 63)
TEXTS = ("a", "The cat", "7 7 7 7 7 7 7 7", "one two three four five six", "बिल्ली", "🐱")
SETTINGS: list[tuple[Callable[..., View], list[dict[str, Any]]]] = [
    (projection.shadow, [{"angle": angle} for angle in range(180)]),
    (positions.alibi_slopes, [{"heads": n, "head": head, "length": 192} for n in range(1, 33) for head in range(n)]),
    (positions.nearest_rows, [{"length": 8_192, "dim": 4}, {"length": 3, "dim": 6}, {"length": 256, "dim": 128}]),
    (positions.wavelengths, [{"base": 1e6, "dim": 1_024, "pairs": (511,)}, {"dim": 128, "pairs": (63,)}]),
    (
        positions.clocks,
        [{"position": n, "base": b, "pairs": (p,)} for n in (3, 8_191) for b in (10.0, 1e6) for p in PAIRS],
    ),
    (positions.shift_matrix, [{"k": k, "pair": pair} for k in (1, 17, 64) for pair in (0, 5, 40, 63)]),
    (positions.shift_turn, [{"k": k, "pair": pair} for k, pair in ((3, 63), (2, 1), (7, 40), (64, 20))]),
    (tokens.bags, [{"first": text} for text in TEXTS]),
    (gradients.touched_rows, [{"text": text} for text in ("cat the cat cat", " 7 7 7", " a b a b")]),
    (tokens.neighbours, [{"text": t, "encoding": e} for t in TEXTS for e in ENCODED]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("view", "settings"), SETTINGS, ids=[view.__name__ for view, _ in SETTINGS])
def test_what_is_written_as_an_equation_is_one_by_its_digits(view: Callable[..., View], settings: Any) -> None:
    """Also where rounding alone would break it; tests/views/test_every_view.py asks it of all views at their ends."""
    equations = 0
    for each in settings:
        made = view(**each)
        written = "\n".join([made.sentence, *(formula.worked for formula in made.formulas)])
        equations += written.count(" = ")
        assert unmet(written) == [], each
    assert equations >= len(settings) / 2


def test_a_beginning_of_60_letters_is_counted_with_the_space_that_ends_it() -> None:
    assert "61 characters" in wrong("a" * 60) and wrong("a" * 59) == ""


LINES = "a b c\n" * 30
WORDS = " ".join(f"q{at}" for at in range(60))
CUT: list[tuple[Callable[..., View], dict[str, Any], dict[str, Any], set[int]]] = [
    (tokens.rows, {"text": WORDS}, {"text": "a b"}, {16}),
    (tokens.picking, {"text": WORDS}, {}, {384, 12}),
    (tokens.adding, {"text": WORDS}, {}, {384, 12}),
    (tokens.picking, {"text": LINES, "token": 4}, {}, {2, 30}),
    (tokens.adding, {"text": LINES, "token": 4}, {}, {2, 30}),
    (tokens.pipeline, {"text": LINES}, {"text": "a b\nc"}, {30, 8}),
    (tokens.pipeline, {"text": "a b " * 50}, {"text": "a b"}, {101, 24}),
    (tokens.bags, {}, {}, {384}),
    (tokens.one_hot, {}, {}, {50_257, 384}),
    (tokens.starts, {}, {}, {100_277, 2_000}),
    (tokens.merges, {"text": "Donaudampfschiff", "token": 0}, {"text": "cat", "token": 0}, {3, 5}),
    (gradients.both_ends, {"text": WORDS}, {"text": "the cat"}, {65}),
    (gradients.learning, {"text": WORDS * 2}, {"text": "a b"}, {60, 400}),
    (positions.heatmap, {"positions": (3, 9)}, {}, {3, 9}),
    (gradients.step_distances, {"text": WORDS}, {}, {8}),
    (positions.first_rows, {"length": 300, "dim": 64}, {"length": 8, "dim": 6}, {300, 8, 64, 6}),
    (positions.nearest_rows, {"length": 8_000}, {"length": 9}, {8_000, 191}),
    (positions.shift_matrix, {"dim": 128}, {"dim": 24}, {64, 12}),
    (positions.rope_turn, {"dim": 128}, {"dim": 4}, {64, 5}),
    (positions.rope_scores, {"length": 3_000}, {"length": 200}, {3_000}),
    (positions.similarity_matrix, {"length": 5_000}, {"length": 100}, {5_000, 27, 186}),
    (positions.neighbours, {"kind": "tens"}, {}, {128, 1_000}),
    (positions.table_similarity, {}, {}, {448, 2, 224}),
    (projection.ways, {"table": "GloVe", "maps": ("PCA",)}, {}, {665, 30_000}),
    (projection.clusters, {"table": "GloVe"}, {}, {30_000, 8_000}),
    (memory.precision, {"table": "GloVe"}, {}, {30_000, 400}),
    (projection.spectrum, {"table": "GloVe", "shown": 8}, {"table": "GloVe", "shown": 50}, {50, 8}),
    (projection.neighbours_kept, {"table": "GloVe"}, {}, {30_000, 500}),
    (projection.own_sentences, {"table": "GloVe", "line": 8}, {}, {30_000, 200}),
    (projection.word_map, {"table": "GloVe", "find": ("dog",), "closer": True}, {"table": "GloVe"}, {30_000}),
]


@pytest.mark.parametrize(("view", "large", "small", "told"), CUT, ids=lambda each: getattr(each, "__name__", None))
def test_each_excerpt_that_a_view_takes_is_in_its_sentence(
    monkeypatch: pytest.MonkeyPatch,
    view: Callable[..., View],
    large: dict[str, Any],
    small: dict[str, Any],
    told: set[int],
) -> None:
    made: list[excerpt.Excerpt[Any]] = []
    begin = excerpt.Excerpt.__init__

    def noted(self: excerpt.Excerpt[Any], *values: Any, **named: Any) -> None:
        begin(self, *values, **named)
        made.append(self)

    monkeypatch.setattr(excerpt.Excerpt, "__init__", noted)
    sentence = view(**large).sentence
    assert any(each.cut for each in made) and told <= numbers_in(sentence)
    assert all(str(each) in sentence for each in made if each.cut)
    if small:
        made.clear()
        assert view(**small).sentence and made and not any(each.cut for each in made)


@pytest.mark.parametrize("rows", [150, 260])
def test_a_table_larger_than_what_is_read_of_it_is_not_told_of_as_a_whole(tmp_path: Path, rows: int) -> None:
    path = tmp_path / "mine.tsv"
    numbers = np.random.default_rng(0).normal(size=(rows, 4)).round(3).tolist()
    path.write_text("".join("\t".join([f"word{at}", *map(str, row)]) + "\n" for at, row in enumerate(numbers)))
    left_out = projection.own_sentences(table=str(path), line=1).left_out
    assert ({200, rows} <= numbers_in(left_out)) == (rows > 200)


@pytest.mark.parametrize("dim", [4, 32, 64])
def test_the_difference_of_two_scores_is_that_of_the_scores_shown(dim: int) -> None:
    sentence = positions.rope_over_distance(dim=dim).sentence
    before, after, gap = re.findall(r"it is ([−\d.,]+), as far after it ([−\d.,]+):.*of ([\d.,]+)", sentence)[0]
    assert abs(parse_number(before) - parse_number(after)) == pytest.approx(
        parse_number(gap.rstrip(".")), abs=5e-4, rel=0.05
    )


@pytest.mark.parametrize("scale", [False, True])
@pytest.mark.parametrize("dim", [0, 7, 100])
def test_a_sum_of_a_row_and_its_position_is_that_of_the_numbers_shown(dim: int, scale: bool) -> None:
    for token in range(6):
        view = tokens.pipeline(token=token, dim=dim, scale=scale)
        written = [view.formula.worked, view.sentence.split(f"dimension {dim}: ")[1]]
        written += [
            tokens.adding(token=token, dim=dim, scale=scale, added=token + 1).sentence.split(f"number {dim} is")[1]
        ]
        for line in written:
            row, position, total = [parse_number(each) for each in re.findall(r"−?\d+\.\d{4}", line)[:3]]
            assert row + position == pytest.approx(total, abs=1e-9), line


@pytest.mark.parametrize(
    "text", ["The cat sat on the mat", "a", "\n\n", "word " * 80, "x y", "👩‍👩‍👧 To be, or not to be"]
)
def test_scores_and_shares_of_home_meet_by_the_digits_they_show(text: str) -> None:
    (first,) = home.next_token(text=text, change="No positions").formulas
    more = home.chain(text=text, change="No positions").formulas
    score, power = re.findall(r"score is ([\d.]+)\. e to that power is ([\d,.]*\d)", first.worked)[0]
    assert parse_number(power) == pytest.approx(math.exp(float(score)), rel=6e-4)
    assert parse_number(power) == float(f"{parse_number(power):.4g}"), "no more digits than the score gives"
    numbers = re.findall(r"[−\d.]+ [−\d.]+ [−\d.]+ [−\d.]+ …", home.chain(text=text).says)
    row, position, total = ([parse_number(each) for each in line.split()[:4]] for line in numbers)
    assert all(abs(a + b - c) < 1e-9 for a, b, c in zip(row, position, total, strict=True))
    for look in more:
        shares, apart = look.worked.split("%:")[0], re.findall(r"lie ([\d.]+) apart", look.worked)[0]
        most, least = re.findall(r"(?:most|least), ([\d.]+)(?: × 10(\S+))?", shares)
        exponent = int(least[1].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)
        gap = math.log(float(most[0]) / (float(least[0]) * 10**exponent))
        assert gap == pytest.approx(float(apart), abs=6e-3)
