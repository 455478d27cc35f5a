"""Token counts of all encodings for the same text, in several scripts."""

from dataclasses import dataclass

from explorer import tokenizers
from explorer.data.cache import cached
from explorer.embedding_pipeline.tokens import tokenize

SCRIPTS: dict[str, str] = {
    "English": "The cat sat on the mat.",
    "German": "Die Katze saß auf der Matte.",
    "Greek": "Η γάτα κάθισε στο χαλί.",
    "Russian": "Кошка сидела на коврике.",
    "Arabic": "جلست القطة على السجادة.",
    "Hebrew": "החתול ישב על השטיח.",
    "Hindi": "बिल्ली चटाई पर बैठी थी।",
    "Chinese": "猫坐在垫子上。",
    "Japanese": "猫がマットの上に座っていた。",
    "Korean": "고양이가 매트 위에 앉았다.",
    "Emoji": "🐱👍🏽👨‍👩‍👧‍👦🇬🇷",
    "Python": "for i in range(10):\n    print(i ** 2)",
}
"""One sentence in ten languages, emoji, and code."""


@dataclass(frozen=True)
class Count:
    """Tokens, characters (grapheme clusters), UTF-8 bytes, and the two per token (0 for an empty text)."""

    encoding: str
    tokens: int
    characters: int
    bytes: int

    @property
    def characters_per_token(self) -> float:
        """Characters per token."""
        return self.characters / self.tokens if self.tokens else 0.0

    @property
    def bytes_per_token(self) -> float:
        """Bytes per token."""
        return self.bytes / self.tokens if self.tokens else 0.0


@cached(32, expires=True)  # the picture has eleven short sentences
def counts(text: str) -> tuple[Count, ...]:
    """Counts of a text as one sequence in every encoding.

    >>> [(count.encoding, count.tokens) for count in counts("日本語")][-2:]
    [('cl100k_base', 4), ('o200k_base', 2)]
    """
    characters = tokenizers.count_characters(tokenizers.clean(text)[0])
    result = []
    for name in tokenizers.ENCODINGS:
        tokens = tokenize(text, name, one_sequence=True)
        result.append(Count(name, len(tokens), characters, len(tokens.data)))
    return tuple(result)
