"""Numbers of a view's sentence at chosen settings, computed without the app; no word is compared."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from explorer.gradients.optimizer_step import EARLIER
from explorer.gradients.toy_training import TIED
from explorer.memory import BillRequest
from explorer.views import extrapolation, failures, gradients, memory, positions, projection, tokens
from explorer.views.memory.memory_bill import beside_it
from tests.support import numbers_in

GPT3 = {"embed_dim": 12_288, "max_seq_len": 2_048, "seq_len": 2_048, "batch": 32, "layers": 96, "kv_width": 12_288}
CATS = "the cat and the dog and the bird saw the cat"
TEXT = {"text": "The cat sat on the mat"}


def beside_the_bill(**settings: Any) -> SimpleNamespace:
    """What the page says of what the bill's bar leaves out."""
    return SimpleNamespace(sentence=beside_it(BillRequest(**{"vocab_size": 50_257, "embed_dim": 768} | settings)))


SAID: list[tuple[Callable[..., Any], dict[str, Any], set[float], set[float]]] = [
    # The view, its settings, numbers that its sentence has, and numbers that it must not have.
    (gradients.touched_rows, {"text": CATS, "token": 1}, {11, 7, 50_257, 0.014, 50_250, 280, 1.61, 3_797, 2}, set()),
    (gradients.touched_rows, {"text": "the cat\n\nthe dog sat"}, {5, 2, 4, 50_257}, set()),
    (gradients.touched_rows, {"width": 4}, {804.1}, set()),
    (gradients.touched_rows, {"width": 32}, {6.43}, set()),
    (gradients.touched_rows, {"text": "a" + " a" * 59_999}, {50_000, 60_000}, set()),
    (gradients.step_distances, {}, {6, 10}, set()),
    (gradients.step_distances, {"optimizer": "SGD", "lr": 1.0}, {6}, {10}),
    (gradients.step_distances, {"text": EARLIER}, {6}, {10}),
    (gradients.shares, {}, {65_536, 12.4, 99, 1_200}, set()),
    (gradients.shares, {"size": 64}, {0.0985}, {0, 100}),
    (gradients.ranks, {}, {2.6, 72_178, 7.3, 1.49, 1.89, 15_292, 0.21}, set()),
    (gradients.board, {"ids": "[5, 10, 10, 5]", "step": "6 Into the table"}, {2, 12, 5, 10}, set()),
    (gradients.learning, {"step": 0}, {3.07}, set()),
    (gradients.learning, {}, {300, 8, 19, 0.97, 0.18}, set()),
    (gradients.learning, {"optimizer": "SGD"}, {300, 0.31}, set()),
    (gradients.learning, {"output": TIED}, {300, 2.36, 19}, set()),
    (lambda **settings: gradients.both_ends(**settings).at_question(False), TEXT, {5, 4_096, 0.12}, {100}),
    (gradients.both_ends, TEXT, {5, 4_096, 0.12, 100}, set()),
    (gradients.both_ends, {"text": "the cat"}, {1, 4_096, 0.024}, set()),
    (gradients.both_ends, {"text": "a" + " a" * 70}, {64, 65, 71}, set()),
    (memory.bill, {}, {154.4, 3.97}, set()),
    (memory.bill, GPT3 | {"optimizer": "None"}, {5.8, 85.5}, set()),
    (beside_the_bill, {}, {85_056_000, 1.36, 1.27, 8_192, 50_257, 16}, set()),
    (beside_the_bill, GPT3 | {"optimizer": "None"}, {173_961_535_488, 695.8, 648.1}, set()),
    (beside_the_bill, {"number": "FP32", "batch": 1, "seq_len": 1}, {1, 50_257}, set()),
    (beside_the_bill, {"seq_len": 2_048}, {2_048, 1_024}, set()),
    (beside_the_bill, {"seq_len": 2_048, "positions": "Sinusoidal"}, set(), {2_048}),
    (memory.times, {"batch": 32, "seq_len": 2_048}, {32, 2_048, 65_536, 10.5}, set()),
    (memory.shares, {"model": "GPT-3"}, {617_558_016, 25_165_824}, set()),
    (memory.shares, {"model": "Llama 3 8B"}, {525_336_576, 8_030_261_248}, set()),
    (memory.shares, {"model": "Llama 3 8B", "output": "All tied"}, {7_504_924_672}, set()),
    (memory.shares, {"model": "GPT-2 small", "output": "All untied"}, {38_597_376, 163_037_184}, set()),
    # The encoder has no output over the vocabulary.
    (memory.shares, {"model": "BERT base", "output": "All untied"}, {109_482_240}, set()),
    (memory.cards, {"optimizer": "Adam", "output": "None", "gradients": "Row-sparse"}, {9.22, 551.4}, set()),
    (positions.wavelengths, {"base": 10.0}, {256}, set()),
    (positions.clocks, {"position": 8_191}, {8_191, 1_111_111_111_111}, set()),
    (positions.clocks, {"position": 44}, {0, 9, 18, 27, 36, 45, 54, 63, 7}, set()),
    (positions.clocks, {"position": 44, "pairs": (0, 1)}, {0, 1, 7, 6.06}, set()),
    (positions.clocks, {"position": 44, "pairs": (0, 1), "dim": 4}, {7, 0.07}, set()),
    (positions.dials, {"position": 59}, {59, 0}, set()),
    (positions.dials, {"kind": "tens", "hands": "glide", "position": 47}, {47, 0, 4, 7, 0.047, 0.47, 4.7}, set()),
    (positions.neighbours, {"position": 59}, {0.105, 0.528, 59, 60}, set()),
    (positions.heatmap, {"length": 8_192, "dim": 1_024}, {64, 4, 8_192, 1_024}, set()),
    (positions.heatmap, {"length": 8_192, "dim": 64, "positions": (8_176, 8_191)}, {8_192, 64, 8_176, 8_191}, set()),
    (positions.arrows, {"word": "dog", "position": 2}, {2.8, 0.6, 0.87, 0.5, 3.67, 1.1}, set()),
    (positions.face, {"position": 13}, {12, 13, 1}, set()),
    (positions.alibi_slopes, {"heads": 12}, {12, 8, 4, 16}, set()),
    (positions.rope_turn, {"position": 8_191}, {8_191}, set()),
    (tokens.strip, {"token": 1}, {22, 6, 3_797, 4}, set()),
    (tokens.strip, {"token": 1, "encoding": "cl100k_base"}, {8_415}, set()),
    (tokens.strip, {"text": "<|endoftext|>"}, {13, 7}, set()),
    (tokens.strip, {"text": "<|endoftext|>", "allow_special": True}, {13, 1, 50_256}, set()),
    (tokens.merges, {"text": "a", "token": 0}, {1, 64}, set()),
    # GPT-2 has no token for the two bytes of ɋ together.
    (tokens.merges, {"text": "ɋ", "token": 0}, {2, 133, 233}, set()),
    (tokens.bags, {}, {0, 2}, set()),
    (tokens.bags, {"second": "man bites cat"}, {3}, set()),
    (extrapolation.rows, {}, {0, 63, 1}, set()),
    (extrapolation.rows, {"length": 64}, {0, 63}, set()),
    (extrapolation.rows, {"length": 512}, {448}, set()),
    (extrapolation.published_perplexities, {}, {20.05, 406.01, 20.07, 79.25, 19.65, 19.73, 18.31}, set()),
    (extrapolation.published_perplexities, {"paper": "YaRN"}, {70, 4_096, 2.96, 32_768}, set()),
    (failures.library_apis, {"one": "PyTorch", "other": "Hugging Face GPT-2"}, {1, 0.02}, set()),
    (projection.analogy, {}, {384, 0.502, 0.452}, set()),
    (projection.analogy, {"exclude": False}, {384, 0.649, 0.502}, set()),
    (projection.analogy_accuracy, {}, {9_173, 12_154, 75.5, 46.9}, set()),
    (projection.shadow, {"angle": 60}, {60, 94.5}, set()),
]


@pytest.mark.parametrize(
    ("view", "settings", "has", "lacks"), SAID, ids=lambda value: getattr(value, "__name__", None) or "-"
)
def test_a_sentence_has_its_numbers(
    view: Callable[..., Any], settings: dict[str, Any], has: set[float], lacks: set[float]
) -> None:
    said = view(**settings).sentence
    assert has <= numbers_in(said), said
    assert not lacks & numbers_in(said), said
