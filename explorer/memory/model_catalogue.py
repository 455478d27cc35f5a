"""Published configurations, with parameter counts computed from the architecture.

Each family has one counting rule, a sum over the tensors of its reference code. `tests/memory` compares the sums with
the totals of the papers and repositories. Fixed sinusoids are buffers, not parameters, and are not counted.
"""

from dataclasses import dataclass

from explorer.memory.published_model import Model


def _gpt(name: str, layers: int, width: int, context: int, source: str, url: str, note: str = "") -> Model:
    """GPT-2 and GPT-3: 12 D² + 13 D per layer (all matrices with biases, two norms), and a last norm."""
    others = layers * (12 * width**2 + 13 * width) + 2 * width
    return Model(
        name, 50_257, width, context, layers, width, "Learned", "Tied", others, 4 * width**2, source, url, note
    )


def _bert(name: str, layers: int, width: int, source: str, url: str, head: str = "") -> Model:
    """BERT: layers as GPT-2's, two segment vectors, a norm after the embedding, and the pooling layer."""
    others = layers * (12 * width**2 + 13 * width) + 2 * width + 2 * width + width**2 + width
    note = f"Counted as the encoder alone.{head}"
    sizes = (30_522, width, 512, layers, width)
    return Model(name, *sizes, "Learned", "None", others, 4 * width**2, source, url, note, generates=False)


def _t5(name: str, layers: int, width: int, inner: int, hidden: int, heads: int) -> Model:
    """T5 1.0: encoder and decoder, no biases, one gain per norm, 32 distance buckets per head on each side."""
    attention, feed = 4 * width * inner, 2 * width * hidden
    encoder = layers * (attention + feed + 2 * width)
    decoder = layers * (2 * attention + feed + 3 * width)
    others = encoder + decoder + 2 * width + 2 * 32 * heads
    return Model(
        name,
        32_128,
        width,
        512,
        layers,
        inner,
        "None",
        "Tied",
        others,
        width * max(hidden, inner),
        "Raffel et al. 2020, section 3.1.2 and t5/models/gin",
        "https://arxiv.org/abs/1910.10683",
        "Distances enter through a learned bias; the context is the length it was trained at.",
        encoder=512,
    )


def _whisper() -> Model:
    """Whisper tiny.en: two convolutions, 4 encoder and 4 decoder layers of width 384; keys have no bias."""
    width, layers, mels = 384, 4, 80
    convolutions = (mels * width * 3 + width) + (width * width * 3 + width)
    attention, feed, norm = 4 * width**2 + 3 * width, 8 * width**2 + 5 * width, 2 * width
    encoder = layers * (attention + feed + 2 * norm) + norm
    decoder = layers * (2 * attention + feed + 3 * norm) + norm
    return Model(
        "Whisper tiny.en",
        51_864,
        width,
        448,
        layers,
        width,
        "Learned",
        "Tied",
        convolutions + encoder + decoder,
        4 * width**2,
        "Radford et al. 2022, table 1, and openai/whisper, whisper/model.py",
        "https://arxiv.org/abs/2212.04356",
        "The shipped table holds its first 50,257 rows: those that stand for text.",
        encoder=1500,
    )


@dataclass(frozen=True)
class _Decoder:
    """The Llama family: RMSNorm, gated feed-forward of three matrices, rotary positions, grouped keys and values."""

    layers: int
    width: int
    hidden: int
    heads: int
    kv_heads: int
    head: int = 128
    norms: int = 2
    qkv_bias: bool = False

    @property
    def kv_width(self) -> int:
        return self.kv_heads * self.head

    @property
    def others(self) -> int:
        queries = self.heads * self.head
        attention = 2 * self.width * queries + 2 * self.width * self.kv_width
        bias = (queries + 2 * self.kv_width) * self.qkv_bias
        return self.layers * (attention + bias + 3 * self.width * self.hidden + self.norms * self.width) + self.width


def _llama(
    name: str,
    vocab: int,
    context: int,
    shape: _Decoder,
    output: str,
    source: str,
    url: str,
    note: str = "",
    windowed: tuple[int, int] | None = None,
) -> Model:
    largest = shape.width * max(shape.hidden, shape.heads * shape.head)
    sizes = (vocab, shape.width, context, shape.layers, shape.kv_width)
    return Model(name, *sizes, "None", output, shape.others, largest, source, url, note, windowed=windowed)


def _deepseek() -> Model:
    """DeepSeek-V3's main model: latent attention, 3 dense layers, 58 layers of 256 + 1 experts."""
    width, heads, layers, dense = 7168, 128, 61, 3
    q_rank, kv_rank, nope, rope, value = 1536, 512, 128, 64, 128
    attention = (
        width * q_rank
        + q_rank
        + q_rank * heads * (nope + rope)
        + width * (kv_rank + rope)
        + kv_rank
        + kv_rank * heads * (nope + value)
        + heads * value * width
    )
    experts = (256 + 1) * 3 * width * 2048 + 256 * width + 256
    feed = dense * 3 * width * 18_432 + (layers - dense) * experts
    others = layers * (attention + 2 * width) + feed + width
    return Model(
        "DeepSeek-V3",
        129_280,
        width,
        163_840,
        layers,
        (kv_rank + rope) // 2,
        "None",
        "Untied",
        others,
        width * 18_432,
        "DeepSeek-AI 2024, section 4.2, and deepseek-ai/DeepSeek-V3, README_WEIGHTS.md",
        "https://arxiv.org/abs/2412.19437",
        "Main model without the extra prediction module. Keys and values share one vector of 576 numbers per layer.",
        experts=(8 + 1, 256 + 1),
    )


_GPT2 = ("Radford et al. 2019, table 2, and openai/gpt-2, src/model.py", "https://github.com/openai/gpt-2")
_GPT3 = ("Brown et al. 2020, section 2.1 and its table", "https://arxiv.org/abs/2005.14165")
_BERT = ("Devlin et al. 2019, section 3, and google-research/bert", "https://arxiv.org/abs/1810.04805")
_HEAD = " The released checkpoint also has a masked-word head, which scores with the token table."
_MINILM = (
    "sentence-transformers/all-MiniLM-L6-v2, config.json",
    "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
)
_LLAMA2 = ("Touvron et al. 2023, section 2.2, and sizes from litgpt, config.py", "https://arxiv.org/abs/2307.09288")
_LLAMA3 = ("Grattafiori et al. 2024, table 3, and meta-llama/llama-models", "https://arxiv.org/abs/2407.21783")
_MISTRAL = ("Jiang et al. 2023, table 1", "https://arxiv.org/abs/2310.06825")
_GEMMA = ("Gemma Team 2024, tables 1 and 2, and google/gemma_pytorch, config.py", "https://arxiv.org/abs/2408.00118")
_ROWS = "The report counts 256,128 rows in the table; the released weights have 256,000."
_QWEN = (
    "Qwen2 report (Yang et al. 2024), table 1, and config.json of the Qwen2.5 base models",
    "https://arxiv.org/abs/2407.10671",
)


def _gemma(name: str, shape: _Decoder) -> Model:
    """Gemma 2: every second layer looks back 4,096 tokens only."""
    return _llama(name, 256_000, 8192, shape, "Tied", *_GEMMA, _ROWS, windowed=(shape.layers // 2, 4096))


PADDED = "The table has more rows than there are tokens (151,643, and 22 for control), to be cut into equal parts."
"""Note of a model whose table has rows without a token."""

_LIST: tuple[Model, ...] = (
    _bert("BERT base", 12, 768, *_BERT, _HEAD),
    _bert("BERT large", 24, 1024, *_BERT, _HEAD),
    _bert("MiniLM L6", 6, 384, *_MINILM),
    _whisper(),
    _t5("T5 small", 6, 512, 512, 2048, 8),
    _t5("T5 base", 12, 768, 768, 3072, 12),
    _t5("T5 11B", 24, 1024, 16_384, 65_536, 128),
    *(
        _gpt(f"GPT-2 {size}", layers, width, 1024, *_GPT2, f"The paper prints {printed:,} million, in error.")
        for size, layers, width, printed in (
            ("small", 12, 768, 117),
            ("medium", 24, 1024, 345),
            ("large", 36, 1280, 762),
            ("XL", 48, 1600, 1542),
        )
    ),
    _gpt(
        "GPT-3",
        96,
        12_288,
        2048,
        *_GPT3,
        "Counted as GPT-2 is, its output tied, it has 174.6 billion; the paper prints 175.0 billion, 0.2 % more.",
    ),
    _llama("Llama 2 7B", 32_000, 4096, _Decoder(32, 4096, 11_008, 32, 32), "Untied", *_LLAMA2),
    _llama("Llama 2 70B", 32_000, 4096, _Decoder(80, 8192, 28_672, 64, 8), "Untied", *_LLAMA2),
    _llama("Llama 3 8B", 128_256, 8192, _Decoder(32, 4096, 14_336, 32, 8), "Untied", *_LLAMA3),
    _llama("Llama 3 70B", 128_256, 8192, _Decoder(80, 8192, 28_672, 64, 8), "Untied", *_LLAMA3),
    _llama("Llama 3.1 405B", 128_256, 131_072, _Decoder(126, 16_384, 53_248, 128, 8), "Untied", *_LLAMA3),
    _llama("Mistral 7B", 32_000, 8192, _Decoder(32, 4096, 14_336, 32, 8), "Untied", *_MISTRAL, windowed=(32, 4096)),
    _gemma("Gemma 2 2B", _Decoder(26, 2304, 9216, 8, 4, head=256, norms=4)),
    _gemma("Gemma 2 9B", _Decoder(42, 3584, 14_336, 16, 8, head=256, norms=4)),
    _llama(
        "Qwen2.5 0.5B", 151_936, 32_768, _Decoder(24, 896, 4864, 14, 2, head=64, qkv_bias=True), "Tied", *_QWEN, PADDED
    ),
    _llama("Qwen2.5 7B", 152_064, 131_072, _Decoder(28, 3584, 18_944, 28, 4, qkv_bias=True), "Untied", *_QWEN, PADDED),
    _deepseek(),
)

MODELS: dict[str, Model] = {model.name: model for model in _LIST}
