"""Measure `explorer.gradients.vocabulary_share` on every shipped book and encoding, and write vocabulary_share.json.

Takes some minutes, since every book is tokenized four times. In the project's folder:
python -m tools.measure.vocabulary_share
"""

import json
from dataclasses import asdict

from explorer.data import CORPORA, load_corpus
from explorer.gradients.vocabulary_share import ENCODINGS, RESULTS, measure
from explorer.tokenizers import encode, vocab_size

if __name__ == "__main__":
    books = {}
    for book in CORPORA:
        text = load_corpus(book)
        books[book] = {name: asdict(measure(encode(text, name), vocab_size(name))) for name in ENCODINGS}
        print(book, {name: curve["tokens"] for name, curve in books[book].items()}, flush=True)
    RESULTS.write_text(json.dumps(books, separators=(",", ":")) + "\n", encoding="utf-8")
