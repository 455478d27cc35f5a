"""Computed parameter counts against those of papers and released weights."""

import pytest

from explorer.claims.computed_numbers import PRINTED
from explorer.data import load_minilm, load_whisper
from explorer.memory import MODELS, wider_and_deeper
from explorer.memory.match_published_model import fields_of
from explorer.memory.model_configs import FACTS, WITHOUT
from explorer.views.memory import bill

EXACT = {
    "BERT base": 109_482_240,
    "BERT large": 335_141_888,
    "MiniLM L6": 22_713_216,
    "Whisper tiny.en": 37_184_256,
    "T5 small": 60_506_624,
    "T5 base": 222_903_552,
    "T5 11B": 11_307_321_344,
    "GPT-2 small": 124_439_808,
    "GPT-2 medium": 354_823_168,
    "GPT-2 large": 774_030_080,
    "GPT-2 XL": 1_557_611_200,
    "Llama 2 7B": 6_738_415_616,
    "Llama 2 70B": 68_976_648_192,
    "Llama 3 8B": 8_030_261_248,
    "Llama 3 70B": 70_553_706_496,
    "Llama 3.1 405B": 405_853_388_800,
    "Mistral 7B": 7_241_732_096,
    "Gemma 2 2B": 2_614_341_888,
    "Gemma 2 9B": 9_241_705_984,
    "Qwen2.5 0.5B": 494_032_768,
    "Qwen2.5 7B": 7_615_616_512,
}
NEAR = {"GPT-3": -0.0023, "DeepSeek-V3": 0.0}
"""Relative difference between the count and the published figure."""


@pytest.mark.parametrize("name", EXACT)
def test_counted_parameters_are_those_of_the_released_weights(name):
    assert MODELS[name].parameters == EXACT[name]


@pytest.mark.parametrize("name", NEAR)
def test_counted_parameters_are_near_the_printed_figure(name):
    assert MODELS[name].parameters / PRINTED[name] - 1 == pytest.approx(NEAR[name], abs=5e-5)


def test_every_model_is_compared_with_a_published_total_and_has_a_source():
    assert set(MODELS) == set(EXACT) | set(NEAR)
    assert len(EXACT) == 21  # as is told of the 23
    assert all(model.source and model.url.startswith("https://") for model in MODELS.values())


def test_gpt2_small_is_right_to_the_parameter():
    model = MODELS["GPT-2 small"]
    assert (model.token_table, model.position_table, model.output_layer) == (38_597_376, 786_432, 0)
    assert model.parameters == 124_439_808
    assert model.embedding_share == pytest.approx(0.3165, abs=5e-5)


def test_the_token_table_of_gpt3_is_a_third_of_a_percent_not_twenty():
    model = MODELS["GPT-3"]
    assert model.token_table == 617_558_016
    assert f"{model.token_share:.2%}" == "0.35%"
    assert f"{model.token_table / 175e9:.2%}" == "0.35%"


def test_the_masked_word_head_of_bert_base_has_no_table_of_its_own():
    """Hugging Face counts 109,514,298 in BertForMaskedLM: no pooling layer, and a head that scores with the table."""
    model, wide = MODELS["BERT base"], 768
    pooling = wide**2 + wide
    head = wide**2 + wide + 2 * wide + model.vocab_size  # a layer, its norm, and a bias for each token
    assert model.parameters - pooling + head == 109_514_298
    assert head < 0.03 * model.token_table and model.output_layer == 0


def test_gemma_counts_what_its_report_calls_non_embedding_parameters():
    # Gemma Team 2024, table 2.
    assert MODELS["Gemma 2 2B"].others == 2_024_517_888
    assert MODELS["Gemma 2 9B"].others == 8_324_201_984


def test_the_token_table_is_the_largest_matrix_of_all_models_but_t5_11b():
    smaller = [model.name for model in MODELS.values() if model.token_table < model.largest_matrix]
    assert smaller == ["T5 11B"]


def test_shipped_tables_have_the_sizes_of_their_models():
    whisper, minilm = load_whisper(), load_minilm()
    assert minilm.token_q.size == MODELS["MiniLM L6"].token_table
    assert minilm.positions.size == MODELS["MiniLM L6"].position_table
    assert whisper.positions.size == MODELS["Whisper tiny.en"].position_table
    model = MODELS["Whisper tiny.en"]
    assert whisper.tokens.shape == (50_257, model.embed_dim)
    assert model.vocab_size - len(whisper.tokens) == 1607


def test_which_models_read_all_rows_at_their_output():
    tied = [model.name for model in MODELS.values() if model.output == "Tied"]
    assert tied == [
        "Whisper tiny.en",
        "T5 small",
        "T5 base",
        "T5 11B",
        *(f"GPT-2 {size}" for size in ("small", "medium", "large", "XL")),
        "GPT-3",
        "Gemma 2 2B",
        "Gemma 2 9B",
        "Qwen2.5 0.5B",
    ]
    for model in MODELS.values():
        assert (model.output_layer == model.token_table) == (model.output == "Untied")
    assert [model.name for model in MODELS.values() if model.experts] == ["DeepSeek-V3"]
    assert MODELS["DeepSeek-V3"].experts == (9, 257)
    assert [model.name for model in MODELS.values() if not model.generates] == ["BERT base", "BERT large", "MiniLM L6"]


def test_wider_and_deeper_is_no_law():
    pairs = wider_and_deeper()
    against = [
        (a.name, b.name)
        for a in MODELS.values()
        for b in MODELS.values()
        if a is not b
        and (b.embed_dim >= a.embed_dim and b.layers >= a.layers)
        and (a.embed_dim, a.layers) != (b.embed_dim, b.layers)
        and b.embedding_share >= a.embedding_share
    ]
    assert pairs.all - pairs.smaller == len(against) == pairs.tables + len(pairs.left) > 0
    # Neither vocabulary nor output layer explains it: DeepSeek's layers have 257 experts each.
    assert {small.name for small, _ in pairs.left} == {"DeepSeek-V3"}
    assert ("Llama 2 7B", "Llama 3 8B") not in against  # of one width and depth
    assert ("GPT-3", "GPT-2 XL") not in against
    assert pairs.smaller > pairs.all / 2


SAME = {
    "vocab_size": ("n_vocab", "vocab_size", "padded_vocab_size"),
    "embed_dim": ("n_embd", "n_text_state", "d_model", "dim", "hidden_size"),
    "layers": ("n_layer", "n_text_layer", "num_layers", "n_layers", "num_hidden_layers"),
    "context": ("n_ctx", "n_text_ctx", "block_size", "max_position_embeddings"),
}
HEADS = ("n_query_groups", "n_kv_heads", "num_key_value_heads", "n_head", "n_heads", "num_heads", "num_attention_heads")
ALL_HEADS = ("n_head", "n_heads", "num_heads", "num_attention_heads")
HIDDEN = ("intermediate_size", "d_ff", "inter_dim")


def first(read: dict[str, float], names: tuple[str, ...], otherwise: float | None = None) -> float | None:
    return next((read[name] for name in names if name in read), otherwise)


@pytest.mark.parametrize("name", FACTS)
def test_presets_are_what_the_configurations_say_where_they_were_read(name):
    model, read = MODELS[name], FACTS[name].fields
    for own, names in SAME.items():
        for field in names:
            assert read.get(field, getattr(model, own)) == getattr(model, own), field
    assert sum(field in names for field in read for names in SAME.values()) >= 2
    heads = first(read, HEADS)
    if heads and "kv_lora_rank" not in read:
        width = first(read, ("d_kv", "head_size", "head_dim"), model.embed_dim / (first(read, ALL_HEADS) or 1))
        assert model.kv_width == heads * width
    hidden = first(read, HIDDEN)
    if "multiple_of" in read:  # Llama's rule: two thirds of 4 D, times the factor, rounded up to a multiple
        most = int(read["ffn_dim_multiplier"] * int(2 * 4 * read["dim"] / 3))
        hidden = -(-most // read["multiple_of"]) * read["multiple_of"]
    if hidden and not name.startswith("T5"):
        wide = first(read, ALL_HEADS) * first(read, ("head_size", "head_dim"), 0)
        assert model.largest_matrix == model.embed_dim * max(hidden, wide)
    assert len(FACTS[name].url.split("/blob/")[1].split("/")[0]) == 40


def test_deepseeks_experts_and_ranks_are_those_of_its_file():
    model, read = MODELS["DeepSeek-V3"], FACTS["DeepSeek-V3"].fields
    assert model.experts == (
        read["n_activated_experts"] + read["n_shared_experts"],
        read["n_routed_experts"] + read["n_shared_experts"],
    )
    assert 2 * model.kv_width == read["kv_lora_rank"] + read["qk_rope_head_dim"]


def test_every_preset_was_read_in_a_file_or_says_that_there_was_none():
    assert set(FACTS) | set(WITHOUT) == set(MODELS)
    assert not set(FACTS) & set(WITHOUT)


@pytest.mark.parametrize(
    ("name", "tokens", "numbers"),
    [
        ("Llama 3 8B", 32_768, 2 * 32 * 8 * 128 * 32_768),
        ("Mistral 7B", 4096, 2 * 32 * 8 * 128 * 4096),
        ("Mistral 7B", 32_768, 2 * 32 * 8 * 128 * 4096),  # a rolling buffer: an eighth
        ("Gemma 2 2B", 8192, 2 * 4 * 256 * (13 * 8192 + 13 * 4096)),
        ("Gemma 2 9B", 100, 2 * 42 * 8 * 256 * 100),
        ("Whisper tiny.en", 448, 2 * 4 * 384 * (448 + 1500)),
        ("T5 small", 10, 2 * 6 * 512 * (10 + 512)),
    ],
)
def test_what_a_text_leaves_in_the_cache_of_keys_and_values(name, tokens, numbers):
    model = MODELS[name]
    assert model.kv_numbers(tokens) == numbers
    shown = bill(**fields_of(model), seq_len=tokens, batch=3, number="BF16 or FP16", optimizer="None").table
    assert dict(zip(shown["item"], shown["bytes"], strict=True))["KV cache"] == 3 * 2 * numbers
