"""Names of tables in an archive: which of several is the table of words."""

import re

_NOT = re.compile(r"pos|wpe|type|segment|patch|norm|bias|rotary|rel")
_WORDS = re.compile(
    r"(^|[./])(wte|shared|(word|tok|token)s?_?(emb|embd|embed|embedding|embeddings|vectors|table)|embed_?(tokens|in)|embed)"
    r"(?=$|[./])"
)
_VECTORS = re.compile(r"emb|vec")


def rank_name(name: str) -> int:
    """0 for a table of words by its name, 1 for other embeddings or vectors, 2 for anything else.

    >>> [rank_name(name) for name in ("transformer.wte.weight", "model.embed_tokens.weight", "shared.weight")]
    [0, 0, 0]
    >>> [rank_name(name) for name in ("bert.embeddings.word_embeddings.weight", "tok_embeddings.weight", "vectors")]
    [0, 0, 1]
    >>> [rank_name(name) for name in ("embeddings.position_embeddings.weight", "wpe.weight", "mlp.gate_proj.weight")]
    [2, 2, 2]
    """
    plain = name.lower()
    last = re.split(r"[./]", plain.removesuffix(".weight"))[-1]
    if _WORDS.search(plain) and not _NOT.search(last):
        return 0
    return 1 if _VECTORS.search(plain) and not _NOT.search(last) else 2
