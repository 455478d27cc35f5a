"""tiktoken's tokenizers without a network: text → ids → bytes, whole characters, and how the merges built a word.

tiktoken is unmodified. `vocabularies` unpacks the shipped files to where it looks for them, `codec` guards the
inputs that break it, `lines` says where a line ends, `graphemes` groups the tokens that share a character, `merges`
shows byte-pair encoding at work.
"""

from explorer.tokenizers.codec import (
    clean,
    decode_bytes,
    encode,
    ids_in_use,
    special_tokens,
    token_bytes,
    token_lengths,
    vocab_size,
)
from explorer.tokenizers.graphemes import count_characters, group_tokens, token_label, visible
from explorer.tokenizers.lines import line_spans, split_lines
from explorer.tokenizers.merges import Ladder, Step, merge_ladder, split_words, word_at
from explorer.tokenizers.vocabularies import ENCODINGS, SMALL, VocabularyError, get

__all__ = [
    "ENCODINGS",
    "SMALL",
    "Ladder",
    "Step",
    "VocabularyError",
    "clean",
    "count_characters",
    "decode_bytes",
    "encode",
    "get",
    "group_tokens",
    "ids_in_use",
    "line_spans",
    "merge_ladder",
    "special_tokens",
    "split_lines",
    "split_words",
    "token_bytes",
    "token_label",
    "token_lengths",
    "visible",
    "vocab_size",
    "word_at",
]
