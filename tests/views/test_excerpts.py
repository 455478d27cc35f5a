"""What a view draws or computes in part is said with its range, and what it draws whole is not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer import excerpt
from explorer.views import View, gradients, memory, positions, projection, tokens
from tests.support import numbers_in

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
    (tokens.means, {"first": "𝄞" * 200, "second": "a"}, {}, {448}),
    (gradients.both_ends, {"text": WORDS}, {"text": "the cat"}, {65}),
    (gradients.learning, {"text": WORDS * 2}, {"text": "a b"}, {60, 400}),
    (positions.heatmap, {"positions": (3, 9)}, {}, {3, 9}),
    (gradients.before_after, {"text": WORDS}, {}, {8}),
    (positions.first_rows, {"length": 300, "dim": 64}, {"length": 8, "dim": 6}, {300, 8, 64, 6}),
    (positions.nearest_rows, {"length": 8_000}, {"length": 9}, {8_000, 191}),
    (positions.shift_matrix, {"dim": 128}, {"dim": 24}, {64, 12}),
    (positions.shift_error, {"length": 8_000, "dim": 512}, {"length": 8, "dim": 8}, {8_000, 64}),
    (positions.rope_turn, {"dim": 128}, {"dim": 4}, {64, 5}),
    (positions.rope_scores, {"length": 3_000}, {"length": 200}, {3_000}),
    (positions.similarity_matrix, {"length": 5_000}, {"length": 100}, {5_000, 27, 186}),
    (positions.alibi_bias, {"length": 1_000}, {"length": 40}, {1_000, 23, 44}),
    (positions.neighbours, {"kind": "tens"}, {}, {128, 1_000}),
    (positions.table_similarity, {}, {}, {448, 2, 224}),
    (projection.around_one_word, {"table": "GloVe"}, {}, {51, 30_000}),
    (projection.ways, {"table": "GloVe", "maps": ("PCA",)}, {}, {665, 30_000}),
    (projection.clusters, {"table": "GloVe"}, {}, {30_000, 8_000}),
    (memory.precision, {"table": "GloVe"}, {}, {30_000, 400}),
    (projection.spectrum, {"table": "GloVe", "shown": 8}, {"table": "GloVe", "shown": 50}, {50, 8}),
    (projection.neighbours_kept, {"table": "GloVe"}, {}, {30_000, 500}),
    (projection.own_sentences, {"table": "GloVe", "line": 8}, {}, {30_000, 200}),
    (projection.own_sentence_search, {"table": "GloVe", "line": 8}, {}, {30_000, 200}),
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
    for view in (projection.own_sentences, projection.own_sentence_search):
        assert ({200, rows} <= numbers_in(view(table=str(path), line=1).left_out)) == (rows > 200)
