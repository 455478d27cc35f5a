"""The glossary: every difficult word is in it, once, with a numeric example."""

import inspect
import re

import numpy as np

from explorer import tokenizers
from explorer.content.en.glossary import ENTRIES, find
from explorer.content.pages import PAGES
from explorer.data import load_whisper
from explorer.memory import BANDWIDTHS, BUDGETS, MODELS
from explorer.nn.attention_bias import t5_buckets
from explorer.nn.config import T5_BUCKETS, ModelConfig
from explorer.ui.frame.glossary_markup import link_terms, plain, terms
from tests.support import numbers_in, pieces, views_of


def example(term: str) -> str:
    entry = find(term)
    assert entry is not None
    return entry.example


def test_no_name_has_two_entries() -> None:
    names = [name for entry in ENTRIES for name in (entry.term, *entry.forms)]
    assert sorted(names) == sorted(set(names))


def test_an_entry_has_an_example_with_a_number_and_sends_its_readers_to_a_part_that_is_there() -> None:
    for entry in ENTRIES:
        assert re.search(r"\d", entry.example), entry.term
        page, _, part = entry.see.partition(", ")
        assert not page or page in {info.title for info in PAGES}
        if part:
            name = next(info.name for info in PAGES if info.title == page)
            names = [view.PART.name for view in views_of(name)]
            assert part in names, f"{entry.term} sends its readers to a part that {page} does not have"


def test_examples_about_gpt2_are_true() -> None:
    def ids(text: str) -> list[int]:
        return [int(i) for i in tokenizers.encode(text, "gpt2")]

    gpt2 = MODELS["GPT-2 small"]
    assert ids("The") == [464]
    assert (len(ids("The cat sat on the mat")), len(ids("👍"))) == (6, 2)
    assert "is 6 tokens for gpt2, “👍” is 2." in example("token")
    assert len(tokenizers.merge_ladder(" cat", "gpt2").steps) == 3
    assert tokenizers.merge_ladder(" cat", "gpt2").steps[0].rank == 265
    assert (gpt2.vocab_size, gpt2.embed_dim, gpt2.context, gpt2.layers) == (50_257, 768, 1024, 12)
    assert load_whisper().tokens.shape == (50_257, 384)
    steps = tokenizers.merge_ladder(" cat", "gpt2").steps
    assert "rank 265 in gpt2: the tenth" in example("rank") and steps[0].rank - 256 + 1 == 10
    assert (len(load_whisper().sinusoids), len(load_whisper().positions)) == (1500, 448)
    assert "1,500 positions for sound, its decoder 448" in example("encoder")
    band = next(band for band in BANDWIDTHS if "DDR5-4800" in band.name)
    assert f"{band.bytes_per_second / 1e9:.1f} GB per second" in example("bandwidth")
    assert "= 0.14." in example("divergence") and "deviation 1." in example("standard deviation")


BY_HAND = {
    "byte": "“é” is 2 bytes in UTF-8, “猫” is 3.",
    "hexadecimal": "The byte 240 is F0: 15 · 16 + 0.",
    "vocabulary": "V = 50,257",
    "table": "50,257 × 768 = 38,597,376",
    "lookup": "at D = 768 in float32 reads 3,072 bytes",
    "one-hot": "50,257 numbers, 50,256 of them 0",
    "(B, T, D)": "holds 2,304 numbers",
    "length of a vector": "(3, 4) has length 5.",
    "dot product": "= 1 · 3 + 2 · 4 = 11.",
    "cosine": "cosine is 0.71.",
    "variance": "mean 2 and variance 1.",
    "3CosAdd": "the direction of (2, 1).",  # (1, 1) − (1, 0) + (2, 0)
    "PPMI": "ln 2 = 0.69",
    "frequency": "2π = 6.28 positions",
    "wavelength": "2π = 6.28 positions",
    "radian": "57.3°",
    "sine": "0.5 to the right, 0.87 up",
    "position interpolation": "Squeezed into half, position 100 is read as 50.",
    "head": "12 heads of 64 numbers",
    "logits": "ln 3 = 1.10",
    "activations": "One token leaves 768",
    "tied": "saves 38,597,376 numbers",
    "parameter": "38.6 million",
    "loss": "ln 4 = 1.39 nats",
    "cross-entropy": "costs 1.39 nats",
    "nats": "ln 4 = 1.39 nats",
    "perplexity": "1.39 nats is a perplexity of 4",
    "Xavier": "±√(6/50,512) = ±0.0109",
    "MiB": "102.4 MB = 97.7 MiB",
    "KV cache": "2 × 12 × 768 = 18,432 numbers",
}
"""An example's result, by a pocket calculator."""


def test_examples_are_right_by_hand() -> None:
    assert [term for term, said in BY_HAND.items() if any(part not in example(term) for part in pieces(said))] == []


def test_examples_from_elsewhere_have_a_source_or_a_default_behind_them() -> None:
    from sklearn.manifold import TSNE

    assert inspect.signature(TSNE).parameters["perplexity"].default == 30
    assert "30 where scikit-learn" in example("t-SNE")
    # The model card and the file that `published` names: Llama 2 itself, and the copy trained for 32,768.
    assert "4,096" in example("fine-tuning") and "32,768" in example("fine-tuning")
    assert "4,096" in example("YaRN") and "for 32,768" in example("YaRN")
    card = next(budget for budget in BUDGETS if "H100" in budget.name)
    assert f"sold with {card.sold}" in example("HBM")
    assert any("HBM3" in band.name and "H100" in band.name and card.sold in band.how for band in BANDWIDTHS)
    # Raffel et al. 2020, section 2.1, as the core has it.
    assert inspect.signature(t5_buckets).parameters["num_buckets"].default == 32
    assert "has 32 such" in example("T5") and (T5_BUCKETS, ModelConfig(54, "T5").t5_max_distance) == (32, 64)
    shared = t5_buckets(-np.arange(512), num_buckets=32, max_distance=64).tolist()
    assert {0, 15, 59} <= numbers_in(example("T5"))
    assert [shared.count(bucket) for bucket in shared[:16]] == [1] * 16 and shared.index(31) == 59
    # One 1 in each of the sparse rows: as `gradients.ways` stores what is looked up.
    assert f"holds {32 * 2**10 // np.zeros((1, 64), np.float32).nbytes} rows" in example("L1–L3")


def test_a_term_becomes_a_button_with_its_definition() -> None:
    shown = link_terms("Each [[token]] has a [[row]]; [[embedding|rows]] and a [[thing]].")
    assert shown.count("<button") == shown.count("popover ") == 3
    assert ">token</button>" in shown and ">rows</button>" in shown and shown.endswith("and a thing.")
    assert shown.count("</span>;</span> <") == 1  # kept together with its semicolon
    assert link_terms("what ([[logits]])").startswith('what <span class="whole">(<button')
    assert link_terms("**[[token]]** is").startswith("**<button") and link_terms("the [[token]]'s id").endswith(
        "'s</span> id"
    )
    assert len(set(re.findall(r' id="([^"]+)"', shown))) == 3
    assert plain("[[embedding|rows]] of [[tokens]]") == "rows of tokens"
    assert list(terms("[[embedding|rows]] of [[tokens]]")) == ["embedding", "tokens"]
