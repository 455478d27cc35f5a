"""Counted totals against the ones that papers and released weights print."""

import pytest

from explorer.data import load_minilm, load_whisper
from explorer.memory import MODELS, wider_and_deeper
from explorer.memory.facts import FACTS

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
ROUNDED = {"GPT-3": (175.0e9, 0.005), "DeepSeek-V3": (671e9, 0.0005)}


@pytest.mark.parametrize("name", EXACT)
def test_counted_parameters_are_those_of_the_released_weights(name):
    assert MODELS[name].parameters == EXACT[name]


@pytest.mark.parametrize("name", ROUNDED)
def test_counted_parameters_round_to_the_printed_figure(name):
    printed, tolerance = ROUNDED[name]
    assert MODELS[name].parameters == pytest.approx(printed, rel=tolerance)


def test_every_model_is_compared_with_a_published_total_and_has_a_source():
    assert set(MODELS) == set(EXACT) | set(ROUNDED)
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
    assert pairs.all - pairs.smaller == len(against) > 0
    assert ("Llama 2 7B", "Llama 3 8B") not in against  # of one width and depth
    assert ("GPT-3", "GPT-2 XL") not in against
    assert pairs.smaller > pairs.all / 2


def test_presets_are_what_the_configurations_say_where_they_were_read():
    gpt2, read = MODELS["GPT-2 small"], FACTS["GPT-2 small"].fields
    assert (gpt2.context, gpt2.embed_dim, gpt2.layers) == (read["n_ctx"], read["n_embd"], read["n_layer"])
    gemma, read = MODELS["Gemma 2 9B"], FACTS["Gemma 2 9B"].fields
    assert (gemma.vocab_size, gemma.context) == (read["vocab_size"], read["max_position_embeddings"])
    assert (gemma.embed_dim, gemma.layers) == (read["hidden_size"], read["num_hidden_layers"])
    assert gemma.kv_width == read["num_key_value_heads"] * read["head_dim"]
    assert gemma.largest_matrix == read["hidden_size"] * max(
        read["intermediate_size"], read["num_attention_heads"] * read["head_dim"]
    )
    assert all(len(facts.url.split("/blob/")[1].split("/")[0]) == 40 for facts in FACTS.values())
