"""Public configuration files to check the presets against: URL with commit, and fields.

The authors' files where a repository has them, else those of a widely used project (nanoGPT, litgpt, whisper.cpp); `of`
says whose file it is. For the models in `WITHOUT` no such file was found: their source is the paper or page named in
`model_catalogue`. The authors' list in meta-llama/llama-models is not used for Llama 2: it gives the 7B model Llama 3's
vocabulary and 8 key heads, contrary to paper and weights.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Facts:
    """Fields of one file at one commit, under the names that the file gives them."""

    url: str
    of: str
    fields: dict[str, float]


def _at(repository: str, commit: str, path: str) -> str:
    return f"https://github.com/{repository}/blob/{commit}/{path}"


_GEMMA = _at("google/gemma_pytorch", "03e657582d17cb5a8617ebf333c1c16f3694670e", "gemma/config.py")
_NANO = _at("karpathy/nanoGPT", "0011cd4442915c844e9b8f5c5117f25f5a7096c5", "model.py")
_LIT = _at("Lightning-AI/litgpt", "26857050fe3ff627cd714fe92f5838f51a3d5efa", "litgpt/config.py")
_LLAMA = _at("meta-llama/llama-models", "084b88e939e954d2851ee28f96398ca54aa8f8f9", "models/sku_list.py")
_DEEPSEEK = _at(
    "deepseek-ai/DeepSeek-V3", "9b4e9788e4a3a731f7567338ed15d3ec549ce03b", "inference/configs/config_671B.json"
)
_T5 = ("google-research/text-to-text-transfer-transformer", "9fd7b14a769417be33bc6c850f9598764913c833")
_MAKERS, _NANOGPT, _LITGPT = "its makers", "nanoGPT", "litgpt"


def _gpt2(**fields: int) -> Facts:
    return Facts(_NANO, _NANOGPT, {**fields, "vocab_size": 50_257, "block_size": 1024})


def _t5(file: str, **fields: int) -> Facts:
    return Facts(_at(*_T5, f"t5/models/gin/models/{file}.gin"), _MAKERS, dict(fields))


def _llama3(**fields: float) -> Facts:
    return Facts(_LLAMA, _MAKERS, {**fields, "n_kv_heads": 8, "vocab_size": 128_256})


def _lit(**fields: int) -> Facts:
    return Facts(_LIT, _LITGPT, dict(fields))


FACTS = {
    "Whisper tiny.en": Facts(
        _at("ggml-org/whisper.cpp", "233fe1fc9b48a09e361d3594520838ca266537fe", "src/whisper.cpp"),
        "whisper.cpp",
        {"n_vocab": 51_864, "n_text_ctx": 448, "n_text_state": 384, "n_text_layer": 4, "n_mels": 80},
    ),
    "T5 small": _t5("bi_v1_small", d_model=512, num_layers=6, d_ff=2048, num_heads=8),
    "T5 base": _t5("bi_bert_base", d_model=768, num_layers=12, d_ff=3072, num_heads=12, d_kv=64),
    "T5 11B": _t5("bi_v1_11B", d_model=1024, num_layers=24, d_ff=65_536, num_heads=128, d_kv=128),
    "GPT-2 small": Facts(
        _at("openai/gpt-2", "122c55a53a50ef625f9f4fc577ed0d59e53bf417", "src/model.py"),
        _MAKERS,
        {"n_ctx": 1024, "n_embd": 768, "n_head": 12, "n_layer": 12},
    ),
    "GPT-2 medium": _gpt2(n_layer=24, n_head=16, n_embd=1024),
    "GPT-2 large": _gpt2(n_layer=36, n_head=20, n_embd=1280),
    "GPT-2 XL": _gpt2(n_layer=48, n_head=25, n_embd=1600),
    "Llama 2 7B": _lit(vocab_size=32_000, n_layer=32, intermediate_size=11_008, n_embd=4096, n_head=32),
    "Llama 2 70B": _lit(
        vocab_size=32_000, n_layer=80, n_head=64, n_embd=8192, n_query_groups=8, intermediate_size=28_672
    ),
    "Llama 3 8B": _llama3(dim=4096, n_layers=32, n_heads=32, ffn_dim_multiplier=1.3, multiple_of=1024),
    "Llama 3 70B": _llama3(dim=8192, n_layers=80, n_heads=64, ffn_dim_multiplier=1.3, multiple_of=4096),
    "Llama 3.1 405B": _llama3(dim=16_384, n_layers=126, n_heads=128, ffn_dim_multiplier=1.2, multiple_of=4096),
    "Mistral 7B": _lit(
        padded_vocab_size=32_000, n_layer=32, n_query_groups=8, intermediate_size=14_336, n_embd=4096, n_head=32
    ),
    "Gemma 2 2B": _lit(
        vocab_size=256_000,
        block_size=8192,
        intermediate_size=9216,
        n_embd=2304,
        n_layer=26,
        n_head=8,
        n_query_groups=4,
        head_size=256,
    ),
    "Gemma 2 9B": Facts(
        _GEMMA,
        _MAKERS,
        {
            "vocab_size": 256_000,
            "max_position_embeddings": 8192,
            "num_hidden_layers": 42,
            "num_attention_heads": 16,
            "num_key_value_heads": 8,
            "hidden_size": 3584,
            "intermediate_size": 14_336,
            "head_dim": 256,
        },
    ),
    "Qwen2.5 0.5B": _lit(
        block_size=32_768,
        padded_vocab_size=151_936,
        n_layer=24,
        n_head=14,
        n_embd=896,
        n_query_groups=2,
        intermediate_size=4864,
    ),
    "Qwen2.5 7B": _lit(
        block_size=131_072,
        padded_vocab_size=152_064,
        n_layer=28,
        n_head=28,
        n_embd=3584,
        n_query_groups=4,
        intermediate_size=18_944,
    ),
    "DeepSeek-V3": Facts(
        _DEEPSEEK,
        _MAKERS,
        {
            "vocab_size": 129_280,
            "dim": 7168,
            "inter_dim": 18_432,
            "moe_inter_dim": 2048,
            "n_layers": 61,
            "n_dense_layers": 3,
            "n_heads": 128,
            "n_routed_experts": 256,
            "n_shared_experts": 1,
            "n_activated_experts": 8,
            "q_lora_rank": 1536,
            "kv_lora_rank": 512,
            "qk_nope_head_dim": 128,
            "qk_rope_head_dim": 64,
            "v_head_dim": 128,
        },
    ),
}
WITHOUT = ("BERT base", "BERT large", "MiniLM L6", "GPT-3")
"""Models without such a file; their sizes are from the paper, or from files beside the weights."""
