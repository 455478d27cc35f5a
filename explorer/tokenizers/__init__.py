"""tiktoken's tokenizers offline: encoding and decoding, grapheme clusters, and the merges of a word.

tiktoken is unmodified. `vocabularies` unpacks the shipped files into tiktoken's cache folder, `encode_decode` guards
against inputs that break it, `split_lines` splits lines, `graphemes` groups tokens that share a character, `merges`
shows byte-pair encoding step by step.
"""

from explorer.tokenizers.encode_decode import (
    clean,
    decode_bytes,
    encode,
    ids_in_use,
    is_special,
    special_tokens,
    token_bytes,
    token_labels,
    token_lengths,
    vocab_size,
)
from explorer.tokenizers.graphemes import count_characters, group_tokens, token_label, visible
from explorer.tokenizers.merges import Ladder, MergeStep, first_pairs, merge_ladder, split_words, word_at
from explorer.tokenizers.split_lines import line_spans, split_lines
from explorer.tokenizers.vocabularies import CHOICES, ENCODINGS, SMALL, SMALL_SIZE, VocabularyError, get
