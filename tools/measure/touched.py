"""Measure the shares of `explorer.gradients.touched` on every shipped book and encoding, and write touched.json.

Takes some minutes: every book is tokenised four times. Run it in the project's folder: python -m tools.measure.touched
"""

import json
from dataclasses import asdict

from explorer.data import CORPORA, load_corpus
from explorer.gradients.touched import ENCODINGS, RESULTS, measure
from explorer.tokenizers import encode, vocab_size

if __name__ == "__main__":
    books = {}
    for book in CORPORA:
        text = load_corpus(book)
        books[book] = {name: asdict(measure(encode(text, name), vocab_size(name))) for name in ENCODINGS}
        print(book, {name: curve["tokens"] for name, curve in books[book].items()}, flush=True)
    RESULTS.write_text(json.dumps(books, separators=(",", ":")) + "\n", encoding="utf-8")
